import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { problemText } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";
import type { PlainObject } from "../../../src/json";
import { hashOnly } from "../../unit/resources/version-manifest/engine-asset";
import { connectionsTo, managed } from "./managed";

const OLDER = Date.parse("2026-10-01T00:00:00Z");
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
    setLive(manifest(OLDER));
    folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  });
  afterEach(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a file, and returns its asset as the engine passes it. */
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
  /** Replaces the manifest of the service outside of the provider. */
  const setLive = (content: object): void => {
    emulator.versionManifest.set("current", { text: JSON.stringify(content) });
  };
  const liveText = () => emulator.versionManifest.get("current")?.text;
  const puts = () => emulator.requests().filter(({ method }) => method === "PUT");

  it("uploads the exact bytes of the file once, and stores only a summary", async () => {
    const odd =
      `\uFEFF`.slice(1) +
      ` {\r\n\t"versions" : [ {"name":"8.0.4-ent","builds":[],"\\u0061":1.0e0} ],\n  "updated":${NEWER}, "z":1 }\n\n`;
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(odd) });
    assert.equal(liveText(), odd);
    assert.equal(puts().length, 1);
    const { outputs } = resource.state ?? assert.fail();
    assert.equal(outputs["sizeBytes"], Buffer.byteLength(odd));
    assert.equal(outputs["manifestUpdated"], "2026-11-01T00:00:00.000Z");
    assert.equal(outputs["versionCount"], 1);
    assert.deepEqual(outputs["newestVersions"], ["8.0.4-ent"]);
    assert.match(resource.said.join("\n"), /top-level keys that this provider does not know: z/);
  });

  it("sends 10 MB once, and adds less than 2 KB to the state", async () => {
    const names = Array.from({ length: 80_000 }, (_, index) => `8.0.${index}-ent`);
    const content = JSON.stringify(manifest(NEWER, ...names), undefined, 1);
    assert.ok(content.length > 10_000_000);
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(content) });
    assert.equal(liveText(), content);
    assert.deepEqual(
      emulator
        .requests()
        .filter(({ bodyBytes }) => bodyBytes > 0)
        .map(({ method, bodyBytes }) => [method, bodyBytes]),
      [["PUT", Buffer.byteLength(content)]],
    );
    assert.ok(JSON.stringify(resource.state).length < 2_000);
  });

  it("uploads a changed file, but not the same file again", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) }), "same");
    assert.equal(await resource.up({ manifest: asset(manifest(NEWEST, "8.0.4", "8.0.5")) }), "update");
    assert.equal(puts().length, 2);
  });

  it("reports added and removed builds of existing versions", async () => {
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
      /; 2 builds added to existing versions; 1 build removed from existing versions\.$/,
    );
  });

  it("refuses a file that changed since the preview", async () => {
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
    ["text that is not JSON", '{"versions": [', /^manifest: is not well-formed JSON/],
    ["a list", "[]", /^manifest: must be a JSON object\.$/],
    ["an empty file", "", /^manifest: the file \/.*manifest\.json is empty\.$/],
    [
      "a gzip file",
      Buffer.from([0x1f, 0x8b, 8, 0]),
      /^manifest: the file \/.*manifest\.json is gzip-compressed: unpack it first\.$/,
    ],
    [
      "a text with a byte order mark",
      "\uFEFF{}",
      /^manifest: the file \/.*manifest\.json starts with a byte order mark; the service expects plain JSON: save it without one\.$/,
    ],
  ] as const) {
    it(`refuses ${title} in the check, without a request`, async () => {
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

  it("refuses a missing file without a request", async () => {
    await assert.rejects(
      managed("VersionManifest", emulator).up({
        manifest: { ...hashOnly("0"), path: join(folder, "nowhere.json") },
      }),
      /^Error: manifest: the file .*nowhere\.json cannot be read \(ENOENT\)\.$/,
    );
    assert.equal(emulator.counters.requests, 0);
  });

  it("reports an older manifest of the service as drift, and corrects it", async () => {
    const resource = managed("VersionManifest", emulator);
    const ours = { manifest: asset(manifest(NEWER, "8.0.4")) };
    await resource.up(ours);
    emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWER - 1000)) });
    assert.equal(await resource.refresh(), "changed");
    assert.match(String(resource.state?.inputs["changedOnService"]), /^older \(2026-10-31T23:59:59/);
    assert.equal(await resource.up(ours), "update");
    assert.equal(await resource.refresh(), "same");
    assert.equal(puts().length, 2);
  });

  it("reports different content with the same timestamp as drift", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWER, "8.0.3")) });
    assert.equal(await resource.refresh(), "changed");
    assert.match(String(resource.state?.inputs["changedOnService"]), /^differs \(/);
  });

  it("does not report another spelling of the same content as drift", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    const { updated, versions } = manifest(NEWER, "8.0.4");
    emulator.versionManifest.set("current", { text: JSON.stringify({ versions, updated }, undefined, 4) });
    assert.equal(await resource.refresh(), "same");
  });

  it("reports a newer manifest of the service as drift only with allowDowngrade, and as a message otherwise", async () => {
    const ours = asset(manifest(NEWER, "8.0.4"));
    for (const allowDowngrade of [false, true]) {
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: ours, allowDowngrade: true });
      await resource.up({ manifest: ours, allowDowngrade });
      resource.said.length = 0;
      emulator.versionManifest.set("current", { text: JSON.stringify(manifest(NEWEST, "8.0.5")) });
      assert.equal(await resource.refresh(), allowDowngrade ? "changed" : "same");
      assert.equal(/has a newer version manifest/.test(resource.said.join()), !allowDowngrade);
    }
  });

  it("reports no drift if the service does not return its manifest, and logs that once", async () => {
    const resource = managed("VersionManifest", emulator, { connections: connectionsTo(emulator) });
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
    it(`uploads to a service that does not return its manifest, and reports what was not checked (${status})`, async () => {
      emulator.faults.add({
        match: { path: "/unauth/", times: "always", authenticated: "any" },
        action: { status, body: { error: status, errorCode: "RESOURCE_NOT_FOUND", detail: "No." } },
      });
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: asset(manifest(Date.parse("2020-01-01T00:00:00Z"), "4.2.2")) });
      assert.equal(puts().length, 1);
      assert.match(
        resource.said.join("\n"),
        /The service does not show its version manifest .*could not be compared: whether the service has a newer one was not checked/,
      );
    });
  }

  it("uploads nothing if reading the manifest of the service fails temporarily", async () => {
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

  describe("compared with the manifest of the service", () => {
    const older = (): PlainObject => ({ manifest: asset(manifest(OLDER - 1_000, "8.0.4")) });
    const cases: [title: string, live: object, ours: () => object, refusal: RegExp, warning: RegExp][] = [
      [
        "with an older timestamp",
        manifest(OLDER),
        () => manifest(OLDER - 1_000, "8.0.4"),
        /^manifest: its timestamp 2026-09-30T23:59:59\.000Z is older than that of the service's manifest \(2026-10-01T00:00:00\.000Z\)\. Set `allowDowngrade: true` if that is intended\./,
        /^manifest: its timestamp 2026-09-30T23:59:59\.000Z is older than that of the service's manifest/m,
      ],
      [
        "without versions that the service offers",
        manifest(OLDER, "8.0.3", "8.0.4", "8.0.5"),
        () => manifest(NEWER, "8.0.4", "8.0.6"),
        /^manifest: it lacks 2 versions that the service offers \(8\.0\.3, 8\.0\.5\)\. Set `allowDowngrade: true` if that is intended\./,
        /^manifest: it lacks 2 versions that the service offers \(8\.0\.3, 8\.0\.5\)\.$/m,
      ],
    ];
    for (const [title, live, ours, refusal, warning] of cases) {
      it(`refuses a manifest ${title} at preview and before the upload`, async () => {
        setLive(live);
        const resource = managed("VersionManifest", emulator);
        const inputs = { manifest: asset(ours()) };
        const { problems } = await resource.report(inputs);
        assert.deepEqual(
          problems.map(({ severity }) => severity),
          ["error"],
        );
        assert.match(problems.map(problemText).join("\n"), refusal);
        await assert.rejects(resource.up(inputs), (error: Error) => {
          assert.match(error.message, refusal);
          assert.match(error.message, / Nothing was written\.$/);
          return true;
        });
        assert.equal(puts().length, 0);
      });

      it(`warns about a manifest ${title} with allowDowngrade, and uploads it`, async () => {
        setLive(live);
        const resource = managed("VersionManifest", emulator);
        const inputs = { manifest: asset(ours()), allowDowngrade: true };
        const { problems } = await resource.report(inputs);
        assert.deepEqual(
          problems.map(({ severity }) => severity),
          ["warning"],
        );
        assert.match(problems.map(problemText).join("\n"), warning);
        assert.equal(await resource.up(inputs), "create");
        assert.deepEqual(JSON.parse(liveText() ?? ""), ours());
        assert.match(resource.said.join("\n"), warning);
      });
    }

    it("refuses such an update as well, and leaves the manifest of the service in place", async () => {
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: asset(manifest(NEWER, "8.0.4", "8.0.5")) });
      const before = liveText();
      const inputs = { manifest: asset(manifest(NEWEST, "8.0.5")) };
      assert.match(
        (await resource.report(inputs)).problems.map(problemText).join(),
        /it lacks 1 version that the service offers \(8\.0\.4\)/,
      );
      await assert.rejects(resource.up(inputs), /it lacks 1 version that the service offers \(8\.0\.4\)/);
      assert.equal(liveText(), before);
      assert.equal(puts().length, 1);
    });

    it("reports additions and removals at preview, and again before the upload", async () => {
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: asset(manifest(NEWER, "8.0.4", "8.0.5")) });
      resource.said.length = 0;
      const inputs = { manifest: asset(manifest(NEWEST, "8.0.5", "8.0.6")), allowDowngrade: true };
      const changes =
        "The version manifest changes from 2026-11-01T00:00:00.000Z to 2026-12-01T00:00:00.000Z; 1 version added (8.0.6); 1 version removed (8.0.4).";
      assert.deepEqual((await resource.report(inputs)).notes, [changes]);
      assert.equal(resource.said.length, 0);
      await resource.up(inputs);
      assert.ok(resource.said.includes(changes), resource.said.join("\n"));
    });

    it("compares with the initial manifest of the emulator", async () => {
      emulator.reset();
      const { problems, notes } = await managed("VersionManifest", emulator).report({
        manifest: asset(manifest(NEWER, "8.0.18")),
      });
      assert.match(
        problems.map(problemText).join(),
        /it lacks 3 versions .*7\.0\.31, 8\.0\.17, 8\.0\.17-ent/,
      );
      assert.match(notes.join(), /1 version added \(8\.0\.18\); 3 versions removed/);
    });

    it("sends only the read at preview", async () => {
      await managed("VersionManifest", emulator).report(older());
      assert.deepEqual(
        emulator.requests().map(({ method, path }) => `${method} ${path}`),
        ["GET /api/public/v1.0/unauth/versionManifest"],
      );
    });

    it("sends no request at preview for a manifest that is already uploaded", async () => {
      const resource = managed("VersionManifest", emulator);
      const inputs = { manifest: asset(manifest(NEWER, "8.0.4")) };
      await resource.up(inputs);
      emulator.clearRequests();
      const before = emulator.counters.requests;
      for (const same of [inputs, { ...inputs, allowDowngrade: true }])
        assert.deepEqual(await resource.report(same), { problems: [], notes: [] });
      assert.equal(emulator.counters.requests, before);
    });

    it("compares at preview when a refresh found another manifest", async () => {
      const resource = managed("VersionManifest", emulator);
      const inputs = { manifest: asset(manifest(NEWER, "8.0.4")) };
      await resource.up(inputs);
      setLive(manifest(OLDER, "8.0.3"));
      assert.equal(await resource.refresh(), "changed");
      const { problems, notes } = await resource.report(inputs);
      assert.match(
        problems.map(problemText).join(),
        /it lacks 1 version that the service offers \(8\.0\.3\)/,
      );
      assert.match(notes.join(), /1 version added \(8\.0\.4\); 1 version removed \(8\.0\.3\)/);
    });

    it("compares at preview with the service of another connection", async () => {
      const other = await startEmulator();
      try {
        const resource = managed("VersionManifest", emulator, {
          config: {
            "opsmanager-eu:baseUrl": other.baseUrl,
            "opsmanager-eu:publicKey": other.publicKey,
            "opsmanager-eu:privateKey": other.privateKey,
          },
        });
        const inputs = { manifest: asset(manifest(NEWER, "8.0.4")) };
        await resource.up(inputs);
        const { problems } = await resource.report({ ...inputs, connection: "eu" });
        assert.match(problems.map(problemText).join(), /it lacks 3 versions that the service offers/);
      } finally {
        await other.close();
      }
    });

    it("sends no request at preview while the manifest is unknown", async () => {
      const resource = managed("VersionManifest", emulator);
      assert.deepEqual(await resource.report({ manifest: UNKNOWN, allowDowngrade: UNKNOWN }), {
        problems: [],
        notes: [],
      });
      assert.equal(emulator.counters.requests, 0);
    });

    it("warns but does not refuse at preview while allowDowngrade is unknown", async () => {
      setLive(manifest(NEWEST, "8.0.3"));
      const { problems } = await managed("VersionManifest", emulator).report({
        manifest: asset(manifest(NEWER)),
        allowDowngrade: UNKNOWN,
      });
      assert.deepEqual(
        problems.map(({ severity }) => severity),
        ["warning", "warning", "warning"],
      );
    });

    it("reports at preview that the service does not return its manifest", async () => {
      emulator.versionManifest.delete("current");
      const { problems, notes } = await managed("VersionManifest", emulator).report(older());
      assert.deepEqual(problems, []);
      assert.deepEqual(notes, [
        "The service does not show its version manifest (GET /unauth/versionManifest), so it could not be compared: " +
          "whether the service has a newer one was not checked, nor whether versions are removed.",
      ]);
    });

    it("fails the preview if reading the manifest of the service fails temporarily", async () => {
      emulator.faults.add({
        match: { path: "/unauth/", times: "always", authenticated: "any" },
        action: { status: 503, body: "busy" },
      });
      await assert.rejects(
        managed("VersionManifest", emulator).report(older()),
        /GET \/unauth\/versionManifest: 503/,
      );
    });
  });

  describe("whatever manifest the service has", () => {
    const download = (name: string): object => ({ version: name, production_release: true, downloads: [] });
    const refused: [title: string, content: object, message: RegExp][] = [
      [
        "an empty list of versions",
        { updated: NEWER, versions: [] },
        /^manifest: its list of versions is empty/,
      ],
      ["no versions", { updated: NEWER }, /^manifest: it has no list of versions/],
      [
        "versions in an object",
        { updated: NEWER, versions: { "8.0.4": {} } },
        /^manifest: its "versions" is not a list/,
      ],
      [
        "versions without names",
        { updated: NEWER, versions: [version("8.0.4"), { builds: [] }, { name: "" }, null, { name: 8 }] },
        /^manifest: it has versions without a name \(4 of 5, the first is versions\[1\]\)/,
      ],
      [
        "MongoDB's list of downloads",
        { updated: NEWER, versions: [download("8.0.4"), download("8.0.3")] },
        /^manifest: it has versions without a name \(2 of 2, .* list of downloads.*opsmanager\.mongodb\.com\/static\/version_manifest\//,
      ],
    ];
    for (const [title, content, message] of refused) {
      it(`refuses ${title} without a request`, async () => {
        const resource = managed("VersionManifest", emulator);
        await assert.rejects(resource.up({ manifest: asset(content) }), (error: Error) => {
          assert.match(error.message, message);
          assert.match(error.message, /\. Set `allowDowngrade: true` if that is intended\.$/);
          return true;
        });
        assert.equal(emulator.counters.requests, 0);
      });

      it(`warns about ${title} with allowDowngrade`, async () => {
        const resource = managed("VersionManifest", emulator);
        const { problems } = await resource.report({ manifest: asset(content), allowDowngrade: true });
        assert.ok(
          problems.some((problem) => problem.severity === "warning" && message.test(problemText(problem))),
          problems.map(problemText).join("\n"),
        );
        assert.ok(problems.every(({ severity }) => severity === "warning"));
      });
    }

    const warned: [title: string, content: PlainObject, message: RegExp][] = [
      [
        "no timestamp",
        { updated: undefined },
        /^manifest: it has no "updated", so whether the service has a newer one is not checked\.$/,
      ],
      [
        "a timestamp that is not a number",
        { updated: "2026-11-01" },
        /^manifest: its "updated" must be milliseconds since 1970, not "2026-11-01", so/,
      ],
      [
        "two versions of the same name",
        { versions: [version("8.0.4"), version("8.0.4")] },
        /^manifest: it has several versions of the same name \(8\.0\.4\)\.$/,
      ],
      [
        "a timestamp far in the future",
        { updated: Date.parse("2126-01-01T00:00:00Z") },
        /^manifest: its "updated" is 2126-01-01T00:00:00\.000Z, more than a year from now/,
      ],
      ["keys that the provider does not know", { z: 1 }, /^manifest: .*top-level keys .*: z\./],
    ];
    for (const [title, content, message] of warned) {
      it(`warns about ${title} at preview and before the upload`, async () => {
        const resource = managed("VersionManifest", emulator);
        const inputs = { manifest: asset({ ...manifest(NEWER, "8.0.4"), ...content }) };
        const { problems } = await resource.report(inputs);
        assert.deepEqual(
          problems.map(({ severity }) => severity),
          ["warning"],
        );
        assert.match(problems.map(problemText).join(), message);
        assert.equal(resource.said.length, 0);
        assert.equal(await resource.up(inputs), "create");
        assert.ok(
          resource.said.some((text) => message.test(text)),
          resource.said.join("\n"),
        );
      });
    }

    it("suggests milliseconds if the timestamp is in seconds, besides the refusal", async () => {
      const seconds = { manifest: asset(manifest(NEWER / 1_000, "8.0.4")) };
      const { problems } = await managed("VersionManifest", emulator).report(seconds);
      const text = problems.map(problemText).join("\n");
      assert.match(text, /older than that of the service's manifest/);
      assert.match(
        text,
        /its "updated" is 1970-01-21T\S+Z; it must be in milliseconds since 1970, not in seconds/,
      );
    });
  });

  it("refuses a StringAsset without a request", async () => {
    const manifestAsset = { ...hashOnly("0"), text: "{}" };
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: manifestAsset }),
      /^Error: manifest: a StringAsset would put its whole text into the state, twice\./,
    );
    assert.equal(emulator.counters.requests, 0);
  });

  it("refuses a RemoteAsset that is not an https URL, without a request", async () => {
    const manifestAsset = { ...hashOnly("0"), uri: "http://example.com/m.json?sig=t0ken" };
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: manifestAsset }),
      /^Error: manifest: a RemoteAsset must be an https URL, not http:\/\/example\.com\/m\.json\.$/,
    );
    assert.equal(emulator.counters.requests, 0);
  });

  for (const [what, response] of [
    ["202 and no body", { status: 202, body: "" }],
    ["200 and no body", { status: 200, body: "" }],
    ["200 and a text", { status: 200, body: "Access denied by policy" }],
  ] as const) {
    it(`is uploaded with ${what} in response, if the service then has it`, async () => {
      const upload = async (): Promise<unknown> =>
        managed("VersionManifest", emulator).up({ manifest: asset(manifest(NEWER, "8.0.4")) });
      emulator.faults.add({ match: { method: "PUT" }, action: response });
      await assert.rejects(upload(), /did not confirm the upload .* it still has another manifest/);
      emulator.faults.add({ match: { method: "PUT" }, action: { ...response, afterWork: true } });
      assert.equal(await upload(), "create");
    });
  }

  it("fails if the body of a response with the status 200 is an error", async () => {
    const body = { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no" };
    emulator.faults.add({ match: { method: "PUT" }, action: { status: 200, body, afterWork: true } });
    await assert.rejects(
      managed("VersionManifest", emulator).up({ manifest: asset(manifest(NEWER, "8.0.4")) }),
      /PUT \/versionManifest: 403 USER_UNAUTHORIZED - no\. The HTTP status was 200, but the body is an error/,
    );
  });

  it("warns about isSpecialLTSVersion for early versions of 8.0", async () => {
    await emulator.close();
    emulator = await startEmulator({ serviceVersion: "gitHash=0; versionString=8.0.10.500.20250101T0000Z" });
    setLive(manifest(OLDER));
    const resource = managed("VersionManifest", emulator);
    await resource.up({
      manifest: asset({ updated: NEWER, versions: [version("8.0.4", { isSpecialLTSVersion: true })] }),
    });
    assert.match(
      resource.said.join("\n"),
      /isSpecialLTSVersion, which Ops Manager 8\.0\.0 to 8\.0\.12 cannot handle \(the service has version 8\.0\.10/,
    );
  });

  it("warns about a file named after another series", async () => {
    const resource = managed("VersionManifest", emulator);
    const inputs = { manifest: asset(manifest(NEWER, "7.0.4"), "7.0.json") };
    const expected = /its file name is that of series 7\.0, but the service has version 8\.0\./;
    assert.match((await resource.report(inputs)).problems.map(problemText).join(), expected);
    await resource.up(inputs);
    assert.match(resource.said.join("\n"), expected);
  });

  it("leaves the manifest in place when the resource is deleted", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    const before = emulator.counters.requests;
    const live = liveText();
    await resource.destroy();
    assert.equal(emulator.counters.requests, before);
    assert.equal(liveText(), live);
  });
});
