import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { readWays } from "../../support/engine/context";
import { EngineError, ensureEngine } from "../../support/engine/ensure-engine";
import { findOnPath } from "../../support/engine/find";
import { pinnedBinDir } from "../../support/engine/home";
import { type LockOptions, withLock } from "../../support/engine/lock";
import { pinnedVersion } from "../../support/engine/pinned";
import { fakeContext, temporaryFolders, writeEngine, writeGo, writeScript } from "./fakes";

describe("engine: ensureEngine", () => {
  const temporaryFolder = temporaryFolders();
  // fetch refuses this port, so nothing is sent.
  const releases = { url: "http://127.0.0.1:1", pins: {} };
  let home: string;
  let messages: string[];
  let options: { home: string; log: (line: string) => void; releases: typeof releases };

  beforeEach(async () => {
    home = await temporaryFolder();
    messages = [];
    options = { home, log: (line) => messages.push(line), releases };
  });

  it("prefers PATH to the version folder, unless the engine on PATH is unusable, and reports why", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv, "v3.300.0");
    await writeEngine(pinnedBinDir(home));
    const engine = await ensureEngine({ ...options, pathEnv });
    assert.deepEqual(engine, { binDir: pathEnv, version: "3.300.0", source: "path" });
    await writeEngine(pathEnv, "v3.216.0-alpha.1");
    assert.equal((await ensureEngine({ ...options, pathEnv })).source, "cache");
    assert.equal(messages[0], `Pulumi 3.300.0 in ${pathEnv} (path)`);
    assert.equal(messages[1], `path: ${pathEnv}/pulumi is 3.216.0-alpha.1, older than 3.216.0`);
  });

  it("does not run the npm wrapper, which downloads", async () => {
    const path = await temporaryFolder();
    const wrapper = join(path, "node_modules", "pulumi");
    await mkdir(wrapper, { recursive: true });
    await writeScript(join(wrapper, "run.js"), `echo ran >> '${path}/ran'`, "echo v3.259.0");
    await symlink(join(wrapper, "run.js"), join(path, "pulumi"));
    await assert.rejects(findOnPath(fakeContext({ path }).context), /is the npm wrapper/);
    await assert.rejects(rm(join(path, "ran")), { code: "ENOENT" });
  });

  it("builds once if all other ways fail, also for concurrent callers, which report that they wait", async () => {
    const go = await writeGo(await temporaryFolder());
    const calls = [1, 2, 3].map(async () => ensureEngine({ ...options, pathEnv: go.folder }));
    const engines = await Promise.all(calls);
    assert.deepEqual(engines.map(({ source }) => source).sort(), ["build", "cache", "cache"]);
    for (const { binDir, version } of engines)
      assert.deepEqual([binDir, version], [pinnedBinDir(home), pinnedVersion]);
    assert.equal((await go.builds()).length, 2);
    assert.deepEqual(await readdir(join(home, "versions")), [pinnedVersion], "nothing else is left");
    assert.ok(messages.some((line) => line.endsWith("is preparing the engine; waiting for it")));
  });

  it("replaces a broken engine", async () => {
    const go = await writeGo(await temporaryFolder());
    await writeEngine(pinnedBinDir(home));
    await writeScript(join(pinnedBinDir(home), "pulumi-language-nodejs"), "exit 1");
    assert.equal((await ensureEngine({ ...options, pathEnv: go.folder })).source, "build");
    assert.deepEqual(await readdir(join(home, "versions")), [pinnedVersion]);
  });

  it("does not install an engine that does not work", async () => {
    const go = await writeGo(await temporaryFolder());
    await writeEngine(join(go.folder, "engine"), "v3.1.0");
    await assert.rejects(ensureEngine({ ...options, pathEnv: go.folder, ways: ["build"] }), /is 3.1.0, not/);
    assert.deepEqual(await readdir(join(home, "versions")), []);
  });

  it("tries only the given ways", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv);
    await assert.rejects(ensureEngine({ ...options, pathEnv, ways: ["cache"] }), EngineError);
    assert.deepEqual(readWays({}), ["path", "cache", "download", "build"]);
    assert.deepEqual(readWays({ OPSMANAGER_ENGINE: "build" }), ["cache", "build"]);
    const allowed = /must be one of path, download, build, not "brew"/;
    assert.throws(() => readWays({ OPSMANAGER_ENGINE: "brew" }), allowed);
  });

  it("fails with a message that lists ways, reasons and remedies", async () => {
    const pathEnv = await temporaryFolder();
    await writeScript(join(pathEnv, "go"), "echo go1.20");
    await assert.rejects(ensureEngine({ ...options, pathEnv }), {
      name: "EngineError",
      message: [
        `No usable Pulumi engine (${pinnedVersion}) was found. Tried:`,
        "  path: pulumi is not on PATH",
        `  cache: ${pinnedBinDir(home)} has no executable pulumi`,
        "  download: 127.0.0.1:1 cannot be reached (bad port)",
        `  build: ${pathEnv}/go is 1.20; Go 1.25.0 or later is required`,
        "Do one of the following:",
        "  - install Pulumi 3.216.0 or later on PATH: https://www.pulumi.com/docs/install/",
        "  - allow access to https://get.pulumi.com (HTTPS_PROXY is supported)",
        "  - install Go 1.25.0 or later (https://go.dev/dl/) and let it reach a module proxy (GOPROXY)",
      ].join("\n"),
    });
  });

  it("builds the version of the npm package pulumi", async () => {
    const file = join(__dirname, "../../support/engine/go/cli/go.mod");
    const line = `require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion}\n`;
    assert.ok(
      (await readFile(file, "utf8")).includes(line),
      "bump both together: test/support/engine/README.md",
    );
  });
});

describe("engine: the lock of a build", () => {
  const temporaryFolder = temporaryFolders();

  async function take(holder: string, signal = new AbortController().signal) {
    const folder = await temporaryFolder();
    const file = join(folder, "lock");
    const [messages, cleared]: [string[], string[]] = [[], []];
    await writeFile(file, holder);
    const clearAfter: LockOptions["clearAfter"] = async (token) => void cleared.push(token);
    const taken = withLock(
      file,
      { say: (line) => messages.push(line), signal, clearAfter },
      async () => "mine",
    );
    return { folder, messages, cleared, taken };
  }

  it("is taken over from a dead process, whose files are removed", async () => {
    const { pid } = spawnSync("/bin/sh", ["-c", "exit"]);
    const { folder, messages, cleared, taken } = await take(`old-token ${pid} ${hostname()}`);
    assert.equal(await taken, "mine");
    assert.deepEqual(cleared, ["old-token"]);
    assert.ok(messages.includes(`process ${pid}, which was preparing the engine, has ended; taking over`));
    assert.deepEqual(await readdir(folder), []);
  });

  it("is left to another machine with a heartbeat; the wait can be aborted", async () => {
    const { folder, taken } = await take("far-token 1 another-machine", AbortSignal.timeout(400));
    await assert.rejects(taken, { name: "AbortError" });
    assert.deepEqual(await readdir(folder), ["lock"], "only the other one's lock is left");
  });
});
