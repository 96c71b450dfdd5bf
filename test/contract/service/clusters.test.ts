// The sources in brackets are explained in authentication.test.ts.
import assert from "node:assert/strict";
import { useService } from "./support/service";

const TYPES = ["REPLICA_SET", "SHARDED", "SHARDED_REPLICA_SET", "CONFIG_SERVER_REPLICA_SET"];

describe("the service: clusters", () => {
  const service = useService();
  const path = (id = ""): string => `/groups/${service.target.projectId}/clusters${id && `/${id}`}`;

  it("returns a cluster [required]", async () => {
    const { projectId, clusterId } = service.target;
    const { status, body } = await service.call(`GET ${path(clusterId)}`);
    assert.equal(status, 200);
    assert.deepEqual([body.id, body.groupId, typeof body.clusterName], [clusterId, projectId, "string"]);
    assert.ok(!Number.isNaN(Date.parse(body.lastHeartbeat)), body.lastHeartbeat);
    assert.ok(body.links.some(({ rel }: { rel: string }) => rel === "self"));
  });

  it("has four types of clusters, with a replica set name for two of them [clusters: response elements]", async () => {
    const { body } = await service.call(`GET ${path()}`);
    for (const { typeName, replicaSetName } of body.results) {
      assert.ok(TYPES.includes(typeName), typeName);
      if (typeName === "REPLICA_SET" || typeName === "CONFIG_SERVER_REPLICA_SET")
        assert.equal(typeof replicaSetName, "string", typeName);
    }
  });

  // Sends the current name, which changes nothing.
  it("renames a sharded cluster and returns all of it [required]", async () => {
    const own = path(service.target.clusterId);
    const { clusterName, typeName } = (await service.call(`GET ${own}`)).body;
    const { status, body } = await service.call(`PATCH ${own}`, { body: { clusterName } });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.clusterName, body.typeName, body.groupId],
      [clusterName, typeName, service.target.projectId],
    );
  });

  it("refuses to rename other clusters: NOT_SHARDED [required; errors]", async () => {
    const { body: list } = await service.call(`GET ${path()}`);
    for (const { id, typeName, clusterName } of list.results) {
      if (typeName === "SHARDED" || typeName === "SHARDED_REPLICA_SET") continue;
      const { status, body } = await service.call(`PATCH ${path(id)}`, { body: { clusterName } });
      assert.deepEqual([status, body.errorCode], [400, "NOT_SHARDED"], typeName);
    }
  });

  it("refuses to write anything except the name [required; core/api]", async () => {
    const own = path(service.target.clusterId);
    const { clusterName } = (await service.call(`GET ${own}`)).body;
    const body = { clusterName, lastHeartbeat: "2020-01-01T00:00:00Z" };
    const response = await service.call(`PATCH ${own}`, { body });
    assert.equal(response.status, 400);
    assert.match(JSON.stringify(response.body), /lastHeartbeat/);
  });

  it("returns 404 for unknown and malformed ids: CLUSTER_NOT_FOUND, INVALID_CLUSTER_ID [errors]", async () => {
    const unknown = await service.call(`GET ${path("0123456789abcdef01234567")}`);
    assert.deepEqual([unknown.status, unknown.body.errorCode], [404, "CLUSTER_NOT_FOUND"]);
    const none = await service.call(`GET ${path("orders")}`);
    assert.deepEqual([none.status, none.body.errorCode], [404, "INVALID_CLUSTER_ID"]);
  });
});
