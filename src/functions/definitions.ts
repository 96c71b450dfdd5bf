/**
 * What the functions read. They run with any client of the API and need no Pulumi. The first call of a function loads this file, because it
 * brings zod.
 */

import type { z } from "zod";
import type { AccessListEntry } from "../api/access-list";
import { ACCESS_LIST_ENTRY } from "../fields/access-list-entry";
import { getAccessListEntry, listAccessList } from "../api/access-list";
import { listAgentApiKeys } from "../api/agent-api-keys";
import { getAlertConfig, listAlertConfigs } from "../api/alert-configs";
import { listApiKeys } from "../api/api-keys";
import { AGENT_API_KEY, API_KEY } from "../fields/api-key";
import { CLUSTER } from "../fields/cluster";
import { getCluster, listClusters } from "../api/clusters";
import { orUndefined } from "../api/common";
import { featureControl } from "../api/feature-control";
import { listIntegrations } from "../api/integrations";
import { getProjectBackup } from "../api/project-backup";
import { getSnapshotSchedule } from "../api/snapshot-schedule";
import { FEATURE_CONTROL } from "../fields/feature-control";
import { INTEGRATION } from "../fields/integration";
import { PROJECT_BACKUP } from "../fields/project-backup";
import { RETURNED_SCHEDULE } from "../fields/snapshot-schedule";
import type { RotatedLog } from "../api/log-rotation";
import { logRotation } from "../api/log-rotation";
import { findProject, getProject, getProjectByName, listProjects } from "../api/projects";
import type { StoresApi } from "../api/stores";
import {
  fileSystemSnapshotStores,
  mongoOplogStores,
  mongoSnapshotStores,
  oplogS3Configs,
  s3SnapshotStores,
} from "../api/stores";
import { argumentsSchema } from "../api/schema";
import { getServiceVersion, getVersionManifest } from "../api/version-manifest";
import { connectionName } from "../core/check";
import { ConfigError } from "../errors";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../fields/alert-config";
import { LOG_ROTATION, withRotationDefaults } from "../fields/log-rotation";
import type { Project } from "../fields/project";
import { PROJECT } from "../fields/project";
import {
  FILE_SYSTEM_SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  OPLOG_S3_CONFIG,
  S3_SNAPSHOT_STORE,
} from "../fields/store";
import type { Fields } from "../fields/table";
import { publicFields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { summarizeManifest } from "../manifest-summary";
import { publicPartOf, withoutUserInfo } from "../secrets/values";
import { omit } from "../json";
import { FUNCTIONS } from "./descriptions";
import type { FunctionName, Functions, GetOplogS3ConfigArgs, GetProjectResult } from "./types";

/** For each function what it reads. */
type Definitions = {
  readonly [Name in FunctionName]: (
    api: ApiClient,
    args: Functions[Name]["args"],
  ) => Promise<Functions[Name]["result"]>;
};

export const definitions: Definitions = {
  getAccessListEntry: async (api, { orgId, apiKeyId, entry, pageNum, itemsPerPage }) => {
    const what = `The access list entry ${entry} of the API key ${apiKeyId} (organization ${orgId})`;
    const find = async (name: string): Promise<AccessListEntry | undefined> =>
      getAccessListEntry(api, orgId, apiKeyId, name, { pageNum, itemsPerPage });
    const other = otherNameOf(entry);
    // Some services know a single address under one of its two names only.
    const found = find(entry).then((first) => first ?? (other === undefined ? undefined : find(other)));
    return publicFields(ACCESS_LIST_ENTRY, await existing(found, what));
  },
  getAccessList: async (api, { orgId, apiKeyId }) =>
    publicFields(ACCESS_LIST_ENTRY, await listAccessList(api, orgId, apiKeyId)),
  getAgentApiKeys: async (api, { projectId }) =>
    publicFields(AGENT_API_KEY, await listAgentApiKeys(api, projectId)),
  getAlertConfig: async (api, { projectId, alertConfigId }) => {
    const what = `The alert configuration ${alertConfigId} of the project ${projectId}`;
    return publicFields(ALERT_CONFIG, await existing(getAlertConfig(api, projectId, alertConfigId), what));
  },
  getAlertConfigs: async (api, { projectId }) =>
    publicFields(ALERT_CONFIG, await listAlertConfigs(api, projectId)),
  getApiKeys: async (api, { orgId }) => publicFields(API_KEY, await listApiKeys(api, orgId)),
  getAuditLogRotation: readRotation("audit"),
  getCluster: async (api, { projectId, clusterId }) => {
    const what = `The cluster ${clusterId} of the project ${projectId}`;
    return publicFields(CLUSTER, await existing(getCluster(api, projectId, clusterId), what));
  },
  getClusters: async (api, { projectId }) => publicFields(CLUSTER, await listClusters(api, projectId)),
  getFeatureControl: async (api, { projectId }) =>
    publicFields(FEATURE_CONTROL, await featureControl.read(api, projectId)),
  getFileSystemSnapshotStore: readStore(
    fileSystemSnapshotStores,
    FILE_SYSTEM_SNAPSHOT_STORE,
    "file system snapshot store",
  ),
  getFileSystemSnapshotStores: readStores(fileSystemSnapshotStores, FILE_SYSTEM_SNAPSHOT_STORE),
  getGlobalAlertConfig: async (api, { alertConfigId }) => {
    const found = getAlertConfig(api, undefined, alertConfigId);
    return publicFields(
      GLOBAL_ALERT_CONFIG,
      await existing(found, `The global alert configuration ${alertConfigId}`),
    );
  },
  getGlobalAlertConfigs: async (api) =>
    publicFields(GLOBAL_ALERT_CONFIG, await listAlertConfigs(api, undefined)),
  getIntegrations: async (api, { projectId }) =>
    publicFields(INTEGRATION, await listIntegrations(api, projectId)),
  getMongoOplogStore: readStore(mongoOplogStores, MONGO_OPLOG_STORE, "MongoDB oplog store"),
  getMongoOplogStores: readStores(mongoOplogStores, MONGO_OPLOG_STORE),
  getMongoSnapshotStore: readStore(mongoSnapshotStores, MONGO_SNAPSHOT_STORE, "MongoDB snapshot store"),
  getMongoSnapshotStores: readStores(mongoSnapshotStores, MONGO_SNAPSHOT_STORE),
  getOplogS3Config: readStore(oplogS3Configs, OPLOG_S3_CONFIG, "oplog store"),
  getOplogS3Configs: readStores(oplogS3Configs, OPLOG_S3_CONFIG),
  async getProject(api, { projectId, name, orgId }) {
    if (
      (projectId === undefined) === (name === undefined) ||
      (projectId !== undefined && orgId !== undefined)
    )
      throw new ConfigError("getProject: give either projectId, or name, the latter also with orgId.");
    const place = orgId === undefined ? "" : ` of the organization ${orgId}`;
    if (name === undefined)
      return publicProject(await existing(getProject(api, projectId ?? ""), `The project ${projectId}`));
    const find = orgId === undefined ? getProjectByName(api, name) : findProject(api, orgId, name);
    return publicProject(await existing(find, `The project ${JSON.stringify(name)}${place}`));
  },
  getProjectBackup: async (api, { projectId }) => {
    const what = `The backup configuration of the project ${projectId}`;
    return publicFields(PROJECT_BACKUP, await existing(getProjectBackup(api, projectId), what));
  },
  getProjects: async (api, { orgId }) => (await listProjects(api, orgId)).map(publicProject),
  getS3SnapshotStore: readStore(s3SnapshotStores, S3_SNAPSHOT_STORE, "snapshot store"),
  getS3SnapshotStores: readStores(s3SnapshotStores, S3_SNAPSHOT_STORE),
  getServiceVersion: getServiceVersion,
  getSnapshotSchedule: async (api, { projectId, clusterId }) => {
    const what = `The snapshot schedule of the cluster ${clusterId} of the project ${projectId}`;
    const found = orUndefined(getSnapshotSchedule(api, projectId, clusterId));
    return publicFields(RETURNED_SCHEDULE, await existing(found, what));
  },
  getSystemLogRotation: readRotation("system"),
  getVersionManifest: async (api) => {
    const what = "The version manifest of the service (GET /unauth/versionManifest)";
    return summarizeManifest((await existing(getVersionManifest(api), what)).manifest);
  },
};

/** Makes what reads the rotation of a log. */
function readRotation(log: RotatedLog): Definitions["getAuditLogRotation"] {
  return async (api, { projectId }) => {
    const live = publicFields(LOG_ROTATION, await logRotation[log].read(api, projectId));
    // Some versions return zeros if nothing is configured.
    const configured = live.sizeThresholdMB === 0 && live.timeThresholdHrs === 0 ? {} : live;
    return { ...configured, effective: withRotationDefaults(configured) };
  };
}

/** What the results of all stores have in common. */
interface AnyStore {
  id: string;
  uri?: string | undefined;
  s3BucketEndpoint?: string | undefined;
}

/** Makes what reads a store. */
function readStore<Body extends object, Store extends AnyStore>(
  stores: StoresApi<Body, Store>,
  table: Fields,
  what: string,
) {
  return async (api: ApiClient, { storeId }: GetOplogS3ConfigArgs): Promise<Store> =>
    publicStore(table, await existing(stores.get(api, storeId), `The ${what} ${storeId}`));
}

/** Makes what reads all stores. */
function readStores<Body extends object, Store extends AnyStore>(
  stores: StoresApi<Body, Store>,
  table: Fields,
) {
  return async (api: ApiClient): Promise<Store[]> =>
    (await stores.list(api)).map((store) => publicStore(table, store));
}

/** The schema of a function's arguments. */
export function schemaOf(name: FunctionName): z.ZodType {
  return argumentsSchema(FUNCTIONS[name].args).extend({ connection: connectionName });
}

function publicProject(project: Project): GetProjectResult {
  const { id: projectId, ...fields } = publicFields(PROJECT, project);
  return { projectId, ...omit(fields, ["agentApiKey"]) };
}

/** @throws Error when the service does not have the object */
async function existing<T>(read: Promise<T | undefined>, what: string): Promise<T> {
  const found = await read;
  if (found === undefined) throw new Error(`${what} does not exist.`);
  return found;
}

/** `10.0.0.1` and `10.0.0.1/32` are the same entry, and `::1` and `::1/128`. */
function otherNameOf(entry: string): string | undefined {
  const [address = "", mask] = entry.split("/");
  const full = address.includes(":") ? "128" : "32";
  if (mask === undefined) return `${address}/${full}`;
  return mask === full ? address : undefined;
}

/** The public fields of a store; of its URLs only the parts that cannot hold a password. */
function publicStore<Store extends AnyStore>(table: Fields, store: Store): Store {
  const { s3BucketEndpoint: endpoint, uri } = store;
  return {
    ...publicFields(table, store),
    ...("s3BucketEndpoint" in table && { s3BucketEndpoint: endpoint && withoutUserInfo(endpoint) }),
    ...("uri" in table && { uri: uri === undefined ? undefined : publicPartOf(uri) }),
  };
}
