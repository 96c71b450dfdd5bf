import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API, emulators, send } from "./client";

const ROOT = join(__dirname, "../../..");
const COMMAND = join(ROOT, "src/cli/opsmanager-emulator.ts");

function start(...args: string[]) {
  const command = ["-r", "ts-node/register/transpile-only", COMMAND, ...args];
  const child = spawn(process.execPath, command, { cwd: ROOT });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Waits for a part of the output. */
    async printed(pattern = /^.*\n/): Promise<string> {
      while (!pattern.test(stdout)) await once(child.stdout, "data");
      return stdout;
    },
    async end(): Promise<{ code: number | null; stdout: string; stderr: string }> {
      const [code] = await once(child, "close");
      return { code, stdout, stderr };
    },
  };
}

describe("the command opsmanager-emulator", () => {
  const startOther = emulators();

  it("prints one line of JSON, serves, and stops cleanly on a signal", async () => {
    const emulator = start("--json");
    const line = JSON.parse(await emulator.printed());
    const names = "baseUrl controlUrl controlToken publicKey privateKey projectId orgId apiKeyId clusterId";
    assert.equal(Object.keys(line).join(" "), names);
    assert.equal((await send(`GET ${line.baseUrl}${API}/unauth/versionManifest`)).status, 200);
    emulator.kill("SIGTERM");
    const { code, stderr } = await emulator.end();
    assert.deepEqual([code, stderr], [0, ""]);
  });

  it("prints addresses and keys, and the URL of the control page with its token", async () => {
    const emulator = start();
    await emulator.printed(/Control page: (http:\S+)\n/);
    emulator.kill("SIGINT");
    const { code, stdout } = await emulator.end();
    assert.equal(code, 0);
    const value = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(stdout)?.[1];
    assert.match(stdout, /^The emulator is ready; stop it with Ctrl-C\.\n/);
    const url = `Control page: ${value("controlUrl")}/#token=${value("controlToken")}\n`;
    assert.ok(stdout.includes(url), stdout);
  });

  it("accepts every flag", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-"));
    try {
      const [seed, state, faults] = ["seed", "state", "faults"].map((name) => join(folder, `${name}.json`));
      assert.ok(seed !== undefined && state !== undefined && faults !== undefined);
      await writeFile(seed, JSON.stringify({ teams: [{ id: "t", orgId: "o", name: "seeded" }] }));
      await writeFile(faults, JSON.stringify([{ match: { path: "/nowhere" }, action: "truncate" }]));
      const values = { seed, state, faults, redact: "off", latency: "1", "rate-limit": "9/min", port: "0" };
      const digest = { challenge: "op", algorithm: "SHA-256" };
      const named = { ...values, ...digest, "public-url": "https://om.example.com/", "control-port": "0" };
      const flags = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
      const emulator = start("--json", "--tls", "--shuffle", "--log", ...flags);
      const { controlUrl, baseUrl, caCert: ca } = JSON.parse(await emulator.printed());
      const control = async (path: string) => (await send(`GET ${controlUrl}${path}`)).body;
      const { redact, latencyMs, rateLimit, shuffle } = await control("/settings");
      assert.deepEqual([redact, latencyMs, shuffle], ["off", 1, true]);
      assert.deepEqual(rateLimit, { requests: 9, minutes: 1 });
      assert.equal((await control("/faults"))[0].match.path, "/nowhere");
      assert.equal((await control("/state/teams"))[0].name, "seeded");
      const { headers } = await send(`GET ${baseUrl}${API}/`, { ca, headers: { host: "om.example.com" } });
      assert.match(String(headers["www-authenticate"]), /algorithm=SHA-256, op="auth"/);
      emulator.kill("SIGTERM");
      const { code, stderr } = await emulator.end();
      assert.equal(code, 0);
      assert.match(stderr, /^GET \/api\/public\/v1\.0\/ 401 \S+ ms challenge$/m);
      assert.equal(JSON.parse(await readFile(state, "utf8")).teams[0].name, "seeded");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("exits with code 1 if its port is in use", async () => {
    const { code, stderr } = await start("--port", new URL((await startOther()).baseUrl).port).end();
    assert.equal(code, 1);
    assert.match(stderr, /^opsmanager-emulator: .*EADDRINUSE/);
  });

  it("prints its usage", async () => {
    const { code, stdout } = await start("--help").end();
    assert.equal(code, 0);
    const flags =
      "port seed state tls challenge redact shuffle json public-url rate-limit latency faults log";
    for (const flag of flags.split(" ")) assert.ok(stdout.includes(`--${flag}`), flag);
  });

  it("reports an invalid command line with one message and exit code 2", async () => {
    const mistakes: Readonly<Record<string, RegExp>> = {
      "--nonsense": /Unknown option '--nonsense'/,
      "--challenge basic": /--challenge must be one of qop, op, none, not "basic"/,
      "--port 70000": /--port must be an integer/,
      "--public-url om.example.com": /--public-url must be a URL of the form https:\/\/host:port/,
      "--rate-limit fast": /--rate-limit must have the form 100\/min/,
      "--seed /nowhere.json": /--seed: ENOENT/,
    };
    await Promise.all(
      Object.entries(mistakes).map(async ([args, message]) => {
        const { code, stdout, stderr } = await start(...args.split(" ")).end();
        assert.deepEqual([code, stdout], [2, ""]);
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, / {4}at /);
      }),
    );
  });
});
