import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { ClusterName } from "../../../src/resources/cluster-name";
import { arrived, mockEngine } from "./registered";

const ARGS = { projectId: "p", clusterId: "c", clusterName: "orders" };

describe("ClusterName", () => {
  before(mockEngine);

  it("hands over what the program writes", async () => {
    const args = { ...ARGS, clusterName: pulumi.output("orders"), restoreOnDelete: true };
    assert.deepEqual(await arrived(new ClusterName("cluster", args)), { ...ARGS, restoreOnDelete: true });
  });

  it("is one a cluster and connection", async () => {
    assert.throws(
      () => new ClusterName("again", ARGS),
      /"cluster" and "again" both manage the name of the cluster p\/c: keep one/,
    );
    const elsewhere = new ClusterName("elsewhere", { ...ARGS, connection: "eu" });
    assert.deepEqual(await arrived(elsewhere), { ...ARGS, restoreOnDelete: false, connection: "eu" });
  });

  it("looks up by an id and a connection alone", async () => {
    const found = ClusterName.get("found", "p/c", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "p/c", connection: "eu" });
  });
});
