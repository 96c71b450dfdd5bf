// The backup of a project, from its stores to the schedule of a cluster, with its keys, its webhook and its policies.
// The stores and the backup configuration of the project require a global API key.
import "./protect";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const config = new pulumi.Config();
const orgId = config.require("orgId");
const projectId = config.require("projectId");

// The key of the team that restores from backups, which works in this project and from this network only.
const key = new opsmanager.ApiKey("restore", { orgId, desc: "restore jobs", roles: ["ORG_MEMBER"] });
const keyInProject = new opsmanager.ProjectApiKey("restore", {
  projectId,
  keyId: key.keyId,
  roles: ["GROUP_BACKUP_ADMIN"],
});
const network = new opsmanager.AccessListEntry("restore", {
  orgId,
  apiKeyId: key.keyId,
  entry: "203.0.113.64/27",
});

// The key of the agents. Another text of `rotation` replaces it.
const agents = new opsmanager.AgentApiKey("agents", { projectId, desc: "backup hosts", rotation: "2026-11" });

// Where backups are stored. The service connects to both deployments.
const oplog = new opsmanager.MongoOplogStore("oplog", {
  uri: config.requireSecret("oplogUri"),
  assignmentEnabled: true,
  writeConcern: "W2",
});
const snapshots = new opsmanager.MongoSnapshotStore("snapshots", {
  uri: config.requireSecret("blockstoreUri"),
  assignmentEnabled: true,
  maxCapacityGB: 2000,
});

// The ids are outputs, so that a destroy changes the filters before it deletes the stores.
const backup = new opsmanager.ProjectBackup("shop", {
  projectId,
  oplogStoreFilter: [{ id: oplog.id, type: "oplogStore" }],
  snapshotStoreFilter: [{ id: snapshots.id, type: "blockstore" }],
});

// The backup of this cluster was started in the user interface. Nothing here starts, stops or terminates it.
const schedule = new opsmanager.SnapshotSchedule("orders", {
  projectId,
  clusterId: config.require("clusterId"),
  snapshotIntervalHours: 12,
  snapshotRetentionDays: 3,
  monthlySnapshotRetentionMonths: 0,
  referenceHourOfDay: 2,
  referenceMinuteOfHour: 30,
  referenceTimeZoneOffset: "+0100",
});

// The alert configuration uses the webhook of the project, which is therefore deleted after it.
const hook = new opsmanager.Integration("hook", {
  projectId,
  type: "WEBHOOK",
  url: config.requireSecret("webhookUrl"),
});
const alert = new opsmanager.AlertConfig(
  "no-primary",
  {
    projectId,
    eventTypeName: "NO_PRIMARY",
    enabled: true,
    notifications: [{ typeName: "WEBHOOK", delayMin: 0 }],
  },
  { dependsOn: hook },
);

// What users cannot change by hand. It comes last, and goes first.
const control = new opsmanager.FeatureControl(
  "shop",
  {
    projectId,
    externalManagementSystem: { name: "pulumi" },
    policies: [{ policy: "DISABLE_AGENT_API_KEY_MANAGEMENT" }, { policy: "DISABLE_BACKUP_AGENT" }],
  },
  { dependsOn: [keyInProject, network, agents, backup, schedule, alert] },
);

export const keyId = key.keyId;
export const privateKey = key.privateKey;
/** For the agents of the project. */
export const mmsApiKey = agents.key;
export const storeIds = [oplog.id, snapshots.id];
export const schedules = { inUtc: schedule.effective };
export const alertConfigId = alert.alertConfigId;
export const policies = control.policies;
