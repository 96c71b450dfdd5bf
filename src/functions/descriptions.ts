/**
 * The functions as data: their texts, arguments and results. From them are generated the functions with their documentation, their types and
 * the schema of the plugin; the schemas of the arguments follow from them at run time.
 */

import { MAX_ITEMS_PER_PAGE } from "../api/paging";
import { ACCESS_LIST_ENTRY } from "../fields/access-list-entry";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../fields/alert-config";
import { AGENT_API_KEY, API_KEY } from "../fields/api-key";
import { CLUSTER } from "../fields/cluster";
import { FEATURE_CONTROL } from "../fields/feature-control";
import { INTEGRATION } from "../fields/integration";
import { LOG_ROTATION } from "../fields/log-rotation";
import { PROJECT } from "../fields/project";
import { PROJECT_BACKUP } from "../fields/project-backup";
import { RETURNED_SCHEDULE } from "../fields/snapshot-schedule";
import {
  FILE_SYSTEM_SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  OPLOG_S3_CONFIG,
  S3_SNAPSHOT_STORE,
} from "../fields/store";
import type { Fields } from "../fields/table";
import { MANIFEST_SUMMARY, SERVICE_VERSION } from "../fields/version-manifest";

export interface FunctionDescription {
  /** What it reads. */
  readonly text: string;
  /** The role that the API key needs. */
  readonly role?: string;
  readonly returns?: string;
  readonly throws?: string;
  /** A program in TypeScript. */
  readonly example: string;
  /** A program that calls the variant for outputs. */
  readonly exampleOfOutputs: string;
  readonly args: Fields;
  /** What is to be known of the arguments as a whole. */
  readonly argsNote?: string;
  readonly result: FunctionResult;
}

export interface FunctionResult {
  /** What it is; a sentence without its end. */
  readonly doc?: string;
  /** The fields that it may have, without the secret ones. */
  readonly table?: Fields;
  /** The function of which it is a list of results. */
  readonly listOf?: string;
  /** Whether it is a list of objects of the table, none of which can be read by itself. @default false */
  readonly isList?: boolean;
  /** The names of the fields of the table that it lacks. */
  readonly without?: readonly string[];
  /** Fields that the table does not have. */
  readonly own?: Fields;
}

const ITEMS = `must be from 1 to ${MAX_ITEMS_PER_PAGE}`;

const ROTATION = {
  table: LOG_ROTATION,
  own: {
    effective: {
      type: { object: LOG_ROTATION },
      always: true,
      typescript: {
        output: "LogRotation & { numUncompressed: number; percentOfDiskspace: number; numTotal: number }",
      },
      doc: "The configured fields, with the documented defaults of the others. Fields without a documented default may be absent.",
    },
  },
} as const;

const PROJECT_RESULT = {
  table: PROJECT,
  without: ["id", "agentApiKey"],
  own: { projectId: { type: "string", always: true, doc: "The id of the project." } },
} as const;

