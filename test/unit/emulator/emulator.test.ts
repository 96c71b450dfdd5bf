import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { pick } from "../../../src/json";
import { ALERT, API, EMAIL, emulators, send, sharedEmulator, signed } from "./client";

const alertsOf = ({ projectId }: Emulator): string => `/groups/${projectId}/alertConfigs`;

describe("the emulator", () => {
  const emulator = sharedEmulator();
  const start = emulators();

  it("logs and counts requests", async () => {
    await signed(emulator, `POST ${alertsOf(emulator)}`, { body: ALERT });
    const [first = assert.fail(), second = assert.fail()] = emulator.requests();
    const asked = { number: 1, status: 401, challenge: { stale: false }, authenticated: false };
    assert.deepEqual(pick(first, ["number", "status", "challenge", "authenticated"]), asked);
    const endpoint = "POST /groups/{projectId}/alertConfigs";
    const written = { endpoint, status: 200, nc: "00000001", publicKey: emulator.publicKey };
    assert.deepEqual(pick(second, ["endpoint", "status", "nc", "publicKey"]), written);
    assert.deepEqual(JSON.parse(second.body ?? ""), ALERT);
    const counters = { requests: 2, challenges: 1, writes: 1, byEndpoint: { [endpoint]: 1 } };
    assert.deepEqual(emulator.counters, counters);
  });

  it("changes entities without the API, and returns copies", () => {
    const alerts = emulator.alertConfigs();
    const [first = assert.fail()] = alerts.list();
    assert.notEqual(alerts.update(first.id, { enabled: false }).updated, first.updated);
    first.notifications.length = 0;
    assert.notEqual(alerts.get(first.id)?.notifications.length, 0);
    assert.deepEqual([alerts.delete(first.id), alerts.delete(first.id)], [true, false]);
    assert.throws(() => alerts.update(first.id, {}), /no entity/);
  });

  it("wraps errors in a requested envelope", async () => {
    const line = `GET /groups/${"0".repeat(24)}/clusters?envelope=true`;
    const { status, body } = await signed(emulator, line);
    assert.deepEqual([status, body.status, body.content.errorCode], [200, 404, "GROUP_NOT_FOUND"]);
    emulator.settings.envelopeErrors = "real";
    assert.equal((await signed(emulator, line)).status, 404);
  });

  it("refuses a body that is too large", async () => {
    const before = emulator.versionManifest.get("current");
    const body = `{"versions":[],"padding":"${" ".repeat(64 * 1024 * 1024)}"}`;
    assert.equal((await signed(emulator, "PUT /versionManifest", { body })).status, 413);
    assert.deepEqual(emulator.versionManifest.get("current"), before);
  });

  it("returns the name of a team, and keeps the ids of unchanged notifications", async () => {
    const [team] = emulator.entities("teams").list();
    const notifications = [EMAIL, { typeName: "TEAM", teamId: team?.id, smsEnabled: true }];
    const path = alertsOf(emulator);
    const { body: made } = await signed(emulator, `POST ${path}`, { body: { ...ALERT, notifications } });
    assert.equal(made.notifications[1].teamName, team?.name);
    const body = { ...ALERT, notifications: notifications.toReversed() };
    const { body: replaced } = await signed(emulator, `PUT ${path}/${made.id}`, { body });
    const ids = (config: { notifications: { id: string }[] }) => config.notifications.map(({ id }) => id);
    assert.deepEqual(ids(replaced), ids(made).toReversed());
  });

  it("returns an HTML 404 outside the path of the API", async () => {
    const { status, headers } = await send(`GET ${emulator.baseUrl}/api/public/v2.0/groups`);
    assert.deepEqual([status, headers["www-authenticate"]], [404, undefined]);
    assert.match(headers["content-type"] ?? "", /^text\/html/);
  });

  const PAGES = ["itemsPerPage=501", "itemsPerPage=0", "itemsPerPage=x", "pageNum=0", "pageNum=1.5"];
  const TEXT = { body: ALERT, headers: { "content-type": "text/plain" } };
  const refused: [line: string, outcome: string, options?: Parameters<typeof signed>[2]][] = [
    ["GET /groups/%zz/clusters", "404 RESOURCE_NOT_FOUND"],
    ["GET /admin/backup", "404 RESOURCE_NOT_FOUND"],
    ["POST ALERTS", "415"],
    ["POST ALERTS", "415", TEXT],
    ["GET ALERTS", "400", { headers: { authorization: "Digest ,," } }],
    ...["pretty=maybe", "envelope=1", ...PAGES].map((query): [string, string] => [
      `GET ALERTS?${query}`,
      "400 INVALID_QUERY_PARAMETER",
    ]),
  ];
  for (const [line, outcome, options] of refused)
    it(`refuses ${line} ${JSON.stringify(options ?? {})} with ${outcome}`, async () => {
      const response = await signed(emulator, line.replace("ALERTS", alertsOf(emulator)), options);
      assert.equal(response.outcome, outcome);
      const parameter = /(\w+)=/.exec(line)?.slice(1);
      if (parameter !== undefined) assert.deepEqual(response.body.parameters, parameter);
    });

  it("rejects invalid settings", () => assert.rejects(startEmulator({ latencyMs: -1 }), /latencyMs/));

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

    it("restores created keys, which still sign requests, and reads files without later collections", async () => {
      const stateFile = join(folder, "keys.json");
      const one = await startEmulator({ stateFile });
      const body = { desc: "ci", roles: ["ORG_OWNER"] };
      const { body: key } = await signed(one, `POST /orgs/${one.orgId}/apiKeys`, { body });
      await one.close();
      const { agentApiKeys, snapshotSchedules, ...older } = JSON.parse(await readFile(stateFile, "utf8"));
      assert.deepEqual([agentApiKeys.length, snapshotSchedules.length], [3, 1]);
      await writeFile(stateFile, JSON.stringify(older));
      const other = await start({ stateFile });
      const agentKeys = `/groups/${other.projectId}/agentapikeys`;
      assert.deepEqual((await signed(other, `GET ${agentKeys}`, { key })).body, []);
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
    const REFUSED = "403 IP_ADDRESS_NOT_ON_ACCESS_LIST";
    const outcome = async (line: string, options?: Parameters<typeof signed>[2]) =>
      (await signed(emulator, line, options)).outcome;
    const listOf = (apiKeyId: string): string => `/orgs/${emulator.orgId}/apiKeys/${apiKeyId}/accessList`;

    it("count a request, and record a read, in the smallest block with its address", async () => {
      const list = emulator.accessList();
      const path = listOf(emulator.apiKeyId);
      const used = (): string[] =>
        list.list().map((entry) => `${entry.cidrBlock} ${entry.count} ${entry.lastUsedAddress}`);
      for (const { cidrBlock } of list.list()) list.delete(cidrBlock);
      const body = [{ cidrBlock: "127.0.0.0/8" }, { cidrBlock: "127.0.0.0/16" }, { ipAddress: "192.0.2.17" }];
      assert.equal(await outcome(`POST ${path}`, { body }), "200");
      await signed(emulator, "GET /");
      await signed(emulator, `GET ${path}/127.0.0.0%2F8`);
      const unused = ["127.0.0.0/8 0 undefined", "192.0.2.17/32 0 undefined"] as const;
      assert.deepEqual(used(), [unused[0], "127.0.0.0/16 2 undefined", unused[1]]);
      await signed(emulator, `GET ${path}`);
      await signed(emulator, `POST ${path}`, { body: [{ ipAddress: "127.0.0.1" }] });
      await signed(emulator, `GET ${path}/127.0.0.1`);
      const [first, second] = ["127.0.0.0/16 4 127.0.0.1", "127.0.0.1/32 1 127.0.0.1"];
      assert.deepEqual(used(), [unused[0], first, unused[1], second]);
    });

    it("are refused from addresses that are not on their access list, unless that is empty", async () => {
      const [, key] = emulator.apiKeys.list();
      assert.ok(key !== undefined);
      const path = listOf(key.id);
      const read = () => outcome(`GET ${path}`, { key });
      assert.equal(await read(), "200");
      // By the owner: the list of another key may exclude the address of the request.
      const body = [{ ipAddress: "192.0.2.17" }, { ipAddress: "127.0.0.1" }];
      assert.equal(await outcome(`POST ${path}`, { body }), "200");
      assert.equal(await read(), "200");
      assert.equal(await outcome(`DELETE ${path}/127.0.0.1`), "204");
      assert.equal(await read(), REFUSED);
      assert.equal(await outcome(`DELETE ${path}/192.0.2.17`), "204");
      assert.equal(await read(), "200");
    });

    it("are refused if their list has only an entry that is no block", async () => {
      for (const { cidrBlock } of emulator.accessList().list()) emulator.accessList().delete(cidrBlock);
      emulator.accessList().add({ cidrBlock: "127.0.0.0/nothing", ipAddress: null, count: 0 });
      assert.equal(await outcome("GET /"), REFUSED);
    });
  });

  describe("the Host header of the API", () => {
    for (const host of ["evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"])
      it(`is refused if it names ${host}, as in a DNS rebinding request`, async () => {
        const headers = { host };
        const answer = await signed(emulator, `GET /groups/${emulator.projectId}/clusters`, { headers });
        assert.deepEqual([answer.status, answer.headers["www-authenticate"]], [403, undefined]);
        assert.match(answer.body.detail, /^The Host header must name localhost, 127\.0\.0\.1, \[::1\] or /);
        const manifest = await send(`GET ${emulator.baseUrl}${API}/unauth/versionManifest`, { headers });
        assert.equal(manifest.status, 403);
      });

    it("is refused if it is missing", async () => {
      const { port } = new URL(emulator.baseUrl);
      const socket = connect(Number(port), "127.0.0.1");
      socket.end(`GET ${API}/unauth/versionManifest HTTP/1.0\r\n\r\n`);
      assert.match(await readText(socket), /^HTTP\/1\.1 403 /);
    });

    it("of another host lets no write through, also not before an injected response", async () => {
      emulator.faults.add({ action: { status: 500, afterWork: true } });
      const [alert] = emulator.alertConfigs().list();
      const line = `DELETE /groups/${emulator.projectId}/alertConfigs/${alert?.id}`;
      const headers = { host: "evil.example" };
      await signed(emulator, line, { headers });
      assert.equal((await signed(emulator, line, { headers })).status, 403);
      assert.deepEqual(emulator.alertConfigs().get(alert?.id ?? ""), alert);
    });

    for (const host of ["127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:8080", "[::1]", "[::1]:8080"])
      it(`may name ${host}`, async () =>
        assert.equal((await signed(emulator, "GET /groups", { headers: { host } })).status, 200));

    it("may name the host of publicUrl, which is also that of links", async () => {
      const named = await start({ publicUrl: "https://OpsManager.example.com:8443" });
      const ask = async (host: string) => (await signed(named, "GET /groups", { headers: { host } })).status;
      for (const host of ["opsmanager.example.com", "opsmanager.example.com:8443", "localhost"])
        assert.equal(await ask(host), 200);
      assert.equal(await ask("example.com"), 403);
      const { body } = await signed(named, `GET /groups/${named.projectId}/clusters`);
      assert.match(
        body.links[0].href,
        /^https:\/\/opsmanager\.example\.com:8443\/api\/public\/v1\.0\/groups\//i,
      );
      const headers = { host: "opsmanager.example.com" };
      assert.equal((await send(`GET ${named.controlUrl}`, { headers })).status, 403);
    });
  });
});
