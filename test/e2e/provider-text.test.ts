import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { did, created, stateOf } from "./support/assertions";
import { usePlayground } from "./support/playground";

const KINDS = ["AlertConfig", "AlertConfigSet", "ClusterName", "OplogS3Config", "VersionManifest"];

const PROGRAM = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
for (const name of ["AlertConfig-1", "AlertConfig-2"]) {
  new opsmanager.AlertConfig(name, { projectId, eventTypeName: "HOST_DOWN", notifications: [{ typeName: "EMAIL", emailAddress: name + "@example.com", intervalMin: 60 }] });
}
for (const name of ["AlertConfigSet-1", "AlertConfigSet-2"]) {
  new opsmanager.AlertConfigSet(name, { projectId, alertConfigs: {} });
}
for (const name of ["OplogS3Config-1", "OplogS3Config-2"]) {
  new opsmanager.OplogS3Config(name, {
    acceptedTos: true, awsAccessKey: "AKIATEXTTEXTTEXTTEXT", awsSecretKey: "text-secret-key", pathStyleAccessEnabled: true,
    s3BucketEndpoint: "https://s3.example.com", s3BucketName: "oplog", s3MaxConnections: 5, sseEnabled: true,
    uri: "mongodb://backup:text-password@metadata.example.com/",
  });
}
new opsmanager.ClusterName("ClusterName-1", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "first" });
new opsmanager.ClusterName("ClusterName-2", { projectId, clusterId: "62d8a2c4a90e4c5d8b31b7d3", clusterName: "second" });
new opsmanager.VersionManifest("VersionManifest-1", { manifest: "manifest.json" });
`;

const NAMES = KINDS.flatMap((kind) =>
  kind === "VersionManifest" ? [`${kind}-1`] : [`${kind}-1`, `${kind}-2`],
);

describe("the serialized provider in the state", function () {
  const playground = usePlayground(this, { program: PROGRAM });
  const golden = readFileSync(join(repository, "test/fixtures/provider/provider.txt"), "utf8");
  const texts: Record<string, unknown> = {};

  before(async () => {
    const { text } = playground.emulator.versionManifest.get("current") ?? assert.fail();
    await playground.addFile("manifest.json", text);
    did(await playground.run("up"), NAMES.map(created));
    for (const [name, { inputs, outputs }] of Object.entries(await stateOf(playground.stack))) {
      texts[name] = inputs?.["__provider"];
      assert.equal(outputs?.["__provider"], inputs?.["__provider"]);
    }
  });

  for (const name of NAMES) {
    it(`never changes: ${name}`, () => {
      const [kind = ""] = name.split("-");
      assert.equal(texts[name], golden.replaceAll("<Kind>", kind));
    });
  }

  it("is stored with the line of the program that declares the resource, and without frames of packages", async () => {
    interface Stored {
      readonly urn: string;
      readonly sourcePosition?: string;
      readonly stackTrace?: readonly { readonly sourcePosition?: string }[];
    }
    const { resources = [] } = await playground.stack.stored();
    const ours = (resources as readonly Stored[]).filter(({ urn }) => urn.includes("opsmanager:"));
    assert.equal(ours.length, NAMES.length);
    for (const { urn, sourcePosition = "", stackTrace = [] } of ours) {
      assert.match(sourcePosition, /\/index\.ts#\d+,\d+$/, urn);
      assert.ok(stackTrace.length <= 3, JSON.stringify(stackTrace));
    }
  });

  it("is short", () => {
    for (const text of Object.values(texts)) assert.ok(Buffer.byteLength(String(text)) < 800);
  });
});