export const FUNCTIONS = {
  getAccessListEntry: {
    text: "Reads one entry of the access list of an organization API key.",
    role: "Organization Owner. A key needs no role to read its own access list.",
    throws: "Error if the entry does not exist",
    example: `const entry = await opsmanager.getAccessListEntry({
  orgId: config.require("orgId"),
  apiKeyId: config.require("apiKeyId"),
  entry: "10.20.0.0/16",
});
console.log(entry.lastUsed);`,
    exampleOfOutputs: `export const lastUsed = opsmanager.getAccessListEntryOutput({
  orgId: config.require("orgId"),
  apiKeyId: config.require("apiKeyId"),
  entry: "10.20.0.0/16",
}).lastUsed;`,
    args: {
      orgId: { type: "string", required: true, doc: "The id of the organization." },
      apiKeyId: { type: "string", required: true, doc: "The id of the API key." },
      entry: {
        type: "string",
        required: true,
        doc: "An address or a CIDR block. An address and its `/32` (IPv6: `/128`) are the same entry.",
      },
      pageNum: {
        type: "number",
        doc: "The number of the page, from 1. A single entry has one page.",
        otherwise: "1",
        limits: { whole: true, least: 1, text: "must be at least 1" },
      },
      itemsPerPage: {
        type: "number",
        doc: "The number of items of a page, from 1 to 500.",
        otherwise: "100",
        limits: { whole: true, least: 1, most: MAX_ITEMS_PER_PAGE, text: ITEMS },
      },
    },
    result: { table: ACCESS_LIST_ENTRY },
  },
  getAccessList: {
    text: "Reads all entries of the access list of an organization API key, from all pages.",
    role: "Organization Owner. A key needs no role to read its own access list.",
    example: `const entries = await opsmanager.getAccessList({
  orgId: config.require("orgId"),
  apiKeyId: config.require("apiKeyId"),
});
const unused = entries.filter(({ lastUsed }) => lastUsed === undefined);`,
    exampleOfOutputs: `export const blocks = opsmanager
  .getAccessListOutput({ orgId: config.require("orgId"), apiKeyId: config.require("apiKeyId") })
  .apply((entries) => entries.map(({ cidrBlock }) => cidrBlock));`,
    args: {
      orgId: { type: "string", required: true, doc: "The id of the organization." },
      apiKeyId: { type: "string", required: true, doc: "The id of the API key." },
    },
    result: { doc: "the entries of all pages", listOf: "getAccessListEntry" },
  },
  getAgentApiKeys: {
    text: "Reads the keys of the agents of a project, without the keys themselves.",
    role: "any role in the project.",
    example: `const keys = await opsmanager.getAgentApiKeys({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
const byHand = keys.filter(({ createdBy }) => createdBy === "USER").map(({ desc }) => desc);`,
    exampleOfOutputs: `export const agentKeys = opsmanager
  .getAgentApiKeysOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
  .apply((keys) => keys.map(({ desc }) => desc));`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the keys of the project", table: AGENT_API_KEY, isList: true },
  },
  getAlertConfig: {
    text: "Reads one alert configuration of a project, without the secret fields of its notifications.",
    role: "any role in the project.",
    throws: "Error if the alert configuration does not exist",
    example: `const alert = await opsmanager.getAlertConfig({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  alertConfigId: "60b8f0e3e4b0c5571d40aa01",
});
console.log(alert.eventTypeName, alert.enabled);`,
    exampleOfOutputs: `export const enabled = opsmanager.getAlertConfigOutput({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  alertConfigId: "60b8f0e3e4b0c5571d40aa01",
}).enabled;`,
    args: {
      projectId: { type: "string", required: true, doc: "The id of the project." },
      alertConfigId: { type: "string", required: true, doc: "The id of the alert configuration." },
    },
    result: { doc: "the documented fields, without the secret fields of notifications", table: ALERT_CONFIG },
  },
  getAlertConfigs: {
    text: "Reads all alert configurations of a project, from all pages, without the secret fields of their notifications.",
    role: "any role in the project.",
    example: `const alerts = await opsmanager.getAlertConfigs({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
const disabled = alerts.filter(({ enabled }) => enabled !== true);`,
    exampleOfOutputs: `export const disabledAlerts = opsmanager
  .getAlertConfigsOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
  .apply((alerts) => alerts.filter(({ enabled }) => enabled !== true).length);`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the alert configurations of all pages", listOf: "getAlertConfig" },
  },
  getApiKeys: {
    text: "Reads the API keys of an organization, from all pages, without their private parts.",
    role: "any role in the organization, such as Organization Read Only.",
    example: `const keys = await opsmanager.getApiKeys({ orgId: config.require("orgId") });
const owners = keys.filter(({ roles = [] }) => roles.some(({ roleName }) => roleName === "ORG_OWNER"));`,
    exampleOfOutputs: `export const publicKeys = opsmanager
  .getApiKeysOutput({ orgId: config.require("orgId") })
  .apply((keys) => keys.map(({ publicKey }) => publicKey));`,
    args: { orgId: { type: "string", required: true, doc: "The id of the organization." } },
    result: { doc: "the keys of all pages", table: API_KEY, isList: true },
  },
  getAuditLogRotation: {
    text: "Reads the audit log rotation of a project: the configured values, and the effective values with the documented defaults.",
    role: "Project Automation Admin.",
    example: `const rotation = await opsmanager.getAuditLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
console.log(rotation.effective.numUncompressed);`,
    exampleOfOutputs: `export const rotation = opsmanager.getAuditLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the fields that are configured", ...ROTATION },
  },
  getCluster: {
    text: "Reads one cluster of a project.",
    role: "any role in the project.",
    throws: "Error if the cluster does not exist",
    example: `const cluster = await opsmanager.getCluster({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "60a2b7d1e4b0c5571d3f8e1a",
});
console.log(cluster.clusterName);`,
    exampleOfOutputs: `export const lastHeartbeat = opsmanager.getClusterOutput({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "60a2b7d1e4b0c5571d3f8e1a",
}).lastHeartbeat;`,
    args: {
      projectId: { type: "string", required: true, doc: "The id of the project." },
      clusterId: { type: "string", required: true, doc: "The id of the cluster." },
    },
    result: { table: CLUSTER },
  },
  getClusters: {
    text: "Reads all clusters of a project, from all pages.",
    role: "any role in the project.",
    example: `const clusters = await opsmanager.getClusters({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
const sharded = clusters.filter(({ typeName }) => typeName === "SHARDED_REPLICA_SET");`,
    exampleOfOutputs: `export const clusterNames = opsmanager
  .getClustersOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
  .apply((clusters) => clusters.map(({ clusterName }) => clusterName));`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the clusters of all pages", listOf: "getCluster" },
  },
  getFeatureControl: {
    text: "Reads what users of a project cannot do in the user interface, and which system manages the project.",
    role: "any role in the project.",
    example: `const control = await opsmanager.getFeatureControl({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
console.log(control.externalManagementSystem?.name);`,
    exampleOfOutputs: `export const policies = opsmanager.getFeatureControlOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).policies;`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "without a system if nobody has set it", table: FEATURE_CONTROL },
  },
  getFileSystemSnapshotStore: {
    text: "Reads one snapshot store in files.",
    role: "Global Owner or Global Backup Admin.",
    throws: "Error if the store does not exist",
    example: `const store = await opsmanager.getFileSystemSnapshotStore({ storeId: "snapshots-nfs" });
console.log(store.storePath);`,
    exampleOfOutputs: `export const storePath = opsmanager.getFileSystemSnapshotStoreOutput({ storeId: "snapshots-nfs" }).storePath;`,
    args: { storeId: { type: "string", required: true, doc: "The id of the store." } },
    result: {
      doc: "the documented fields",
      table: FILE_SYSTEM_SNAPSHOT_STORE,
    },
  },
  getFileSystemSnapshotStores: {
    text: "Reads all snapshot stores in files, from all pages, including those whose assignment is disabled.",
    role: "Global Owner or Global Backup Admin.",
    example: `const stores = await opsmanager.getFileSystemSnapshotStores();
const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);`,
    exampleOfOutputs: `export const storeIds = opsmanager.getFileSystemSnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));`,
    args: {},
    result: { doc: "the stores of all pages", listOf: "getFileSystemSnapshotStore" },
  },
  getGlobalAlertConfig: {
    text: "Reads one global alert configuration.",
    role: "Global Owner or Global Monitoring Admin.",
    returns: "the documented fields, without the secret fields of notifications",
    throws: "Error if it does not exist",
    example: `const alert = await opsmanager.getGlobalAlertConfig({ alertConfigId: "6f00000000000000000000d4" });`,
    exampleOfOutputs: `export const enabled = opsmanager.getGlobalAlertConfigOutput({ alertConfigId: "6f00000000000000000000d4" }).apply((found) => found.enabled);`,
    args: {
      alertConfigId: { type: "string", required: true, doc: "The id of the global alert configuration." },
    },
    result: {
      doc: "the documented fields, without the secret fields of notifications",
      table: GLOBAL_ALERT_CONFIG,
    },
  },
  getGlobalAlertConfigs: {
    text: "Reads all global alert configurations, including those that the service ships.",
    role: "Global Owner or Global Monitoring Admin.",
    returns: "the global alert configurations of all pages, without the secret fields of notifications",
    example: `const alerts = await opsmanager.getGlobalAlertConfigs();`,
    exampleOfOutputs: `export const count = opsmanager.getGlobalAlertConfigsOutput().apply((alerts) => alerts.length);`,
    args: {},
    result: { doc: "the global alert configurations of all pages", listOf: "getGlobalAlertConfig" },
  },
  getIntegrations: {
    text: "Reads the integrations of a project with other services, from all pages, without their keys and URLs.",
    role: "Project Owner.",
    example: `const integrations = await opsmanager.getIntegrations({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
const types = integrations.map(({ type }) => type);`,
    exampleOfOutputs: `export const integrationTypes = opsmanager
  .getIntegrationsOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
  .apply((all) => all.map(({ type }) => type));`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the integrations of all pages", table: INTEGRATION, isList: true },
  },
  getMongoOplogStore: {
    text: "Reads one oplog store in a MongoDB deployment, without secrets. `uri` contains only scheme, hosts and database.",
    role: "Global Owner or Global Backup Admin.",
    throws: "Error if the store does not exist",
    example: `const store = await opsmanager.getMongoOplogStore({ storeId: "oplog-eu" });
console.log(store.uri);`,
    exampleOfOutputs: `export const uri = opsmanager.getMongoOplogStoreOutput({ storeId: "oplog-eu" }).uri;`,
    args: { storeId: { type: "string", required: true, doc: "The id of the store." } },
    result: {
      doc: "the documented fields, without secrets. `uri` contains only scheme, hosts and database, and is absent if a password cannot be separated from the rest",
      table: MONGO_OPLOG_STORE,
    },
  },
  getMongoOplogStores: {
    text: "Reads all oplog stores in MongoDB deployments, from all pages, including those whose assignment is disabled.",
    role: "Global Owner or Global Backup Admin.",
    example: `const stores = await opsmanager.getMongoOplogStores();
const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);`,
    exampleOfOutputs: `export const storeIds = opsmanager.getMongoOplogStoresOutput().apply((stores) => stores.map(({ id }) => id));`,
    args: {},
    result: { doc: "the stores of all pages", listOf: "getMongoOplogStore" },
  },
  getMongoSnapshotStore: {
    text: "Reads one snapshot store in a MongoDB deployment, without secrets. `uri` contains only scheme, hosts and database.",
    role: "Global Owner or Global Backup Admin.",
    throws: "Error if the store does not exist",
    example: `const store = await opsmanager.getMongoSnapshotStore({ storeId: "blockstore-eu" });
console.log(store.maxCapacityGB);`,
    exampleOfOutputs: `export const maxCapacityGB = opsmanager.getMongoSnapshotStoreOutput({ storeId: "blockstore-eu" }).maxCapacityGB;`,
    args: { storeId: { type: "string", required: true, doc: "The id of the store." } },
    result: {
      doc: "the documented fields, without secrets. `uri` contains only scheme, hosts and database, and is absent if a password cannot be separated from the rest",
      table: MONGO_SNAPSHOT_STORE,
    },
  },
  getMongoSnapshotStores: {
    text: "Reads all snapshot stores in MongoDB deployments, from all pages, including those whose assignment is disabled.",
    role: "Global Owner or Global Backup Admin.",
    example: `const stores = await opsmanager.getMongoSnapshotStores();
const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);`,
    exampleOfOutputs: `export const storeIds = opsmanager.getMongoSnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));`,
    args: {},
    result: { doc: "the stores of all pages", listOf: "getMongoSnapshotStore" },
  },
  getOplogS3Config: {
    text: "Reads one oplog store, without its keys. `uri` contains only scheme, hosts and database.",
    role: "Global Owner or Global Backup Admin.",
    throws: "Error if the store does not exist",
    example: `const store = await opsmanager.getOplogS3Config({ storeId: "oplog-eu" });
