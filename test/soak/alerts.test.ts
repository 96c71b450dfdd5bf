import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { runs } from "../support/runs";
import { soakAlerts } from "./alerts";

describe("alert configurations with broken connections around writes", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(async () => emulator.close());

  it("are neither duplicated nor lost", async () => {
    for (let seed = 1; seed <= runs(40); seed++)
      assert.deepEqual(await soakAlerts(emulator, seed), [], `seed ${seed}`);
  });
});
