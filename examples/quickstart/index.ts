// What an Ops Manager should hold: two alerts, an oplog store, the name of a cluster, the version manifest; and two
// things to know about it. Everything that differs between installations comes from the stack configuration.
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const projectId = config.require("projectId");

/** Pages the people on duty when a replica set has no primary, and tells the team's channel. */
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

/** Tells the owners of the project when a secondary is ten minutes behind. */
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

/** Where backups keep their oplog. */
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

/** A name that people recognize. The old one comes back when the stack is destroyed. */
const ordersCluster = new opsmanager.ClusterName("orders-cluster", {
  projectId,
  clusterId: config.require("clusterId"),
  clusterName: "orders-production",
  restoreOnDelete: true,
});

/** The database versions that may be deployed: in an air-gapped site somebody has to bring them. */
const manifest = new opsmanager.VersionManifest("versions", { manifest: "version-manifest.json" });

/** May this machine use the API key, and who did last? */
const accessListEntry = opsmanager.getAccessListEntryOutput({
  orgId: config.require("orgId"),
  apiKeyId: config.require("apiKeyId"),
  entry: config.require("accessListEntry"),
});

/** How the audit logs of the project are rotated. */
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
