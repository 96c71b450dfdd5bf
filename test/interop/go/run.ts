/** Runs the Go program of this folder against emulators. Requires Go and its module proxy. */

import { spawn } from "node:child_process";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import type { Check } from "../report";
import { listEndpoints } from "./endpoints";

/** With every challenge that the program supports. */
const CHALLENGES: readonly EmulatorOptions[] = [
  {},
  { algorithm: "SHA-256" },
  { challenge: "none" },
  { shuffle: true },
];

async function runGo(emulator: Emulator): Promise<void> {
  const { baseUrl, publicKey, privateKey, projectId, orgId, apiKeyId, clusterId } = emulator;
  const child = spawn("go", ["run", "."], { cwd: __dirname, stdio: ["pipe", "inherit", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`install Go to run this check: ${error.message}`)));
    child.once("close", resolve);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ baseUrl, publicKey, privateKey, projectId, orgId, apiKeyId, clusterId }));
  const code = await ended;
  if (code !== 0) throw new Error(`the Go program exited with code ${code}`);
}

export async function goChecks(check: Check): Promise<void> {
  for (const options of CHALLENGES)
    await check(
      `a Go client calls every endpoint of an emulator with ${JSON.stringify(options)}`,
      async () => {
        const emulator = await startEmulator(options);
        try {
          await runGo(emulator);
          const missed = listEndpoints().filter(
            (endpoint) => emulator.counters.byEndpoint[endpoint] === undefined,
          );
          if (missed.length > 0) throw new Error(`endpoints that were not called: ${missed.join(", ")}`);
        } finally {
          await emulator.close();
        }
      },
    );
}
