import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ensureEngine } from "../../../../scripts/engine/ensure-engine";
import { findOnPath } from "../../../../scripts/engine/find";
import { pinnedBinDir } from "../../../../scripts/engine/home";
import { type LockOptions, withLock } from "../../../../scripts/engine/lock";
import { pinnedVersion } from "../../../../scripts/engine/pinned";
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

  it("does not install an engine that does not work", async () => {
    const go = await writeGo(await temporaryFolder());
    await writeEngine(join(go.folder, "engine"), "v3.1.0");
    await assert.rejects(ensureEngine({ ...options, pathEnv: go.folder, ways: ["build"] }), /is 3.1.0, not/);
    assert.deepEqual(await readdir(join(home, "versions")), []);
  });

  it("fails with a message that lists ways, reasons and remedies", async () => {
    const pathEnv = await temporaryFolder();
    await writeScript(join(pathEnv, "go"), "echo go1.20");
    const message = await ensureEngine({ ...options, pathEnv }).then(
      String,
      ({ message: text }: Error) => text,
    );
    for (const line of [
      "  path: pulumi is not on PATH",
      `  build: ${pathEnv}/go is 1.20; Go 1.25.0 or later is required`,
      "  - allow access to https://get.pulumi.com (HTTPS_PROXY is supported)",
    ])
      assert.ok(message.includes(`\n${line}\n`), message);
  });

  it("builds the version of the npm package pulumi", async () => {
    const file = join(__dirname, "../../../../scripts/engine/go/cli/go.mod");
    const line = `require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion}\n`;
    assert.ok((await readFile(file, "utf8")).includes(line), "bump both together: scripts/engine/README.md");
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
