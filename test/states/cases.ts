/** The states that a release leaves behind: what is declared, and what happens before the state is kept. */

import type { Emulator } from "../../src/emulator";

export interface StateCase {
  readonly name: string;
  /** The source of the program, without its imports. */
  readonly program: string;
  /** Changes the service before the first `up`. */
  readonly prepare?: (emulator: Emulator) => void;
  /** Whether the first `up` fails and leaves resources that are written in part. */
  readonly failing?: true;
  /** Changes by hand, which a refresh then finds. */
  readonly drift?: (emulator: Emulator) => void;
}

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
/** The project of the set, so that it does not report the single alert configuration. */
const SET_PROJECT = "60b9d1f2e4b0c5571d47a90b";
export const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";

/** A global alert configuration that the service ships. */
const SHIPPED = "65a0f0c1c2a94e17860000a1";

/** An alert configuration whose creation gets a response of which only the id can be read. */
export const UNREADABLE = "HOST_UP";

const PROGRAM = `
const projectId = "${PROJECT}";
const slack = { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-slack-token-0001", intervalMin: 15 };
const pager = { typeName: "PAGER_DUTY", serviceKey: pulumi.secret("pager-duty-key-0002"), intervalMin: 15 };
const email = (emailAddress: string) => ({ typeName: "EMAIL", emailAddress, intervalMin: 60, delayMin: 0 });
const metric = (threshold: number) => ({ metricName: "MEMORY_RESIDENT", operator: "GREATER_THAN", threshold, units: "GIGABYTES" });

new opsmanager.AlertConfig("single", {
  projectId, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", enabled: true, metricThreshold: metric(2),
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db-1" }, { fieldName: "PORT", operator: "EQUALS", value: "27017" }],
  notifications: [slack, pager, email("a@example.com"), { typeName: "GROUP", role: "GROUP_OWNER", emailEnabled: true, smsEnabled: false }],
});
new opsmanager.AlertConfigSet("set", {
  projectId: "${SET_PROJECT}", unmanaged: "report",
  alertConfigs: {
    "memory": { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", enabled: true, metricThreshold: metric(10), notifications: [slack, email("b@example.com")] },
    "no primary": { eventTypeName: "NO_PRIMARY", notifications: [pager] },
    "plain": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [email("c@example.com")] },
  },
});
new opsmanager.OplogS3Config("store", {
  storeId: "oplog", acceptedTos: true, assignmentEnabled: true, awsAccessKey: "AKIASTATESTATESTATE0", awsSecretKey: "state-secret-key-0003",
  oidc: { enabled: true, method: "azure", clientId: "opsmanager", clientSecret: "state-client-secret-0004" },
  pathStyleAccessEnabled: true, s3BucketEndpoint: "https://s3.example.com", s3BucketName: "oplog", s3MaxConnections: 5, sseEnabled: true,
  uri: "mongodb://backup:state-password-0005@metadata.example.com/", labels: ["a", "b"],
});
new opsmanager.ClusterName("cluster", { projectId, clusterId: "${CLUSTER}", clusterName: "managed", restoreOnDelete: true });
new opsmanager.VersionManifest("versions", { manifest: "manifest.json" });
`;

/** The secrets of the programs: no deployment holds one in plain text. */
export const SECRETS = [
  "xoxb-slack-token-0001",
  "pager-duty-key-0002",
  "AKIASTATESTATESTATE0",
  "state-secret-key-0003",
  "state-client-secret-0004",
  "state-password-0005",
  "state-kmip-password-0006",
  "hidden-path-of-the-state-0007",
];

const FAILING = `
const projectId = "${PROJECT}";
const alert = (channelName: string) => ({ eventTypeName: "HOST_DOWN", notifications: [{ typeName: "SLACK", channelName, apiToken: "xoxb-slack-token-0001", intervalMin: 15 }] });
new opsmanager.AlertConfig("single", { projectId, ...alert("#single"), eventTypeName: "${UNREADABLE}" });
new opsmanager.AlertConfigSet("set", {
  projectId, alertConfigs: { a: alert("#a"), refused: alert("#refused"), unreadable: { ...alert("#unreadable"), eventTypeName: "${UNREADABLE}" } },
});
new opsmanager.ClusterName("cluster", { projectId, clusterId: "${CLUSTER}", clusterName: "managed", restoreOnDelete: true });
`;

/** One rotation replaces what the service has, and the other what is not set. */
const ROTATIONS = `
const settings = { sizeThresholdMB: 500, timeThresholdHrs: 12 };
new opsmanager.AuditLogRotation("audit", { projectId: "${PROJECT}", ...settings, percentOfDiskspace: 0.1 });
new opsmanager.SystemLogRotation("system", { projectId: "${SET_PROJECT}", ...settings, disableOnDestroy: true });
`;

const SNAPSHOT_STORE = `
new opsmanager.S3SnapshotStore("snapshots", {
  storeId: "snapshots-eu", acceptedTos: true, assignmentEnabled: true, awsAccessKey: "AKIASTATESTATESTATE0", awsSecretKey: "state-secret-key-0003",
  loadFactor: 2, objectLockEnabled: true, pathStyleAccessEnabled: true, s3BucketEndpoint: "https://s3.example.com", s3BucketName: "snapshots",
  s3MaxConnections: 5, sseEnabled: true, uri: "mongodb://backup:state-password-0005@metadata.example.com/", labels: ["a", "b"],
});
`;

