/** The second part of `npm run soak [-- <runs> [<first seed>]]`. */

import { startEmulator } from "../../src/emulator";
import { soakAlerts } from "./alerts";

async function main(): Promise<void> {
  const [runs = 200, first = 1] = process.argv.slice(2).map(Number);
  const emulator = await startEmulator();
  let failed = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const problems = await soakAlerts(emulator, seed);
    if (problems.length > 0) failed++;
    for (const problem of problems) console.log(`seed ${seed}: ${problem}`);
  }
  await emulator.close();
  console.log(`soak of alert configurations: ${runs} runs`);
  console.log(`${runs - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
