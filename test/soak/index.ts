/** `npm run soak [<part> [<runs> [<first seed>]]]`: seeded runs of all parts, or of one. */

import { soakAlerts } from "./alerts";
import { soakEngine, soakPlugin } from "./engine";
import { soakSet } from "./sets";
import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { repository } from "../support/repository";
import { run } from "../support/run";
import { soakRun } from "./run";

interface Part {
  readonly what: string;
  /** Used unless the command line says otherwise. */
  readonly runs: number;
  /** @returns how many runs failed */
  readonly soak: (runs: number, first: number, say: (line: string) => void) => Promise<number>;
}

const PARTS: Readonly<Record<string, Part>> = {
  client: {
    what: "mixed loads of the client through failing connections",
    runs: 2000,
    soak: againstEmulator(async (emulator, seed) => (await soakRun(emulator, seed)).problems),
  },
  alerts: { what: "alert configurations", runs: 200, soak: againstEmulator(soakAlerts) },
  sets: { what: "sets of alert configurations", runs: 200, soak: againstEmulator(soakSet) },
  properties: { what: "property tests and matrices with all their cases", runs: 1, soak: soakProperties },
  engine: { what: "random programs on the real engine", runs: 100, soak: soakEngine },
  plugin: { what: "random programs with the plugin on the real engine", runs: 100, soak: soakPlugin },
};

function againstEmulator(
  play: (emulator: Emulator, seed: number) => Promise<readonly string[]>,
): Part["soak"] {
  return async (runs, first, say) => {
    const emulator = await startEmulator();
    let failed = 0;
    try {
      for (let seed = first; seed < first + runs; seed++) {
        const problems = await play(emulator, seed);
        for (const problem of problems) say(`seed ${seed}: ${problem}`);
        if (problems.length > 0) failed++;
      }
    } finally {
      await emulator.close();
    }
    return failed;
  };
}

/** Runs the fast tests with all cases. A failure says which one. */
async function soakProperties(_runs: number, _first: number, say: (line: string) => void): Promise<number> {
  const { code, output } = await run("npm", ["test", "fast"], {
    cwd: repository,
    env: { ...process.env, PROPERTY_RUNS: "all" },
  });
  if (code !== 0) say(output);
  return code === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const [name, runs, first = "1"] = process.argv.slice(2);
  for (const number of [runs ?? "1", first])
    if (!/^[1-9]\d*$/.test(number)) throw new Error(`"${number}" is not a positive whole number`);
  const chosen = Object.entries(PARTS).filter(([part]) => name === undefined || part === name);
  if (chosen.length === 0) throw new Error(`there is no part "${name}": ${Object.keys(PARTS).join(", ")}`);
  for (const [part, { what, runs: usual, soak }] of chosen) {
    const count = Number(runs ?? usual);
    console.log(`${part}: ${count} runs, ${what}`);
    const startedAt = performance.now();
    const failed = await soak(count, Number(first), (line) => console.log(line));
    console.log(`${part}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
    console.log(`${count - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
}

void main();
