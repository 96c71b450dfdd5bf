import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { DELETED, INPUTS } from "./inputs";
import { configOf, type Kind, managed, useEmulator } from "./managed";

const removeProject = (service: Emulator): void =>
  void service.entities("projects").delete(service.projectId);
const removeCluster = (service: Emulator): void => void service.clusters().delete(service.clusterId);

/** What is said of a service that does not have the object. */
const LACKING: readonly [kind: Kind, refusal: RegExp, remove?: (service: Emulator) => void][] = [
  ["AccessListEntry", /has no access list entry .* give the resource another name\. Nothing was written\.$/],
  ["AgentApiKey", /has no agent API key /],
  ["AlertConfig", /has no alert configuration /],
  ["AlertConfigSet", /lacks 1 of the 1 alert configurations .*\(down\).* Nothing was written/],
  ["AlertConfigSet", /lacks 1 of the 1 alert configurations/, removeProject],
  ["ApiKey", /has no API key /],
  ["AuditLogRotation", /has no project .* change projectId/, removeProject],
  ["ClusterName", /has no cluster /, removeCluster],
  ["FeatureControl", /has no project .* change projectId/, removeProject],
  ["FileSystemSnapshotStore", /has no file system snapshot store store\./],
  ["GlobalAlertConfig", /has no global alert configuration /],
  ["Integration", /has no integration .* change type/],
  ["MongoOplogStore", /has no MongoDB oplog store store\./],
  ["MongoSnapshotStore", /has no MongoDB snapshot store store\./],
  ["OplogS3Config", /has no oplog store store\./],
  ["Project", /has no project /],
  ["ProjectBackup", /has no project .* change projectId/, removeProject],
  ["ProjectApiKey", /has no project API key /],
  ["S3SnapshotStore", /has no snapshot store store\./],
  ["SnapshotSchedule", /has no snapshot schedule .* change clusterId/, removeCluster],
];

describe("a connection that changes", () => {
  const emulator = useEmulator();
  const elsewhere = useEmulator();

  for (const [kind, refusal, remove] of LACKING)
    it(`leads ${kind} to the same object, or is refused: ${refusal.source}`, async () => {
      const config = { ...configOf("same", emulator), ...configOf("other", elsewhere) };
      const resource = managed(kind, emulator, { config });
      const inputs = INPUTS[kind](emulator);
      await resource.up(inputs);
      const before = resource.state?.outputs;
      emulator.clearRequests();
      remove?.(elsewhere);
      const moved = { ...inputs, connection: "other" };
      const isRefusal = ({ message }: Error) =>
        message.startsWith("The new server ") && refusal.test(message);
      await assert.rejects(resource.preview(moved), isRefusal);
      await assert.rejects(resource.up(moved), isRefusal);
      assert.equal(await resource.up({ ...inputs, connection: "same" }), "update");
      assert.deepEqual(resource.state?.outputs, { ...before, connection: "same" });
      assert.deepEqual([emulator.counters.writes, elsewhere.counters.writes], [0, 0]);
    });

  it("comes with another change, which is written over the new one", async () => {
    const resource = managed("OplogS3Config", elsewhere, { config: configOf("other", emulator) });
    const inputs = INPUTS.OplogS3Config(elsewhere);
    await resource.up(inputs);
    emulator.oplogS3Configs.set("store", elsewhere.oplogS3Configs.get("store") ?? assert.fail());
    elsewhere.clearRequests();
    assert.equal(await resource.up({ ...inputs, labels: ["moved"], connection: "other" }), "update");
    assert.deepEqual(emulator.oplogS3Configs.get("store")?.labels, ["moved"]);
    assert.equal(elsewhere.counters.requests, 0);
  });

  const rotation = { disableOnDestroy: true };
  const written: Partial<Record<Kind, object>> = {
    ...Object.fromEntries(DELETED.map((kind) => [kind, {}])),
    AuditLogRotation: rotation,
    ClusterName: { restoreOnDelete: true },
    SystemLogRotation: rotation,
  };
  for (const [kind, option] of Object.entries(written) as [Kind, object][])
    it(`is that over which ${kind} was created when it is destroyed`, async () => {
      const resource = managed(kind, emulator, { config: configOf("other", elsewhere) });
      await resource.up({ ...INPUTS[kind](elsewhere), ...option, connection: "other" });
      const { writes } = elsewhere.counters;
      await resource.destroy();
      assert.ok(elsewhere.counters.writes > writes);
      assert.equal(emulator.counters.requests, 0);
    });
});
