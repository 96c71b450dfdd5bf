import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { hashOnly } from "../../unit/resources/version-manifest/engine-asset";
import { managed } from "./managed";

const NEWER = Date.parse("2026-11-01T00:00:00Z");
const NEWEST = Date.parse("2026-12-01T00:00:00Z");

const version = (name: string, rest: object = {}) => ({
  name,
  builds: [
    {
      platform: "linux",
      architecture: "amd64",
      gitVersion: "0",
      url: `https://downloads.example.com/${name}.tgz`,
    },
  ],
  ...rest,
});

describe("VersionManifest against the emulator", () => {
  let emulator: Emulator;
  let folder: string;
  beforeEach(async () => {
    emulator = await startEmulator();
    folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  });
  afterEach(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file and its asset as the engine passes it. */
  function asset(content: string | Buffer | object, name = "manifest.json"): PlainObject {
    const path = join(folder, name);
    const bytes =
      Buffer.isBuffer(content) || typeof content === "string"
        ? Buffer.from(content)
        : Buffer.from(JSON.stringify(content));
    writeFileSync(path, bytes);
    return { ...hashOnly(createHash("sha256").update(bytes).digest("hex")), path };
  }
  const manifest = (updated = NEWER, ...names: string[]) => ({
    updated,
    versions: names.map((name) => version(name)),
  });
  const held = () => emulator.versionManifest.get("current")?.text;
  const puts = () => emulator.requests().filter(({ method }) => method === "PUT");

  it("uploads the bytes of the file, whatever they are, once, and keeps only a summary", async () => {
    const odd =
      `\uFEFF`.slice(1) +
      ` {\r\n\t"versions" : [ {"name":"8.0.4-ent","builds":[],"\\u0061":1.0e0} ],\n  "updated":${NEWER}, "z":1 }\n\n`;
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(odd) });
    assert.equal(held(), odd);
    assert.equal(puts().length, 1);
    const { outputs } = resource.state ?? assert.fail();
    assert.equal(outputs["sizeBytes"], Buffer.byteLength(odd));
    assert.equal(outputs["manifestUpdated"], "2026-11-01T00:00:00.000Z");
    assert.equal(outputs["versionCount"], 1);
    assert.deepEqual(outputs["newestVersions"], ["8.0.4-ent"]);
    assert.match(resource.said.join("\n"), /top-level keys that are new to this provider: z/);
  });

  it("crosses the wire once with 10 MB, and adds less than 2 KB to the state", async () => {
    const names = Array.from({ length: 80_000 }, (_, index) => `8.0.${index}-ent`);
    const content = JSON.stringify(manifest(NEWER, ...names), undefined, 1);
    assert.ok(content.length > 10_000_000);
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(content) });
    assert.equal(held(), content);
    assert.deepEqual(
      emulator
        .requests()
        .filter(({ bodyBytes }) => bodyBytes > 0)
        .map(({ method, bodyBytes }) => [method, bodyBytes]),
      [["PUT", Buffer.byteLength(content)]],
    );
    assert.ok(JSON.stringify(resource.state).length < 2_000);
  });

  it("writes nothing while the file is the same, and uploads a changed one", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) }), "same");
    assert.equal(await resource.up({ manifest: asset(manifest(NEWEST, "8.0.4", "8.0.5")) }), "update");
    assert.equal(puts().length, 2);
  });

  it("says what comes and goes", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4", "8.0.5")) });
    resource.said.length = 0;
    await resource.up({ manifest: asset(manifest(NEWEST, "8.0.5", "8.0.6")) });
    assert.deepEqual(resource.said, [
      "The version manifest changes from 2026-11-01T00:00:00.000Z to 2026-12-01T00:00:00.000Z; 1 versions added (8.0.6); 1 versions removed (8.0.4).",
    ]);
  });

  it("says which builds come and go in versions that stay", async () => {
    const withBuilds = (updated: number, ...urls: string[]) => ({
      updated,
      versions: [{ name: "8.0.4", builds: urls.map((url) => ({ url })) }],
    });
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(withBuilds(NEWER, "https://a/1.tgz", "https://a/2.tgz")) });
    resource.said.length = 0;
    await resource.up({
      manifest: asset(withBuilds(NEWEST, "https://a/2.tgz", "https://a/3.tgz", "https://a/4.tgz")),
    });
    assert.match(
      resource.said.join(),
      /; 2 builds added in versions that stay; 1 builds removed in versions that stay\.$/,
    );
  });

  it("refuses a manifest older than that of the service, unless that is meant", async () => {
    const resource = managed("VersionManifest", emulator);
    const old = { manifest: asset(manifest(Date.parse("2020-01-01T00:00:00Z"), "4.2.2")) };
    await assert.rejects(
      resource.up(old),
      /manifest: it is of 2020-01-01.*older than the one that the service holds.*allowDowngrade: true.*Nothing was written/,
    );
    assert.equal(puts().length, 0);
    await resource.up({ ...old, allowDowngrade: true });
    assert.equal(puts().length, 1);
  });

  it("refuses bytes that are no longer those of the preview", async () => {
    const resource = managed("VersionManifest", emulator);
    const previewed = asset(manifest(NEWER, "8.0.4"));
    asset(manifest(NEWEST, "8.0.5"));
    await assert.rejects(
      resource.up({ manifest: previewed }),
      /the bytes are no longer those of the preview .*Nothing was written; run `pulumi up` again/,
    );
    assert.equal(puts().length, 0);
  });

  for (const [title, content, message] of [
    ["text that is no JSON", '{"versions": [', /^manifest: is not well-formed JSON/],
    ["a list", "[]", /^manifest: must hold a JSON object\.$/],
    ["nothing", "", /^manifest: is not well-formed JSON/],
  ] as const) {
    it(`stops ${title} at preview`, async () => {
      await assert.rejects(
        managed("VersionManifest", emulator).up({ manifest: asset(content) }),
        (error: Error) => {
          assert.match(error.message, message);
          return true;
        },
      );
      assert.equal(emulator.counters.requests, 0);
    });
  }

  it("stops a file that is not there at preview", async () => {
    await assert.rejects(
      managed("VersionManifest", emulator).up({
        manifest: { ...hashOnly("0"), path: join(folder, "nowhere.json") },
      }),
      /^Error: manifest: the file .*nowhere\.json cannot be read \(ENOENT\)\.$/,
    );
  });

  it("calls an older one of the service drift, and puts it right", async () => {
    const resource = managed("VersionManifest", emulator);
    const ours = { manifest: asset(manifest(NEWER, "8.0.4")) };
    await resource.up(ours);
    emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWER - 1000, "8.0.3")) });
    assert.equal(await resource.refresh(), "changed");
    assert.match(String(resource.state?.inputs["changedOnService"]), /^older \(2026-10-31T23:59:59/);
    assert.equal(await resource.up(ours), "update");
    assert.equal(await resource.refresh(), "same");
  });

  it("calls one of the same stamp with another content drift", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWER, "8.0.3")) });
    assert.equal(await resource.refresh(), "changed");
    assert.match(String(resource.state?.inputs["changedOnService"]), /^differs \(/);
  });

  it("does not mind another writing of the same content", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    const { updated, versions } = manifest(NEWER, "8.0.4");
    emulator.versionManifest.set("current", { text: JSON.stringify({ versions, updated }, undefined, 4) });
    assert.equal(await resource.refresh(), "same");
  });

  it("leaves a newer one of the service alone and says so, unless a downgrade is allowed", async () => {
    const ours = asset(manifest(NEWER, "8.0.4"));
    for (const allowDowngrade of [false, true]) {
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: ours, allowDowngrade: true });
      await resource.up({ manifest: ours, allowDowngrade });
      resource.said.length = 0;
      emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWEST, "8.0.5")) });
      assert.equal(await resource.refresh(), allowDowngrade ? "changed" : "same");
      assert.equal(/holds a newer version manifest/.test(resource.said.join()), !allowDowngrade);
    }
  });

  it("knows no drift with a service that does not show its manifest, and says so once", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    resource.said.length = 0;
    emulator.faults.add({
      match: { path: "/unauth/", times: "always", authenticated: "any" },
      action: { status: 404, body: "nothing here" },
    });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.refresh(), "same");
    assert.equal(resource.said.length, 1);
    assert.match(resource.said[0] ?? "", /does not show its version manifest/);
  });

  for (const status of [403, 404, 405]) {
    it(`uploads to a service that does not show its manifest, and says what was not checked (${status})`, async () => {
      emulator.faults.add({
        match: { path: "/unauth/", times: "always", authenticated: "any" },
        action: { status, body: { error: status, errorCode: "RESOURCE_NOT_FOUND", detail: "No." } },
      });
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: asset(manifest(Date.parse("2020-01-01T00:00:00Z"), "4.2.2")) });
      assert.equal(puts().length, 1);
      assert.match(resource.said.join("\n"), /whether it holds a newer one was not checked/);
    });
  }

  it("uploads nothing while the service cannot show its manifest for a moment", async () => {
    emulator.faults.add({
      match: { path: "/unauth/", times: "always", authenticated: "any" },
      action: { status: 503, body: "busy" },
    });
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: asset(manifest(NEWER, "8.0.4")) }),
      /GET \/unauth\/versionManifest: 503/,
    );
    assert.equal(puts().length, 0);
  });

  it("stops a StringAsset at preview", async () => {
    const manifestAsset = { ...hashOnly("0"), text: "{}" };
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: manifestAsset }),
      /^Error: manifest: a StringAsset would put its whole text into the state, twice\./,
    );
    assert.equal(emulator.counters.requests, 0);
  });

  it("stops a RemoteAsset at preview that is no https URL", async () => {
    const manifestAsset = { ...hashOnly("0"), uri: "http://example.com/m.json?sig=t0ken" };
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: manifestAsset }),
      /^Error: manifest: a RemoteAsset must be an https URL, not http:\/\/example\.com\/m\.json\.$/,
    );
  });

  it("takes any success for one, whatever the answer", async () => {
    emulator.faults.add({ match: { method: "PUT" }, action: { status: 202, body: "<ok/>" } });
    assert.equal(
      await managed("VersionManifest", emulator).up({ manifest: asset(manifest(NEWER, "8.0.4")) }),
      "create",
    );
  });

  it("warns of the field that disturbs early versions of 8.0", async () => {
    await emulator.close();
    emulator = await startEmulator({ serviceVersion: "gitHash=0; versionString=8.0.10.500.20250101T0000Z" });
    const resource = managed("VersionManifest", emulator);
    await resource.up({
      manifest: asset({ updated: NEWER, versions: [version("8.0.4", { isSpecialLTSVersion: true })] }),
    });
    assert.match(
      resource.said.join("\n"),
      /isSpecialLTSVersion, which disturbs versions up to 8\.0\.12 of the service \(this one is 8\.0\.10/,
    );
  });

  it("warns of a file that is named after another series", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "7.0.4"), "7.0.json") });
    assert.match(resource.said.join("\n"), /named after series 7\.0, and the service is of version 8\.0\./);
  });

  it("forgets the manifest when it is destroyed", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    const before = emulator.counters.requests;
    await resource.destroy();
    assert.equal(emulator.counters.requests, before);
  });
});
