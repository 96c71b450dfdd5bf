/** The first seeds of `npm run soak`. */

import assert from "node:assert/strict";
import { soakRun } from "../../scripts/soak/run";
import { startEmulator } from "../../src/emulator";
import type { Emulator } from "../../src/emulator";

describe("a mixed load over failing connections", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());

  for (let first = 1; first <= 100; first += 20) {
    it(`succeeds or reports a correct error, and exposes no secret (seeds ${first} to ${first + 19})`, async () => {
      let lines = 0;
      for (let seed = first; seed < first + 20; seed++) {
        const { problems, logLines } = await soakRun(emulator, seed);
        assert.deepEqual(problems, [], `seed ${seed}`);
        lines += logLines;
      }
      assert.ok(lines > 0);
    });
  }
});
