/**
 * Runs the Go program of this folder against emulators with every challenge that it supports, and checks that it calls every
 * endpoint. Requires Go and its module proxy.
 */

import { spawn } from "node:child_process";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../src/emulator";
import { listEndpoints } from "./endpoints";

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

async function main(): Promise<void> {
  for (const options of CHALLENGES) {
    process.stdout.write(`--- ${JSON.stringify(options)}\n`);
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
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
