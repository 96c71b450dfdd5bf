import assert from "node:assert/strict";
import { sharedEmulator, signed } from "./client";

const MASK = "*".repeat(28);

describe("agent API keys", () => {
  const emulator = sharedEmulator();
  const path = (id = ""): string => `/groups/${emulator.projectId}/agentapikeys${id && `/${id}`}`;
  const create = (body: unknown) => signed(emulator, `POST ${path()}`, { body });

  it("are listed as an array, with masked keys", async () => {
    const { body } = await signed(emulator, `GET ${path()}`);
    const keys = emulator.agentApiKeys().list();
    const found = body.map(({ _id, key }: Record<string, string>) => [_id, key]);
    assert.deepEqual(
      found,
      keys.map(({ id, key }) => [id, MASK + key.slice(-4)]),
    );
  });

  it("have no user and no address if the service created them, as with a project", async () => {
    const project = { name: "new", orgId: emulator.orgId };
    const { body: made } = await signed(emulator, "POST /groups", { body: project });
    const { body } = await signed(emulator, `GET /groups/${made.id}/agentapikeys`);
    const [{ createdTime, ...first }] = body;
    const key = MASK + made.agentApiKey.slice(-4);
    assert.deepEqual(first, { _id: first._id, createdBy: "PROVISIONING", desc: "Initial key", key });
    assert.ok(Math.abs(Date.now() - createdTime) < 60_000, "milliseconds since 1970");
  });

  it("are returned in plain text by their creation only", async () => {
    const { status, body } = await create({ desc: "new" });
    assert.deepEqual([status, body.desc, body.createdBy], [200, "new", "PUBLIC_API"]);
    assert.deepEqual([body.createdUserId, body.createdIpAddr], [emulator.apiKeyId, "127.0.0.1"]);
    assert.equal(emulator.agentApiKeys().get(body._id)?.key, body.key);
    const { text } = await signed(emulator, `GET ${path()}`);
    assert.ok(!text.includes(body.key) && text.includes(MASK + body.key.slice(-4)));
  });

  it("are created again with the same description, which may have 1000 characters", async () => {
    const desc = "x".repeat(1000);
    const [one, other] = [await create({ desc }), await create({ desc })];
    assert.notEqual(one.body._id, other.body._id);
    assert.equal((await create({ desc: `${desc}x` })).outcome, "400 INVALID_ATTRIBUTE");
  });

  for (const [outcome, body] of [
    ["400 MISSING_ATTRIBUTE", {}],
    ["400 INVALID_ATTRIBUTE", { desc: "x", name: "x" }],
    ["400 ATTRIBUTE_READ_ONLY", { desc: "x", key: "x" }],
    ["400 INVALID_JSON_ATTRIBUTE", { desc: 1 }],
  ] as const)
    it(`are not created from ${JSON.stringify(body)}: ${outcome}`, async () =>
      assert.equal((await create(body)).outcome, outcome));

  it("are deleted; there is no request for one", async () => {
    const { body } = await create({ desc: "new" });
    assert.equal((await signed(emulator, `GET ${path(body._id)}`)).outcome, "405 METHOD_NOT_ALLOWED");
    assert.equal((await signed(emulator, `DELETE ${path(body._id)}`)).outcome, "204");
    const again = await signed(emulator, `DELETE ${path(body._id)}`);
    assert.equal(again.outcome, "404 AGENT_API_KEY_NOT_FOUND");
    assert.equal((await signed(emulator, `DELETE ${path("x")}`)).outcome, "404 INVALID_KEY_ID");
  });

  it("are no longer returned with their project after their deletion", async () => {
    const byName = async () => (await signed(emulator, "GET /groups/byName/shop-production")).body;
    const [first] = emulator.agentApiKeys().list();
    assert.equal((await byName()).agentApiKey, first?.key);
    await signed(emulator, `DELETE ${path(first?.id)}`);
    assert.equal((await byName()).agentApiKey, undefined);
  });
});
