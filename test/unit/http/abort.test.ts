import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { createAbortScope, untilAborted } from "../../../src/http/abort";

describe("createAbortScope", () => {
  it("is aborted by its timeout", async () => {
    const scope = createAbortScope();
    scope.startTimeout(0.5);
    while (!scope.signal.aborted) await setTimeout(1);
    assert.ok(scope.isTimedOut());
  });

  it("accepts a timeout that is longer than a timer of Node.js", async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error): void => void warnings.push(warning);
    process.on("warning", collect);
    const scope = createAbortScope();
    try {
      scope.startTimeout(1e15);
      await setTimeout(20);
      assert.deepEqual([scope.signal.aborted, warnings], [false, []]);
    } finally {
      scope.end();
      process.off("warning", collect);
    }
  });

  it("is aborted with the reason of any parent", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const scope = createAbortScope(first.signal, undefined, second.signal);
    second.abort("enough");
    assert.deepEqual(
      [scope.signal.aborted, scope.signal.reason, scope.isTimedOut()],
      [true, "enough", false],
    );
    assert.equal(createAbortScope(second.signal).signal.reason, "enough");
  });

  it("leaves no listener and no timer after its end", async () => {
    const { signal } = new AbortController();
    const scope = createAbortScope(signal);
    assert.equal(getEventListeners(signal, "abort").length, 1);
    scope.startTimeout(1);
    scope.end();
    assert.equal(getEventListeners(signal, "abort").length, 0);
    await setTimeout(10);
    assert.ok(!scope.signal.aborted);
  });
});

describe("untilAborted", () => {
  const never = new Promise<never>(() => undefined);

  it("returns the value of the promise and leaves no listener", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve("done"), signal), "done");
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("throws the error of the promise and leaves no listener", async () => {
    const { signal } = new AbortController();
    await assert.rejects(untilAborted(Promise.reject(new Error("broken")), signal), /broken/);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("throws the reason of a signal that is aborted while it waits", async () => {
    const abort = new AbortController();
    const waiting = untilAborted(never, abort.signal);
    abort.abort(new Error("enough"));
    await assert.rejects(waiting, /enough/);
  });

  it("throws the reason of a signal that was aborted before", () =>
    assert.rejects(untilAborted(never, AbortSignal.abort(new Error("enough"))), /enough/));
});
