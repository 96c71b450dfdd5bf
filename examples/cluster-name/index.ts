// Names a sharded cluster that the service discovered and named after one of its shards.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();

const cluster = new opsmanager.ClusterName("orders", {
  projectId: config.require("projectId"),
  clusterId: config.require("clusterId"),
  clusterName: "orders-eu-production",
  // Without this option, destroying the stack leaves the current name in place.
  restoreOnDelete: true,
});

export const clusterName = cluster.clusterName;
export const previousName = cluster.previousName;
export const clusterType = cluster.typeName;
