// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { assertDeleted, useService } from "./support/service";

const NOWHERE = "0123456789abcdef01234567";
const DESC = "contract-test";
const MASKED = /^\*{8}-\*{4}-\*{4}-[0-9a-f]{12}$/;

type Role = Readonly<Record<"roleName", string>> & { readonly orgId?: string; readonly groupId?: string };

describe("the service: API keys", () => {
  const service = useService();
  const ofOrg = (id = ""): string => `/orgs/${service.target.orgId}/apiKeys${id && `/${id}`}`;
  const ofProject = (id = ""): string => `/groups/${service.target.projectId}/apiKeys${id && `/${id}`}`;
  const create = async () => {
    const response = await service.create(ofOrg(), { desc: DESC, roles: ["ORG_READ_ONLY"] });
    assert.ok(response.status === 200 || response.status === 201, response.text);
    return response.body;
  };

  it("returns a key with its roles as objects and without its private key [get-one-org-api-key]", async () => {
    const { apiKeyId, publicKey } = service.target;
    const body = await service.read(ofOrg(apiKeyId));
    assert.deepEqual([body.id, body.publicKey], [apiKeyId, publicKey]);
    assert.match(body.privateKey, MASKED);
    assert.ok(body.roles.length > 0);
    assert.ok(body.roles.every(({ roleName }: Role) => typeof roleName === "string"));
  });

  it("lists the keys of an organization [get-all-org-api-keys]", async () => {
    const { results } = await service.read(`${ofOrg()}?itemsPerPage=500`);
    assert.ok(results.some(({ id }: { id: string }) => id === service.target.apiKeyId));
  });

  it("returns the private key of a new key once [create-one-org-api-key]", async () => {
    const key = await create();
    const { orgId } = service.target;
    assert.match(key.privateKey, /^[0-9a-f-]{36}$/);
    assert.deepEqual(key.roles, [{ orgId, roleName: "ORG_READ_ONLY" }]);
    const { privateKey } = await service.read(ofOrg(key.id));
    assert.match(privateKey, MASKED);
    assert.equal(privateKey.slice(-12), key.privateKey.slice(-12));
  });

  it("replaces the roles of a key, and keeps its description [update-one-org-api-key]", async () => {
    const { id } = await create();
    await service.call(`PATCH ${ofOrg(id)}`, { body: { roles: ["ORG_MEMBER"] } });
    const { desc, roles } = await service.read(ofOrg(id));
    assert.deepEqual([desc, roles.map(({ roleName }: Role) => roleName)], [DESC, ["ORG_MEMBER"]]);
  });

  it("deletes a key; a missing one is a 400 [delete-one-org-api-key; errors]", async () => {
    const { id } = await create();
    assertDeleted(await service.call(`DELETE ${ofOrg(id)}`));
    for (const missing of [id, NOWHERE])
      await service.refuses("400 API_KEY_NOT_FOUND", `GET ${ofOrg(missing)}`);
  });

  it("refuses a key without roles, or with a role of another kind [errors]", async () => {
    const line = `POST ${ofOrg()}`;
    await service.refuses("400 MISSING_API_KEY_ROLES", line, { desc: DESC, roles: [] });
    await service.refuses("400 INVALID_ROLE_FOR_ORG", line, { desc: DESC, roles: ["GROUP_OWNER"] });
  });

  it("gives a key roles in a project and takes them away [api-keys/project]", async () => {
    const { id } = await create();
    const { projectId } = service.target;
    const inProject = async () => {
      const { results } = await service.read(`${ofProject()}?itemsPerPage=500`);
      const key = results.find((each: { id: string }) => each.id === id);
      return key?.roles
        .filter(({ groupId }: Role) => groupId === projectId)
        .map((role: Role) => role.roleName);
    };
    assert.equal(await inProject(), undefined);
    for (const roleName of ["GROUP_READ_ONLY", "GROUP_BACKUP_ADMIN"]) {
      const { status } = await service.call(`PATCH ${ofProject(id)}`, { body: { roles: [roleName] } });
      assert.deepEqual([status, await inProject()], [200, [roleName]]);
    }
    assertDeleted(await service.call(`DELETE ${ofProject(id)}`));
    assert.equal(await inProject(), undefined);
    assert.equal((await service.read(ofOrg(id))).id, id, "the key stays in the organization");
  });
});

describe("the service: agent API keys", () => {
  const service = useService();
  const path = (id = ""): string => `/groups/${service.target.projectId}/agentapikeys${id && `/${id}`}`;

  it("are an array with masked keys, and one is returned in plain text once [agentapikeys]", async () => {
    const { status, body } = await service.call(`POST ${path()}`, { body: { desc: DESC } });
    assert.ok(status === 200 || status === 201, JSON.stringify(body));
    try {
      assert.deepEqual([body.desc, body.createdBy, typeof body.createdTime], [DESC, "PUBLIC_API", "number"]);
      const all: Record<string, string>[] = await service.read(path());
      const own = all.find(({ _id }) => _id === body._id);
      assert.ok(all.every(({ key }) => /^\*+\w{4}$/.test(key ?? "")));
      assert.equal(own?.["key"]?.slice(-4), body.key.slice(-4));
    } finally {
      assertDeleted(await service.call(`DELETE ${path(body._id)}`));
    }
    const left: Record<string, string>[] = await service.read(path());
    assert.ok(left.every(({ _id }) => _id !== body._id));
    assert.equal((await service.call(`DELETE ${path(body._id)}`)).status, 404);
  });
});
