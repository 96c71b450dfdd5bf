import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { runs } from "../support/runs";
import { soakSet } from "./sets";

describe("sets of alert configurations with failures of all kinds", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(async () => emulator.close());

  it("are as declared as soon as an up succeeds", async () => {
    for (let seed = 1; seed <= runs(60); seed++)
      assert.deepEqual(await soakSet(emulator, seed), [], `seed ${seed}`);
  });
});
