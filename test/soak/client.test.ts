import assert from "node:assert/strict";
import { soakRun } from "../../scripts/soak/run";
import { type Emulator, startEmulator } from "../../src/emulator";
import { runs } from "../support/runs";

describe("a mixed load over failing connections", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());

  it("succeeds or reports a correct error, and exposes no secret", async () => {
    let lines = 0;
    for (let seed = 1; seed <= runs(100); seed++) {
      const { problems, logLines } = await soakRun(emulator, seed);
      assert.deepEqual(problems, [], `seed ${seed}`);
      lines += logLines;
    }
    assert.ok(lines > 0);
  });
});
