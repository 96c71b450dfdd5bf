import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { soakAlerts } from "./alerts";

describe("alert configurations with broken connections around writes", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(async () => emulator.close());

  for (let first = 1; first <= 40; first += 10) {
    it(`are neither duplicated nor lost (seeds ${first} to ${first + 9})`, async () => {
      for (let seed = first; seed < first + 10; seed++) {
        assert.deepEqual(await soakAlerts(emulator, seed), [], `seed ${seed}`);
      }
    });
  }
});
