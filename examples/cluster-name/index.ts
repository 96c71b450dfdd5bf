// A name for a sharded cluster that the service discovered by itself and called after one of its shards.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const cluster = new opsmanager.ClusterName("orders", {
  projectId: config.require("projectId"),
  clusterId: config.require("clusterId"),
  clusterName: "orders-eu-production",
  // Without this, destroying the stack leaves the cluster with the name that it has then.
  restoreOnDelete: true,
});

export const clusterName = cluster.clusterName;
export const previousName = cluster.previousName;
export const clusterType = cluster.typeName;