console.log(store.s3BucketName);`,
    exampleOfOutputs: `export const bucket = opsmanager.getOplogS3ConfigOutput({ storeId: "oplog-eu" }).s3BucketName;`,
    args: { storeId: { type: "string", required: true, doc: "The id of the store." } },
    result: {
      doc: "the documented fields, without the keys. `uri` contains only scheme, hosts and database, and is absent if a password cannot be separated from the rest",
      table: OPLOG_S3_CONFIG,
    },
  },
  getOplogS3Configs: {
    text: "Reads all oplog stores, from all pages, including those whose assignment is disabled.",
    role: "Global Owner or Global Backup Admin.",
    example: `const stores = await opsmanager.getOplogS3Configs();
const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);`,
    exampleOfOutputs: `export const storeIds = opsmanager.getOplogS3ConfigsOutput().apply((stores) => stores.map(({ id }) => id));`,
    args: {},
    result: { doc: "the stores of all pages", listOf: "getOplogS3Config" },
  },
  getProject: {
    text: "Reads one project by its id or its exact name, without the key of its agents.",
    role: "any role in the project. Some versions show the tags to Global Read Only or Project Read Only only.",
    throws:
      "Error if the project does not exist, or if several organizations have one of this name and `orgId` is missing",
    example: `const { projectId } = await opsmanager.getProject({ name: "shop-production" });
