// Manages two alert configurations, an oplog store, the name of a cluster and the version manifest, and reads an access
// list entry and the audit log rotation. Everything that differs between installations is in the stack configuration.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const projectId = config.require("projectId");

/** Pages the on-call engineers when a replica set has no primary, and posts to the team's channel. */
const noPrimary = new opsmanager.AlertConfig("no-primary", {
  projectId,
  enabled: true,
  eventTypeName: "NO_PRIMARY",
  matchers: [{ fieldName: "CLUSTER_NAME", operator: "STARTS_WITH", value: "orders" }],
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 0 },
    {
      typeName: "SLACK",
      channelName: "#database-alerts",
      apiToken: config.requireSecret("slackToken"),
      intervalMin: 15,
      delayMin: 5,
    },
  ],
});

/** Notifies the owners of the project when a secondary is ten minutes behind. */
const replicationLag = new opsmanager.AlertConfig("replication-lag", {
  projectId,
  enabled: true,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: {
    metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 10,
    units: "MINUTES",
  },
  notifications: [
    {
      typeName: "GROUP",
      role: "GROUP_OWNER",
      emailEnabled: true,
      smsEnabled: false,
      intervalMin: 60,
      delayMin: 0,
    },
  ],
});

/** The store for the oplog data of backups. */
const oplogStore = new opsmanager.OplogS3Config("oplog-store-1", {
  acceptedTos: true,
  assignmentEnabled: true,
  s3BucketEndpoint: "https://s3.storage.example.com",
  s3BucketName: "opsmanager-oplog",
  s3MaxConnections: 50,
  s3AuthMethod: "KEYS",
  awsAccessKey: config.requireSecret("s3AccessKey"),
  awsSecretKey: config.requireSecret("s3SecretKey"),
  pathStyleAccessEnabled: true,
  sseEnabled: true,
  ssl: true,
  uri: config.requireSecret("metadataUri"),
  writeConcern: "MAJORITY",
  labels: ["production", "eu"],
});

/** A recognizable name. The previous one is restored when the stack is destroyed. */
const ordersCluster = new opsmanager.ClusterName("orders-cluster", {
  projectId,
  clusterId: config.require("clusterId"),
  clusterName: "orders-production",
  restoreOnDelete: true,
});

/** The database versions that can be deployed. In an air-gapped network this list must be uploaded. */
const manifest = new opsmanager.VersionManifest("versions", { manifest: "version-manifest.json" });

/** The entry that allows this machine to use the API key, and when it was last used. */
const accessListEntry = opsmanager.getAccessListEntryOutput({
  orgId: config.require("orgId"),
  apiKeyId: config.require("apiKeyId"),
  entry: config.require("accessListEntry"),
});

/** The audit log rotation of the project. */
const auditLogRotation = opsmanager.getAuditLogRotationOutput({ projectId });

export const alertConfigIds = [noPrimary.alertConfigId, replicationLag.alertConfigId];
export const oplogStoreId = oplogStore.storeId;
export const clusterName = ordersCluster.clusterName;
export const previousClusterName = ordersCluster.previousName;
export const newestDatabaseVersions = manifest.newestVersions;
export const accessList = accessListEntry.apply(({ cidrBlock, lastUsedAddress }) => ({
  cidrBlock,
  lastUsedAddress,
}));
export const auditLogs = auditLogRotation.effective;
