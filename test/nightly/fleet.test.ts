import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { type Finished, run } from "../support/run";
import { userEnvironment } from "../support/registry/environment";
import { type Emulator, startEmulator } from "../../src/emulator";
import { withoutNoise } from "../e2e/support/assertions";
import { usePackage } from "../e2e/support/package";
import { prepared } from "../e2e/support/prepared";

/** The stacks by name; the project of the last one does not exist. */
const PROJECTS: Readonly<Record<string, string>> = {
  billing: "6a0000000000000000000001",
  payments: "6a0000000000000000000003",
  reporting: "6a0000000000000000000004",
  unknown: "6a00000000000000000000ff",
};
const GOOD = Object.keys(PROJECTS).filter((stack) => stack !== "unknown");
/** Unlike those of other tests, which may run on the same machine. */
const PASSPHRASE = randomUUID();
const PRIVATE_KEY = randomUUID();

describe("the example fleet, copied out of the package,", () => {
  const npm = usePackage();
  let parent: string;
  let project: string;
  let emulator: Emulator;
  let env: NodeJS.ProcessEnv;
  let seed: object;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "opsmanager-fleet-"));
    project = join(parent, "fleet");
    await cp(join(npm.folder, "examples/fleet"), project, { recursive: true });
    await npm.install(project);
    const stacks = Object.entries(PROJECTS).map(([stack, id]) => [
      stack,
      { projects: { main: id }, config: { mail: `${stack}@example.com` } },
    ]);
    await writeFile(join(project, "fleet.json"), JSON.stringify(Object.fromEntries(stacks)));
    await mkdir(join(parent, "state"));
    emulator = await startEmulator();
    emulator.apiKeys.update(emulator.apiKeyId, { privateKey: PRIVATE_KEY });
    for (const stack of GOOD) {
      const { orgId } = emulator.entities("projects").list()[0]!;
      emulator.entities("projects").add({ id: PROJECTS[stack]!, orgId, name: stack });
    }
    seed = withoutNoise(emulator.snapshot());
    env = {
      ...userEnvironment(),
      PATH: [await prepared(), process.env["PATH"]].join(delimiter),
      PULUMI_HOME: join(parent, "home"),
      PULUMI_BACKEND_URL: pathToFileURL(join(parent, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: PRIVATE_KEY,
    };
  });

  after(async () => {
    await emulator?.close();
    if (parent !== undefined) await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });

  async function fleet(...args: readonly string[]): Promise<Finished> {
    emulator.clearRequests();
    const finished = await run("npm", ["run", "--silent", "fleet", "--", ...args], { cwd: project, env });
    for (const secret of [PASSPHRASE, PRIVATE_KEY])
      assert.ok(!finished.output.includes(secret), "a secret is shown");
    return finished;
  }

  it("previews all stacks without a write", async () => {
    const { stdout, output } = await fleet("preview", "--concurrency", "2");
    for (const stack of GOOD) assert.match(stdout, new RegExp(`^${stack}: 2 created \\(`, "m"), output);
    assert.equal(emulator.counters.writes, 0);
    assert.deepEqual(withoutNoise(emulator.snapshot()), seed);
  });

  it("deploys all but the one that fails, at most three at a time, and names it with the reason", async () => {
    const { code, stdout, output } = await fleet("up", "--concurrency", "3");
    assert.equal(code, 1, output);
    for (const stack of GOOD) {
      assert.match(stdout, new RegExp(`^${stack}: 2 created \\(`, "m"));
      const alerts = emulator.alertConfigs(PROJECTS[stack]).list();
      const found = alerts.map((each) =>
        [each.eventTypeName, each.notifications[0]?.["emailAddress"]].join(" "),
      );
      assert.deepEqual(found.sort(), [`HOST_DOWN ${stack}@example.com`, `NO_PRIMARY ${stack}@example.com`]);
    }
    assert.equal(largestOverlap(stdout), 3, output);
    const [, summary = ""] = stdout.split("\n\n");
    assert.match(summary, /^up: 3 succeeded, 1 failed, 0 not started, [\d.]+ s\nresources: 6 created/);
    assert.match(summary, /^failed: unknown\n {2}.*6a00000000000000000000ff/m);
  });

  it("refreshes", async () => {
    const [alert] = emulator.alertConfigs(PROJECTS["billing"]).list();
    emulator.alertConfigs(PROJECTS["billing"]).update(alert!.id, { enabled: false });
    const { stdout, output } = await fleet("refresh");
    assert.match(stdout, /^billing: 1 updated, 1 unchanged \(/m, output);
    assert.match(stdout, /^payments: 2 unchanged/m, output);
    assert.equal(emulator.counters.writes, 0);
  });

  it("removes what it has created", async () => {
    const { stdout, output } = await fleet("destroy");
    for (const stack of GOOD) assert.match(stdout, new RegExp(`^${stack}: 2 deleted \\(`, "m"), output);
    assert.deepEqual(withoutNoise(emulator.snapshot()), seed);
  });

  it("stops on Ctrl-C: it starts no other stack, and leaves no lock and nothing that the state does not have", async () => {
    emulator.faults.add({ match: { method: "POST" }, action: { delayMs: 2_000 } });
    emulator.clearRequests();
    const child = spawn(
      process.execPath,
      ["--require", "ts-node/register/transpile-only", "fleet.ts", "up", "--concurrency", "2"],
      // A process group, as a shell makes it, which Ctrl-C signals.
      { cwd: project, env, detached: true, stdio: ["ignore", "pipe", "inherit"] },
    );
    const output = readStream(child.stdout);
    const ended = once(child, "exit");
    // A stack that is in the middle of its update: its first request has arrived, and its writes take long.
    let busy: string | undefined;
    while (busy === undefined) {
      assert.equal(child.exitCode, null);
      await new Promise((resolve) => setTimeout(resolve, 20));
      busy = Object.keys(PROJECTS).find((stack) =>
        emulator.requests().some(({ path }) => path.includes(PROJECTS[stack]!)),
      );
    }
    const commands = execFileSync("ps", ["-A", "-o", "command="], { encoding: "utf8" });
    process.kill(-child.pid!, "SIGINT");
    assert.match(commands, /worker\.ts/);
    assert.ok(
      ![PASSPHRASE, PRIVATE_KEY].some((secret) => commands.includes(secret)),
      "a secret is an argument",
    );
    const [code] = (await ended) as [number | null];
    const stdout = await output;
    assert.equal(code, 130, stdout);
    assert.match(stdout, /^up: \d succeeded, \d failed, 2 not started/m);
    assert.match(stdout, new RegExp(`^failed: ${busy}\\n {2}interrupted$`, "m"));
    const locks = readdirSync(join(parent, "state/.pulumi/locks"), { recursive: true, encoding: "utf8" });
    assert.deepEqual(
      locks.filter((file) => file.endsWith(".json")),
      [],
    );
    emulator.faults.clear();
    const next = await fleet("up");
    for (const stack of GOOD) {
      assert.match(next.stdout, new RegExp(`^${stack}: .*(created|unchanged)`, "m"), next.output);
      assert.equal(emulator.alertConfigs(PROJECTS[stack]).list().length, 2);
    }
    assert.equal((await fleet("destroy")).code, 0);
    assert.deepEqual(withoutNoise(emulator.snapshot()), seed);
  });

  it("leaves the folder of the program as it is", async () => {
    assert.deepEqual(
      readdirSync(project).filter((name) => name !== "node_modules"),
      readdirSync(join(npm.folder, "examples/fleet")),
    );
    assert.ok((await readFile(join(project, "Pulumi.yaml"), "utf8")).includes("main: index.ts"));
  });
});

/** How many stacks were in progress at the same time, as the example prints it. */
function largestOverlap(stdout: string): number {
  const lines = stdout.replace(/\n\n[^]*/, "").split("\n");
  let now = 0;
  return Math.max(...lines.map((line) => (now += line.endsWith(": started") ? 1 : -1)));
}
