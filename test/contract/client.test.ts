import assert from "node:assert/strict";
import type { AlertConfigBody, ConnectionOptions } from "../../src/client";
import { isTransportError, OpsManagerClient } from "../../src/client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { STORE as MANAGED_STORE } from "./resources/managed";

const METRIC = { metricName: "CONNECTIONS", mode: "AVERAGE", units: "RAW" } as const;
const ALERT: AlertConfigBody = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db1" }],
  metricThreshold: { ...METRIC, operator: "GREATER_THAN", threshold: 100 },
  notifications: [{ typeName: "SLACK", channelName: "#ops", apiToken: "xoxb-1234567890" }],
};
const { storeId: _, ...BODY } = { ...MANAGED_STORE, disableProxyS3: false };
const STORE = { id: "store", ...BODY };
const NOWHERE = "000000000000000000000000";

describe("OpsManagerClient", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  function connect(emulator: Emulator, options: Partial<ConnectionOptions> = {}): OpsManagerClient {
    const { baseUrl, publicKey, privateKey } = emulator;
    const given = { baseUrl, publicKey, privateKey, maxRetries: 0, ...options };
    open.unshift(new OpsManagerClient(given));
    return open[0] as OpsManagerClient;
  }

  async function start(how: EmulatorOptions = {}, options: Partial<ConnectionOptions> = {}) {
    const emulator = await startEmulator(how);
    open.push(emulator);
    return { emulator, client: connect(emulator, options) };
  }

  const targets = (emulator: Emulator): string[] =>
    emulator
      .requests()
      .filter(({ authenticated, challenge }) => authenticated && challenge === undefined)
      .map(({ method, target }) => `${method} ${target.replace("/api/public/v1.0", "")}`);

  const ways: [what: string, options: Partial<ConnectionOptions>, query: string][] = [
    ["plain", {}, ""],
    ["pretty", { pretty: true }, "pretty=true"],
    ["in envelopes", { envelope: true }, "envelope=true"],
    ["both", { pretty: true, envelope: true }, "pretty=true&envelope=true"],
  ];
  for (const [what, options, query] of ways) {
    const asked = query && `?${query}`;
    const list = (first = ""): string => `?${first}pageNum=1&itemsPerPage=500${query && `&${query}`}`;

    describe(`every endpoint, ${what}`, () => {
      it("alert configurations", async () => {
        const { emulator, client } = await start({}, options);
        const { projectId } = emulator;
        const before = (await client.alertConfigs.list(projectId)).length;
        const { id, ...created } = await client.alertConfigs.create(projectId, ALERT);
        assert.equal(created.groupId, projectId);
        assert.deepEqual(created.metricThreshold, ALERT.metricThreshold);
        assert.deepEqual(created.matchers, ALERT.matchers);
        assert.equal(created.notifications?.[0]?.channelName, "#ops");
        assert.equal((await client.alertConfigs.list(projectId)).length, before + 1);
        assert.equal((await client.alertConfigs.get(projectId, id))?.eventTypeName, ALERT.eventTypeName);
        const metricThreshold = { ...METRIC, operator: "LESS_THAN", threshold: 7 } as const;
        const updated = await client.alertConfigs.update(projectId, id, { ...ALERT, metricThreshold });
        assert.deepEqual(updated.metricThreshold, metricThreshold);
        assert.equal((await client.alertConfigs.setEnabled(projectId, id, false)).enabled, false);
        assert.equal(emulator.alertConfigs().get(id)?.notifications[0]?.["apiToken"], "xoxb-1234567890");
        assert.equal(await client.alertConfigs.delete(projectId, id), undefined);
        assert.equal(await client.alertConfigs.get(projectId, id), undefined);
        const methods = targets(emulator).map((target) => target.split(" ")[0]);
        assert.equal(methods.join(" "), "GET POST GET GET PUT PATCH DELETE GET");
      });

      for (const stores of ["oplogS3Configs", "s3SnapshotStores"] as const)
        it(`stores: ${stores}`, async () => {
          const { emulator, client } = await start({}, options);
          assert.deepEqual(await client[stores].list(), []);
          const created = await client[stores].create(STORE);
          assert.deepEqual([created.id, created.s3BucketName], ["store", "oplog"]);
          const changed = { ...BODY, assignmentEnabled: false, ssl: true };
          const updated = await client[stores].update("store", changed);
          assert.deepEqual([updated.assignmentEnabled, updated.ssl], [false, true]);
          assert.equal((await client[stores].list()).map(({ id }) => id).join(), "store");
          assert.equal((await client[stores].get("store"))?.ssl, true);
          assert.equal(emulator[stores].get("store")?.awsSecretKey, STORE.awsSecretKey);
          assert.equal(await client[stores].delete("store"), undefined);
          assert.equal(await client[stores].get("store"), undefined);
        });

      it("projects", async () => {
        const { emulator, client } = await start({ lateDeletionReads: 1 }, options);
        const { orgId } = emulator;
        const body = { name: "payments / eu", orgId, tags: ["EU"], withDefaultAlertsSettings: false };
        const { id, agentApiKey } = await client.projects.create(body);
        assert.equal(typeof agentApiKey, "string");
        const found = await client.projects.getByName(body.name);
        assert.deepEqual([found?.id, found?.agentApiKey], [id, agentApiKey]);
        assert.equal((await client.projects.update(id, { tags: ["US"] })).tags?.join(), "US");
        assert.equal((await client.projects.get(id))?.agentApiKey, undefined);
        assert.deepEqual(await client.projects.list({ orgId }), await client.projects.list());
        assert.equal(await client.projects.delete(id), undefined);
        assert.equal(await client.projects.get(id), undefined);
        assert.equal(await client.projects.getByName(body.name), undefined);
        await assert.rejects(client.projects.delete(id), /404 GROUP_NOT_FOUND/);
        const lists = [`GET /orgs/${orgId}/groups${list()}`, `GET /groups${list()}`];
        assert.deepEqual(targets(emulator).slice(4, 6), lists);
      });

      it("clusters", async () => {
        const { emulator, client } = await start({}, options);
        const { projectId, clusterId } = emulator;
        const all = await client.clusters.list(projectId);
        assert.ok(all.length >= 5 && all.every(({ groupId }) => groupId === projectId));
        assert.equal((await client.clusters.rename(projectId, clusterId, "shop")).clusterName, "shop");
        assert.equal((await client.clusters.get(projectId, clusterId))?.clusterName, "shop");
        assert.equal(await client.clusters.get(projectId, NOWHERE), undefined);
        const written = emulator.requests().find(({ method }) => method === "PATCH");
        assert.equal(written?.body, '{"clusterName":"shop"}');
      });

      it("the access list", async () => {
        const { emulator, client } = await start({}, options);
        const { orgId, apiKeyId } = emulator;
        assert.ok((await client.accessList.list(orgId, apiKeyId)).length >= 4);
        const single = await client.accessList.get(orgId, apiKeyId, "203.0.113.10");
        assert.deepEqual([single?.cidrBlock, single?.ipAddress], ["203.0.113.10/32", "203.0.113.10"]);
        const page = { pageNum: 1, itemsPerPage: 500 };
        const block = await client.accessList.get(orgId, apiKeyId, "198.51.100.0/24", page);
        assert.deepEqual([block?.cidrBlock, block?.ipAddress], ["198.51.100.0/24", undefined]);
        assert.equal((await client.accessList.get(orgId, apiKeyId, "2001:db8:5a::/48"))?.count, 0);
        assert.equal(await client.accessList.get(orgId, apiKeyId, "9.9.9.9"), undefined);
        const path = `/orgs/${orgId}/apiKeys/${apiKeyId}/accessList`;
        assert.deepEqual(targets(emulator).slice(2, 4), [
          `GET ${path}/198.51.100.0%2F24${list()}`,
          `GET ${path}/2001%3Adb8%3A5a%3A%3A%2F48${asked}`,
        ]);
        for (const entry of ["192.0.2.17", "192.0.2.128/25"]) {
          assert.ok((await client.accessList.add(orgId, apiKeyId, entry)).created);
          assert.equal(await client.accessList.delete(orgId, apiKeyId, entry), undefined);
          assert.equal(await client.accessList.get(orgId, apiKeyId, entry), undefined);
        }
      });

      it("log rotations and names of matchers", async () => {
        const { emulator, client } = await start({}, options);
        const rotation = await client.auditLogRotation.get(emulator.projectId);
        assert.deepEqual([rotation.sizeThresholdMB, rotation.timeThresholdHrs], [1000.5, 24]);
        assert.deepEqual([rotation.numUncompressed, rotation.numTotal], [7, undefined]);
        const { systemLogRotation } = client;
        const settings = { sizeThresholdMB: 750.5, timeThresholdHrs: 36, numTotal: 12 };
        assert.equal(await systemLogRotation.set(emulator.projectId, settings), undefined);
        const defaults = { numUncompressed: 5, percentOfDiskspace: 0.02 };
        assert.deepEqual(await systemLogRotation.get(emulator.projectId), { ...settings, ...defaults });
        assert.equal(await systemLogRotation.disable(emulator.projectId), undefined);
        assert.deepEqual(await systemLogRotation.get(emulator.projectId), {});
        assert.ok((await client.alertConfigs.matcherFieldNames()).includes("REPLICA_SET_NAME"));
      });

      it("the version manifest, which is sent unmodified", async () => {
        const { emulator, client } = await start({}, options);
        const text = `{"updated": 1783425600001, "versions": [ {"name":"8.0.18","builds":[]} ]}\r\n`;
        assert.equal(await client.versionManifest.put(Buffer.from(text)), undefined);
        assert.deepEqual(await client.versionManifest.get(), JSON.parse(text));
        assert.equal(emulator.versionManifest.get("current")?.text, text);
        const targetsOfManifest = targets(emulator).filter((target) => target.includes("versionManifest"));
        assert.ok(targetsOfManifest.length === 2 && !targetsOfManifest.join().includes("envelope"));
        assert.deepEqual(await client.serviceVersion(), {
          gitHash: "7d0b3f5c9e2a4186b0d5c7f1e8a96342bd10e57f",
          versionString: "8.0.26.500.20261015T1200Z",
        });
      });
    });
  }

  it("repeats failed requests that are repeatable; a POST is sent once", async () => {
    const reads = { method: "GET", path: "clusters" };
    const { emulator } = await start({
      faults: [
        { match: reads, action: { status: 429, headers: { "Retry-After": "0" } } },
        { match: { ...reads, nth: 2 }, action: "resetAfter" },
        { match: { method: "POST" }, action: "resetAfter" },
      ],
    });
    const client = connect(emulator, { maxRetries: 3 });
    assert.ok((await client.clusters.list(emulator.projectId)).length > 0);
    await assert.rejects(
      client.alertConfigs.create(emulator.projectId, ALERT),
      (error) => isTransportError(error) && error.failure === "reset" && error.maybeCarriedOut,
    );
    assert.equal(emulator.requests().filter(({ method }) => method === "POST").length, 1);
  });

  it("aborts a call with its signal", async () => {
    const { emulator, client } = await start();
    const signal = AbortSignal.abort();
    for (const call of [
      client.clusters.list(emulator.projectId, { signal }),
      client.clusters.iterate(emulator.projectId, { signal })[Symbol.asyncIterator]().next(),
      client.alertConfigs.create(emulator.projectId, ALERT, { signal }),
      client.versionManifest.get({ signal }),
      client.serviceVersion({ signal }),
    ]) {
      await assert.rejects(call, (error) => isTransportError(error) && error.failure === "aborted");
    }
    assert.equal(emulator.counters.requests, 0);
  });
});
