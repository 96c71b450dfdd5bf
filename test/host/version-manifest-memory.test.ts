import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { configOf } from "./host";
import { hashOnly } from "../unit/resources/version-manifest/engine-asset";

const BYTES = 50_000_000;
const MAX_TIMES = 8;

/** Generates a manifest like those of the service: many builds of many versions. */
function manifest(bytes: number, updated: number): string {
  const versions: object[] = [];
  for (let size = 0, number = 0; size < bytes; number++) {
    const name = `${4 + (number % 5)}.${number % 3}.${number}-ent`;
    const version = { name, builds: Array.from({ length: 30 }, (_, build) => buildOf(name, build)) };
    size += JSON.stringify(version).length + 1;
    versions.push(version);
  }
  return JSON.stringify({ updated, versions });
}

function buildOf(name: string, build: number): object {
  return {
    architecture: build % 3 === 0 ? "aarch64" : "amd64",
    gitVersion: createHash("sha1").update(`${name} ${build}`).digest("hex"),
    platform: "linux",
    flavor: `rhel${build}`,
    minOsVersion: "8.0",
    modules: ["enterprise"],
    url: `https://downloads.example.com/linux/mongodb-linux-x86_64-enterprise-rhel${build}-${name}.tgz`,
  };
}

describe("the peak memory of a version manifest upload", function () {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-memory-"));
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());
  after(() => rmSync(folder, { recursive: true }));

  const older = Date.parse("2026-01-01T00:00:00Z");
  const newer = Date.parse("2026-12-01T00:00:00Z");

  /** Measures the peak memory, in bytes, of a process that only checks and uploads this manifest. */
  async function measurePeak(text: string, live: string): Promise<number> {
    emulator.versionManifest.set("current", { text: live });
    const path = join(folder, "manifest.json");
    writeFileSync(path, text);
    const asset = { ...hashOnly(createHash("sha256").update(text).digest("hex")), path };
    const child = fork(
      join(__dirname, "upload-manifest.cjs"),
      [JSON.stringify({ config: configOf(emulator), manifest: asset })],
      // Without the flags of the test process.
      { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] },
    );
    const result: { peak?: number } = {};
    child.on("message", (message: { peak: number }) => Object.assign(result, message));
    // A message may arrive after the exit, but not after the channel is closed.
    await Promise.all([once(child, "exit"), once(child, "disconnect")]);
    assert.equal(emulator.versionManifest.get("current")?.text, text);
    return result.peak ?? assert.fail();
  }

  it(`is at most ${MAX_TIMES} times the file size above that of a tiny upload, for ${BYTES / 1e6} MB that replace as many`, async () => {
    const text = manifest(BYTES, newer);
    const idle = await measurePeak(manifest(1, newer), manifest(0, older));
    const peak = await measurePeak(text, manifest(BYTES, older));
    const times = (peak - idle) / Buffer.byteLength(text);
    assert.ok(times <= MAX_TIMES, `${times.toFixed(1)} times the file size`);
  });
});
