import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { type Kind, type Managed, connectionsTo, managed, STORE, useEmulator } from "./managed";

/** The engine runs four times as many operations at a time as the machine has cores; this is a machine with two. */
const AT_A_TIME = 8;

async function each(items: readonly Managed[], step: (item: Managed, index: number) => Promise<unknown>) {
  const queue = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await step(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

describe("many resources of one process", () => {
  const emulator = useEmulator();
  beforeEach(() => {
    for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
  });

  const projectId = (): string => emulator.projectId;

  const alert = (index: number): PlainObject => ({
    projectId: projectId(),
    eventTypeName: "HOST_DOWN",
    enabled: true,
    notifications: [{ typeName: "EMAIL", emailAddress: `dba-${index}@example.com`, intervalMin: 60 }],
  });
  const store = (index: number): PlainObject => ({ ...STORE, storeId: `store-${index}` });

  const cluster = (index: number): PlainObject => {
    const fields = { typeName: "SHARDED" as const, lastHeartbeat: "2026-11-01T06:30:04Z" };
    const { id: clusterId } = emulator.clusters().add({ clusterName: `c${index}`, ...fields });
    return { projectId: projectId(), clusterId, clusterName: `name-${index}` };
  };
  const entry = (index: number): PlainObject => ({
    orgId: emulator.orgId,
    apiKeyId: emulator.apiKeyId,
    entry: `192.0.2.${index}`,
  });
  const reads: [kind: Kind, count: number, inputs: (index: number) => PlainObject, sent: object][] = [
    ["AlertConfig", 501, alert, { "GET /groups/{projectId}/alertConfigs": 2 }],
    ["OplogS3Config", 40, store, { "GET /admin/backup/oplog/s3Configs": 1 }],
    ["AccessListEntry", 40, entry, { "GET /orgs/{orgId}/apiKeys/{apiKeyId}/accessList": 1 }],
    ["ClusterName", 40, cluster, { "GET /groups/{projectId}/clusters": 1 }],
  ];
  for (const [kind, count, inputs, sent] of reads) {
    it(`are written after one challenge, and refreshed by one list, or its pages: ${count} of ${kind}`, async () => {
      const connections = connectionsTo(emulator);
      const items = Array.from({ length: count }, () => managed(kind, emulator, { connections }));
      await each(items, async (item, index) => item.up(inputs(index)));
      assert.equal(emulator.counters.challenges, 1);
      emulator.clearRequests();
      await each(items, async (item) => assert.equal(await item.refresh(), "same"));
      assert.deepEqual({ ...emulator.counters.byEndpoint }, sent);
      assert.equal(emulator.counters.challenges, 0);
    });
  }
});