/** One that existed before, and one of its own. */
const GLOBAL_ALERTS = `
const slack = { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-slack-token-0001", intervalMin: 15 };
new opsmanager.GlobalAlertConfig("shipped", {
  adoptId: "${SHIPPED}", eventTypeName: "BACKUP_AGENT_DOWN", enabled: false, forAllGroups: true, notifications: [{ typeName: "ADMIN", delayMin: 0, intervalMin: 60 }],
});
new opsmanager.GlobalAlertConfig("some-projects", {
  eventTypeName: "HOST_DOWN", enabled: true, forAllGroups: false, groupIds: ["${SET_PROJECT}", "${PROJECT}"],
  notifications: [slack, { typeName: "PAGER_DUTY", serviceKey: pulumi.secret("pager-duty-key-0002"), delayMin: 5 }],
});
`;

const OWN_PROJECT = `
const orgId = "5f3e9c41d2a7b84e60c1f0a3";
new opsmanager.Project("project", { name: "recorded", orgId, tags: ["TEAM-B", "TEAM-A"], allowDelete: true });
new opsmanager.Project("untagged", { name: "recorded-untagged", orgId, allowDelete: true });
`;

/** Keys, stores in MongoDB and a file system, and what a project has of backups, integrations and policies. */
const BACKUP_CHAIN = `
const orgId = "5f3e9c41d2a7b84e60c1f0a3", at = { projectId: "${PROJECT}" };
const key = new opsmanager.ApiKey("key", { orgId, desc: "recorded", roles: ["ORG_MEMBER"], rotation: "1" });
new opsmanager.ProjectApiKey("roles", { ...at, keyId: key.keyId, roles: ["GROUP_READ_ONLY"] });
new opsmanager.AccessListEntry("entry", { orgId, apiKeyId: key.keyId, entry: "192.0.2.0/25" });
new opsmanager.AgentApiKey("agents", { ...at, desc: "recorded" });
const uri = "mongodb://backup:state-password-0005@metadata.example.com/";
const oplog = new opsmanager.MongoOplogStore("oplog", { storeId: "oplog", uri, assignmentEnabled: true, labels: ["b", "a"], writeConcern: "MAJORITY" });
const blocks = new opsmanager.MongoSnapshotStore("blocks", { storeId: "blocks", uri, assignmentEnabled: true, loadFactor: 2, maxCapacityGB: 100 });
const files = new opsmanager.FileSystemSnapshotStore("files", { storeId: "files", storePath: "/mnt/backup", assignmentEnabled: true });
new opsmanager.ProjectBackup("backup", {
  ...at, labelFilter: ["eu"], oplogStoreFilter: [{ id: oplog.storeId, type: "oplogStore" }],
  snapshotStoreFilter: [{ id: blocks.storeId, type: "blockstore" }, { id: files.storeId, type: "fileSystemStore" }],
  kmipClientCertPath: "/etc/kmip.pem", kmipClientCertPassword: "state-kmip-password-0006",
});
new opsmanager.SnapshotSchedule("schedule", {
  ...at, clusterId: "${CLUSTER}", snapshotIntervalHours: 12, referenceHourOfDay: 1, referenceMinuteOfHour: 30, referenceTimeZoneOffset: "+0200",
});
new opsmanager.Integration("webhook", { ...at, type: "WEBHOOK", url: "https://hooks.example.com/hidden-path-of-the-state-0007" });
new opsmanager.FeatureControl("policies", { ...at, externalManagementSystem: { name: "pulumi", version: "1" }, policies: [{ policy: "DisableSetMongodVersion" }] });
`;

export const CASES: readonly StateCase[] = [
  { name: "plain", program: PROGRAM },
  { name: "rotations", program: ROTATIONS },
  { name: "projects", program: OWN_PROJECT },
  { name: "snapshot-stores", program: SNAPSHOT_STORE },
  { name: "backup-chain", program: BACKUP_CHAIN },
  {
    name: "global-alerts",
    program: GLOBAL_ALERTS,
    prepare: (emulator) =>
      void emulator.globalAlertConfigs.add({
        id: SHIPPED,
        enabled: true,
        eventTypeName: "BACKUP_AGENT_DOWN",
        forAllGroups: true,
        groupIds: [],
        tags: [],
        matchers: [],
        notifications: [{ id: "65a0f0c1c2a94e17860000a2", typeName: "ADMIN", delayMin: 0, intervalMin: 60 }],
      }),
  },
  {
    name: "drifted",
    program: PROGRAM,
    drift: (emulator) => {
      for (const project of [PROJECT, SET_PROJECT]) {
        const alerts = emulator.alertConfigs(project);
        const ours = alerts
          .list()
          .filter(({ notifications }) => JSON.stringify(notifications).includes("0001"));
        for (const { id, notifications } of ours) {
          alerts.update(id, {
            metricThreshold: { threshold: 120 },
            notifications: notifications.map((each) =>
              each.apiToken === undefined ? each : { ...each, apiToken: "xoxb-by-hand-0000", delayMin: 5 },
            ),
          });
        }
      }
      const inSet = emulator.alertConfigs(SET_PROJECT);
      const gone = inSet
        .list()
        .find(({ notifications }) => notifications[0]?.emailAddress === "c@example.com");
      inSet.delete(gone?.id ?? "");
      inSet.add({ eventTypeName: "HOST_UP", enabled: true, notifications: [] });
      emulator.oplogS3Configs.update("oplog", { s3MaxConnections: 9, labels: ["c"] });
      emulator.clusters().update(CLUSTER, { clusterName: "by-hand" });
    },
  },
  {
    name: "partial",
    program: FAILING,
    failing: true,
    prepare: ({ faults }) => {
      faults.add({ match: { method: "PATCH", times: "always" }, action: "resetBefore" });
    },
  },
];
