/** `npm run soak [-- <runs> [<first seed>]]`: seeded runs of a mixed load through failing connections. */

import { startEmulator } from "../../src/emulator";
import { soakRun } from "./run";

async function main(): Promise<void> {
  const [runs = 2000, first = 1] = process.argv.slice(2).map(Number);
  const startedAt = performance.now();
  const emulator = await startEmulator();
  const sum = { failedRuns: 0, failedCalls: 0, logLines: 0 };
  try {
    for (let seed = first; seed < first + runs; seed++) {
      const { problems, calls, logLines } = await soakRun(emulator, seed);
      sum.failedCalls += calls.failed;
      sum.logLines += logLines;
      if (problems.length > 0) sum.failedRuns++;
      for (const problem of problems) console.log(`seed ${seed}: ${problem}`);
      if ((seed - first + 1) % 250 === 0) console.log(`${seed - first + 1} of ${runs} runs`);
    }
  } finally {
    await emulator.close();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `soak: ${runs} runs in ${seconds} s, ${sum.failedCalls} calls ended with a correct error, ` +
      `${sum.logLines} log lines without a secret`,
  );
  console.log(`${runs - sum.failedRuns} passed, ${sum.failedRuns} failed`);
  process.exitCode = sum.failedRuns === 0 ? 0 : 1;
}

void main();
