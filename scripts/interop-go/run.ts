/**
 * Runs the Go program of this folder against emulators with all the challenges that it understands, and sees to it that
 * it has called every endpoint. It needs Go; the module comes by Go's proxy.
 */

import { spawn } from "node:child_process";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../src/emulator";
import { DEFAULT_SERVICE_VERSION } from "../../src/emulator/options";
import { allRoutes } from "../../src/emulator/endpoints";
import { SEED } from "../../src/emulator/seed";
import { DEFAULT_SETTINGS } from "../../src/emulator/settings";
import { createStore } from "../../src/emulator/store";

const CHALLENGES: readonly EmulatorOptions[] = [
  {},
  { algorithm: "SHA-256" },
  { challenge: "none" },
  { shuffle: true },
];

/** Every operation of the emulator, as its counters name it. */
function endpoints(): string[] {
  return allRoutes({
    store: createStore(SEED),
    settings: DEFAULT_SETTINGS,
    changeSettings: () => undefined,
    now: Date.now,
    apiUrl: () => "",
    serviceVersion: DEFAULT_SERVICE_VERSION,
  }).map(({ method, path }) => `${method} ${path}`);
}

async function runGo(emulator: Emulator): Promise<void> {
  const { baseUrl, publicKey, privateKey, projectId, orgId, apiKeyId, clusterId } = emulator;
  const child = spawn("go", ["run", "."], { cwd: __dirname, stdio: ["pipe", "inherit", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`Go is needed: ${error.message}`)));
    child.once("close", resolve);
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ baseUrl, publicKey, privateKey, projectId, orgId, apiKeyId, clusterId }));
  const code = await ended;
  if (code !== 0) throw new Error(`the Go program ended with code ${code}`);
}

async function main(): Promise<void> {
  for (const options of CHALLENGES) {
    process.stdout.write(`--- ${JSON.stringify(options)}\n`);
    const emulator = await startEmulator(options);
    try {
      await runGo(emulator);
      const missed = endpoints().filter((endpoint) => emulator.counters.byEndpoint[endpoint] === undefined);
      if (missed.length > 0) throw new Error(`these were never called: ${missed.join(", ")}`);
    } finally {
      await emulator.close();
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
