import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator";
import { servers } from "../unit/http/servers";
import { REPOSITORY } from "./host";

/** Runs a script on the built package in a separate process, because this one has already loaded all of undici. */
async function ran(script: string, env: NodeJS.ProcessEnv = {}, ...flags: string[]): Promise<string> {
  const whole = `(async () => { ${script} })().catch((error) => console.log(String(error)));`;
  const options = { cwd: REPOSITORY, env: { PATH: process.env["PATH"], ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "-e", whole], options);
  return stdout.trim();
}

describe("a process that has not loaded undici", () => {
  const start = servers();
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator();
  });
  after(async () => emulator.close());

  const read = (): string => `
    const { OpsManagerClient } = require("./dist/client");
    const { baseUrl, publicKey, privateKey, projectId } = ${JSON.stringify(emulator)};
    const client = new OpsManagerClient({ baseUrl, publicKey, privateKey, maxRetries: 0 });
    console.log((await client.clusters.list(projectId)).length > 0);
    await client.close();
  `;

  it("parses and validates responses if it disallows code generation from strings", async () =>
    assert.equal(await ran(read(), {}, "--disallow-code-generation-from-strings"), "true"));

  it("reaches a service through a proxy", async () => {
    const proxy = await start.proxy();
    assert.equal(await ran(read(), { HTTP_PROXY: proxy.origin }), "true");
    assert.deepEqual([...new Set(proxy.targets)], [new URL(emulator.baseUrl).host]);
  });

  it("downloads a manifest from a URL, or reports why it cannot", async () => {
    const script = `
      const { download } = require("./dist/http/download");
      await download("https://127.0.0.1:1/8.0.json?token=t");
    `;
    assert.match(await ran(script), /127\.0\.0\.1:1\/8\.0\.json.*(?:refused|ECONNREFUSED)/i);
  });
});
