// The sources in brackets are explained in common.test.ts.
import assert from "node:assert/strict";
import { mayUploadManifest, useService } from "./support/service";

type Named = Readonly<Record<"id" | "name", string>>;

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

const TYPES = ["REPLICA_SET", "SHARDED", "SHARDED_REPLICA_SET", "CONFIG_SERVER_REPLICA_SET"];

describe("the service: clusters", () => {
  const service = useService();
  const path = (id = ""): string => `/groups/${service.target.projectId}/clusters${id && `/${id}`}`;

  it("returns a cluster [required]", async () => {
    const { projectId, clusterId } = service.target;
    const body = await service.read(path(clusterId));
    assert.deepEqual([body.id, body.groupId, typeof body.clusterName], [clusterId, projectId, "string"]);
    assert.ok(!Number.isNaN(Date.parse(body.lastHeartbeat)), body.lastHeartbeat);
    assert.ok(body.links.some(({ rel }: { rel: string }) => rel === "self"));
  });

  it("has four types of clusters, with a replica set name for two of them [clusters: response elements]", async () => {
    for (const { typeName, replicaSetName } of (await service.read(path())).results) {
      assert.ok(TYPES.includes(typeName), typeName);
      if (typeName === "REPLICA_SET" || typeName === "CONFIG_SERVER_REPLICA_SET")
        assert.equal(typeof replicaSetName, "string", typeName);
    }
  });

  // Sends the current name, which changes nothing.
  it("renames a sharded cluster and returns all of it [required]", async () => {
    const own = path(service.target.clusterId);
    const { clusterName, typeName, groupId } = await service.read(own);
    const { status, body } = await service.call(`PATCH ${own}`, { body: { clusterName } });
    assert.equal(status, 200);
    assert.deepEqual([body.clusterName, body.typeName, body.groupId], [clusterName, typeName, groupId]);
  });

  it("refuses to rename other clusters: NOT_SHARDED [required; errors]", async () => {
    for (const { id, typeName, clusterName } of (await service.read(path())).results)
      if (typeName !== "SHARDED" && typeName !== "SHARDED_REPLICA_SET")
        await service.refuses("400 NOT_SHARDED", `PATCH ${path(id)}`, { clusterName });
  });

  it("refuses to write anything except the name [required; core/api]", async () => {
    const own = path(service.target.clusterId);
    const { clusterName } = await service.read(own);
    const body = { clusterName, lastHeartbeat: "2020-01-01T00:00:00Z" };
    const response = await service.call(`PATCH ${own}`, { body });
    assert.equal(response.status, 400);
    assert.match(JSON.stringify(response.body), /lastHeartbeat/);
  });

  it("returns 404 for unknown and malformed ids: CLUSTER_NOT_FOUND, INVALID_CLUSTER_ID [errors]", async () => {
    await service.refuses("404 CLUSTER_NOT_FOUND", `GET ${path("0123456789abcdef01234567")}`);
    await service.refuses("404 INVALID_CLUSTER_ID", `GET ${path("orders")}`);
  });
});

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  sizeThresholdMB: (value) => typeof value === "number",
  timeThresholdHrs: Number.isInteger,
  numUncompressed: Number.isInteger,
  percentOfDiskspace: (value) => typeof value === "number",
  numTotal: Number.isInteger,
};

// Nothing is written: each write publishes a new version to all agents of the project.
for (const log of ["audit", "system"] as const)
  describe(`the service: ${log} log rotation`, () => {
    const service = useService();
    const path = (): string => `/groups/${service.target.projectId}/automationConfig/${log}LogRotateConfig`;

    it("returns only the configured fields, without links [required]", async () => {
      const body = await service.read(path());
      assert.equal(body.links, undefined);
      for (const [name, isValid] of Object.entries(FIELDS))
        if (body[name] !== undefined) assert.equal(isValid(body[name]), true, name);
    });

    it(`refuses settings without one of the two thresholds [automation-config/update-${log}-log-rotate-config]`, async () => {
      const before = await service.read(path());
      for (const body of [{ sizeThresholdMB: 10 }, { timeThresholdHrs: 10 }])
        assert.equal((await service.call(`PUT ${path()}`, { body })).status, 400);
      assert.deepEqual(await service.read(path()), before);
    });
  });

describe("the service: version manifest", () => {
  const service = useService();

  it("returns the manifest without credentials [get-om-version-manifest]", async () => {
    const { status, body } = await service.call("GET /unauth/versionManifest", { anonymous: true });
    assert.equal(status, 200);
    assert.ok(Array.isArray(body.versions) && body.versions.length > 0);
    for (const { name, builds } of body.versions)
      assert.ok(typeof name === "string" && Array.isArray(builds), name);
  });

  // Uploads the manifest that the service already has.
  if (mayUploadManifest)
    it("accepts a manifest, and returns it as JSON [required; seen in public clients]", async () => {
      const { text, body: held } = await service.call("GET /unauth/versionManifest", { anonymous: true });
      const { status, headers, body } = await service.call("PUT /versionManifest", { body: text });
      assert.equal(status, 200);
      assert.match(headers.get("content-type") ?? "", /^application\/json/);
      assert.deepEqual(body, held);
    });
});
