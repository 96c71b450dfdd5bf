import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../../src/emulator";

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
    printed: (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => void (pattern.test(stdout) && resolve());
        child.stdout.on("data", look);
        look();
      }),
    async end(): Promise<{ code: number | null; stdout: string; stderr: string }> {
      const [code] = await once(child, "close");
      return { code, stdout, stderr };
    },
  };
}

describe("the command opsmanager-emulator", () => {
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

  it("prints addresses and keys, and the URL of the control page with its token", async () => {
    const emulator = start();
    await emulator.firstLine();
    await emulator.printed(/Control page: (http:\S+)\n/);
    emulator.child.kill("SIGINT");
    const { code, stdout } = await emulator.end();
    assert.equal(code, 0);
    const value = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(stdout)?.[1];
    assert.match(stdout, /^The emulator is ready; stop it with Ctrl-C\.\n/);
    const page = `${value("controlUrl")}/#token=${value("controlToken")}`;
    assert.ok(stdout.includes(`Control page: ${page}\n`), stdout);
  });

  it("accepts every flag", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-"));
    try {
      const [seed, state, faults] = ["seed", "state", "faults"].map((name) => join(folder, `${name}.json`));
      assert.ok(seed !== undefined && state !== undefined && faults !== undefined);
      await writeFile(seed, JSON.stringify({ teams: [{ id: "t", orgId: "o", name: "seeded" }] }));
      await writeFile(faults, JSON.stringify([{ match: { path: "/nowhere" }, action: "truncate" }]));
      const values = { seed, state, faults, redact: "off", latency: "1", "rate-limit": "9/min" };
      const named = {
        ...values,
        "public-url": "https://om.example.com/",
        challenge: "op",
        algorithm: "SHA-256",
        port: "0",
        "control-port": "0",
      };
      const flags = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
      const emulator = start("--json", "--tls", "--shuffle", "--log", ...flags);
      const line = JSON.parse(await emulator.firstLine());

      // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
      const control = async (path: string): Promise<any> => (await fetch(line.controlUrl + path)).json();
      const { redact, latencyMs, rateLimit, shuffle } = await control("/settings");
      assert.deepEqual(
        [redact, latencyMs, rateLimit, shuffle],
        ["off", 1, { requests: 9, minutes: 1 }, true],
      );
      assert.equal((await control("/faults"))[0].match.path, "/nowhere");
      assert.equal((await control("/state/teams"))[0].name, "seeded");

      const challenge = await new Promise((resolve, reject) => {
        const headers = { host: "om.example.com" };
        const options = { ca: line.caCert, agent: false, servername: "", headers };
        request(`${line.baseUrl}/api/public/v1.0/`, options, (response) => {
          response.resume();
          resolve(response.headers["www-authenticate"]);
        })
          .on("error", reject)
          .end();
      });
      assert.match(String(challenge), /algorithm=SHA-256, op="auth"/);

      emulator.child.kill("SIGTERM");
      const { code, stderr } = await emulator.end();
      assert.equal(code, 0);
      assert.match(stderr, /^GET \/api\/public\/v1\.0\/ 401 \S+ ms challenge$/m);
      assert.equal(JSON.parse(await readFile(state, "utf8")).teams[0].name, "seeded");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("exits with code 1 if its port is in use", async () => {
    const other = await startEmulator();
    try {
      const { code, stderr } = await start("--port", new URL(other.baseUrl).port).end();
      assert.equal(code, 1);
      assert.match(stderr, /^opsmanager-emulator: .*EADDRINUSE/);
    } finally {
      await other.close();
    }
  });

  it("prints its usage", async () => {
    const { code, stdout } = await start("--help").end();
    assert.equal(code, 0);
    for (const flag of [
      "--port",
      "--seed",
      "--state",
      "--tls",
      "--challenge",
      "--redact",
      "--shuffle",
      "--json",
    ])
      assert.ok(stdout.includes(flag), flag);
    for (const flag of ["--public-url", "--rate-limit", "--latency", "--faults", "--log"])
      assert.ok(stdout.includes(flag), flag);
  });

  const mistakes: readonly [args: string[], message: RegExp][] = [
    [["--nonsense"], /Unknown option '--nonsense'/],
    [["--challenge", "basic"], /--challenge must be one of qop, op, none, not "basic"/],
    [["--port", "70000"], /--port must be an integer/],
    [["--public-url", "om.example.com"], /--public-url must be a URL of the form https:\/\/host:port/],
    [["--rate-limit", "fast"], /--rate-limit must have the form 100\/min/],
    [["--seed", "/nowhere.json"], /--seed: ENOENT/],
  ];
  it("reports an invalid command line with one message and exit code 2", async () => {
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
