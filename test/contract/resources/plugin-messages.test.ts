import assert from "node:assert/strict";
import { isUnknown } from "../../../src/unknowns";
import { type Kind, STORE, useEmulator } from "./managed";
import { native } from "./native";

describe("an import that finds nothing", () => {
  const emulator = useEmulator();
  const importing = async (kind: Kind, id: string): Promise<string> =>
    native(kind, emulator)
      .import(id)
      .then(
        () => assert.fail("it was imported"),
        ({ message }: Error) => message,
      );
  const FORMS: readonly [kind: Kind, id: string, form: string][] = [
    ["Project", "shop", "Its id is its projectId, not its name."],
    ["AuditLogRotation", "shop", "Its id is the projectId of a project that has set it."],
    ["SystemLogRotation", "shop", "Its id is the projectId of a project that has set it."],
    ["OplogS3Config", "orders/oplog", "Its id is its storeId."],
    ["VersionManifest", "8.0", "Its id is always versionManifest."],
  ];
  for (const [kind, id, form] of FORMS)
    it(`names the right form of an id: ${kind}`, async () => {
      const message = await importing(kind, id);
      assert.ok(message.endsWith(` ${id} does not exist. ${form}`), message);
    });

  it("names the form of an id that has a part too many, before a request", async () => {
    const message = await importing("SystemLogRotation", "shop/audit");
    assert.equal(message, 'The id "shop/audit" is not of the form <projectId>.');
    assert.equal(emulator.counters.requests, 0);
  });

  it("names the kind that a store is of", async () => {
    const { storeId: id, ...fields } = STORE;
    emulator.s3SnapshotStores.add({ ...fields, id });
    assert.equal(
      await importing("OplogS3Config", id),
      `The oplog store ${id} does not exist. It is the id of a snapshot store: import it as S3SnapshotStore.`,
    );
    assert.match(await importing("S3SnapshotStore", "other"), /snapshot store other does not exist\. Its id/);
  });

  it("says why the name of a replica set cannot be imported", async () => {
    const { projectId } = emulator;
    const { id } = emulator
      .clusters()
      .add({ clusterName: "rs0", typeName: "REPLICA_SET", lastHeartbeat: "2026-11-01T00:00:00Z" } as object);
    assert.equal(
      await importing("ClusterName", `${projectId}/${id}`),
      `The cluster ${id} ("rs0") is of type REPLICA_SET; the service renames only SHARDED and SHARDED_REPLICA_SET.`,
    );
    assert.match(await importing("ClusterName", `${projectId}/none`), /has no cluster none\.$/);
  });
});

describe("the preview of an update with the plugin", () => {
  const emulator = useEmulator();

  it("has no old outputs that the update changes", async () => {
    const rotation = native("AuditLogRotation", emulator);
    const args = { projectId: emulator.projectId, sizeThresholdMB: 500, timeThresholdHrs: 12 };
    await rotation.up(args);
    await rotation.preview({ ...args, timeThresholdHrs: 24 });
    assert.equal(rotation.previewed?.["timeThresholdHrs"], 24);
    assert.ok(isUnknown(rotation.previewed?.["effective"]));
  });
});
