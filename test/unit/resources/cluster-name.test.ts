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

  it("is one for each cluster and connection", async () => {
    const args = { ...ARGS, clusterId: "d" };
    for (const name of ["once", "twice"].map((each) => new ClusterName(each, args))) {
      assert.match(
        String((await arrived(name))["conflict"]),
        /^The resources "once" and "twice" both manage the name of the cluster p\/d: keep one/,
      );
    }
    const elsewhere = new ClusterName("elsewhere", { ...ARGS, connection: "eu" });
    assert.deepEqual(await arrived(elsewhere), { ...ARGS, restoreOnDelete: false, connection: "eu" });
  });

  it("warns of ids that do not have the form of the service's", async () => {
    const told: string[] = [];
    const { warn } = pulumi.log;
    const log = pulumi.log as { warn: (text: string) => Promise<void> };
    log.warn = async (text) => void told.push(text);
    try {
      await arrived(
        new ClusterName("odd", { ...ARGS, clusterId: pulumi.output("orders"), connection: "odd" }),
      );
      const ids = { projectId: "60a2b7c9e4b0c5571d3f8e12", clusterId: "61b3c8d9e4b0c5571d3f8e34" };
      await arrived(new ClusterName("right", { ...ARGS, ...ids }));
      await arrived(ClusterName.get("looked up", "p/orders"));
    } finally {
      log.warn = warn;
    }
    const form = "is not 24 hexadecimal digits, the form of the service's ids";
    assert.deepEqual(told, [`projectId: "p" ${form}`, `clusterId: "orders" ${form}`]);
  });

  it("looks up by an id and a connection alone", async () => {
    const found = ClusterName.get("found", "p/c", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "p/c", connection: "eu" });
  });
});
