import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { ClusterName } from "../../../src/resources/cluster-name";
import { clusterName } from "../../../src/resources/cluster-name/definition";
import { surroundings } from "../dynamic/surroundings";
import { offline } from "./connection";
import { arrived, mockEngine } from "./registered";

const ARGS = { projectId: "p", clusterId: "c", clusterName: "orders" };

describe("ClusterName", () => {
  before(mockEngine);

  it("passes the arguments of the program", async () => {
    const args = { ...ARGS, clusterName: pulumi.output("orders"), restoreOnDelete: true };
    assert.deepEqual(await arrived(new ClusterName("cluster", args)), { ...ARGS, restoreOnDelete: true });
  });

  it("leaves it to the check to report arguments that a JavaScript program omits", async () => {
    const cluster = new ClusterName("without arguments", undefined as never);
    assert.deepEqual(await arrived(cluster), { restoreOnDelete: false });
  });

  it("can be declared once for each cluster and connection", async () => {
    const args = { ...ARGS, clusterId: "d" };
    const text = /^The resources "once" and "twice" both manage the name of the cluster p\/d: keep one/;
    for (const each of [new ClusterName("once", args), new ClusterName("twice", args)])
      assert.match(String((await arrived(each))["conflict"]), text);
    const elsewhere = new ClusterName("elsewhere", { ...ARGS, connection: "eu" });
    assert.deepEqual(await arrived(elsewhere), { ...ARGS, restoreOnDelete: false, connection: "eu" });
  });

  it("warns in its check about ids that do not have the form of the service's ids", async () => {
    const around = surroundings();
    const provider = dynamicProvider(clusterName, () => offline(), around);
    const run = { urn: "urn:odd", preview: false };
    const odd = new ClusterName("odd", { ...ARGS, clusterId: pulumi.output("orders"), connection: "odd" });
    await provider.check({}, { ...(await arrived(odd)), __run: run });
    const ids = { projectId: "60a2b7c9e4b0c5571d3f8e12", clusterId: "61b3c8d9e4b0c5571d3f8e34" };
    const right = new ClusterName("right", { ...ARGS, ...ids });
    await provider.check({}, { ...(await arrived(right)), __run: run });
    const form = "is not 24 hexadecimal digits, the form of the service's ids";
    assert.deepEqual(around.logged, [
      ["urn:odd", "warn", `projectId: "p" ${form}`],
      ["urn:odd", "warn", `clusterId: "orders" ${form}`],
    ]);
  });

  it("passes only an id and a connection for a look-up", async () => {
    const found = ClusterName.get("found", "p/c", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "p/c", connection: "eu" });
  });
});