console.log(projectId);`,
    exampleOfOutputs: `const { projectId } = opsmanager.getProjectOutput({ name: "shop-production" });
export const rotation = opsmanager.getAuditLogRotationOutput({ projectId }).effective;`,
    args: {
      projectId: {
        type: "string",
        mayBeEmpty: false,
        doc: "The id of the project.",
        otherwise: "none, and `name` is required",
      },
      name: {
        type: "string",
        mayBeEmpty: false,
        doc: "The exact name of the project.",
        otherwise: "none, and `projectId` is required",
      },
      orgId: {
        type: "string",
        mayBeEmpty: false,
        doc: "The id of the organization of a project with this name.",
        otherwise: "all organizations that the key can read",
      },
    },
    argsNote: "either `projectId` or `name`",
    result: { doc: "the documented fields, without the key of the agents", ...PROJECT_RESULT },
  },
  getProjectBackup: {
    text: "Reads which backup daemons and stores the backup jobs of a project may use.",
    role: "Global Owner or Global Backup Admin: a global API key.",
    throws: "Error if nobody has set it",
    example: `const backup = await opsmanager.getProjectBackup({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
console.log(backup.snapshotStoreFilter);`,
    exampleOfOutputs: `export const backupLabels = opsmanager.getProjectBackupOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).labelFilter;`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the documented fields, without the password", table: PROJECT_BACKUP },
  },
  getProjects: {
    text: "Reads all projects that the key can read, or those of an organization, from all pages, without the keys of their agents.",
    role: "any role in the projects. The list has no others.",
    example: `const projects = await opsmanager.getProjects();
const untagged = projects.filter(({ tags = [] }) => tags.length === 0).map(({ name }) => name);`,
    exampleOfOutputs: `export const projectNames = opsmanager
  .getProjectsOutput({ orgId: config.require("orgId") })
  .apply((projects) => projects.map(({ name }) => name));`,
    args: {
      orgId: {
        type: "string",
        mayBeEmpty: false,
        doc: "The id of an organization.",
        otherwise: "all organizations that the key can read",
      },
    },
    result: { doc: "the projects of all pages", listOf: "getProject" },
  },
  getS3SnapshotStore: {
    text: "Reads one snapshot store, without its keys. `uri` contains only scheme, hosts and database.",
    role: "Global Owner or Global Backup Admin.",
    throws: "Error if the store does not exist",
    example: `const store = await opsmanager.getS3SnapshotStore({ storeId: "snapshots-eu" });
console.log(store.s3BucketName);`,
    exampleOfOutputs: `export const bucket = opsmanager.getS3SnapshotStoreOutput({ storeId: "snapshots-eu" }).s3BucketName;`,
    args: { storeId: { type: "string", required: true, doc: "The id of the store." } },
    result: {
      doc: "the documented fields, without the keys. `uri` contains only scheme, hosts and database, and is absent if a password cannot be separated from the rest",
      table: S3_SNAPSHOT_STORE,
    },
  },
  getS3SnapshotStores: {
    text: "Reads all snapshot stores, from all pages, including those whose assignment is disabled.",
    role: "Global Owner or Global Backup Admin.",
    example: `const stores = await opsmanager.getS3SnapshotStores();
const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);`,
    exampleOfOutputs: `export const storeIds = opsmanager.getS3SnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));`,
    args: {},
    result: { doc: "the stores of all pages", listOf: "getS3SnapshotStore" },
  },
  getServiceVersion: {
    text: "Reads the version of the service, from the version header of a response.",
    role: "none, but the key must be valid.",
    example: `const { versionString } = await opsmanager.getServiceVersion();
