import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { VersionManifest } from "../../../src/classes/version-manifest";
import { surroundings } from "../dynamic/surroundings";
import { versionManifest } from "../../../src/resources/version-manifest/definition";
import { offline } from "./connection";
import { arrived, mockEngine } from "./registered";
import { temporaryFolder } from "./version-manifest/engine-asset";

describe("VersionManifest", () => {
  const folder = temporaryFolder();
  const path = join(folder, "manifest.json");
  before(async () => {
    writeFileSync(path, "{}");
    await mockEngine();
  });

  let connection = 0;
  /** A connection of its own, since there is one manifest of each. */
  const elsewhere = (): string => `c${++connection}`;

  const { FileAsset, RemoteAsset } = pulumi.asset;
  const remote = new RemoteAsset("https://example.com/m.json");
  const given: [what: string, manifest: () => pulumi.Input<string | pulumi.asset.Asset>, sent: object][] = [
    ["a path as a file, so that the engine sees its changes", () => path, new FileAsset(path)],
    ["a path that is known later in the same way", () => pulumi.output(path), new FileAsset(path)],
    ["a FileAsset unchanged", () => new FileAsset(path), new FileAsset(path)],
    ["a RemoteAsset unchanged", () => remote, remote],
  ];
  for (const [what, manifest, sent] of given) {
    it(`passes ${what}`, async () => {
      const resource = new VersionManifest(what, { manifest: manifest(), connection: elsewhere() });
      const { path: file, uri } = (await arrived(resource))["manifest"] as Record<string, Promise<string>>;
      const expected = sent as Record<string, Promise<string>>;
      assert.deepEqual([await file, await uri], [await expected["path"], await expected["uri"]]);
    });
  }

  const nowhere = join(folder, "nowhere.json");
  const NO_URL = "a URL must be given as `new pulumi.asset.RemoteAsset(url)`, not as the path of a file.";
  const refusals: [title: string, manifest: unknown, message: string][] = [
    [
      "a StringAsset",
      new pulumi.asset.StringAsset("{}"),
      "a StringAsset would put its whole text into the state, twice. Write the text to a file and give its path.",
    ],
    ["a file that is not there", nowhere, `the file ${nowhere} cannot be read (ENOENT).`],
    ["an empty path", "", "the path of the file must not be empty."],
    ["a URL as a path", "https://user:t0ken@example.com/m.json?sig=t0ken", NO_URL],
  ];
  for (const [title, manifest, message] of refusals) {
    it(`refuses ${title}, and names the resource`, () =>
      assert.throws(
        () => new VersionManifest("versions", { manifest: manifest as string, connection: elsewhere() }),
        { message: `VersionManifest "versions": manifest: ${message}` },
      ));
  }

  const KINDS = "must be the path of a file, a FileAsset or a RemoteAsset";
  for (const [manifest, reason] of [
    [42, `${KINDS}, not 42`],
    [null, "is missing"],
    [{}, `${KINDS}, not an object`],
    [[], `${KINDS}, not an array`],
  ] as const) {
    it(`leaves ${JSON.stringify(manifest)} to the check, which refuses it`, async () => {
      const resource = new VersionManifest("odd", { manifest: manifest as never, connection: elsewhere() });
      const inputs = await arrived(resource);
      assert.deepEqual(inputs["manifest"], manifest);
      const { failures } = await dynamicProvider(versionManifest, () => offline(), surroundings()).check(
        {},
        inputs,
      );
      assert.deepEqual(failures, [{ property: "", reason: `manifest: ${reason}` }]);
    });
  }

  it("has one id for every look-up", async () => {
    const found = VersionManifest.get("found", undefined, { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "versionManifest", connection: "eu" });
  });
});
