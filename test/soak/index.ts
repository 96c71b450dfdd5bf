/** The second part of `npm run soak [-- <runs> [<first seed>]]`. */

import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { soakAlerts } from "./alerts";
import { soakSet } from "./sets";

const PARTS: Readonly<Record<string, (emulator: Emulator, seed: number) => Promise<string[]>>> = {
  "alert configurations": soakAlerts,
  "sets of alert configurations": soakSet,
};

async function main(): Promise<void> {
  const [runs = 200, first = 1] = process.argv.slice(2).map(Number);
  for (const [what, soak] of Object.entries(PARTS)) {
    const emulator = await startEmulator();
    let failed = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const problems = await soak(emulator, seed);
      if (problems.length > 0) failed++;
      for (const problem of problems) console.log(`seed ${seed}: ${problem}`);
    }
    await emulator.close();
    console.log(`soak of ${what}: ${runs} runs`);
    console.log(`${runs - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
}

void main();
