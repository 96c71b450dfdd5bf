import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startEmulator } from "../../src/emulator";
import { REPOSITORY } from "./host";

describe("a process that disallows code generation from strings", () => {
  it("still parses and validates responses", async () => {
    const emulator = await startEmulator();
    try {
      const { baseUrl, publicKey, privateKey, projectId } = emulator;
      const script = `(async () => {
        const { OpsManagerClient } = require("./dist/client");
        const client = new OpsManagerClient(${JSON.stringify({ baseUrl, publicKey, privateKey })});
        console.log((await client.clusters.list(${JSON.stringify(projectId)})).length > 0);
        await client.close();
      })()`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--disallow-code-generation-from-strings", "-e", script],
        { cwd: REPOSITORY },
      );
      assert.equal(stdout.trim(), "true");
    } finally {
      await emulator.close();
    }
  });
});
