import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import type { Kind, Managed } from "./managed";
import { connectionsTo, managed } from "./managed";

/** The engine asks for four times as many resources at a time as the machine has cores. */
const AT_A_TIME = 8;

async function each(items: readonly Managed[], step: (item: Managed, index: number) => Promise<unknown>) {
  const queue = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await step(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

describe("many resources of one process", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
    for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
  });
  afterEach(async () => emulator.close());

  const projectId = (): string => emulator.projectId;
  const asked = (): Record<string, number> => ({ ...emulator.counters.byEndpoint });

  const alert = (index: number): PlainObject => ({
    projectId: projectId(),
    eventTypeName: "HOST_DOWN",
    enabled: true,
    notifications: [{ typeName: "EMAIL", emailAddress: `dba-${index}@example.com`, intervalMin: 60 }],
  });
  const store = (index: number): PlainObject => ({
    storeId: `store-${index}`,
    acceptedTos: true,
    awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
    awsSecretKey: "wJalrXUtnFEMIK7MDENG",
    s3BucketEndpoint: "https://s3.example.com",
    s3BucketName: "oplog",
    s3MaxConnections: 50,
    pathStyleAccessEnabled: true,
    sseEnabled: true,
    uri: "mongodb://backup:s3cr3t@meta.example.com:27017/",
  });

  /** Makes them in one process, and then reads them in another. */
  async function madeAndRead(kind: Kind, inputs: readonly PlainObject[]): Promise<Managed[]> {
    const connections = connectionsTo(emulator);
    const items = inputs.map(() => managed(kind, emulator, { connections }));
    await each(items, async (item, index) => item.up(inputs[index] ?? {}));
    emulator.clearRequests();
    await each(items, async (item) => assert.equal(await item.refresh(), "same"));
    return items;
  }

  const alerts = (count: number): PlainObject[] => [...Array(count).keys()].map(alert);

  it("are made by one POST each and one challenge, when they are alert configurations", async () => {
    const connections = connectionsTo(emulator);
    const items = alerts(100).map(() => managed("AlertConfig", emulator, { connections }));
    await each(items, async (item, index) => item.up(alert(index)));
    assert.deepEqual(asked(), { "POST /groups/{projectId}/alertConfigs": 100 });
    assert.equal(emulator.counters.challenges, 1);
  });

  for (const [count, lists] of [
    [500, 1],
    [501, 2],
  ] as const) {
    it(`are read by ${lists} of 500 a page, when they are ${count} alert configurations`, async () => {
      await madeAndRead("AlertConfig", alerts(count));
      assert.deepEqual(asked(), { "GET /groups/{projectId}/alertConfigs": lists });
    });
  }

  it("are read one by one while they are few", async () => {
    await madeAndRead("AlertConfig", alerts(3));
    assert.deepEqual(asked(), { "GET /groups/{projectId}/alertConfigs/{alertConfigId}": 3 });
  });

  it("are read by a list, and what it lacks by itself", async () => {
    const items = await madeAndRead("AlertConfig", alerts(20));
    emulator.alertConfigs().delete(String(items[7]?.state?.outputs["alertConfigId"]));
    emulator.clearRequests();
    // A write of ours makes the list of before worthless.
    await items[0]?.up({ ...alert(0), enabled: false });
    const found: unknown[] = [];
    await each(items, async (item, index) => (found[index] = await item.refresh()));
    assert.deepEqual(found.indexOf("gone"), 7);
    assert.deepEqual(asked(), {
      "PATCH /groups/{projectId}/alertConfigs/{alertConfigId}": 1,
      "GET /groups/{projectId}/alertConfigs": 1,
      "GET /groups/{projectId}/alertConfigs/{alertConfigId}": 1,
    });
  });

  it("are read by one list, when they are stores", async () => {
    await madeAndRead("OplogS3Config", [...Array(40).keys()].map(store));
    assert.deepEqual(asked(), { "GET /admin/backup/oplog/s3Configs": 1 });
  });

  it("are read by one list, when they are clusters", async () => {
    const clusters = [...Array(40).keys()].map((index) =>
      emulator
        .clusters()
        .add({ clusterName: `c${index}`, typeName: "SHARDED", lastHeartbeat: "2026-11-01T06:30:04Z" }),
    );
    await madeAndRead(
      "ClusterName",
      clusters.map(({ id }, index) => ({
        projectId: projectId(),
        clusterId: id,
        clusterName: `name-${index}`,
      })),
    );
    assert.deepEqual(asked(), { "GET /groups/{projectId}/clusters": 1 });
  });
});
