/** Generated from `src/functions/descriptions.ts` by `npm run generate`: change that. */

import type { LogRotation } from "../fields/log-rotation";
import type { AccessListEntry } from "../types/access-list-entry";
import type { AlertConfig, GlobalAlertConfig } from "../types/alert-config";
import type { AgentApiKey, ApiKey } from "../types/api-key";
import type { Cluster } from "../types/cluster";
import type { FeatureControl } from "../types/feature-control";
import type { Integration } from "../types/integration";
import type { Project } from "../types/project";
import type { ProjectBackup } from "../types/project-backup";
import type { SnapshotSchedule } from "../types/snapshot-schedule";
import type {
  FileSystemSnapshotStore,
  MongoOplogStore,
  MongoSnapshotStore,
  OplogS3Config,
  S3SnapshotStore,
} from "../types/store";
import type { ManifestSummary, ServiceVersion } from "../types/version-manifest";

/** The argument of all functions. */
export interface FunctionArgs {
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

/** Arguments of `getAccessListEntry`. */
export interface GetAccessListEntryArgs extends FunctionArgs {
  /** The id of the organization. */
  orgId: string;
  /** The id of the API key. */
  apiKeyId: string;
  /** An address or a CIDR block. An address and its `/32` (IPv6: `/128`) are the same entry. */
  entry: string;
  /**
   * The number of the page, from 1. A single entry has one page.
   * @default 1
   */
  pageNum?: number | undefined;
  /**
   * The number of items of a page, from 1 to 500.
   * @default 100
   */
  itemsPerPage?: number | undefined;
}

/** Result of `getAccessListEntry`. */
export type GetAccessListEntryResult = AccessListEntry;

/** Arguments of `getAccessList`. */
export interface GetAccessListArgs extends FunctionArgs {
  /** The id of the organization. */
  orgId: string;
  /** The id of the API key. */
  apiKeyId: string;
}

/** Result of `getAccessList`: the entries of all pages. */
export type GetAccessListResult = GetAccessListEntryResult[];

/** Arguments of `getAgentApiKeys`. */
export interface GetAgentApiKeysArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getAgentApiKeys`: the keys of the project. */
export type GetAgentApiKeysResult = AgentApiKey[];

/** Arguments of `getAlertConfig`. */
export interface GetAlertConfigArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
  /** The id of the alert configuration. */
  alertConfigId: string;
}

/** Result of `getAlertConfig`: the documented fields, without the secret fields of notifications. */
export type GetAlertConfigResult = AlertConfig;

/** Arguments of `getAlertConfigs`. */
export interface GetAlertConfigsArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getAlertConfigs`: the alert configurations of all pages. */
export type GetAlertConfigsResult = GetAlertConfigResult[];

/** Arguments of `getApiKeys`. */
export interface GetApiKeysArgs extends FunctionArgs {
  /** The id of the organization. */
  orgId: string;
}

/** Result of `getApiKeys`: the keys of all pages. */
export type GetApiKeysResult = ApiKey[];

/** Arguments of `getAuditLogRotation`. */
export interface GetAuditLogRotationArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getAuditLogRotation`: the fields that are configured. */
export interface GetAuditLogRotationResult extends LogRotation {
  /** The configured fields, with the documented defaults of the others. Fields without a documented default may be absent. */
  effective: LogRotation & { numUncompressed: number; percentOfDiskspace: number; numTotal: number };
}

/** Arguments of `getCluster`. */
export interface GetClusterArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
  /** The id of the cluster. */
  clusterId: string;
}

/** Result of `getCluster`. */
export type GetClusterResult = Cluster;

/** Arguments of `getClusters`. */
export interface GetClustersArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getClusters`: the clusters of all pages. */
export type GetClustersResult = GetClusterResult[];

/** Arguments of `getFeatureControl`. */
export interface GetFeatureControlArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getFeatureControl`: without a system if nobody has set it. */
export type GetFeatureControlResult = FeatureControl;

/** Arguments of `getFileSystemSnapshotStore`. */
export interface GetFileSystemSnapshotStoreArgs extends FunctionArgs {
  /** The id of the store. */
  storeId: string;
}

/** Result of `getFileSystemSnapshotStore`: the documented fields. */
export type GetFileSystemSnapshotStoreResult = FileSystemSnapshotStore;

/** Arguments of `getFileSystemSnapshotStores`. */
export type GetFileSystemSnapshotStoresArgs = FunctionArgs;

/** Result of `getFileSystemSnapshotStores`: the stores of all pages. */
export type GetFileSystemSnapshotStoresResult = GetFileSystemSnapshotStoreResult[];

/** Arguments of `getGlobalAlertConfig`. */
export interface GetGlobalAlertConfigArgs extends FunctionArgs {
  /** The id of the global alert configuration. */
  alertConfigId: string;
}

/** Result of `getGlobalAlertConfig`: the documented fields, without the secret fields of notifications. */
export type GetGlobalAlertConfigResult = GlobalAlertConfig;

/** Arguments of `getGlobalAlertConfigs`. */
export type GetGlobalAlertConfigsArgs = FunctionArgs;

/** Result of `getGlobalAlertConfigs`: the global alert configurations of all pages. */
export type GetGlobalAlertConfigsResult = GetGlobalAlertConfigResult[];

/** Arguments of `getIntegrations`. */
export interface GetIntegrationsArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getIntegrations`: the integrations of all pages. */
export type GetIntegrationsResult = Integration[];

/** Arguments of `getMongoOplogStore`. */
export interface GetMongoOplogStoreArgs extends FunctionArgs {
  /** The id of the store. */
  storeId: string;
}

/**
 * Result of `getMongoOplogStore`: the documented fields, without secrets. `uri` contains only scheme, hosts and database, and is
 * absent if a password cannot be separated from the rest.
 */
export type GetMongoOplogStoreResult = MongoOplogStore;

/** Arguments of `getMongoOplogStores`. */
export type GetMongoOplogStoresArgs = FunctionArgs;

/** Result of `getMongoOplogStores`: the stores of all pages. */
export type GetMongoOplogStoresResult = GetMongoOplogStoreResult[];

/** Arguments of `getMongoSnapshotStore`. */
export interface GetMongoSnapshotStoreArgs extends FunctionArgs {
  /** The id of the store. */
  storeId: string;
}

/**
 * Result of `getMongoSnapshotStore`: the documented fields, without secrets. `uri` contains only scheme, hosts and database, and
 * is absent if a password cannot be separated from the rest.
 */
export type GetMongoSnapshotStoreResult = MongoSnapshotStore;

/** Arguments of `getMongoSnapshotStores`. */
export type GetMongoSnapshotStoresArgs = FunctionArgs;

/** Result of `getMongoSnapshotStores`: the stores of all pages. */
export type GetMongoSnapshotStoresResult = GetMongoSnapshotStoreResult[];

/** Arguments of `getOplogS3Config`. */
export interface GetOplogS3ConfigArgs extends FunctionArgs {
  /** The id of the store. */
  storeId: string;
}

/**
 * Result of `getOplogS3Config`: the documented fields, without the keys. `uri` contains only scheme, hosts and database, and is
 * absent if a password cannot be separated from the rest.
 */
export type GetOplogS3ConfigResult = OplogS3Config;

/** Arguments of `getOplogS3Configs`. */
export type GetOplogS3ConfigsArgs = FunctionArgs;

/** Result of `getOplogS3Configs`: the stores of all pages. */
export type GetOplogS3ConfigsResult = GetOplogS3ConfigResult[];

/** Arguments of `getProject`: either `projectId` or `name`. */
export interface GetProjectArgs extends FunctionArgs {
  /**
   * The id of the project.
   * @default none, and `name` is required
   */
  projectId?: string | undefined;
  /**
   * The exact name of the project.
   * @default none, and `projectId` is required
   */
  name?: string | undefined;
  /**
   * The id of the organization of a project with this name.
   * @default all organizations that the key can read
   */
  orgId?: string | undefined;
}

/** Result of `getProject`: the documented fields, without the key of the agents. */
export interface GetProjectResult extends Omit<Project, "id" | "agentApiKey"> {
  /** The id of the project. */
  projectId: string;
}

/** Arguments of `getProjectBackup`. */
export interface GetProjectBackupArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getProjectBackup`: the documented fields, without the password. */
export type GetProjectBackupResult = ProjectBackup;

/** Arguments of `getProjects`. */
export interface GetProjectsArgs extends FunctionArgs {
  /**
   * The id of an organization.
   * @default all organizations that the key can read
   */
  orgId?: string | undefined;
}

/** Result of `getProjects`: the projects of all pages. */
export type GetProjectsResult = GetProjectResult[];

/** Arguments of `getS3SnapshotStore`. */
export interface GetS3SnapshotStoreArgs extends FunctionArgs {
  /** The id of the store. */
  storeId: string;
}

/**
 * Result of `getS3SnapshotStore`: the documented fields, without the keys. `uri` contains only scheme, hosts and database, and is
 * absent if a password cannot be separated from the rest.
 */
export type GetS3SnapshotStoreResult = S3SnapshotStore;

/** Arguments of `getS3SnapshotStores`. */
export type GetS3SnapshotStoresArgs = FunctionArgs;

/** Result of `getS3SnapshotStores`: the stores of all pages. */
export type GetS3SnapshotStoresResult = GetS3SnapshotStoreResult[];

/** Arguments of `getServiceVersion`. */
export type GetServiceVersionArgs = FunctionArgs;

/** Result of `getServiceVersion`. */
export type GetServiceVersionResult = ServiceVersion;

/** Arguments of `getSnapshotSchedule`. */
export interface GetSnapshotScheduleArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
  /** The id of a replica set, or of a sharded cluster as a whole. */
  clusterId: string;
}

/** Result of `getSnapshotSchedule`: the documented fields, with the time in UTC. */
export type GetSnapshotScheduleResult = SnapshotSchedule;

/** Arguments of `getSystemLogRotation`. */
export interface GetSystemLogRotationArgs extends FunctionArgs {
  /** The id of the project. */
  projectId: string;
}

/** Result of `getSystemLogRotation`: the fields that are configured. */
export interface GetSystemLogRotationResult extends LogRotation {
  /** The configured fields, with the documented defaults of the others. Fields without a documented default may be absent. */
  effective: LogRotation & { numUncompressed: number; percentOfDiskspace: number; numTotal: number };
}

/** Arguments of `getVersionManifest`. */
export type GetVersionManifestArgs = FunctionArgs;

/** Result of `getVersionManifest`: a summary, because the manifest itself is several megabytes. */
export type GetVersionManifestResult = ManifestSummary;

/** All functions by name. */
export interface Functions {
  getAccessListEntry: { args: GetAccessListEntryArgs; result: GetAccessListEntryResult };
  getAccessList: { args: GetAccessListArgs; result: GetAccessListResult };
  getAgentApiKeys: { args: GetAgentApiKeysArgs; result: GetAgentApiKeysResult };
  getAlertConfig: { args: GetAlertConfigArgs; result: GetAlertConfigResult };
  getAlertConfigs: { args: GetAlertConfigsArgs; result: GetAlertConfigsResult };
  getApiKeys: { args: GetApiKeysArgs; result: GetApiKeysResult };
  getAuditLogRotation: { args: GetAuditLogRotationArgs; result: GetAuditLogRotationResult };
  getCluster: { args: GetClusterArgs; result: GetClusterResult };
  getClusters: { args: GetClustersArgs; result: GetClustersResult };
  getFeatureControl: { args: GetFeatureControlArgs; result: GetFeatureControlResult };
  getFileSystemSnapshotStore: {
    args: GetFileSystemSnapshotStoreArgs;
    result: GetFileSystemSnapshotStoreResult;
  };
  getFileSystemSnapshotStores: {
    args: GetFileSystemSnapshotStoresArgs;
    result: GetFileSystemSnapshotStoresResult;
  };
  getGlobalAlertConfig: { args: GetGlobalAlertConfigArgs; result: GetGlobalAlertConfigResult };
  getGlobalAlertConfigs: { args: GetGlobalAlertConfigsArgs; result: GetGlobalAlertConfigsResult };
  getIntegrations: { args: GetIntegrationsArgs; result: GetIntegrationsResult };
  getMongoOplogStore: { args: GetMongoOplogStoreArgs; result: GetMongoOplogStoreResult };
  getMongoOplogStores: { args: GetMongoOplogStoresArgs; result: GetMongoOplogStoresResult };
  getMongoSnapshotStore: { args: GetMongoSnapshotStoreArgs; result: GetMongoSnapshotStoreResult };
  getMongoSnapshotStores: { args: GetMongoSnapshotStoresArgs; result: GetMongoSnapshotStoresResult };
  getOplogS3Config: { args: GetOplogS3ConfigArgs; result: GetOplogS3ConfigResult };
  getOplogS3Configs: { args: GetOplogS3ConfigsArgs; result: GetOplogS3ConfigsResult };
  getProject: { args: GetProjectArgs; result: GetProjectResult };
  getProjectBackup: { args: GetProjectBackupArgs; result: GetProjectBackupResult };
  getProjects: { args: GetProjectsArgs; result: GetProjectsResult };
  getS3SnapshotStore: { args: GetS3SnapshotStoreArgs; result: GetS3SnapshotStoreResult };
  getS3SnapshotStores: { args: GetS3SnapshotStoresArgs; result: GetS3SnapshotStoresResult };
  getServiceVersion: { args: GetServiceVersionArgs; result: GetServiceVersionResult };
  getSnapshotSchedule: { args: GetSnapshotScheduleArgs; result: GetSnapshotScheduleResult };
  getSystemLogRotation: { args: GetSystemLogRotationArgs; result: GetSystemLogRotationResult };
  getVersionManifest: { args: GetVersionManifestArgs; result: GetVersionManifestResult };
}

export type FunctionName = keyof Functions;
