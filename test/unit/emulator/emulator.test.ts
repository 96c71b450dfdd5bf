import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import { authorize, plainFetch, signedFetch } from "./signed-fetch";

const ALERT = {
  eventTypeName: "NO_PRIMARY",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }],
};

describe("the emulator", () => {
  const running: Emulator[] = [];
  const start = async (options?: EmulatorOptions): Promise<Emulator> => {
    const emulator = await startEmulator(options);
    running.push(emulator);
    return emulator;
  };
  afterEach(() => Promise.all(running.splice(0).map((emulator) => emulator.close())));

  it("returns the ids of the first entities", async () => {
    const emulator = await start();
    const { publicKey, privateKey, projectId, orgId, apiKeyId, clusterId } = emulator;
    assert.match(emulator.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(emulator.apiKeys.get(apiKeyId)?.publicKey, publicKey);
    assert.ok(privateKey.length > 0 && orgId.length === 24);
    assert.equal(emulator.clusters(projectId).get(clusterId)?.typeName, "SHARDED_REPLICA_SET");
  });

  it("responds to a failed login as the service does", async () => {
    const emulator = await start();
    const { status, headers, text } = await plainFetch(emulator, "/");
    assert.equal(status, 401);
    assert.equal(headers.get("content-type"), "application/json;charset=ISO-8859-1");
    assert.equal(
      text,
      '{"reason":"Unauthorized","error":401,"detail":"You are not authorized for this resource."}',
    );
    assert.equal(headers.get("x-mongodb-service-version"), null);
  });

  it("accepts a nonce for many requests, and reports an expired one as stale", async () => {
    let time = Date.UTC(2026, 10, 1);
    const emulator = await start({ now: () => time });
    const target = "/api/public/v1.0/alertConfigs/matchers/fieldNames";
    const challenge = (await plainFetch(emulator, "/")).headers.get("www-authenticate") ?? "";
    const nonce = /nonce="([^"]*)"/.exec(challenge)?.[1] ?? "";
    const use = (nc: string) =>
      plainFetch(
        emulator,
        "/alertConfigs/matchers/fieldNames",
        authorize({ ...emulator, method: "GET", target, nonce, nc }),
      );
    assert.deepEqual(
      (await Promise.all(["1", "2", "3"].map(use))).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.match((await use("1")).headers.get("www-authenticate") ?? "", /stale=false$/);
    time += 60_001;
    assert.match((await use("4")).headers.get("www-authenticate") ?? "", /stale=true$/);
    assert.deepEqual(
      emulator.requests().map(({ nc, challenge: asked }) => [nc, asked?.stale]),
      [
        [undefined, false],
        ...emulator
          .requests()
          .slice(1, 4)
          .map(({ nc }) => [nc, undefined]),
        ["1", false],
        ["4", true],
      ],
    );
  });

  it("logs and counts requests", async () => {
    const emulator = await start();
    await signedFetch(emulator, "POST", `/groups/${emulator.projectId}/alertConfigs`, { body: ALERT });
    const [challenged, accepted] = emulator.requests();
    assert.deepEqual(
      [challenged?.number, challenged?.status, challenged?.challenge, challenged?.authenticated],
      [1, 401, { stale: false }, false],
    );
    assert.equal(accepted?.endpoint, "POST /groups/{projectId}/alertConfigs");
    assert.deepEqual(
      [accepted.status, accepted.nc, accepted.publicKey],
      [200, "00000001", emulator.publicKey],
    );
    assert.deepEqual(JSON.parse(accepted.body ?? ""), ALERT);
    assert.deepEqual(emulator.counters, {
      requests: 2,
      challenges: 1,
      writes: 1,
      byEndpoint: { "POST /groups/{projectId}/alertConfigs": 1 },
    });
  });

  it("returns entities that were changed without the API", async () => {
    const emulator = await start();
    const [first] = emulator.alertConfigs().list();
    assert.ok(first !== undefined);
    emulator.alertConfigs().update(first.id, { enabled: false });
    const { body } = await signedFetch(
      emulator,
      "GET",
      `/groups/${emulator.projectId}/alertConfigs/${first.id}`,
    );
    assert.equal(body.enabled, false);
    assert.notEqual(body.updated, first.updated);
    assert.equal(emulator.alertConfigs().delete(first.id), true);
    assert.equal(emulator.alertConfigs().delete(first.id), false);
    assert.throws(() => emulator.alertConfigs().update(first.id, {}), /no entity/);
    emulator.reset();
    assert.deepEqual(emulator.alertConfigs().get(first.id), first);
  });

  it("returns copies", async () => {
    const emulator = await start();
    const [config] = emulator.alertConfigs().list();
    assert.ok(config !== undefined);
    config.notifications.length = 0;
    assert.notEqual(emulator.alertConfigs().get(config.id)?.notifications.length, 0);
  });

  it("limits the request rate of each key", async () => {
    let time = Date.UTC(2026, 10, 1);
    const emulator = await start({ now: () => time, rateLimit: { requests: 2, minutes: 1 } });
    const get = () => signedFetch(emulator, "GET", "/");
    assert.deepEqual([(await get()).status, (await get()).status], [200, 200]);
    time += 10_000;
    const refused = await get();
    assert.deepEqual([refused.status, refused.body.errorCode], [429, "RATE_LIMITED"]);
    assert.equal(refused.headers.get("retry-after"), "50");
    time += 50_000;
    assert.equal((await get()).status, 200);
  });

  it("wraps errors in a requested envelope", async () => {
    const emulator = await start();
    const path = `/groups/${"0".repeat(24)}/clusters?envelope=true`;
    const response = await signedFetch(emulator, "GET", path);
    assert.equal(response.status, 200);
    assert.equal(response.body.status, 404);
    assert.equal(response.body.content.errorCode, "GROUP_NOT_FOUND");
    emulator.settings.envelopeErrors = "real";
    assert.equal((await signedFetch(emulator, "GET", path)).status, 404);
  });

  it("refuses bodies that are not JSON", async () => {
    const emulator = await start();
    const path = `/groups/${emulator.projectId}/alertConfigs`;
    assert.equal((await signedFetch(emulator, "POST", path, { body: "{" })).body.errorCode, "INVALID_JSON");
    assert.equal(
      (await signedFetch(emulator, "POST", path, { body: ALERT, contentType: "text/plain" })).status,
      415,
    );
    assert.equal((await signedFetch(emulator, "POST", path)).status, 415);
  });

  it("returns 400 for a malformed Authorization header and for one with another target", async () => {
    const emulator = await start();
    const target = "/api/public/v1.0/groups";
    const foreign = authorize({ ...emulator, method: "GET", target, nonce: "x" });
    for (const header of ['Digest username="x"', "Digest ,,", foreign]) {
      const { status, body } = await plainFetch(emulator, "/", header);
      assert.deepEqual([status, body.error, body.reason], [400, 400, "Bad Request"], header);
    }
  });

  it("refuses invalid query parameters", async () => {
    const emulator = await start();
    for (const query of ["pretty=maybe", "envelope=1", "itemsPerPage=0", "pageNum=x"]) {
      const path = `/groups/${emulator.projectId}/clusters?${query}`;
      const { status, body } = await signedFetch(emulator, "GET", path);
      const [name] = query.split("=");
      assert.deepEqual([status, body.errorCode, body.parameters], [400, "INVALID_QUERY_PARAMETER", [name]]);
    }
  });

  it("refuses a manifest without versions, and a body that is too large", async () => {
    const emulator = await start();
    const before = emulator.versionManifest.get("current");
    const wrong = await signedFetch(emulator, "PUT", "/versionManifest", { body: { updated: 1 } });
    assert.deepEqual([wrong.status, wrong.body.errorCode], [400, "INVALID_JSON"]);
    const large = `{"versions":[],"padding":"${" ".repeat(64 * 1024 * 1024)}"}`;
    assert.equal((await signedFetch(emulator, "PUT", "/versionManifest", { body: large })).status, 413);
    assert.deepEqual(emulator.versionManifest.get("current"), before);
  });

  it("returns the name of a team, and keeps the ids of unchanged notifications", async () => {
    const emulator = await start();
    const [team] = emulator.entities("teams").list();
    const body = {
      ...ALERT,
      notifications: [...ALERT.notifications, { typeName: "TEAM", teamId: team?.id, smsEnabled: true }],
    };
    const path = `/groups/${emulator.projectId}/alertConfigs`;
    const { body: made } = await signedFetch(emulator, "POST", path, { body });
    assert.equal(made.notifications[1].teamName, team?.name);
    const turned = { ...body, notifications: body.notifications.toReversed() };
    const { body: replaced } = await signedFetch(emulator, "PUT", `${path}/${made.id}`, { body: turned });
    const ids = (config: { notifications: { id: string }[] }) => config.notifications.map(({ id }) => id);
    assert.deepEqual(ids(replaced), ids(made).toReversed());
  });

  it("returns an HTML 404 outside the path of the API", async () => {
    const emulator = await start();
    const response = await fetch(`${emulator.baseUrl}/api/public/v2.0/groups`);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get("www-authenticate"), null);
    assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
  });

  it("returns the old name of a cluster for lateRenameReads reads", async () => {
    const emulator = await start({ lateRenameReads: 1 });
    const path = `/groups/${emulator.projectId}/clusters/${emulator.clusterId}`;
    const renamed = await signedFetch(emulator, "PATCH", path, { body: { clusterName: "sales" } });
    assert.equal(renamed.body.clusterName, "sales");
    assert.equal((await signedFetch(emulator, "GET", path)).body.clusterName, "orders");
    assert.equal((await signedFetch(emulator, "GET", path)).body.clusterName, "sales");
  });

  it("converts thresholds to the basic unit with convertUnits", async () => {
    const emulator = await start({ convertUnits: true });
    const metricThreshold = {
      metricName: "MEMORY_RESIDENT",
      operator: "GREATER_THAN",
      threshold: 2,
      units: "KILOBYTES",
    };
    const body = { ...ALERT, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold };
    const response = await signedFetch(emulator, "POST", `/groups/${emulator.projectId}/alertConfigs`, {
      body,
    });
    assert.deepEqual(
      [response.body.metricThreshold.threshold, response.body.metricThreshold.units],
      [2048, "BYTES"],
    );
  });

  it("serves https with a certificate that clients can add as a CA", async () => {
    const emulator = await start({ tls: true });
    assert.match(emulator.baseUrl, /^https:/);
    const status = await new Promise((resolve, reject) => {
      const options = { ca: emulator.caCert, agent: false };
      request(`${emulator.baseUrl}/api/public/v1.0/unauth/versionManifest`, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    assert.equal(status, 200);
  });

  it("rejects a port in use and invalid settings", async () => {
    const emulator = await start();
    const port = Number(new URL(emulator.baseUrl).port);
    await assert.rejects(startEmulator({ port }), /EADDRINUSE/);
    await assert.rejects(startEmulator({ controlPort: port }), /EADDRINUSE/);
    await assert.rejects(startEmulator({ latencyMs: -1 }), /latencyMs/);
  });

  describe("with a state file", () => {
    let folder: string;
    before(async () => void (folder = await mkdtemp(join(tmpdir(), "emulator-"))));
    after(() => rm(folder, { recursive: true }));

    it("restores the state from a file that only its owner can read", async () => {
      const stateFile = join(folder, "state.json");
      const one = await startEmulator({ stateFile });
      one.clusters().update(one.clusterId, { clusterName: "kept" });
      await one.close();
      assert.equal((await stat(stateFile)).mode & 0o777, 0o600);
      assert.deepEqual(await readdir(folder), ["state.json"]);
      const other = await start({ stateFile });
      assert.equal(other.clusters().get(other.clusterId)?.clusterName, "kept");
    });

    it("reports an invalid file", async () => {
      const stateFile = join(folder, "broken.json");
      await writeFile(stateFile, "{");
      await assert.rejects(startEmulator({ stateFile }), /broken\.json is not valid JSON/);
      await writeFile(stateFile, '{"orgs":[{"name":"no id"}]}');
      await assert.rejects(startEmulator({ stateFile }), /is not a valid seed/);
      assert.equal(await readFile(stateFile, "utf8"), '{"orgs":[{"name":"no id"}]}');
    });
  });

  describe("keys", () => {
    const key = (emulator: Emulator, desc: RegExp) => {
      const found = emulator.apiKeys.list().find((candidate) => desc.test(candidate.desc));
      assert.ok(found !== undefined);
      return found;
    };
    const codeOf = async (...parameters: Parameters<typeof signedFetch>): Promise<[number, string]> => {
      const { status, body } = await signedFetch(...parameters);
      return [status, body.errorCode];
    };

    it("with read-only roles get 401 and an error code for writes", async () => {
      const emulator = await start();
      const options = { key: key(emulator, /read only/), body: ALERT };
      const group = `/groups/${emulator.projectId}`;
      assert.equal(
        (await signedFetch(emulator, "GET", `${group}/alertConfigs`, { key: options.key })).status,
        200,
      );
      assert.deepEqual(await codeOf(emulator, "POST", `${group}/alertConfigs`, options), [
        401,
        "USER_UNAUTHORIZED",
      ]);
      assert.deepEqual(
        await codeOf(emulator, "GET", `${group}/automationConfig/auditLogRotateConfig`, { key: options.key }),
        [401, "USER_UNAUTHORIZED"],
      );
    });

    it("are refused from addresses that are not on their access list", async () => {
      const emulator = await start();
      const foreign = key(emulator, /their network/);
      assert.deepEqual(await codeOf(emulator, "GET", "/", { key: foreign }), [
        403,
        "IP_ADDRESS_NOT_ON_ACCESS_LIST",
      ]);
      emulator.accessList(foreign.id).add({ cidrBlock: "127.0.0.0/8", ipAddress: null, count: 0 });
      assert.equal((await signedFetch(emulator, "GET", "/", { key: foreign })).status, 200);
      assert.equal(emulator.accessList(foreign.id).get("127.0.0.0/8")?.count, 1);
    });

    it("count a request, and record a read, in the smallest block with its address", async () => {
      const emulator = await start();
      const list = emulator.accessList();
      const path = `/orgs/${emulator.orgId}/apiKeys/${emulator.apiKeyId}/accessList`;
      const used = () =>
        list.list().map(({ cidrBlock, count, lastUsedAddress }) => [cidrBlock, count, lastUsedAddress]);
      for (const { cidrBlock } of list.list()) list.delete(cidrBlock);
      const body = [{ cidrBlock: "127.0.0.0/8" }, { cidrBlock: "127.0.0.0/16" }, { ipAddress: "192.0.2.17" }];
      assert.equal((await signedFetch(emulator, "POST", path, { body })).status, 200);
      await signedFetch(emulator, "GET", "/");
      await signedFetch(emulator, "GET", `${path}/127.0.0.0%2F8`);
      assert.deepEqual(used(), [
        ["127.0.0.0/8", 0, undefined],
        ["127.0.0.0/16", 2, undefined],
        ["192.0.2.17/32", 0, undefined],
      ]);
      await signedFetch(emulator, "GET", path);
      await signedFetch(emulator, "POST", path, { body: [{ ipAddress: "127.0.0.1" }] });
      await signedFetch(emulator, "GET", `${path}/127.0.0.1`);
      assert.deepEqual(used(), [
        ["127.0.0.0/8", 0, undefined],
        ["127.0.0.0/16", 4, "127.0.0.1"],
        ["192.0.2.17/32", 0, undefined],
        ["127.0.0.1/32", 1, "127.0.0.1"],
      ]);
    });

    it("with an empty list are accepted from everywhere, until an entry is added", async () => {
      const emulator = await start();
      const [, reader] = emulator.apiKeys.list();
      assert.ok(reader !== undefined);
      const path = `/orgs/${emulator.orgId}/apiKeys/${reader.id}/accessList`;
      const read = () => codeOf(emulator, "GET", path, { key: reader });
      assert.equal((await read())[0], 200);
      // By the owner: the list of another key may exclude the address of the request.
      const body = [{ ipAddress: "192.0.2.17" }, { ipAddress: "127.0.0.1" }];
      assert.equal((await signedFetch(emulator, "POST", path, { body })).status, 200);
      assert.equal((await read())[0], 200);
      assert.equal((await signedFetch(emulator, "DELETE", `${path}/127.0.0.1`)).status, 204);
      assert.deepEqual(await read(), [403, "IP_ADDRESS_NOT_ON_ACCESS_LIST"]);
      assert.equal((await signedFetch(emulator, "DELETE", `${path}/192.0.2.17`)).status, 204);
      assert.equal((await read())[0], 200);
    });

    it("are refused if their list has only an entry that is no block", async () => {
      const emulator = await start();
      for (const { cidrBlock } of emulator.accessList().list()) emulator.accessList().delete(cidrBlock);
      emulator.accessList().add({ cidrBlock: "127.0.0.0/nothing", ipAddress: null, count: 0 });
      assert.deepEqual(await codeOf(emulator, "GET", "/"), [403, "IP_ADDRESS_NOT_ON_ACCESS_LIST"]);
    });

    it("of one project get the same error for other projects as for missing ones", async () => {
      const emulator = await start();
      const owner = emulator.apiKeys.add({
        orgId: emulator.orgId,
        desc: "one project",
        publicKey: "onlyonep",
        privateKey: "x",
        roles: [{ roleName: "GROUP_AUTOMATION_ADMIN", groupId: emulator.projectId }],
      });
      const path = (id: string): string => `/groups/${id}/automationConfig/auditLogRotateConfig`;
      assert.equal(
        (await signedFetch(emulator, "GET", path(emulator.projectId), { key: owner })).status,
        200,
      );
      for (const other of ["60b9d1f2e4b0c5571d47a90b", "0".repeat(24)])
        assert.deepEqual(await codeOf(emulator, "GET", path(other), { key: owner }), [401, "NOT_IN_GROUP"]);
      assert.deepEqual(await codeOf(emulator, "GET", "/admin/backup/oplog/s3Configs", { key: owner }), [
        401,
        "USER_UNAUTHORIZED",
      ]);
      const alerts = `/groups/${emulator.projectId}/alertConfigs`;
      assert.deepEqual(await codeOf(emulator, "POST", alerts, { key: owner, body: ALERT }), [
        401,
        "USER_UNAUTHORIZED",
      ]);
    });
  });
});
