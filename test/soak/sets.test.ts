import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { soakSet } from "./sets";

describe("sets of alert configurations with failures of all kinds", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(async () => emulator.close());

  for (let first = 1; first <= 60; first += 10) {
    it(`are as declared as soon as an up succeeds (seeds ${first} to ${first + 9})`, async () => {
      for (let seed = first; seed < first + 10; seed++) {
        assert.deepEqual(await soakSet(emulator, seed), [], `seed ${seed}`);
      }
    });
  }
});
