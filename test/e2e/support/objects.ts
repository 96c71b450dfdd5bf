/** One object of each kind that can be taken over, the programs that declare them, and whether they still exist. */

import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { omit } from "../../../src/json";
import { STORE } from "../../contract/resources/managed";
import { API_KEY, CLUSTER, EMAIL, ORG, PROJECT, STORE_SECRETS } from "./resources";

/** A resource of a program in YAML. */
export interface YamlResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export type YamlResources = Readonly<Record<string, YamlResource>>;

export const secret = (value: string) => ({ "fn::secret": value });

const ALERT = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [EMAIL] };
const GLOBAL = {
  ...ALERT,
  eventTypeName: "MONITORING_AGENT_DOWN",
  forAllGroups: true,
  notifications: [{ ...EMAIL, typeName: "EMAIL" }],
};
const secrets = Object.fromEntries(
  Object.entries(STORE_SECRETS).map(([name, value]) => [name, secret(value)]),
);

/** A key with which no provider of these tests signs in. */
const OTHER_KEY = "61c0e61bf1d24b3a7e905d2c";

/** A secret that nothing of a run may hold. */
export const INTEGRATION_KEY = "hidden-key-of-the-integration";

/** The arguments of a resource of each kind. */
export const PROPERTIES = {
  AlertConfig: { projectId: PROJECT, ...ALERT },
  GlobalAlertConfig: GLOBAL,
  OplogS3Config: { ...omit(STORE, ["storeId"]), ...secrets, storeId: "oplog" },
  S3SnapshotStore: { ...omit(STORE, ["storeId"]), ...secrets, storeId: "snapshots" },
  MongoSnapshotStore: { storeId: "mongo", uri: secrets["uri"], assignmentEnabled: true },
  FileSystemSnapshotStore: { storeId: "files", storePath: "/mnt/backup" },
  ProjectBackup: { projectId: PROJECT, labelFilter: ["managed"] },
  SnapshotSchedule: { projectId: PROJECT, clusterId: CLUSTER, snapshotIntervalHours: 8 },
  FeatureControl: {
    projectId: PROJECT,
    externalManagementSystem: { name: "pulumi" },
    policies: [{ policy: "DISABLE_SET_MONGOD_VERSION" }],
  },
  Integration: { projectId: PROJECT, type: "VICTOR_OPS", apiKey: secret(INTEGRATION_KEY) },
  ProjectApiKey: { projectId: PROJECT, keyId: OTHER_KEY, roles: ["GROUP_READ_ONLY"] },
  AuditLogRotation: {
    projectId: PROJECT,
    sizeThresholdMB: 500,
    timeThresholdHrs: 12,
    disableOnDestroy: true,
  },
  AccessListEntry: { orgId: ORG, apiKeyId: API_KEY, entry: "192.0.2.17" },
  ClusterName: { projectId: PROJECT, clusterId: CLUSTER, clusterName: "managed", restoreOnDelete: true },
  AlertConfigSet: {
    projectId: PROJECT,
    alertConfigs: {
      up: { ...ALERT, eventTypeName: "HOST_UP" },
      primary: { ...ALERT, eventTypeName: "NO_PRIMARY" },
    },
  },
} as const;

export type MovableKind = keyof typeof PROPERTIES;
export const MOVABLE = Object.keys(PROPERTIES) as MovableKind[];

/** The ids of the alert configurations that the service has generated. */
export interface Ids {
  readonly alert: string;
  readonly global: string;
  readonly members: readonly string[];
}

/** Returns them after the first `up`. */
export function idsOf(emulator: Emulator): Ids {
  const idOf = (event: string): string =>
    emulator
      .alertConfigs()
      .list()
      .findLast(({ eventTypeName }) => eventTypeName === event)?.id ?? assert.fail(event);
  return {
    alert: idOf("HOST_DOWN"),
    global: emulator.globalAlertConfigs.list().at(-1)?.id ?? assert.fail(),
    members: [idOf("HOST_UP"), idOf("NO_PRIMARY")],
  };
}

const WITH_ADOPT: readonly MovableKind[] = [
  "AccessListEntry",
  "FileSystemSnapshotStore",
  "Integration",
  "MongoSnapshotStore",
  "OplogS3Config",
  "ProjectApiKey",
  "S3SnapshotStore",
];

/** The kinds whose object a destroy leaves as it is. */
export const STAYING: readonly MovableKind[] = ["SnapshotSchedule"];

/** The arguments that make a create take over the object. */
export function adopting(kind: MovableKind, ids: Ids): object {
  if (kind === "AlertConfig") return { adoptId: ids.alert };
  if (kind === "GlobalAlertConfig") return { adoptId: ids.global };
  return WITH_ADOPT.includes(kind) ? { adopt: true } : {};
}

/** Declares a resource of each kind. */
export function declaring(
  prefix: string,
  further: (kind: MovableKind) => object = () => ({}),
  options: Readonly<Record<string, unknown>> = {},
): YamlResources {
  return Object.fromEntries(
    MOVABLE.map((kind) => [
      `${prefix}-${kind}`,
      { type: `opsmanager:${kind}`, properties: { ...PROPERTIES[kind], ...further(kind) }, options },
    ]),
  );
}

/** The kinds whose object does not exist any more, or is not as declared. */
export function lost(emulator: Emulator, { alert, global, members }: Ids): string[] {
  const exists: Readonly<Record<MovableKind, boolean>> = {
    AlertConfig: emulator.alertConfigs().get(alert) !== undefined,
    GlobalAlertConfig: emulator.globalAlertConfigs.get(global) !== undefined,
    OplogS3Config: emulator.oplogS3Configs.get("oplog") !== undefined,
    S3SnapshotStore: emulator.s3SnapshotStores.get("snapshots") !== undefined,
    MongoSnapshotStore: emulator.mongoSnapshotStores.get("mongo") !== undefined,
    FileSystemSnapshotStore: emulator.fileSystemSnapshotStores.get("files") !== undefined,
    ProjectBackup: emulator.projectBackups.get(PROJECT)?.labelFilter?.includes("managed") === true,
    SnapshotSchedule: emulator.snapshotSchedules().get(CLUSTER)?.snapshotIntervalHours === 8,
    FeatureControl: emulator.controlledFeatures.get(PROJECT)?.policies.length === 1,
    Integration: emulator.integrations().get("VICTOR_OPS") !== undefined,
    ProjectApiKey: (emulator.apiKeys.get(OTHER_KEY)?.roles ?? []).some(({ groupId }) => groupId === PROJECT),
    AuditLogRotation: emulator.auditLogRotation.get(PROJECT)?.sizeThresholdMB === 500,
    AccessListEntry: emulator.accessList().get("192.0.2.17/32") !== undefined,
    ClusterName: emulator.clusters().get(CLUSTER)?.clusterName === "managed",
    AlertConfigSet: members.every((id) => emulator.alertConfigs().get(id) !== undefined),
  };
  return MOVABLE.filter((kind) => !exists[kind]);
}

/** The source of a resource in TypeScript. @param further arguments that replace the usual ones @param options source */
export function sourceFor(name: string, kind: MovableKind, further: object, options: string): string {
  const args = JSON.stringify({ ...PROPERTIES[kind], ...further }).replaceAll(
    /\{"fn::secret":("[^"]*")\}/g,
    "pulumi.secret($1)",
  );
  return `new opsmanager.${kind}("${name}", ${args}, ${options});\n`;
}
