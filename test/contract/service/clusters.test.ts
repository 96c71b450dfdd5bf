// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

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
