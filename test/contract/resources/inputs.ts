/** Inputs of a resource of each kind. */

import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { assetOf } from "../../unit/resources/version-manifest/engine-asset";
import { type Kind, STORE } from "./managed";

const NOTIFICATIONS = [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }];
export const DOWN = { eventTypeName: "HOST_DOWN", enabled: true, notifications: NOTIFICATIONS };

/** The inputs of a log rotation, without its project. */
export const ROTATION = { sizeThresholdMB: 500, timeThresholdHrs: 12, percentOfDiskspace: 0.1 };

/** A key of the first organization without roles in projects. */
export const OTHER_KEY = "64f0a1b2c3d4e5f60718293a";

function keyIn(emulator: Emulator): string {
  const { orgId, apiKeys } = emulator;
  const roles = [{ orgId, roleName: "ORG_MEMBER" }];
  const key = { orgId, desc: "pipeline", publicKey: "otherkey", privateKey: "other-private-key", roles };
  if (apiKeys.get(OTHER_KEY) === undefined) apiKeys.set(OTHER_KEY, key);
  return OTHER_KEY;
}

/** A secret that no message may hold. */
export const PAGER_DUTY_KEY = "0123456789abcdef0123456789abcdef";

/** The inputs of a store in a MongoDB deployment, with a secret that no message may hold. */
const MONGO_STORE = {
  storeId: "store",
  uri: "mongodb://backup:declared-password@store.example.com/",
  assignmentEnabled: true,
  labels: ["eu", "production"],
  writeConcern: "MAJORITY",
};

export const INPUTS: Readonly<Record<Kind, (emulator: Emulator) => PlainObject>> = {
  AccessListEntry: ({ orgId, apiKeyId }) => ({ orgId, apiKeyId, entry: "192.0.2.17" }),
  AgentApiKey: ({ projectId }) => ({ projectId, desc: "agents" }),
  AlertConfig: ({ projectId }) => ({ projectId, ...DOWN }),
  AlertConfigSet: ({ projectId }) => ({
    projectId,
    __resourceName: "resource",
    alertConfigs: { down: DOWN },
  }),
  ApiKey: ({ orgId }) => ({ orgId, desc: "ci", roles: ["ORG_MEMBER", "ORG_GROUP_CREATOR"] }),
  AuditLogRotation: ({ projectId }) => ({ projectId, ...ROTATION }),
  ClusterName: ({ projectId, clusterId }) => ({ projectId, clusterId, clusterName: "orders-new" }),
  FeatureControl: ({ projectId }) => ({
    projectId,
    externalManagementSystem: { name: "pulumi", version: "1" },
    policies: [
      { policy: "DISABLE_SET_MONGOD_VERSION" },
      { policy: "DisableSetMongodConfig", disabledParams: ["net.port", "net.tls.mode"] },
    ],
  }),
  FileSystemSnapshotStore: () => ({ storeId: "store", storePath: "/mnt/backup", assignmentEnabled: true }),
  GlobalAlertConfig: ({ projectId }) => ({ ...DOWN, forAllGroups: false, groupIds: [projectId] }),
  Integration: ({ projectId }) => ({ projectId, type: "PAGER_DUTY", serviceKey: PAGER_DUTY_KEY }),
  MongoOplogStore: () => MONGO_STORE,
  MongoSnapshotStore: () => ({ ...MONGO_STORE, maxCapacityGB: 100 }),
  OplogS3Config: () => STORE,
  Project: ({ orgId }) => ({ name: "payments", orgId, tags: ["TEAM-PAY", "EU"], allowDelete: true }),
  ProjectBackup: ({ projectId }) => ({
    projectId,
    labelFilter: ["eu", "gold"],
    oplogStoreFilter: [{ id: "oplog", type: "s3OplogStore" }],
  }),
  ProjectApiKey: (emulator) => ({
    projectId: emulator.projectId,
    keyId: keyIn(emulator),
    roles: ["GROUP_READ_ONLY", "GROUP_MONITORING_ADMIN"],
  }),
  S3SnapshotStore: () => ({ ...STORE, loadFactor: 2 }),
  SnapshotSchedule: ({ projectId, clusterId }) => ({
    projectId,
    clusterId,
    snapshotIntervalHours: 12,
    monthlySnapshotRetentionMonths: 0,
    referenceHourOfDay: 1,
    referenceMinuteOfHour: 15,
    referenceTimeZoneOffset: "+0230",
  }),
  SystemLogRotation: ({ projectId }) => ({ projectId, ...ROTATION }),
  VersionManifest: (emulator) => ({ manifest: newerManifest(emulator, "2029-01-01T00:00:00Z") }),
};

/** The kinds around the backups, the keys and the policies of a project. */
export const BACKUP_CHAIN = [
  "AgentApiKey",
  "ApiKey",
  "FeatureControl",
  "FileSystemSnapshotStore",
  "Integration",
  "MongoOplogStore",
  "MongoSnapshotStore",
  "ProjectApiKey",
  "ProjectBackup",
  "SnapshotSchedule",
] as const satisfies readonly Kind[];

/** The kinds whose object a destroy deletes. */
export const DELETED = [
  "AccessListEntry",
  "AgentApiKey",
  "AlertConfig",
  "AlertConfigSet",
  "ApiKey",
  "FileSystemSnapshotStore",
  "GlobalAlertConfig",
  "Integration",
  "MongoOplogStore",
  "MongoSnapshotStore",
  "OplogS3Config",
  "Project",
  "ProjectApiKey",
  "S3SnapshotStore",
] as const;

/** The manifest of the service with a later timestamp. */
export function newerManifest(emulator: Emulator, updated: string): PlainObject {
  const current = JSON.parse(emulator.versionManifest.get("current")?.text ?? "") as object;
  return assetOf({ ...current, updated: Date.parse(updated) }, `${updated}.json`);
}
