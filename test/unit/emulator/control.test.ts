import assert from "node:assert/strict";
import {
  MONGO_STORE,
  send,
  sharedEmulator,
  signed,
  STORES,
  type ParsedResponse,
  type RequestOptions,
} from "./client";

const INTEGRATIONS = [
  { type: "DATADOG", apiKey: "0123456789abcdef0123456789abcdef" },
  { type: "WEBHOOK", url: "https://example.com/h00k", secret: "wh1sper-secret" },
  {
    type: "PROMETHEUS",
    enabled: true,
    listenAddress: "0.0.0.0:9216",
    password: "pr0m-1",
    scheme: "https",
    serviceDiscovery: "file",
    tlsPemPassword: "pr0m-2",
    tlsPemPath: "/prom.pem",
    username: "prom_user",
  },
];

describe("the control interface", () => {
  const emulator = sharedEmulator();

  /** Sends a request with the token, or another one, or none (`null`). */
  const control = (
    line: string,
    { token, headers, ...rest }: RequestOptions & { token?: string | null } = {},
  ) => {
    const [method, path] = line.split(" ");
    const authorization = `Bearer ${token ?? emulator.controlToken}`;
    const all = { ...(token !== null && { authorization }), ...headers };
    return send(`${method} ${emulator.controlUrl}${path}`, { headers: all, ...rest });
  };
  const refuses = async (status: number, ...request: Parameters<typeof control>): Promise<ParsedResponse> => {
    const response = await control(...request);
    assert.equal(response.status, status, request[0]);
    return response;
  };

  describe("refuses", () => {
    it("another Host, as in a DNS rebinding request", async () => {
      await refuses(403, "GET /state", { headers: { host: "evil.example" } });
      for (const host of ["localhost:1", "127.0.0.1", "[::1]:8080"])
        assert.equal((await control("GET /", { headers: { host } })).status, 200, host);
    });

    it("another Origin", async () => {
      for (const origin of ["https://evil.example", "null"])
        await refuses(403, "GET /state", { headers: { origin } });
      assert.equal((await control("GET /state", { headers: { origin: emulator.controlUrl } })).status, 200);
    });

    it("changes without the token, and every request with a wrong token", async () => {
      for (const line of ["POST /reset", "DELETE /faults", "PATCH /settings", "PUT /state/orgs/x"])
        await refuses(401, line, { token: null });
      await refuses(401, "GET /state", { token: "wrong" });
      assert.equal((await control("POST /reset")).status, 200);
    });

    it("to show secrets without the token", async () => {
      const notifications = [{ typeName: "PAGER_DUTY", serviceKey: "0123456789abcdef" }];
      const body = { eventTypeName: "HOST_DOWN", notifications };
      await signed(emulator, `POST /groups/${emulator.projectId}/alertConfigs`, { body });
      const { projectId } = emulator;
      const kmip = { kmipClientCertPath: "/kmip.pem", kmipClientCertPassword: "km1p" };
      await signed(emulator, `PUT /admin/backup/groups/${projectId}`, { body: kmip });
      await signed(emulator, "POST /admin/backup/oplog/mongoConfigs", { body: MONGO_STORE });
      for (const integration of INTEGRATIONS)
        await signed(emulator, `PUT /groups/${projectId}/integrations/${integration.type}`, {
          body: integration,
        });
      const { body: key } = await signed(emulator, `POST /groups/${projectId}/agentapikeys`, {
        body: { desc: "new" },
      });
      const refused = { uri: "mongodb://u:p@ss/w0rd@h/db", apiToken: ["0123456789abcdef"], nothing: 1 };
      await signed(emulator, `POST ${STORES}`, { body: refused });
      const secrets = [emulator.privateKey, "0123456789abcdef", "km1p", "me:pw", "wh1sper", "/h00k", "pr0m"];
      for (const path of ["/state", "/state/apiKeys", "/state/alertConfigs", "/requests"]) {
        const { text } = await control(`GET ${path}`, { token: null });
        for (const secret of [...secrets, key.key, "w0rd"])
          assert.ok(!text.includes(secret), `${path} ${secret}`);
      }
      const { text } = await control("GET /state");
      for (const secret of [...secrets, key.key]) assert.ok(text.includes(secret), secret);
    });
  });

  it("reads and changes any entity by its path", async () => {
    const { projectId, clusterId } = emulator;
    const path = `/state/clusters/${projectId}/${clusterId}`;
    assert.equal((await control(`GET ${path}`)).body.clusterName, "orders");
    assert.equal((await control(`PATCH ${path}`, { body: { clusterName: "by hand" } })).status, 200);
    const read = await signed(emulator, `GET /groups/${projectId}/clusters/${clusterId}`);
    assert.equal(read.body.clusterName, "by hand");
    assert.equal((await control(`DELETE ${path}`)).status, 200);
    await refuses(404, `GET ${path}`);
    const second = "60b9d1f2e4b0c5571d47a90b";
    await control(`PUT /state/auditLogRotation/${second}`, { body: { numTotal: 3 } });
    assert.equal(emulator.auditLogRotation.get(second)?.numTotal, 3);
    const event = { eventTypeName: "HOST_UP" };
    const added = await control(`POST /state/alertConfigs/${projectId}`, { body: event });
    assert.equal(emulator.alertConfigs().get(added.body.id)?.eventTypeName, "HOST_UP");
    const block = await control(`GET /state/accessList/${emulator.apiKeyId}/198.51.100.0%2F24`);
    assert.equal(block.body.count, 37);
  });

  it("does not change what identifies an entity, and adds none over another", async () => {
    const { projectId, clusterId } = emulator;
    const line = `PATCH /state/clusters/${projectId}/${clusterId}`;
    for (const body of [{ id: "another" }, { groupId: "another" }, { id: null }]) {
      const { body: refused } = await refuses(400, line, { body: { ...body, clusterName: "x" } });
      assert.match(refused.error, new RegExp(`^${Object.keys(body)[0]} identifies the entity`));
    }
    const same = { id: clusterId, groupId: projectId, clusterName: "y" };
    assert.equal((await control(line, { body: same })).status, 200);
    const before = emulator.snapshot();
    // The same block in another notation.
    const add = (key: string | undefined, cidrBlock: string) =>
      control(`POST /state/accessList/${key}`, { body: { cidrBlock } });
    const existing = await add(emulator.apiKeyId, "2001:0db8:5a:0::/48");
    assert.equal(existing.status, 409);
    assert.match(existing.body.error, /exists already/);
    assert.deepEqual(emulator.snapshot(), before);
    assert.equal((await add(emulator.apiKeys.list()[1]?.id, "2001:db8:5a::/48")).status, 200);
  });

  it("changes settings and faults, and returns requests and counters", async () => {
    assert.equal((await control("PATCH /settings", { body: { redact: "old" } })).body.redact, "old");
    assert.equal(emulator.settings.redact, "old");
    await refuses(400, "PATCH /settings", { body: { redact: "none" } });
    const rule = { match: { path: "/clusters$/" }, action: { status: 503 } };
    assert.equal((await control("POST /faults", { body: [rule] })).body[0].match.path, "/clusters$/");
    assert.equal((await signed(emulator, `GET /groups/${emulator.projectId}/clusters`)).status, 503);
    await refuses(400, "POST /faults", { body: [rule, { action: "explode" }] });
    assert.equal(emulator.faults.list().length, 1);
    assert.deepEqual((await control("DELETE /faults")).body, []);
    assert.equal((await control("GET /counters")).body.requests, 2);
    assert.equal((await control("GET /requests")).body[1].status, 503);
    assert.equal((await control("DELETE /requests")).status, 200);
    assert.equal(emulator.counters.requests, 0);
    assert.equal((await control("POST /reset")).status, 200);
    assert.equal(emulator.settings.redact, "new");
  });

  it("removes a single fault, and returns only the last requests", async () => {
    emulator.faults.add({ action: "truncate" });
    emulator.faults.add({ action: "refuse" });
    const [first] = (await control("GET /faults")).body;
    assert.equal((await control(`DELETE /faults/${first.id}`)).status, 200);
    assert.equal(emulator.faults.list()[0]?.action, "refuse");
    await refuses(404, `DELETE /faults/${first.id}`);
    emulator.faults.clear();
    await signed(emulator, "GET /");
    const { body } = await control("GET /requests?last=1");
    assert.deepEqual([body.length, body[0].number], [1, 2]);
    await refuses(400, "GET /requests?last=-1");
  });

  it("serves a page that allows no other origin and no inline script", async () => {
    const get = (path: string, accept: string) =>
      control(`GET ${path}`, { token: null, headers: { accept } });
    const { headers, text } = await get("/", "text/html,*/*;q=0.8");
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';";
    assert.ok(String(headers["content-security-policy"]).startsWith(policy));
    assert.doesNotMatch(text, /https?:|<script>|<style|style="|onclick/);
    for (const [part, type] of Object.entries({ "/page.js": "javascript", "/page.css": "css" })) {
      assert.ok(text.includes(`"${part}"`), part);
      const { status, headers: sent } = await get(part, "*/*");
      assert.deepEqual([status, sent["content-type"]], [200, `text/${type}; charset=utf-8`]);
    }
    const { body } = await get("/", "*/*");
    assert.equal(body.entities.clusters, emulator.entities("clusters", emulator.projectId).list().length + 1);
  });

  it("reports unknown paths and invalid requests", async () => {
    for (const path of ["/nothing", "/state/nothing", "/state/orgs/x/y", "/counters/x", "/page"])
      await refuses(404, `GET ${path}`);
    await refuses(400, "PUT /state/orgs/x", { body: [] });
    await refuses(400, "GET /%zz");
    await refuses(405, "DELETE /state");
  });
});
