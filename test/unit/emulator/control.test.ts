import assert from "node:assert/strict";
import { request, type IncomingHttpHeaders } from "node:http";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { signedFetch } from "./signed-fetch";

describe("the control interface", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());
  beforeEach(() => emulator.reset());

  // fetch() does not allow a custom Host header.
  const send = (
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: unknown; token?: string | null } = {},
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string; body: any }> =>
    new Promise((resolve, reject) => {
      const token = options.token === undefined ? emulator.controlToken : options.token;
      const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...options.headers };
      const outgoing = request(emulator.controlUrl + path, { method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) }),
        );
      });
      outgoing.on("error", reject).end(options.body === undefined ? undefined : JSON.stringify(options.body));
    });

  describe("refuses", () => {
    it("another Host, as in a DNS rebinding request", async () => {
      assert.equal((await send("GET", "/state", { headers: { host: "evil.example" } })).status, 403);
      for (const host of ["localhost:1", "127.0.0.1", "[::1]:8080"])
        assert.equal((await send("GET", "/", { headers: { host } })).status, 200, host);
    });

    it("another Origin", async () => {
      assert.equal(
        (await send("GET", "/state", { headers: { origin: "https://evil.example" } })).status,
        403,
      );
      assert.equal((await send("GET", "/state", { headers: { origin: "null" } })).status, 403);
      assert.equal((await send("GET", "/state", { headers: { origin: emulator.controlUrl } })).status, 200);
    });

    it("changes without the token, and every request with a wrong token", async () => {
      for (const [method, path] of [
        ["POST", "/reset"],
        ["DELETE", "/faults"],
        ["PATCH", "/settings"],
        ["PUT", "/state/orgs/x"],
      ] as const)
        assert.equal((await send(method, path, { token: null })).status, 401, path);
      assert.equal((await send("GET", "/state", { token: "wrong" })).status, 401);
      assert.equal((await send("POST", "/reset", { token: emulator.controlToken })).status, 200);
    });

    it("to show secrets without the token", async () => {
      await signedFetch(emulator, "POST", `/groups/${emulator.projectId}/alertConfigs`, {
        body: {
          eventTypeName: "HOST_DOWN",
          notifications: [{ typeName: "PAGER_DUTY", serviceKey: "0123456789abcdef" }],
        },
      });
      const refused = { uri: "mongodb://u:p@ss/w0rd@h/db", apiToken: ["0123456789abcdef"], nothing: 1 };
      await signedFetch(emulator, "POST", "/admin/backup/oplog/s3Configs", { body: refused });
      for (const path of ["/state", "/state/apiKeys", "/state/alertConfigs", "/requests"]) {
        const seen = JSON.stringify((await send("GET", path, { token: null })).body);
        assert.ok(!seen.includes(emulator.privateKey) && !seen.includes("0123456789abcdef"), path);
        assert.ok(!seen.includes("w0rd"), path);
      }
      assert.ok(JSON.stringify((await send("GET", "/state")).body).includes(emulator.privateKey));
    });
  });

  it("reads and changes any entity by its path", async () => {
    const { projectId, clusterId } = emulator;
    const path = `/state/clusters/${projectId}/${clusterId}`;
    assert.equal((await send("GET", path)).body.clusterName, "orders");
    assert.equal((await send("PATCH", path, { body: { clusterName: "by hand" } })).status, 200);
    assert.equal(
      (await signedFetch(emulator, "GET", `/groups/${projectId}/clusters/${clusterId}`)).body.clusterName,
      "by hand",
    );
    assert.equal((await send("DELETE", path)).status, 200);
    assert.equal((await send("GET", path)).status, 404);
    assert.equal(
      (await send("PUT", "/state/auditLogRotation/60b9d1f2e4b0c5571d47a90b", { body: { numTotal: 3 } }))
        .status,
      200,
    );
    assert.equal(emulator.auditLogRotation.get("60b9d1f2e4b0c5571d47a90b")?.numTotal, 3);
    const added = await send("POST", `/state/alertConfigs/${projectId}`, {
      body: { eventTypeName: "HOST_UP" },
    });
    assert.equal(emulator.alertConfigs().get(added.body.id)?.eventTypeName, "HOST_UP");
    const block = await send("GET", `/state/accessList/${emulator.apiKeyId}/198.51.100.0%2F24`);
    assert.equal(block.body.count, 37);
  });

  it("does not change what identifies an entity, and adds none over another", async () => {
    const { projectId, clusterId } = emulator;
    const path = `/state/clusters/${projectId}/${clusterId}`;
    for (const [field, body] of [
      ["id", { id: "another", clusterName: "x" }],
      ["groupId", { groupId: "another", clusterName: "x" }],
      ["id", { id: null }],
    ] as const) {
      const refused = await send("PATCH", path, { body });
      assert.equal(refused.status, 400);
      assert.match(refused.body.error, new RegExp(`^${field} identifies the entity`));
    }
    const same = { id: clusterId, groupId: projectId, clusterName: "y" };
    assert.equal((await send("PATCH", path, { body: same })).status, 200);
    const before = emulator.snapshot();
    const list = `/state/accessList/${emulator.apiKeyId}`;
    // The same block in another notation.
    const existing = await send("POST", list, { body: { cidrBlock: "2001:0db8:5a:0::/48" } });
    assert.equal(existing.status, 409);
    assert.match(existing.body.error, /exists already/);
    assert.deepEqual(emulator.snapshot(), before);
    const other = emulator.apiKeys.list()[1]?.id;
    const added = await send("POST", `/state/accessList/${other}`, {
      body: { cidrBlock: "2001:db8:5a::/48" },
    });
    assert.equal(added.status, 200);
  });

  it("changes settings and faults, and returns requests and counters", async () => {
    assert.equal((await send("PATCH", "/settings", { body: { redact: "old" } })).body.redact, "old");
    assert.equal(emulator.settings.redact, "old");
    assert.equal((await send("PATCH", "/settings", { body: { redact: "none" } })).status, 400);
    const rule = { match: { path: "/clusters$/" }, action: { status: 503 } };
    assert.equal((await send("POST", "/faults", { body: [rule] })).body[0].match.path, "/clusters$/");
    assert.equal((await signedFetch(emulator, "GET", `/groups/${emulator.projectId}/clusters`)).status, 503);
    assert.equal((await send("POST", "/faults", { body: [rule, { action: "explode" }] })).status, 400);
    assert.equal(emulator.faults.list().length, 1);
    assert.deepEqual((await send("DELETE", "/faults")).body, []);
    assert.equal((await send("GET", "/counters")).body.requests, 2);
    assert.equal((await send("GET", "/requests")).body[1].status, 503);
    assert.equal((await send("DELETE", "/requests")).status, 200);
    assert.equal(emulator.counters.requests, 0);
    assert.equal((await send("POST", "/reset")).status, 200);
    assert.equal(emulator.settings.redact, "new");
  });

  it("removes a single fault, and returns only the last requests", async () => {
    emulator.faults.add({ action: "truncate" });
    emulator.faults.add({ action: "refuse" });
    const [first] = (await send("GET", "/faults")).body;
    assert.equal((await send("DELETE", `/faults/${first.id}`)).status, 200);
    assert.deepEqual(
      emulator.faults.list().map(({ action }) => action),
      ["refuse"],
    );
    assert.equal((await send("DELETE", `/faults/${first.id}`)).status, 404);
    emulator.faults.clear();
    await signedFetch(emulator, "GET", "/");
    const { body } = await send("GET", "/requests?last=1");
    assert.deepEqual(
      body.map(({ number }: { number: number }) => number),
      [2],
    );
    assert.equal((await send("GET", "/requests?last=-1")).status, 400);
  });

  it("serves a page that allows no other origin and no inline script", async () => {
    const page = await send("GET", "/", { token: null, headers: { accept: "text/html,*/*;q=0.8" } });
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    const policy = page.headers["content-security-policy"] ?? "";
    assert.match(
      String(policy),
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/,
    );
    assert.doesNotMatch(page.text, /https?:|<script>|<style|style="|onclick/);
    for (const [part, type] of [
      ["/page.js", "text/javascript; charset=utf-8"],
      ["/page.css", "text/css; charset=utf-8"],
    ] as const) {
      assert.ok(page.text.includes(`"${part}"`), part);
      const { status, headers } = await send("GET", part, { token: null });
      assert.deepEqual([status, headers["content-type"]], [200, type]);
    }
    const { body } = await send("GET", "/", { token: null, headers: { accept: "*/*" } });
    assert.equal(body.entities.clusters, emulator.entities("clusters", emulator.projectId).list().length + 1);
  });

  it("reports unknown paths and invalid requests", async () => {
    for (const path of ["/nothing", "/state/nothing", `/state/orgs/x/y`, "/counters/x", "/page"])
      assert.equal((await send("GET", path)).status, 404, path);
    assert.equal((await send("PUT", "/state/orgs/x", { body: [] })).status, 400);
    assert.equal((await send("GET", "/%zz")).status, 400);
    assert.equal((await send("DELETE", "/state")).status, 405);
  });
});

function parsed(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : undefined;
}
