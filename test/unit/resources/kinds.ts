/** The classes of all kinds of resources, each with the arguments that a program must give. */

import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../../src";
import { repository } from "../../support/repository";
import type { PlainObject } from "../../../src/json";

type Create = new (name: string, args: object, options?: pulumi.CustomResourceOptions) => pulumi.Resource;
type Class = Create & { get(name: string, id: string, options?: object): pulumi.Resource };

export const ORG = "5f3e9c41d2a7b84e60c1f0a3";
export const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
export const CLUSTER = "62d1f3b7a90e4c5d8b2f6e01";
export const KEY = "64f0a1b2c3d4e5f60718293a";
const ALERT = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.c" }] };
const ROTATION = { projectId: PROJECT, sizeThresholdMB: 500, timeThresholdHrs: 12 };
const STORE = {
  acceptedTos: true,
  awsAccessKey: "key",
  awsSecretKey: "secret key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://h/",
};

const REQUIRED = {
  AccessListEntry: { orgId: ORG, apiKeyId: KEY, entry: "203.0.113.9" },
  AgentApiKey: { projectId: PROJECT, desc: "agents" },
  AlertConfig: { projectId: PROJECT, ...ALERT },
  AlertConfigSet: { projectId: PROJECT, alertConfigs: {} },
  ApiKey: { orgId: ORG, desc: "ci", roles: ["ORG_MEMBER"] },
  AuditLogRotation: ROTATION,
  ClusterName: { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders" },
  FeatureControl: { projectId: PROJECT, externalManagementSystem: { name: "pulumi" } },
  FileSystemSnapshotStore: { storePath: "/mnt/backup" },
  GlobalAlertConfig: { ...ALERT, forAllGroups: true },
  Integration: { projectId: PROJECT, type: "PAGER_DUTY", serviceKey: "0123456789abcdef0123456789abcdef" },
  MongoOplogStore: { uri: "mongodb://h/" },
  MongoSnapshotStore: { uri: "mongodb://h/" },
  OplogS3Config: STORE,
  Project: { name: "shop", orgId: ORG },
  ProjectBackup: { projectId: PROJECT },
  ProjectApiKey: { projectId: PROJECT, keyId: KEY, roles: ["GROUP_READ_ONLY"] },
  S3SnapshotStore: STORE,
  SnapshotSchedule: { projectId: PROJECT, clusterId: CLUSTER },
  SystemLogRotation: ROTATION,
  VersionManifest: { manifest: join(repository, "examples/version-manifest/version-manifest.json") },
};

export type KindName = keyof typeof REQUIRED;
export const KIND_NAMES = Object.keys(REQUIRED) as KindName[];
export const ARGS: Readonly<Record<KindName, PlainObject>> = REQUIRED;

const classes = opsmanager as unknown as Readonly<Record<KindName, Class>>;

/** Creates a resource with the required arguments and these. */
export function create(
  kind: KindName,
  name: string,
  args: object = {},
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource {
  return new classes[kind](name, { ...ARGS[kind], ...args }, options);
}

/** Creates a resource without arguments, as a program without types may. */
export function createWithoutArguments(kind: KindName, name: string): pulumi.Resource {
  return new classes[kind](name, undefined as never);
}

export function lookUp(kind: KindName, name: string, id: string, options: object): pulumi.Resource {
  return classes[kind].get(name, id, options);
}