console.log(versionString);`,
    exampleOfOutputs: `export const version = opsmanager.getServiceVersionOutput().versionString;`,
    args: {},
    result: { table: SERVICE_VERSION },
  },
  getSnapshotSchedule: {
    text: "Reads when snapshots of a cluster are taken, and how long they are kept.",
    role: "any role in the project.",
    throws: "Error if the cluster has no backup",
    example: `const schedule = await opsmanager.getSnapshotSchedule({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d1f3b7a90e4c5d8b2f6e01",
});
console.log(schedule.snapshotIntervalHours, schedule.snapshotRetentionDays);`,
    exampleOfOutputs: `export const snapshotInterval = opsmanager.getSnapshotScheduleOutput({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d1f3b7a90e4c5d8b2f6e01",
}).snapshotIntervalHours;`,
    args: {
      projectId: { type: "string", required: true, doc: "The id of the project." },
      clusterId: {
        type: "string",
        required: true,
        doc: "The id of a replica set, or of a sharded cluster as a whole.",
      },
    },
    result: { doc: "the documented fields, with the time in UTC", table: RETURNED_SCHEDULE },
  },
  getSystemLogRotation: {
    text: "Reads the system log rotation of a project: the configured values, and the effective values with the documented defaults.",
    role: "Project Automation Admin.",
    example: `const rotation = await opsmanager.getSystemLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
console.log(rotation.effective.numUncompressed);`,
    exampleOfOutputs: `export const rotation = opsmanager.getSystemLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;`,
    args: { projectId: { type: "string", required: true, doc: "The id of the project." } },
    result: { doc: "the fields that are configured", ...ROTATION },
  },
  getVersionManifest: {
    text: "Reads a summary of the version manifest of the service.",
    role: "none.",
    throws: "Error if the service does not return its manifest",
    example: `const { newestVersions } = await opsmanager.getVersionManifest();
console.log(newestVersions);`,
    exampleOfOutputs: `export const newestVersions = opsmanager.getVersionManifestOutput().newestVersions;`,
    args: {},
    result: { doc: "a summary, because the manifest itself is several megabytes", table: MANIFEST_SUMMARY },
  },
} as const satisfies Readonly<Record<string, FunctionDescription>>;
