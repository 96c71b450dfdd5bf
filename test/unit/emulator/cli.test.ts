import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ROOT = join(__dirname, "../../..");
const COMMAND = join(ROOT, "src/cli/opsmanager-emulator.ts");

function start(...args: string[]) {
  const child = spawn(process.execPath, ["-r", "ts-node/register/transpile-only", COMMAND, ...args], {
    cwd: ROOT,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return {
    child,
    firstLine: () =>
      new Promise<string>((resolve) => {
        child.stdout.on("data", () => stdout.includes("\n") && resolve(stdout.split("\n")[0] ?? ""));
      }),
    async end(): Promise<{ code: number | null; stdout: string; stderr: string }> {
      const [code] = await once(child, "close");
      return { code, stdout, stderr };
    },
  };
}

describe("the command opsmanager-emulator", function () {
  // Each start compiles the sources first.
  this.timeout(20_000);

  it("prints one line of JSON, serves, and stops cleanly on a signal", async () => {
    const emulator = start("--json");
    const line = JSON.parse(await emulator.firstLine());
    const names = [
      "baseUrl",
      "controlUrl",
      "controlToken",
      "publicKey",
      "privateKey",
      "projectId",
      "orgId",
      "apiKeyId",
      "clusterId",
    ];
    assert.deepEqual(Object.keys(line), names);
    assert.equal((await fetch(`${line.baseUrl}/api/public/v1.0/unauth/versionManifest`)).status, 200);
    emulator.child.kill("SIGTERM");
    const { code, stderr } = await emulator.end();
    assert.deepEqual([code, stderr], [0, ""]);
  });

  const mistakes: readonly [args: string[], message: RegExp][] = [
    [["--nonsense"], /Unknown option '--nonsense'/],
    [["--challenge", "basic"], /--challenge takes qop, op, none, not "basic"/],
    [["--port", "70000"], /--port takes a whole number/],
    [["--rate-limit", "fast"], /--rate-limit takes a number such as 100\/min/],
    [["--seed", "/nowhere.json"], /--seed: ENOENT/],
  ];
  it("answers each mistake with one message and exit code 2", async () => {
    await Promise.all(
      mistakes.map(async ([args, message]) => {
        const { code, stdout, stderr } = await start(...args).end();
        assert.deepEqual([code, stdout], [2, ""]);
        assert.match(stderr, message);
        assert.ok(!stderr.includes("    at "), stderr);
      }),
    );
  });
});
