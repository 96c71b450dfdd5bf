import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, ensureEngine } from "../../../../scripts/engine/ensure-engine";
import { pinnedBinDir } from "../../../../scripts/engine/home";
import { pinnedVersion } from "../../../../scripts/engine/pinned";
import { readWays } from "../../../../scripts/engine/context";
import { temporaryFolders, writeEngine, writeGo, writeScript } from "./fakes";

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

  it("prefers PATH to the version folder", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv, "v3.300.0");
    await writeEngine(pinnedBinDir(home));
    const engine = await ensureEngine({ ...options, pathEnv });
    assert.deepEqual(engine, { binDir: pathEnv, version: "3.300.0", source: "path" });
    assert.deepEqual(messages, [`Pulumi 3.300.0 in ${pathEnv} (path)`]);
  });

  it("uses the version folder if the engine on PATH is unusable, and reports why", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv, "v3.100.0");
    await writeEngine(pinnedBinDir(home));
    assert.equal((await ensureEngine({ ...options, pathEnv })).source, "cache");
    assert.equal(messages[0], `path: ${pathEnv}/pulumi is 3.100.0, older than 3.216.0`);
  });

  it("builds once if all other ways fail", async () => {
    const go = await writeGo(await temporaryFolder());
    const first = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.deepEqual(first, { binDir: pinnedBinDir(home), version: pinnedVersion, source: "build" });
    const second = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.deepEqual(second, { ...first, source: "cache" });
    assert.equal((await go.builds()).length, 2);
    assert.deepEqual(await readdir(join(home, "versions")), [pinnedVersion], "nothing else is left");
  });

  it("shares one build between concurrent callers, which report that they wait", async () => {
    const go = await writeGo(await temporaryFolder());
    const ways = ["build"] as const;
    const calls = [1, 2, 3].map(async () => ensureEngine({ ...options, pathEnv: go.folder, ways }));
    const engines = await Promise.all(calls);
    assert.deepEqual(engines.map(({ source }) => source).sort(), ["build", "cache", "cache"]);
    assert.equal((await go.builds()).length, 2);
    assert.ok(messages.some((line) => line.endsWith("is preparing the engine; waiting for it")));
  });

  it("replaces a broken engine", async () => {
    const go = await writeGo(await temporaryFolder());
    await writeEngine(pinnedBinDir(home));
    await writeScript(join(pinnedBinDir(home), "pulumi-language-nodejs"), "exit 1");
    const engine = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.equal(engine.source, "build");
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
});

describe("engine: OPSMANAGER_ENGINE", () => {
  it("allows all ways by default", () => {
    assert.deepEqual(readWays({}), ["path", "cache", "download", "build"]);
    assert.deepEqual(readWays({ OPSMANAGER_ENGINE: "" }), readWays({}));
  });

  it("forces one way, and reuses an earlier download or build", () => {
    assert.deepEqual(readWays({ OPSMANAGER_ENGINE: "path" }), ["path"]);
    assert.deepEqual(readWays({ OPSMANAGER_ENGINE: "download" }), ["cache", "download"]);
    assert.deepEqual(readWays({ OPSMANAGER_ENGINE: "build" }), ["cache", "build"]);
  });

  it("is refused with any other value", () => {
    assert.throws(
      () => readWays({ OPSMANAGER_ENGINE: "brew" }),
      /must be one of path, download, build, not "brew"/,
    );
  });
});
