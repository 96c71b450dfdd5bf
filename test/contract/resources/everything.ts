/** Objects of which every field is set, and programs that declare the least of them. */

import { withInputNames } from "../../../src/dynamic/form";
import type { Emulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { omit } from "../../../src/json";
import { splitSecrets } from "../../../src/secrets/notifications";
import { STORE } from "./managed";

/** The kinds that are written as a whole. */
export type ReplacedKind =
  | "AlertConfig"
  | "FileSystemSnapshotStore"
  | "GlobalAlertConfig"
  | "MongoOplogStore"
  | "MongoSnapshotStore"
  | "OplogS3Config"
  | "S3SnapshotStore"
  | "AuditLogRotation"
  | "SystemLogRotation"
  | "Project";

/** Programs with the least arguments: the first declares the object as it is, the others change one field. */
type Programs = (emulator: Emulator) => readonly PlainObject[];

interface Everything {
  /** Adds the object to the service, and returns its id there. */
  add(this: void, emulator: Emulator): string;
  live(this: void, emulator: Emulator, id: string): PlainObject;
  /** Changes the object without the provider. */
  change(this: void, emulator: Emulator, id: string, changed: PlainObject): void;
  readonly programs: Programs;
  /** The field that the programs change. */
  readonly changed: string;
  /** Arguments that adopt it. */
  adopting(this: void, id: string): PlainObject;
  /** The id in Pulumi. */
  pulumiId(this: void, id: string): string;
  /** A change of a field that no program of these tests declares. */
  readonly byHand: PlainObject;
}

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const MAIL = { typeName: "EMAIL", emailAddress: "dba@example.com" };
const OPS_GENIE = {
  typeName: "OPS_GENIE",
  opsGenieApiKey: "ops-genie-key-of-the-program",
  opsGenieRegion: "EU",
};
const ALERT = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }],
  metricThreshold: {
    metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
    operator: "GREATER_THAN",
    threshold: 5,
    units: "MINUTES",
    mode: "AVERAGE",
  },
  notifications: [
    { ...MAIL, delayMin: 7, intervalMin: 25 },
    { typeName: "SMS", mobileNumber: "+15551234567", delayMin: 9, intervalMin: 35 },
    { ...OPS_GENIE, delayMin: 3 },
  ],
};
const LEAST_ALERT = {
  eventTypeName: ALERT.eventTypeName,
  metricThreshold: { metricName: "OPLOG_SLAVE_LAG_MASTER_TIME", operator: "GREATER_THAN", threshold: 5 },
  notifications: [
    MAIL,
    { typeName: "SMS", mobileNumber: "+15551234567" },
    { typeName: "OPS_GENIE", opsGenieRegion: "EU" },
  ],
  notificationSecrets: splitSecrets([OPS_GENIE]),
};
const FULL_STORE = {
  ...STORE,
  s3AuthMethod: "KEYS",
  assignmentEnabled: false,
  labels: ["north", "south"],
  writeConcern: "MAJORITY",
  ssl: true,
  encryptedCredentials: true,
  disableProxyS3: true,
  s3RegionOverride: "eu-central-1",
  customCertificates: [
    { filename: "ca.pem", certString: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----" },
  ],
};
const ROTATION = {
  sizeThresholdMB: 500,
  timeThresholdHrs: 12,
  numUncompressed: 9,
  percentOfDiskspace: 0.3,
  numTotal: 40,
};

const sameId = (id: string): string => id;

/** Three programs, by the values of a field. */
const three = <T>(values: readonly T[], make: (value: T) => PlainObject): PlainObject[] => values.map(make);

const leastAlert = (threshold: number): PlainObject => ({
  ...LEAST_ALERT,
  enabled: true,
  metricThreshold: { ...LEAST_ALERT.metricThreshold, threshold },
});

function storeOf(collection: "oplogS3Configs" | "s3SnapshotStores", further: PlainObject = {}): Everything {
  return {
    add(emulator) {
      const { storeId: id, ...fields } = FULL_STORE;
      emulator[collection].add({ ...fields, ...further, id });
      return id;
    },
    live: (emulator, id) => ({ ...emulator[collection].get(id) }),
    change: (emulator, id, changed) => void emulator[collection].update(id, changed),
    programs: () => three(["oplog", "oplog-1", "oplog-2"], (s3BucketName) => ({ ...STORE, s3BucketName })),
    changed: "s3BucketName",
    adopting: () => withInputNames({ adopt: true }),
    pulumiId: sameId,
    byHand: { writeConcern: "W2" },
  };
}

const URI = "mongodb://backup:declared-password@store.example.com/";

function mongoStoreOf(
  collection: "mongoOplogStores" | "mongoSnapshotStores",
  further: PlainObject = {},
): Everything {
  const full = {
    uri: URI,
    assignmentEnabled: false,
    encryptedCredentials: true,
    labels: ["north", "south"],
    loadFactor: 3,
    ssl: true,
    writeConcern: "MAJORITY",
  };
  return {
    add: (emulator) => emulator[collection].add({ ...full, ...further, id: "store" }).id,
    live: (emulator, id) => ({ ...emulator[collection].get(id) }),
    change: (emulator, id, changed) => void emulator[collection].update(id, changed),
    programs: () => three(["", "?w=1", "?w=2"], (options) => ({ storeId: "store", uri: URI + options })),
    changed: "uri",
    adopting: () => withInputNames({ adopt: true }),
    pulumiId: sameId,
    byHand: { writeConcern: "W2" },
  };
}

/** A global alert configuration has fewer types of notifications. */
const GLOBAL_NOTIFICATIONS = [
  { ...MAIL, delayMin: 7, intervalMin: 25 },
  { typeName: "SMS", mobileNumber: "+15551234567", delayMin: 9, intervalMin: 35 },
];

function rotationOf(collection: "auditLogRotation" | "systemLogRotation"): Everything {
  return {
    add(emulator) {
      if (emulator[collection].get(PROJECT) !== undefined) emulator[collection].delete(PROJECT);
      emulator[collection].add({ groupId: PROJECT, ...ROTATION });
      return PROJECT;
    },
    live: (emulator, id) => ({ ...emulator[collection].get(id) }),
    change: (emulator, id, changed) => void emulator[collection].update(id, changed),
    programs: () =>
      three([500, 600, 700], (sizeThresholdMB) => ({
        projectId: PROJECT,
        sizeThresholdMB,
        timeThresholdHrs: 12,
      })),
    changed: "sizeThresholdMB",
    adopting: () => ({}),
    pulumiId: sameId,
    byHand: { numTotal: 41 },
  };
}

export const EVERYTHING: Readonly<Record<ReplacedKind, Everything>> = {
  AlertConfig: {
    add: (emulator) => emulator.alertConfigs().add(ALERT as object).id,
    live: (emulator, id) => ({ ...emulator.alertConfigs().get(id) }),
    change: (emulator, id, changed) => void emulator.alertConfigs().update(id, changed),
    programs: () => three([5, 6, 7], (threshold) => ({ projectId: PROJECT, ...leastAlert(threshold) })),
    changed: "metricThreshold",
    adopting: (id) => withInputNames({ adoptId: id }),
    pulumiId: (id) => `${PROJECT}/${id}`,
    byHand: { matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "SECONDARY" }] },
  },
  FileSystemSnapshotStore: {
    add: (emulator) =>
      emulator.fileSystemSnapshotStores.add({
        id: "store",
        storePath: "/mnt/backup",
        assignmentEnabled: false,
        labels: ["north"],
        loadFactor: 3,
        wtCompressionSetting: "GZIP",
        mmapv1CompressionSetting: "NONE",
      }).id,
    live: (emulator, id) => ({ ...emulator.fileSystemSnapshotStores.get(id) }),
    change: (emulator, id, changed) => void emulator.fileSystemSnapshotStores.update(id, changed),
    programs: () =>
      three(["/mnt/backup", "/mnt/one", "/mnt/two"], (storePath) => ({ storeId: "store", storePath })),
    changed: "storePath",
    adopting: () => withInputNames({ adopt: true }),
    pulumiId: sameId,
    byHand: { loadFactor: 4 },
  },
  GlobalAlertConfig: {
    add: (emulator) =>
      emulator.globalAlertConfigs.add({
        ...ALERT,
        notifications: GLOBAL_NOTIFICATIONS as never,
        forAllGroups: true,
        tags: ["GOLD"],
        groupIds: [],
      }).id,
    live: (emulator, id) => ({ ...emulator.globalAlertConfigs.get(id) }),
    change: (emulator, id, changed) => void emulator.globalAlertConfigs.update(id, changed),
    programs: () =>
      three([5, 6, 7], (threshold) => ({
        ...omit(leastAlert(threshold), ["notificationSecrets"]),
        forAllGroups: true,
        notifications: GLOBAL_NOTIFICATIONS.map((each) => omit(each, ["delayMin", "intervalMin"])),
      })),
    changed: "metricThreshold",
    adopting: (id) => withInputNames({ adoptId: id }),
    pulumiId: sameId,
    byHand: { tags: ["SILVER"] },
  },
  MongoOplogStore: mongoStoreOf("mongoOplogStores"),
  MongoSnapshotStore: mongoStoreOf("mongoSnapshotStores", { maxCapacityGB: 200 }),
  OplogS3Config: storeOf("oplogS3Configs"),
  S3SnapshotStore: storeOf("s3SnapshotStores", { loadFactor: 3, objectLockEnabled: true }),
  AuditLogRotation: rotationOf("auditLogRotation"),
  SystemLogRotation: rotationOf("systemLogRotation"),
  Project: {
    add: (emulator) =>
      emulator.entities("projects").add({ name: "payments", orgId: emulator.orgId, tags: ["GOLD"] }).id,
    live: (emulator, id) => ({ ...emulator.entities("projects").get(id) }),
    change: (emulator, id, changed) => void emulator.entities("projects").update(id, changed),
    programs: ({ orgId }) => three(["payments", "payments-1", "payments-2"], (name) => ({ orgId, name })),
    changed: "name",
    adopting: (id) => withInputNames({ import: id }),
    pulumiId: sameId,
    byHand: { tags: ["SILVER"] },
  },
};
