import assert from "node:assert/strict";
import { soakRun } from "./run";
import { type Emulator, startEmulator } from "../../src/emulator";
import { runs } from "../support/runs";
import { soakAlerts } from "./alerts";
import { soakSet } from "./sets";

describe("with failures of all kinds", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(async () => emulator.close());

  it("a mixed load succeeds or reports a correct error, and exposes no secret", async () => {
    let lines = 0;
    for (let seed = 1; seed <= runs(100); seed++) {
      const { problems, logLines } = await soakRun(emulator, seed);
      assert.deepEqual(problems, [], `seed ${seed}`);
      lines += logLines;
    }
    assert.ok(lines > 0);
  });

  const parts: [title: string, seeds: number, play: typeof soakSet][] = [
    ["alert configurations are neither duplicated nor lost", 40, soakAlerts],
    ["sets of alert configurations are as declared as soon as an up succeeds", 60, soakSet],
  ];
  for (const [title, seeds, play] of parts) {
    it(title, async () => {
      for (let seed = 1; seed <= runs(seeds); seed++)
        assert.deepEqual(await play(emulator, seed), [], `seed ${seed}`);
    });
  }
});
