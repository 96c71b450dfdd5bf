import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import { UNKNOWN } from "../../../src/unknowns";
import type { PlainObject } from "../../../src/json";
import { assetOf, hashOnly } from "../../unit/resources/version-manifest/engine-asset";
import { type Managed, configOf, connectionsTo, itInHost, managed, useEmulator } from "./managed";

const OLDER = Date.parse("2026-10-01T00:00:00Z");
const NEWER = Date.parse("2026-11-01T00:00:00Z");
const NEWEST = Date.parse("2026-12-01T00:00:00Z");

const version = (name: string) => ({ name, builds: [{ url: `https://downloads.example.com/${name}.tgz` }] });

describe("VersionManifest against the emulator", () => {
  const emulator = useEmulator();
  const other = useEmulator();
  let resource: Managed;
  beforeEach(() => {
    resource = managed("VersionManifest", emulator);
    setLive(manifest(OLDER));
  });

  const manifest = (updated = NEWER, ...names: string[]) => ({ updated, versions: names.map(version) });
  const given = (content: string | object, rest: PlainObject = {}): PlainObject => ({
    manifest: assetOf(content),
    ...rest,
  });
  /** Arguments with a manifest of these versions. */
  const of = (updated: number, ...names: string[]): PlainObject => given(manifest(updated, ...names));
  const ALLOW = { allowDowngrade: true };
  /** Replaces the manifest of the service outside of the provider. */
  const setLive = (content: object): void => {
    emulator.versionManifest.set("current", { text: JSON.stringify(content) });
  };
  const refuseReads = (action: FaultAction): void =>
    emulator.faults.add({ match: { path: "/unauth/", times: "always", authenticated: "any" }, action });
  const liveText = () => emulator.versionManifest.get("current")?.text;
  const puts = () => emulator.requests().filter(({ method }) => method === "PUT");
  const said = (): string => resource.said.join("\n");
  /** The messages of a preview. */
  const previewed = async (inputs: PlainObject): Promise<string> =>
    (await resource.preview(inputs)).join("\n");

  it("uploads the exact bytes of the file once, and stores only a summary", async () => {
    const odd = ` {\r\n\t"versions" : [ {"name":"8.0.4-ent","builds":[],"\\u0061":1.0e0} ],\n  "updated":${NEWER}, "z":1 }\n\n`;
    await resource.up(given(odd));
    assert.equal(liveText(), odd);
    assert.equal(puts().length, 1);
    const { sizeBytes, manifestUpdated, versionCount, newestVersions } =
      resource.state?.outputs ?? assert.fail();
    assert.deepEqual([sizeBytes, manifestUpdated], [Buffer.byteLength(odd), "2026-11-01T00:00:00.000Z"]);
    assert.deepEqual([versionCount, newestVersions], [1, ["8.0.4-ent"]]);
    assert.match(said(), /top-level keys that this provider does not know: z/);
  });

  it("sends 10 MB once, and adds less than 2 KB to the state", async () => {
    const names = Array.from({ length: 80_000 }, (_, index) => `8.0.${index}-ent`);
    const content = JSON.stringify(manifest(NEWER, ...names), undefined, 1);
    assert.ok(content.length > 10_000_000);
    await resource.up(given(content));
    assert.equal(liveText(), content);
    const bodies = emulator.requests().filter(({ bodyBytes }) => bodyBytes > 0);
    const sent = bodies.map(({ method, bodyBytes }) => [method, bodyBytes]);
    assert.deepEqual(sent, [["PUT", Buffer.byteLength(content)]]);
    assert.ok(JSON.stringify(resource.state).length < 2_000);
  });

  it("refuses a file that changed since the preview", async () => {
    const before = of(NEWER, "8.0.4");
    of(NEWEST, "8.0.5");
    await assert.rejects(
      resource.up(before),
      /the bytes are no longer those of the preview .*Nothing was written; run `pulumi up` again/,
    );
    assert.equal(puts().length, 0);
  });

  const asset = (fields: object): PlainObject => ({ ...hashOnly("0"), ...fields });
  const unusable: [title: string, manifest: PlainObject, message: RegExp][] = [
    ["a StringAsset", asset({ text: "{}" }), /^manifest: a StringAsset would put its whole text into/],
    [
      "a RemoteAsset that is not an https URL",
      asset({ uri: "http://example.com/m.json?sig=t0ken" }),
      /^manifest: a RemoteAsset must be an https URL, not http:\/\/example\.com\/m\.json\.$/,
    ],
    [
      "a list of downloads",
      assetOf({ updated: NEWER, versions: [{ version: "8.0.4" }] }, "downloads.json"),
      /^manifest: it has versions without a name .*\. Set `allowDowngrade: true` if that is intended\.$/,
    ],
  ];
  for (const [title, unusableManifest, expected] of unusable) {
    it(`refuses ${title} in the check, without a request`, async () => {
      const checked = resource.up({ manifest: unusableManifest });
      await assert.rejects(checked, ({ message }: Error) => expected.test(message));
      assert.equal(emulator.counters.requests, 0);
    });
  }

  for (const allowDowngrade of [false, true]) {
    const how = allowDowngrade ? "as drift with allowDowngrade" : "in a message, and not as drift";
    it(`reports a newer manifest of the service ${how}`, async () => {
      await resource.up(of(NEWER, "8.0.4"));
      await resource.up({ ...of(NEWER, "8.0.4"), allowDowngrade });
      assert.equal(puts().length, 1, "a change of the flag is no upload");
      resource.said.length = 0;
      setLive(manifest(NEWEST, "8.0.5"));
      assert.equal(await resource.refresh(), allowDowngrade ? "changed" : "same");
      assert.equal(/has a newer version manifest/.test(said()), !allowDowngrade);
    });
  }

  it("reports no drift if the service does not return its manifest, and logs that once", async () => {
    resource = managed("VersionManifest", emulator, { connections: connectionsTo(emulator) });
    await resource.up(of(NEWER, "8.0.4"));
    resource.said.length = 0;
    refuseReads({ status: 404, body: "nothing here" });
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.refresh(), "same");
    assert.equal(resource.said.length, 1);
    assert.match(said(), /does not show its version manifest/);
  });

  for (const status of [403, 404, 405]) {
    it(`uploads to a service that does not return its manifest, and reports what was not checked (${status})`, async () => {
      refuseReads({ status, body: { error: status, errorCode: "RESOURCE_NOT_FOUND", detail: "No." } });
      await resource.up(of(Date.parse("2020-01-01T00:00:00Z"), "4.2.2"));
      assert.equal(puts().length, 1);
      const unchecked =
        "could not be compared: whether .* newer one was not checked, nor whether versions are removed\\.";
      assert.match(said(), new RegExp(`The service does not show its version manifest .*${unchecked}`));
    });
  }

  describe("compared with the manifest of the service", () => {
    const cases: [title: string, live: object, ours: object, loss: string][] = [
      [
        "with an older timestamp",
        manifest(OLDER),
        manifest(OLDER - 1_000, "8.0.4"),
        "its timestamp 2026-09-30T23:59:59.000Z is older than that of the service's manifest (2026-10-01T00:00:00.000Z)",
      ],
      [
        "without versions that the service offers",
        manifest(OLDER, "8.0.3", "8.0.4", "8.0.5"),
        manifest(NEWER, "8.0.4", "8.0.6"),
        "it lacks 2 versions that the service offers (8.0.3, 8.0.5)",
      ],
    ];
    for (const [title, live, ours, loss] of cases) {
      it(`refuses a manifest ${title} at preview and before the upload`, async () => {
        setLive(live);
        const refusal = `manifest: ${loss}. Set \`allowDowngrade: true\` if that is intended.`;
        const isRefusal = ({ message }: Error): boolean => message.startsWith(refusal);
        await assert.rejects(resource.preview(given(ours)), isRefusal);
        await assert.rejects(
          resource.up(given(ours)),
          (error: Error) => isRefusal(error) && error.message.endsWith(" Nothing was written."),
        );
        assert.equal(puts().length, 0);
      });
    }

    it("sends no request at preview for a manifest that is already uploaded, or unknown", async () => {
      assert.equal(await previewed({ manifest: UNKNOWN, allowDowngrade: UNKNOWN }), "");
      assert.equal(emulator.counters.requests, 0);
      const inputs = of(NEWER, "8.0.4");
      await resource.up(inputs);
      const before = emulator.counters.requests;
      for (const same of [inputs, { ...inputs, ...ALLOW }]) assert.equal(await previewed(same), "");
      assert.equal(emulator.counters.requests, before);
    });

    it("compares at preview when a refresh found another manifest", async () => {
      const inputs = of(NEWER, "8.0.4");
      await resource.up(inputs);
      setLive(manifest(OLDER, "8.0.3"));
      assert.equal(await resource.refresh(), "changed");
      await assert.rejects(
        resource.preview(inputs),
        /it lacks 1 version that the service offers \(8\.0\.3\)/,
      );
      assert.match(said(), /1 version added \(8\.0\.4\); 1 version removed \(8\.0\.3\)/);
    });

    itInHost("compares at preview with the service of another connection", async () => {
      resource = managed("VersionManifest", emulator, { config: configOf("eu", other) });
      await resource.up(of(NEWER, "8.0.4"));
      await assert.rejects(
        resource.preview({ ...of(NEWER, "8.0.4"), connection: "eu" }),
        /it lacks 3 versions that the service offers/,
      );
    });

    it("warns but does not refuse at preview while allowDowngrade is unknown", async () => {
      setLive(manifest(NEWEST, "8.0.3"));
      const warnings = await resource.preview({ ...of(NEWER), allowDowngrade: UNKNOWN });
      assert.equal(warnings.filter((text) => text.startsWith("manifest: ")).length, 3);
    });

    it("fails before the upload if reading that fails temporarily", async () => {
      refuseReads({ status: 503, body: "busy" });
      await assert.rejects(resource.up(of(NEWER, "8.0.4")), /GET \/unauth\/versionManifest: 503/);
      assert.equal(puts().length, 0);
    });
  });

  it("says at preview and before the upload what allowDowngrade allows, and whether the file is that of another series", async () => {
    setLive(manifest(NEWER, "8.0.4", "8.0.5"));
    const content = { updated: OLDER, versions: [...["8.0.5", "8.0.6"].map(version), { version: "1" }] };
    const allowed = { manifest: assetOf(content, "7.0.json"), ...ALLOW };
    const warnings = await resource.preview(allowed);
    for (const text of [
      "older than that of the service's manifest (2026-11-01T",
      "it lacks 1 version that the service offers (8.0.4)",
      "it has versions without a name (1 of 3, ",
      "from 2026-11-01T00:00:00.000Z to 2026-10-01T00:00:00.000Z; 1 version added (8.0.6); 1 version removed (8.0.4).",
      "its file name is that of series 7.0, but the service has version 8.0.",
    ])
      assert.ok(warnings.join().includes(text), said());
    resource.said.length = 0;
    assert.equal(await resource.up(allowed), "create");
    assert.deepEqual(resource.said, warnings);
  });

  for (const [what, response] of [
    ["202 and no body", { status: 202, body: "" }],
    ["200 and no body", { status: 200, body: "" }],
    ["200 and a text", { status: 200, body: "Access denied by policy" }],
  ] as const) {
    it(`is uploaded with ${what} in response, if the service then has it`, async () => {
      emulator.faults.add({ match: { method: "PUT" }, action: response });
      const unconfirmed = /did not confirm the upload .* it still has another manifest/;
      await assert.rejects(resource.up(of(NEWER, "8.0.4")), unconfirmed);
      emulator.faults.add({ match: { method: "PUT" }, action: { ...response, afterWork: true } });
      assert.equal(await resource.up(of(NEWER, "8.0.4")), "create");
    });
  }
});
