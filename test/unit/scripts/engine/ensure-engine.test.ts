import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { EngineError } from "../../../../scripts/engine/engine-error";
import { ensureEngine } from "../../../../scripts/engine/ensure-engine";
import { pinnedBinDir } from "../../../../scripts/engine/home";
import { pinnedVersion } from "../../../../scripts/engine/pinned";
import { waysOf } from "../../../../scripts/engine/ways";
import { temporaryFolders, writeEngine, writeGo, writeScript } from "./fakes";

describe("engine: ensureEngine", () => {
  const temporaryFolder = temporaryFolders();
  // A port that fetch refuses by itself: nothing is sent anywhere.
  const releases = { url: "http://127.0.0.1:1", pins: {} };
  let home: string;
  let said: string[];
  let options: { home: string; log: (line: string) => void; releases: typeof releases };

  beforeEach(async () => {
    home = await temporaryFolder();
    said = [];
    options = { home, log: (line) => said.push(line), releases };
  });

  it("prefers PATH to the version folder", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv, "v3.300.0");
    await writeEngine(pinnedBinDir(home));
    const engine = await ensureEngine({ ...options, pathEnv });
    assert.deepEqual(engine, { binDir: pathEnv, version: "3.300.0", source: "path" });
    assert.deepEqual(said, [`Pulumi 3.300.0 in ${pathEnv} (path)`]);
  });

  it("goes on to the version folder when the one on PATH is not usable, and says why", async () => {
    const pathEnv = await temporaryFolder();
    await writeEngine(pathEnv, "v3.100.0");
    await writeEngine(pinnedBinDir(home));
    assert.equal((await ensureEngine({ ...options, pathEnv })).source, "cache");
    assert.equal(said[0], `path: ${pathEnv}/pulumi is 3.100.0, older than 3.216.0`);
  });

  it("builds when nothing else helps, once", async () => {
    const go = await writeGo(await temporaryFolder());
    const first = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.deepEqual(first, { binDir: pinnedBinDir(home), version: pinnedVersion, source: "build" });
    const second = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.deepEqual(second, { ...first, source: "cache" });
    assert.equal((await go.builds()).length, 2);
    assert.deepEqual(await readdir(join(home, "versions")), [pinnedVersion], "nothing else is left");
  });

  it("makes one build for callers at the same time; the others wait and say so", async () => {
    const go = await writeGo(await temporaryFolder());
    const ways = ["build"] as const;
    const calls = [1, 2, 3].map(async () => ensureEngine({ ...options, pathEnv: go.folder, ways }));
    const engines = await Promise.all(calls);
    assert.deepEqual(engines.map(({ source }) => source).sort(), ["build", "cache", "cache"]);
    assert.equal((await go.builds()).length, 2);
    assert.ok(said.some((line) => line.endsWith("is preparing the engine; waiting for it")));
  });

  it("replaces an engine that is broken", async () => {
    const go = await writeGo(await temporaryFolder());
    await writeEngine(pinnedBinDir(home));
    await writeScript(join(pinnedBinDir(home), "pulumi-language-nodejs"), "exit 1");
    const engine = await ensureEngine({ ...options, pathEnv: go.folder });
    assert.equal(engine.source, "build");
    assert.deepEqual(await readdir(join(home, "versions")), [pinnedVersion]);
  });

  it("does not install what does not work", async () => {
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

  it("ends with one message that lists the ways, the reasons and the remedies", async () => {
    const pathEnv = await temporaryFolder();
    await writeScript(join(pathEnv, "go"), "echo go1.20");
    await assert.rejects(ensureEngine({ ...options, pathEnv }), {
      name: "EngineError",
      message: [
        `There is no usable Pulumi engine (${pinnedVersion}). What was tried:`,
        "  path: there is no pulumi on PATH",
        `  cache: ${pinnedBinDir(home)} has no pulumi that can be run`,
        "  download: 127.0.0.1:1 cannot be reached (bad port)",
        `  build: ${pathEnv}/go is 1.20; Go 1.25.0 or later is needed`,
        "Any one of these helps:",
        "  - install Pulumi 3.216.0 or later and put it on PATH: https://www.pulumi.com/docs/install/",
        "  - let this machine reach https://get.pulumi.com (HTTPS_PROXY is respected)",
        "  - install Go 1.25.0 or later (https://go.dev/dl/), with a module proxy it can reach (GOPROXY)",
      ].join("\n"),
    });
  });
});

describe("engine: OPSMANAGER_ENGINE", () => {
  it("allows all ways when it is not set", () => {
    assert.deepEqual(waysOf({}), ["path", "cache", "download", "build"]);
    assert.deepEqual(waysOf({ OPSMANAGER_ENGINE: "" }), waysOf({}));
  });

  it("forces one way; what was downloaded or built once is used again", () => {
    assert.deepEqual(waysOf({ OPSMANAGER_ENGINE: "path" }), ["path"]);
    assert.deepEqual(waysOf({ OPSMANAGER_ENGINE: "download" }), ["cache", "download"]);
    assert.deepEqual(waysOf({ OPSMANAGER_ENGINE: "build" }), ["cache", "build"]);
  });

  it("is refused with any other value", () => {
    assert.throws(
      () => waysOf({ OPSMANAGER_ENGINE: "brew" }),
      /"brew", which is none of: path, download, build/,
    );
  });
});
