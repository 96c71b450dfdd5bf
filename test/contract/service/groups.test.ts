// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

interface Named {
  readonly id: string;
  readonly name: string;
}

describe("the service: groups", () => {
  const service = useService();
  const own = (): string => `/groups/${service.target.projectId}`;
  const ofOrg = (): string => `/orgs/${service.target.orgId}/groups`;

  it("lists the projects that the key can read [groups: get all]", async () => {
    const body = await service.read("/groups");
    const ids = body.results.map(({ id }: Named) => id);
    assert.ok(ids.includes(service.target.projectId));
    assert.equal(body.totalCount, ids.length);
    assert.ok(body.results.every(({ name }: Named) => name.length > 0));
  });

  it("lists them page by page [groups: get all]", async () => {
    assert.equal((await service.read("/groups?itemsPerPage=1")).results.length, 1);
  });

  it("returns a project without the key of its agents [groups: get by id]", async () => {
    const { id, name, orgId, tags, agentApiKey } = await service.read(own());
    assert.deepEqual([id, orgId, agentApiKey], [service.target.projectId, service.target.orgId, undefined]);
    assert.ok(name.length > 0 && Array.isArray(tags));
  });

  it("finds a project by its name, and lists those of an organization whose names begin with a text [groups]", async () => {
    const { name } = await service.read(own());
    assert.equal(
      (await service.read(`/groups/byName/${encodeURIComponent(name)}`)).id,
      service.target.projectId,
    );
    const { results } = await service.read(`${ofOrg()}?name=${encodeURIComponent(name.slice(0, 3))}`);
    assert.ok(results.some(({ id }: Named) => id === service.target.projectId));
    assert.ok(results.every((each: Named) => each.name.startsWith(name.slice(0, 3))));
  });

  // Sends the current name, which changes nothing.
  it("renames a project and returns all of it [groups: change name]", async () => {
    const { name, orgId } = await service.read(own());
    const { status, body } = await service.call(`PATCH ${own()}`, { body: { name } });
    assert.deepEqual([status, body.name, body.orgId], [200, name, orgId]);
  });

  it("refuses names and tags that are not allowed [groups; errors]", async () => {
    const { name } = await service.read(own());
    const { orgId } = service.target;
    await service.refuses("400 INVALID_GROUP_NAME", `PATCH ${own()}`, { name: "10gen-x" });
    await service.refuses("400 INVALID_GROUP_TOKEN", `PATCH ${own()}`, { tags: ["lower case"] });
    await service.refuses("409 GROUP_ALREADY_EXISTS", "POST /groups", { name, orgId });
  });

  it("returns errors for unknown and malformed ids [errors]", async () => {
    await service.refuses("404 INVALID_GROUP_ID", "GET /groups/shop");
    await service.refuses("404 INVALID_ORG_ID", "GET /orgs/shop/groups");
    await service.refuses("404 ORG_NOT_FOUND", "GET /orgs/0123456789abcdef01234567/groups");
  });
});
