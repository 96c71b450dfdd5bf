import assert from "node:assert/strict";
import type { AlertConfigBody, ConnectionOptions } from "../../src/client";
import { isApiError, isAuthError, isTransportError, OpsManagerClient } from "../../src/client";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";

const ALERT: AlertConfigBody = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db1" }],
  metricThreshold: {
    metricName: "CONNECTIONS",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 100,
    units: "RAW",
  },
  notifications: [{ typeName: "SLACK", channelName: "#ops", apiToken: "xoxb-1234567890" }],
};
const STORE = {
  id: "oplog-1",
  acceptedTos: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
  disableProxyS3: false,
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://user:pass@db.example.com:27017",
};
const NOWHERE = "000000000000000000000000";

describe("OpsManagerClient", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

  function connect(emulator: Emulator, options: Partial<ConnectionOptions> = {}): OpsManagerClient {
    const { baseUrl, publicKey, privateKey, caCert } = emulator;
    const client = new OpsManagerClient({
      baseUrl,
      publicKey,
      privateKey,
      caCert,
      maxRetries: 0,
      ...options,
    });
    open.unshift(client);
    return client;
  }

  async function start(
    how: EmulatorOptions = {},
    options: Partial<ConnectionOptions> = {},
  ): Promise<{ emulator: Emulator; client: OpsManagerClient }> {
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
        const threshold = {
          ...ALERT.metricThreshold,
          metricName: "CONNECTIONS",
          operator: "LESS_THAN",
          threshold: 7,
        };
        const updated = await client.alertConfigs.update(projectId, id, {
          ...ALERT,
          metricThreshold: threshold,
        });
        assert.deepEqual(updated.metricThreshold, threshold);
        assert.equal((await client.alertConfigs.setEnabled(projectId, id, false)).enabled, false);
        assert.equal(emulator.alertConfigs().get(id)?.notifications[0]?.["apiToken"], "xoxb-1234567890");
        assert.equal(await client.alertConfigs.delete(projectId, id), undefined);
        assert.equal(await client.alertConfigs.get(projectId, id), undefined);
        const all = `/groups/${projectId}/alertConfigs`;
        assert.deepEqual(targets(emulator), [
          `GET ${all}${list()}`,
          `POST ${all}${asked}`,
          `GET ${all}${list()}`,
          `GET ${all}/${id}${asked}`,
          `PUT ${all}/${id}${asked}`,
          `PATCH ${all}/${id}${asked}`,
          `DELETE ${all}/${id}${asked}`,
          `GET ${all}/${id}${asked}`,
        ]);
        assert.deepEqual(emulator.counters.challenges, 1);
      });

      it("oplog stores", async () => {
        const { emulator, client } = await start({}, options);
        assert.deepEqual(await client.oplogS3Configs.list(), []);
        const created = await client.oplogS3Configs.create(STORE);
        assert.deepEqual([created.id, created.s3BucketName], ["oplog-1", "oplog"]);
        const { id: _, ...body } = STORE;
        const updated = await client.oplogS3Configs.update("oplog-1", {
          ...body,
          assignmentEnabled: false,
          ssl: true,
        });
        assert.deepEqual([updated.assignmentEnabled, updated.ssl], [false, true]);
        assert.deepEqual(
          (await client.oplogS3Configs.list()).map(({ id }) => id),
          ["oplog-1"],
        );
        assert.equal((await client.oplogS3Configs.get("oplog-1"))?.ssl, true);
        assert.equal(emulator.oplogS3Configs.get("oplog-1")?.awsSecretKey, STORE.awsSecretKey);
        assert.equal(await client.oplogS3Configs.delete("oplog-1"), undefined);
        assert.equal(await client.oplogS3Configs.get("oplog-1"), undefined);
        const all = "/admin/backup/oplog/s3Configs";
        assert.deepEqual(targets(emulator), [
          `GET ${all}${list("assignableOnly=false&")}`,
          `POST ${all}${asked}`,
          `PUT ${all}/oplog-1${asked}`,
          `GET ${all}${list("assignableOnly=false&")}`,
          `GET ${all}/oplog-1${asked}`,
          `DELETE ${all}/oplog-1${asked}`,
          `GET ${all}/oplog-1${asked}`,
        ]);
      });

      it("groups", async () => {
        const { emulator, client } = await start({}, options);
        const all = await client.groups.list();
        assert.deepEqual(
          all.map(({ id, name }) => ({ id, name })),
          emulator
            .entities("projects")
            .list()
            .map(({ id, name }) => ({ id, name })),
        );
        const ids: string[] = [];
        for await (const { id } of client.groups.iterate()) ids.push(id);
        assert.deepEqual(
          ids,
          all.map(({ id }) => id),
        );
      });

      it("clusters", async () => {
        const { emulator, client } = await start({}, options);
        const { projectId, clusterId } = emulator;
        const all = await client.clusters.list(projectId);
        assert.ok(all.length >= 5 && all.every(({ groupId }) => groupId === projectId));
        assert.equal((await client.clusters.rename(projectId, clusterId, "shop")).clusterName, "shop");
        assert.equal((await client.clusters.get(projectId, clusterId))?.clusterName, "shop");
        assert.equal(await client.clusters.get(projectId, NOWHERE), undefined);
        assert.equal(
          emulator.requests().find(({ method }) => method === "PATCH")?.body,
          '{"clusterName":"shop"}',
        );
      });

      it("the access list", async () => {
        const { emulator, client } = await start({}, options);
        const { orgId, apiKeyId } = emulator;
        assert.ok((await client.accessList.list(orgId, apiKeyId)).length >= 4);
        const single = await client.accessList.get(orgId, apiKeyId, "203.0.113.10");
        assert.deepEqual([single?.cidrBlock, single?.ipAddress], ["203.0.113.10/32", "203.0.113.10"]);
        const block = await client.accessList.get(orgId, apiKeyId, "198.51.100.0/24", {
          pageNum: 1,
          itemsPerPage: 500,
        });
        assert.deepEqual([block?.cidrBlock, block?.ipAddress], ["198.51.100.0/24", undefined]);
        assert.equal((await client.accessList.get(orgId, apiKeyId, "2001:db8:5a::/48"))?.count, 0);
        assert.equal(await client.accessList.get(orgId, apiKeyId, "9.9.9.9"), undefined);
        const path = `/orgs/${orgId}/apiKeys/${apiKeyId}/accessList`;
        assert.deepEqual(targets(emulator).slice(2, 4), [
          `GET ${path}/198.51.100.0%2F24${list()}`,
          `GET ${path}/2001%3Adb8%3A5a%3A%3A%2F48${asked}`,
        ]);
      });

      it("audit log rotation and names of matchers", async () => {
        const { emulator, client } = await start({}, options);
        const { sizeThresholdMB, timeThresholdHrs, numUncompressed, numTotal } =
          await client.auditLogRotation.get(emulator.projectId);
        assert.deepEqual(
          [sizeThresholdMB, timeThresholdHrs, numUncompressed, numTotal],
          [1000.5, 24, 7, undefined],
        );
        assert.ok((await client.alertConfigs.matcherFieldNames()).includes("REPLICA_SET_NAME"));
      });

      it("the version manifest, which is sent unmodified", async () => {
        const { emulator, client } = await start({}, options);
        const text = `{"updated": 1783425600001, "versions": [ {"name":"8.0.18","builds":[]} ]}\r\n`;
        assert.equal(await client.versionManifest.put(Buffer.from(text)), undefined);
        assert.deepEqual(await client.versionManifest.get(), JSON.parse(text));
        assert.equal(emulator.versionManifest.get("current")?.text, text);
        assert.ok(
          emulator
            .requests()
            .every(({ path, target }) => !path.includes("versionManifest") || !target.includes("envelope")),
        );
        assert.deepEqual(await client.serviceVersion(), {
          gitHash: "7d0b3f5c9e2a4186b0d5c7f1e8a96342bd10e57f",
          versionString: "8.0.26.500.20261015T1200Z",
        });
      });

      it("whatever the service returns for an uploaded manifest: the manifest, less, or nothing", async () => {
        const { emulator, client } = await start({}, options);
        for (const [number, body] of [undefined, { updated: 1 }, "", "[]"].entries()) {
          const text = `{"updated":${number},"versions":[]}`;
          if (body !== undefined) {
            const match = { method: "PUT", path: "/versionManifest" };
            emulator.faults.add({ match, action: { status: 200, body, afterWork: true } });
          }
          assert.equal(await client.versionManifest.put(Buffer.from(text)), undefined);
          assert.equal(emulator.versionManifest.get("current")?.text, text);
        }
      });

      it("a refusal with all details of the service", async () => {
        const { emulator, client } = await start({}, options);
        const refused = await client.alertConfigs
          .create(emulator.projectId, { ...ALERT, notifications: [] })
          .catch((error: unknown) => error);
        assert.ok(isApiError(refused), String(refused));
        assert.equal(refused.status, 400);
        assert.ok(refused.errorCode !== undefined && refused.detail !== undefined && refused.fromService);
      });
    });
  }

  describe("lists", () => {
    for (const envelope of [false, true]) {
      it(`of more than a page are complete (${envelope ? "in envelopes" : "plain"})`, async () => {
        const { emulator, client } = await start({}, { envelope });
        const { projectId } = emulator;
        const more = 1201;
        const before = emulator.alertConfigs().list().length;
        for (let count = 0; count < more; count++) {
          emulator.alertConfigs().add({ eventTypeName: "NO_PRIMARY", enabled: true, notifications: [] });
        }
        const all = await client.alertConfigs.list(projectId);
        assert.equal(all.length, before + more);
        assert.equal(new Set(all.map(({ id }) => id)).size, before + more);
        assert.equal(emulator.counters.byEndpoint["GET /groups/{projectId}/alertConfigs"], 3);
      });
    }

    it("of exactly one page need one request", async () => {
      const { emulator, client } = await start({ seed: { alertConfigs: [] } });
      for (let count = 0; count < 500; count++) {
        emulator.alertConfigs().add({ eventTypeName: "NO_PRIMARY", enabled: true, notifications: [] });
      }
      assert.equal((await client.alertConfigs.list(emulator.projectId)).length, 500);
      assert.equal(emulator.counters.byEndpoint["GET /groups/{projectId}/alertConfigs"], 1);
    });
  });

  describe("authentication", () => {
    const forms: EmulatorOptions[] = [
      { challenge: "qop" },
      { challenge: "op" },
      { challenge: "op", acceptForms: ["qop"] },
      { challenge: "op", acceptForms: ["rfc2069"] },
      { challenge: "none" },
      { challenge: "qop", algorithm: "SHA-256" },
      { challenge: "op", algorithm: "SHA-256" },
    ];
    for (const how of forms) {
      it(`supports ${JSON.stringify(how)}`, async () => {
        const { emulator, client } = await start(how);
        await client.clusters.rename(emulator.projectId, emulator.clusterId, "a");
        await client.clusters.rename(emulator.projectId, emulator.clusterId, "b");
        assert.equal(emulator.clusters().get(emulator.clusterId)?.clusterName, "b");
        const fallback = how.acceptForms?.[0] === "rfc2069" ? 1 : 0;
        assert.equal(emulator.counters.challenges, 1 + fallback);
        assert.equal(emulator.counters.writes, 2);
      });
    }

    it("needs one challenge for 500 parallel calls, each counted once", async () => {
      const { emulator, client } = await start({}, { maxConcurrency: 64 });
      await Promise.all(Array.from({ length: 500 }, () => client.auditLogRotation.get(emulator.projectId)));
      assert.equal(emulator.counters.challenges, 1);
      const counts = emulator.requests().flatMap(({ nc }) => nc ?? []);
      assert.equal(new Set(counts).size, 500);
    });

    it("works with nonces that expire early, and across a restart of the service", async () => {
      let time = Date.UTC(2026, 10, 21);
      const { emulator, client } = await start({ now: () => time, nonceMaxAgeMs: 1000 });
      const read = () => client.auditLogRotation.get(emulator.projectId);
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 20 }, read));
        time += 1001;
      }
      emulator.forgetNonces();
      const { id } = await client.alertConfigs.create(emulator.projectId, ALERT);
      assert.ok(emulator.alertConfigs().get(id));
      assert.equal(emulator.counters.writes, 1);
      assert.ok(
        emulator
          .requests()
          .every(({ challenge }, index) => challenge === undefined || challenge.stale || index === 0),
      );
    });

    it("reports a wrong key, and stops sending it", async () => {
      const { emulator } = await start();
      const client = connect(emulator, { privateKey: "wrong-key" });
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, () => client.clusters.list(emulator.projectId)),
      );
      for (const result of results) {
        assert.ok(result.status === "rejected" && isAuthError(result.reason));
        assert.match(result.reason.message, new RegExp(`refused the API key "${emulator.publicKey}"`));
      }
      assert.ok(emulator.counters.requests <= 6, `${emulator.counters.requests} requests`);
    });

    it("distinguishes a missing role from a wrong key", async () => {
      const { emulator } = await start();
      const reader = emulator.apiKeys.list().find(({ desc }) => desc.includes("read only"));
      assert.ok(reader);
      const client = connect(emulator, reader);
      const refused = await client.alertConfigs
        .create(emulator.projectId, ALERT)
        .catch((error: unknown) => error);
      assert.ok(isApiError(refused) && [401, 403].includes(refused.status), String(refused));
      assert.match(refused.message, /lacks the role .* Required role: Project Owner\.$/);
      assert.ok((await client.clusters.list(emulator.projectId)).length > 0);
    });

    it("reports that the address of this machine is not on the access list", async () => {
      const { emulator } = await start();
      const foreign = emulator.apiKeys.list().find(({ desc }) => desc.includes("their network only"));
      assert.ok(foreign);
      const refused = await connect(emulator, foreign)
        .clusters.list(emulator.projectId)
        .catch((error: unknown) => error);
      assert.ok(isApiError(refused) && refused.status === 403, String(refused));
      assert.match(refused.message, /Add the address of this machine to the access list of the API key/);
    });
  });

  describe("TLS", () => {
    it("trusts the configured certificate", async () => {
      const { emulator, client } = await start({ tls: true });
      assert.match(emulator.baseUrl, /^https:/);
      assert.ok((await client.clusters.list(emulator.projectId)).length > 0);
    });
    it("trusts no other certificate, and sends nothing to it", async () => {
      const { emulator } = await start({ tls: true });
      const refused = await connect(emulator, { caCert: undefined })
        .clusters.list(emulator.projectId)
        .catch((error: unknown) => error);
      assert.ok(isTransportError(refused) && refused.failure === "tls", String(refused));
      assert.equal(emulator.counters.requests, 0);
    });
  });

  describe("failures of the service", () => {
    it("are retried for repeatable requests; a POST is sent once", async () => {
      const { emulator } = await start({
        faults: [
          {
            match: { method: "GET", path: "clusters" },
            action: { status: 429, headers: { "Retry-After": "0" } },
          },
          { match: { method: "GET", path: "clusters", nth: 2 }, action: "resetAfter" },
          { match: { method: "POST" }, action: "resetAfter" },
        ],
      });
      const client = connect(emulator, { maxRetries: 3 });
      assert.ok((await client.clusters.list(emulator.projectId)).length > 0);
      const broken = await client.alertConfigs
        .create(emulator.projectId, ALERT)
        .catch((error: unknown) => error);
      assert.ok(
        isTransportError(broken) && broken.failure === "reset" && broken.maybeCarriedOut,
        String(broken),
      );
      assert.equal(emulator.requests().filter(({ method }) => method === "POST").length, 1);
    });

    it("never make an existing object look deleted", async () => {
      for (const action of [
        { status: 404, body: "<html>proxy</html>", headers: { "Content-Type": "text/html" } },
        {
          status: 404,
          body: { error: 404, errorCode: "RESOURCE_NOT_FOUND", detail: "Cannot find resource." },
        },
        { status: 502, body: "" },
        { status: 410, body: { error: 410 } },
      ]) {
        const { emulator, client } = await start({ faults: [{ match: { path: "clusters/" }, action }] });
        const refused = await client.clusters
          .get(emulator.projectId, emulator.clusterId)
          .catch((error: unknown) => error);
        assert.ok(isApiError(refused) && refused.status === action.status, String(refused));
      }
    });
  });

  it("aborts a call with its signal", async () => {
    const { emulator, client } = await start();
    const signal = AbortSignal.abort();
    for (const call of [
      client.clusters.list(emulator.projectId, { signal }),
      client.alertConfigs.create(emulator.projectId, ALERT, { signal }),
      client.versionManifest.get({ signal }),
      client.serviceVersion({ signal }),
    ]) {
      const ended = await call.catch((error: unknown) => error);
      assert.ok(isTransportError(ended) && ended.failure === "aborted", String(ended));
    }
    assert.equal(emulator.counters.requests, 0);
  });
});
