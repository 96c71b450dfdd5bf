import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator, FaultAction } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { Problem } from "../../../src/core/problems";
import { problemText } from "../../../src/core/problems";
import { UNKNOWN } from "../../../src/unknowns";
import type { PlainObject } from "../../../src/json";
import { hashOnly, writeAsset } from "../../unit/resources/version-manifest/engine-asset";
import { configOf, connectionsTo, managed } from "./managed";

const OLDER = Date.parse("2026-10-01T00:00:00Z");
const NEWER = Date.parse("2026-11-01T00:00:00Z");
const NEWEST = Date.parse("2026-12-01T00:00:00Z");

const severities = (problems: readonly Problem[]): string[] => problems.map(({ severity }) => severity);

const version = (name: string) => ({ name, builds: [{ url: `https://downloads.example.com/${name}.tgz` }] });

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

  const asset = (content: string | object, name = "manifest.json"): PlainObject =>
    writeAsset(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  const manifest = (updated = NEWER, ...names: string[]) => ({
    updated,
    versions: names.map((name) => version(name)),
  });
  /** Replaces the manifest of the service outside of the provider. */
  const setLive = (content: object): void => {
    emulator.versionManifest.set("current", { text: JSON.stringify(content) });
  };
  const refuseReads = (action: FaultAction): void =>
    emulator.faults.add({ match: { path: "/unauth/", times: "always", authenticated: "any" }, action });
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

  const unusable: [title: string, manifest: () => PlainObject, message: RegExp][] = [
    ["text that is not JSON", () => asset('{"versions": ['), /^manifest: is not well-formed JSON/],
    [
      "a missing file",
      () => ({ ...hashOnly("0"), path: join(folder, "nowhere.json") }),
      /^manifest: the file .*nowhere\.json cannot be read \(ENOENT\)\.$/,
    ],
    [
      "a StringAsset",
      () => ({ ...hashOnly("0"), text: "{}" }),
      /^manifest: a StringAsset would put its whole text into the state, twice\./,
    ],
    [
      "a RemoteAsset that is not an https URL",
      () => ({ ...hashOnly("0"), uri: "http://example.com/m.json?sig=t0ken" }),
      /^manifest: a RemoteAsset must be an https URL, not http:\/\/example\.com\/m\.json\.$/,
    ],
  ];
  for (const [title, unusableManifest, message] of unusable) {
    it(`refuses ${title} in the check, without a request`, async () => {
      const creation = managed("VersionManifest", emulator).up({ manifest: unusableManifest() });
      await assert.rejects(creation, ({ message: text }: Error) => message.test(text));
      assert.equal(emulator.counters.requests, 0);
    });
  }

  it("reports different content with the same timestamp as drift", async () => {
    const resource = managed("VersionManifest", emulator);
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    setLive(manifest(NEWER, "8.0.3"));
    assert.equal(await resource.refresh(), "changed");
    assert.match(String(resource.state?.inputs["changedOnService"]), /^differs \(/);
  });

  it("reports a newer manifest of the service as drift only with allowDowngrade, and as a message otherwise", async () => {
    const ours = asset(manifest(NEWER, "8.0.4"));
    for (const allowDowngrade of [false, true]) {
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: ours, allowDowngrade: true });
      await resource.up({ manifest: ours, allowDowngrade });
      resource.said.length = 0;
      setLive(manifest(NEWEST, "8.0.5"));
      assert.equal(await resource.refresh(), allowDowngrade ? "changed" : "same");
      assert.equal(/has a newer version manifest/.test(resource.said.join()), !allowDowngrade);
    }
  });

  it("reports no drift if the service does not return its manifest, and logs that once", async () => {
    const resource = managed("VersionManifest", emulator, { connections: connectionsTo(emulator) });
    await resource.up({ manifest: asset(manifest(NEWER, "8.0.4")) });
    resource.said.length = 0;
    refuseReads({ status: 404, body: "nothing here" });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.refresh(), "same");
    assert.equal(resource.said.length, 1);
    assert.match(resource.said[0] ?? "", /does not show its version manifest/);
  });

  for (const status of [403, 404, 405]) {
    it(`uploads to a service that does not return its manifest, and reports what was not checked (${status})`, async () => {
      refuseReads({ status, body: { error: status, errorCode: "RESOURCE_NOT_FOUND", detail: "No." } });
      const resource = managed("VersionManifest", emulator);
      await resource.up({ manifest: asset(manifest(Date.parse("2020-01-01T00:00:00Z"), "4.2.2")) });
      assert.equal(puts().length, 1);
      assert.match(
        resource.said.join("\n"),
        /The service does not show its version manifest .*could not be compared: whether the service has a newer one was not checked/,
      );
    });
  }

  describe("compared with the manifest of the service", () => {
    const older = (): PlainObject => ({ manifest: asset(manifest(OLDER - 1_000, "8.0.4")) });
    const cases: [title: string, live: object, ours: () => object, loss: string][] = [
      [
        "with an older timestamp",
        manifest(OLDER),
        () => manifest(OLDER - 1_000, "8.0.4"),
        "its timestamp 2026-09-30T23:59:59.000Z is older than that of the service's manifest (2026-10-01T00:00:00.000Z)",
      ],
      [
        "without versions that the service offers",
        manifest(OLDER, "8.0.3", "8.0.4", "8.0.5"),
        () => manifest(NEWER, "8.0.4", "8.0.6"),
        "it lacks 2 versions that the service offers (8.0.3, 8.0.5)",
      ],
    ];
    for (const [title, live, ours, loss] of cases) {
      it(`refuses a manifest ${title} at preview and before the upload`, async () => {
        setLive(live);
        const resource = managed("VersionManifest", emulator);
        const inputs = { manifest: asset(ours()) };
        const { problems } = await resource.report(inputs);
        assert.deepEqual(severities(problems), ["error"]);
        const refusal = `manifest: ${loss}. Set \`allowDowngrade: true\` if that is intended.`;
        assert.ok(problemText(problems[0] ?? assert.fail()).startsWith(refusal));
        await assert.rejects(
          resource.up(inputs),
          ({ message }: Error) => message.startsWith(refusal) && message.endsWith(" Nothing was written."),
        );
        assert.equal(puts().length, 0);
      });

      it(`warns about a manifest ${title} with allowDowngrade, and uploads it`, async () => {
        setLive(live);
        const resource = managed("VersionManifest", emulator);
        const inputs = { manifest: asset(ours()), allowDowngrade: true };
        const { problems } = await resource.report(inputs);
        assert.deepEqual(severities(problems), ["warning"]);
        const warning = `manifest: ${loss}.`;
        assert.deepEqual(problems.map(problemText), [warning]);
        assert.equal(await resource.up(inputs), "create");
        assert.deepEqual(JSON.parse(liveText() ?? ""), ours());
        assert.ok(resource.said.includes(warning), resource.said.join("\n"));
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
          config: configOf("eu", other),
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
      assert.deepEqual(severities(problems), ["warning", "warning", "warning"]);
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

    it("fails at preview and before the upload if reading that fails temporarily", async () => {
      refuseReads({ status: 503, body: "busy" });
      const resource = managed("VersionManifest", emulator);
      for (const run of ["report", "up"] as const)
        await assert.rejects(resource[run](older()), /GET \/unauth\/versionManifest: 503/);
      assert.equal(puts().length, 0);
    });
  });

  describe("whatever manifest the service has", () => {
    const downloads = { updated: NEWER, versions: [{ version: "8.0.4", production_release: true }] };
    const defect = /^manifest: it has versions without a name \(1 of 1, .* list of downloads/;

    it("refuses one that has a defect, without a request", async () => {
      const upload = managed("VersionManifest", emulator).up({ manifest: asset(downloads) });
      await assert.rejects(upload, ({ message }: Error) => {
        assert.match(message, defect);
        assert.match(message, /\. Set `allowDowngrade: true` if that is intended\.$/);
        return true;
      });
      assert.equal(emulator.counters.requests, 0);
    });

    it("warns about one that has a defect with allowDowngrade", async () => {
      const inputs = { manifest: asset(downloads), allowDowngrade: true };
      const { problems } = await managed("VersionManifest", emulator).report(inputs);
      assert.ok(problems.some((problem) => defect.test(problemText(problem))));
      assert.ok(problems.every(({ severity }) => severity === "warning"));
    });

    it("warns about an odd one at preview and before the upload", async () => {
      const odd = /^manifest: it has no "updated", so whether the service has a newer one is not checked\.$/;
      const resource = managed("VersionManifest", emulator);
      const inputs = { manifest: asset({ ...manifest(NEWER, "8.0.4"), updated: undefined }) };
      const { problems } = await resource.report(inputs);
      assert.deepEqual(severities(problems), ["warning"]);
      assert.match(problems.map(problemText).join(), odd);
      assert.equal(resource.said.length, 0);
      assert.equal(await resource.up(inputs), "create");
      assert.ok(
        resource.said.some((text) => odd.test(text)),
        resource.said.join("\n"),
      );
    });

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
