import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { createTimeLimit } from "../../../src/http/time-limit";

describe("createTimeLimit", () => {
  const MS = 30;

  it("ends each when its own time is over, and once", async () => {
    const limit = createTimeLimit(MS);
    const took: Record<string, number> = {};
    const ended: string[] = [];
    const begin = (name: string): void => {
      const begunAt = performance.now();
      limit(() => {
        ended.push(name);
        took[name] = performance.now() - begunAt;
      });
    };
    begin("first");
    await setTimeout(MS / 2);
    begin("second");
    while (ended.length < 2) await setTimeout(1);
    begin("third");
    while (ended.length < 3) await setTimeout(1);
    assert.deepEqual(ended, ["first", "second", "third"]);
    for (const [name, ms] of Object.entries(took)) assert.ok(ms >= MS, `${name} had ${ms} ms`);
  });

  it("may be longer than a timer can be", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warned);
    try {
      let isOver = false;
      createTimeLimit(1e12)(() => (isOver = true));
      await setTimeout(MS);
      assert.deepEqual([isOver, warnings], [false, []]);
    } finally {
      process.off("warning", warned);
    }
  });

  it("leaves alone what was done in time, and ends what was not", async () => {
    const limit = createTimeLimit(MS);
    const ended: string[] = [];
    const inTime = limit(() => ended.push("done in time"));
    limit(() => ended.push("late"));
    inTime();
    while (ended.length === 0) await setTimeout(1);
    assert.deepEqual(ended, ["late"]);
  });
});
