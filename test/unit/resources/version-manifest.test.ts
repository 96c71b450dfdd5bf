import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { VersionManifest } from "../../../src/resources/version-manifest";
import { arrived, mockEngine } from "./registered";

describe("VersionManifest", () => {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  const path = join(folder, "manifest.json");
  before(async () => {
    writeFileSync(path, "{}");
    await mockEngine();
  });
  after(() => rmSync(folder, { recursive: true }));

  const sentOf = async (resource: VersionManifest): Promise<pulumi.asset.Asset> =>
    (await arrived(resource))["manifest"] as pulumi.asset.Asset;
  let connection = 0;
  /** A connection of its own, since there is one manifest of each. */
  const elsewhere = (): string => `c${++connection}`;

  it("hands a path over as a file, so that the engine sees a change of it", async () => {
    const resource = new VersionManifest("path", { manifest: path, connection: elsewhere() });
    assert.equal(await ((await sentOf(resource)) as pulumi.asset.FileAsset).path, path);
  });

  it("hands over what is known later in the same way", async () => {
    const manifest = pulumi.output(Promise.resolve(path));
    const resource = new VersionManifest("later", { manifest, connection: elsewhere() });
    assert.equal(await ((await sentOf(resource)) as pulumi.asset.FileAsset).path, path);
  });

  it("hands a RemoteAsset over as it is", async () => {
    const manifest = new pulumi.asset.RemoteAsset("https://example.com/m.json");
    const resource = new VersionManifest("remote", { manifest, connection: elsewhere() });
    assert.equal(
      await ((await sentOf(resource)) as pulumi.asset.RemoteAsset).uri,
      "https://example.com/m.json",
    );
  });

  it("refuses a StringAsset, and a file that is not there", () => {
    const text = new pulumi.asset.StringAsset("{}");
    assert.throws(
      () => new VersionManifest("text", { manifest: text }),
      /^Error: manifest: a StringAsset would put its whole text into the state, twice\./,
    );
    const nowhere = join(folder, "nowhere.json");
    assert.throws(
      () => new VersionManifest("nowhere", { manifest: nowhere }),
      /nowhere\.json cannot be read \(ENOENT\)/,
    );
  });

  it("is one for each connection", async () => {
    const shared = elsewhere();
    for (const manifest of ["first", "second"].map(
      (name) => new VersionManifest(name, { manifest: path, connection: shared }),
    )) {
      assert.match(
        String((await arrived(manifest))["conflict"]),
        /^The resources "first" and "second" both manage the version manifest of the service: keep one/,
      );
    }
  });

  it("looks up by an id and a connection alone", async () => {
    const found = VersionManifest.get("found", undefined, { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "versionManifest", connection: "eu" });
  });
});
