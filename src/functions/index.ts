/** Generated from `src/functions/descriptions.ts` by `npm run generate`: change that. */

import { defineFunction, defineOutputFunction } from "./invoke";

export type * from "./types";

/**
 * Reads one entry of the access list of an organization API key.
 *
 * Required role of the API key: Organization Owner. A key needs no role to read its own access list.
 *
 * @throws Error if the entry does not exist
 * @example
 * ```ts
 * const entry = await opsmanager.getAccessListEntry({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 *   entry: "10.20.0.0/16",
 * });
 * console.log(entry.lastUsed);
 * ```
 */
export const getAccessListEntry = defineFunction("getAccessListEntry");

/**
 * The `Output` variant of {@link getAccessListEntry}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const lastUsed = opsmanager.getAccessListEntryOutput({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 *   entry: "10.20.0.0/16",
 * }).lastUsed;
 * ```
 */
export const getAccessListEntryOutput = defineOutputFunction("getAccessListEntry");

/**
 * Reads all entries of the access list of an organization API key, from all pages.
 *
 * Required role of the API key: Organization Owner. A key needs no role to read its own access list.
 *
 * @example
 * ```ts
 * const entries = await opsmanager.getAccessList({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 * });
 * const unused = entries.filter(({ lastUsed }) => lastUsed === undefined);
 * ```
 */
export const getAccessList = defineFunction("getAccessList");

/**
 * The `Output` variant of {@link getAccessList}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const blocks = opsmanager
 *   .getAccessListOutput({ orgId: config.require("orgId"), apiKeyId: config.require("apiKeyId") })
 *   .apply((entries) => entries.map(({ cidrBlock }) => cidrBlock));
 * ```
 */
export const getAccessListOutput = defineOutputFunction("getAccessList");

/**
 * Reads the keys of the agents of a project, without the keys themselves.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const keys = await opsmanager.getAgentApiKeys({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const byHand = keys.filter(({ createdBy }) => createdBy === "USER").map(({ desc }) => desc);
 * ```
 */
export const getAgentApiKeys = defineFunction("getAgentApiKeys");

/**
 * The `Output` variant of {@link getAgentApiKeys}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const agentKeys = opsmanager
 *   .getAgentApiKeysOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((keys) => keys.map(({ desc }) => desc));
 * ```
 */
export const getAgentApiKeysOutput = defineOutputFunction("getAgentApiKeys");

/**
 * Reads one alert configuration of a project, without the secret fields of its notifications.
 *
 * Required role of the API key: any role in the project.
 *
 * @throws Error if the alert configuration does not exist
 * @example
 * ```ts
 * const alert = await opsmanager.getAlertConfig({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   alertConfigId: "60b8f0e3e4b0c5571d40aa01",
 * });
 * console.log(alert.eventTypeName, alert.enabled);
 * ```
 */
export const getAlertConfig = defineFunction("getAlertConfig");

/**
 * The `Output` variant of {@link getAlertConfig}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const enabled = opsmanager.getAlertConfigOutput({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   alertConfigId: "60b8f0e3e4b0c5571d40aa01",
 * }).enabled;
 * ```
 */
export const getAlertConfigOutput = defineOutputFunction("getAlertConfig");

/**
 * Reads all alert configurations of a project, from all pages, without the secret fields of their notifications.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const alerts = await opsmanager.getAlertConfigs({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const disabled = alerts.filter(({ enabled }) => enabled !== true);
 * ```
 */
export const getAlertConfigs = defineFunction("getAlertConfigs");

/**
 * The `Output` variant of {@link getAlertConfigs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const disabledAlerts = opsmanager
 *   .getAlertConfigsOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((alerts) => alerts.filter(({ enabled }) => enabled !== true).length);
 * ```
 */
export const getAlertConfigsOutput = defineOutputFunction("getAlertConfigs");

/**
 * Reads the API keys of an organization, from all pages, without their private parts.
 *
 * Required role of the API key: any role in the organization, such as Organization Read Only.
 *
 * @example
 * ```ts
 * const keys = await opsmanager.getApiKeys({ orgId: config.require("orgId") });
 * const owners = keys.filter(({ roles = [] }) => roles.some(({ roleName }) => roleName === "ORG_OWNER"));
 * ```
 */
export const getApiKeys = defineFunction("getApiKeys");

/**
 * The `Output` variant of {@link getApiKeys}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const publicKeys = opsmanager
 *   .getApiKeysOutput({ orgId: config.require("orgId") })
 *   .apply((keys) => keys.map(({ publicKey }) => publicKey));
 * ```
 */
export const getApiKeysOutput = defineOutputFunction("getApiKeys");

/**
 * Reads the audit log rotation of a project: the configured values, and the effective values with the documented defaults.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * const rotation = await opsmanager.getAuditLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(rotation.effective.numUncompressed);
 * ```
 */
export const getAuditLogRotation = defineFunction("getAuditLogRotation");

/**
 * The `Output` variant of {@link getAuditLogRotation}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const rotation = opsmanager.getAuditLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;
 * ```
 */
export const getAuditLogRotationOutput = defineOutputFunction("getAuditLogRotation");

/**
 * Reads one cluster of a project.
 *
 * Required role of the API key: any role in the project.
 *
 * @throws Error if the cluster does not exist
 * @example
 * ```ts
 * const cluster = await opsmanager.getCluster({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "60a2b7d1e4b0c5571d3f8e1a",
 * });
 * console.log(cluster.clusterName);
 * ```
 */
export const getCluster = defineFunction("getCluster");

/**
 * The `Output` variant of {@link getCluster}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const lastHeartbeat = opsmanager.getClusterOutput({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "60a2b7d1e4b0c5571d3f8e1a",
 * }).lastHeartbeat;
 * ```
 */
export const getClusterOutput = defineOutputFunction("getCluster");

/**
 * Reads all clusters of a project, from all pages.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const clusters = await opsmanager.getClusters({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const sharded = clusters.filter(({ typeName }) => typeName === "SHARDED_REPLICA_SET");
 * ```
 */
export const getClusters = defineFunction("getClusters");

/**
 * The `Output` variant of {@link getClusters}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const clusterNames = opsmanager
 *   .getClustersOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((clusters) => clusters.map(({ clusterName }) => clusterName));
 * ```
 */
export const getClustersOutput = defineOutputFunction("getClusters");

/**
 * Reads what users of a project cannot do in the user interface, and which system manages the project.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const control = await opsmanager.getFeatureControl({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(control.externalManagementSystem?.name);
 * ```
 */
export const getFeatureControl = defineFunction("getFeatureControl");

/**
 * The `Output` variant of {@link getFeatureControl}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const policies = opsmanager.getFeatureControlOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).policies;
 * ```
 */
export const getFeatureControlOutput = defineOutputFunction("getFeatureControl");

/**
 * Reads one snapshot store in files.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getFileSystemSnapshotStore({ storeId: "snapshots-nfs" });
 * console.log(store.storePath);
 * ```
 */
export const getFileSystemSnapshotStore = defineFunction("getFileSystemSnapshotStore");

/**
 * The `Output` variant of {@link getFileSystemSnapshotStore}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storePath = opsmanager.getFileSystemSnapshotStoreOutput({ storeId: "snapshots-nfs" }).storePath;
 * ```
 */
export const getFileSystemSnapshotStoreOutput = defineOutputFunction("getFileSystemSnapshotStore");

/**
 * Reads all snapshot stores in files, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getFileSystemSnapshotStores();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getFileSystemSnapshotStores = defineFunction("getFileSystemSnapshotStores");

/**
 * The `Output` variant of {@link getFileSystemSnapshotStores}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getFileSystemSnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getFileSystemSnapshotStoresOutput = defineOutputFunction("getFileSystemSnapshotStores");

/**
 * Reads one global alert configuration.
 *
 * Required role of the API key: Global Owner or Global Monitoring Admin.
 *
 * @returns the documented fields, without the secret fields of notifications
 * @throws Error if it does not exist
 * @example
 * ```ts
 * const alert = await opsmanager.getGlobalAlertConfig({ alertConfigId: "6f00000000000000000000d4" });
 * ```
 */
export const getGlobalAlertConfig = defineFunction("getGlobalAlertConfig");

/**
 * The `Output` variant of {@link getGlobalAlertConfig}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const enabled = opsmanager.getGlobalAlertConfigOutput({ alertConfigId: "6f00000000000000000000d4" }).apply((found) => found.enabled);
 * ```
 */
export const getGlobalAlertConfigOutput = defineOutputFunction("getGlobalAlertConfig");

/**
 * Reads all global alert configurations, including those that the service ships.
 *
 * Required role of the API key: Global Owner or Global Monitoring Admin.
 *
 * @returns the global alert configurations of all pages, without the secret fields of notifications
 * @example
 * ```ts
 * const alerts = await opsmanager.getGlobalAlertConfigs();
 * ```
 */
export const getGlobalAlertConfigs = defineFunction("getGlobalAlertConfigs");

/**
 * The `Output` variant of {@link getGlobalAlertConfigs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const count = opsmanager.getGlobalAlertConfigsOutput().apply((alerts) => alerts.length);
 * ```
 */
export const getGlobalAlertConfigsOutput = defineOutputFunction("getGlobalAlertConfigs");

/**
 * Reads the integrations of a project with other services, from all pages, without their keys and URLs.
 *
 * Required role of the API key: Project Owner.
 *
 * @example
 * ```ts
 * const integrations = await opsmanager.getIntegrations({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const types = integrations.map(({ type }) => type);
 * ```
 */
export const getIntegrations = defineFunction("getIntegrations");

/**
 * The `Output` variant of {@link getIntegrations}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const integrationTypes = opsmanager
 *   .getIntegrationsOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((all) => all.map(({ type }) => type));
 * ```
 */
export const getIntegrationsOutput = defineOutputFunction("getIntegrations");

/**
 * Reads one oplog store in a MongoDB deployment, without secrets. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getMongoOplogStore({ storeId: "oplog-eu" });
 * console.log(store.uri);
 * ```
 */
export const getMongoOplogStore = defineFunction("getMongoOplogStore");

/**
 * The `Output` variant of {@link getMongoOplogStore}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const uri = opsmanager.getMongoOplogStoreOutput({ storeId: "oplog-eu" }).uri;
 * ```
 */
export const getMongoOplogStoreOutput = defineOutputFunction("getMongoOplogStore");

/**
 * Reads all oplog stores in MongoDB deployments, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getMongoOplogStores();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getMongoOplogStores = defineFunction("getMongoOplogStores");

/**
 * The `Output` variant of {@link getMongoOplogStores}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getMongoOplogStoresOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getMongoOplogStoresOutput = defineOutputFunction("getMongoOplogStores");

/**
 * Reads one snapshot store in a MongoDB deployment, without secrets. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getMongoSnapshotStore({ storeId: "blockstore-eu" });
 * console.log(store.maxCapacityGB);
 * ```
 */
export const getMongoSnapshotStore = defineFunction("getMongoSnapshotStore");

/**
 * The `Output` variant of {@link getMongoSnapshotStore}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const maxCapacityGB = opsmanager.getMongoSnapshotStoreOutput({ storeId: "blockstore-eu" }).maxCapacityGB;
 * ```
 */
export const getMongoSnapshotStoreOutput = defineOutputFunction("getMongoSnapshotStore");

/**
 * Reads all snapshot stores in MongoDB deployments, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getMongoSnapshotStores();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getMongoSnapshotStores = defineFunction("getMongoSnapshotStores");

/**
 * The `Output` variant of {@link getMongoSnapshotStores}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getMongoSnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getMongoSnapshotStoresOutput = defineOutputFunction("getMongoSnapshotStores");

/**
 * Reads one oplog store, without its keys. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getOplogS3Config({ storeId: "oplog-eu" });
 * console.log(store.s3BucketName);
 * ```
 */
export const getOplogS3Config = defineFunction("getOplogS3Config");

/**
 * The `Output` variant of {@link getOplogS3Config}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const bucket = opsmanager.getOplogS3ConfigOutput({ storeId: "oplog-eu" }).s3BucketName;
 * ```
 */
export const getOplogS3ConfigOutput = defineOutputFunction("getOplogS3Config");

/**
 * Reads all oplog stores, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getOplogS3Configs();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getOplogS3Configs = defineFunction("getOplogS3Configs");

/**
 * The `Output` variant of {@link getOplogS3Configs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getOplogS3ConfigsOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getOplogS3ConfigsOutput = defineOutputFunction("getOplogS3Configs");

/**
 * Reads one project by its id or its exact name, without the key of its agents.
 *
 * Required role of the API key: any role in the project. Some versions show the tags to Global Read Only or Project Read Only
 * only.
 *
 * @throws Error if the project does not exist, or if several organizations have one of this name and `orgId` is missing
 * @example
 * ```ts
 * const { projectId } = await opsmanager.getProject({ name: "shop-production" });
 * console.log(projectId);
 * ```
 */
export const getProject = defineFunction("getProject");

/**
 * The `Output` variant of {@link getProject}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * const { projectId } = opsmanager.getProjectOutput({ name: "shop-production" });
 * export const rotation = opsmanager.getAuditLogRotationOutput({ projectId }).effective;
 * ```
 */
export const getProjectOutput = defineOutputFunction("getProject");

/**
 * Reads which backup daemons and stores the backup jobs of a project may use.
 *
 * Required role of the API key: Global Owner or Global Backup Admin: a global API key.
 *
 * @throws Error if nobody has set it
 * @example
 * ```ts
 * const backup = await opsmanager.getProjectBackup({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(backup.snapshotStoreFilter);
 * ```
 */
export const getProjectBackup = defineFunction("getProjectBackup");

/**
 * The `Output` variant of {@link getProjectBackup}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const backupLabels = opsmanager.getProjectBackupOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).labelFilter;
 * ```
 */
export const getProjectBackupOutput = defineOutputFunction("getProjectBackup");

/**
 * Reads all projects that the key can read, or those of an organization, from all pages, without the keys of their agents.
 *
 * Required role of the API key: any role in the projects. The list has no others.
 *
 * @example
 * ```ts
 * const projects = await opsmanager.getProjects();
 * const untagged = projects.filter(({ tags = [] }) => tags.length === 0).map(({ name }) => name);
 * ```
 */
export const getProjects = defineFunction("getProjects");

/**
 * The `Output` variant of {@link getProjects}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const projectNames = opsmanager
 *   .getProjectsOutput({ orgId: config.require("orgId") })
 *   .apply((projects) => projects.map(({ name }) => name));
 * ```
 */
export const getProjectsOutput = defineOutputFunction("getProjects");

/**
 * Reads one snapshot store, without its keys. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getS3SnapshotStore({ storeId: "snapshots-eu" });
 * console.log(store.s3BucketName);
 * ```
 */
export const getS3SnapshotStore = defineFunction("getS3SnapshotStore");

/**
 * The `Output` variant of {@link getS3SnapshotStore}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const bucket = opsmanager.getS3SnapshotStoreOutput({ storeId: "snapshots-eu" }).s3BucketName;
 * ```
 */
export const getS3SnapshotStoreOutput = defineOutputFunction("getS3SnapshotStore");

/**
 * Reads all snapshot stores, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getS3SnapshotStores();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getS3SnapshotStores = defineFunction("getS3SnapshotStores");

/**
 * The `Output` variant of {@link getS3SnapshotStores}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getS3SnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getS3SnapshotStoresOutput = defineOutputFunction("getS3SnapshotStores");

/**
 * Reads the version of the service, from the version header of a response.
 *
 * Required role of the API key: none, but the key must be valid.
 *
 * @example
 * ```ts
 * const { versionString } = await opsmanager.getServiceVersion();
 * console.log(versionString);
 * ```
 */
export const getServiceVersion = defineFunction("getServiceVersion");

/**
 * The `Output` variant of {@link getServiceVersion}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const version = opsmanager.getServiceVersionOutput().versionString;
 * ```
 */
export const getServiceVersionOutput = defineOutputFunction("getServiceVersion");

/**
 * Reads when snapshots of a cluster are taken, and how long they are kept.
 *
 * Required role of the API key: any role in the project.
 *
 * @throws Error if the cluster has no backup
 * @example
 * ```ts
 * const schedule = await opsmanager.getSnapshotSchedule({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "62d1f3b7a90e4c5d8b2f6e01",
 * });
 * console.log(schedule.snapshotIntervalHours, schedule.snapshotRetentionDays);
 * ```
 */
export const getSnapshotSchedule = defineFunction("getSnapshotSchedule");

/**
 * The `Output` variant of {@link getSnapshotSchedule}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const snapshotInterval = opsmanager.getSnapshotScheduleOutput({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "62d1f3b7a90e4c5d8b2f6e01",
 * }).snapshotIntervalHours;
 * ```
 */
export const getSnapshotScheduleOutput = defineOutputFunction("getSnapshotSchedule");

/**
 * Reads the system log rotation of a project: the configured values, and the effective values with the documented defaults.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * const rotation = await opsmanager.getSystemLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(rotation.effective.numUncompressed);
 * ```
 */
export const getSystemLogRotation = defineFunction("getSystemLogRotation");

/**
 * The `Output` variant of {@link getSystemLogRotation}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const rotation = opsmanager.getSystemLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;
 * ```
 */
export const getSystemLogRotationOutput = defineOutputFunction("getSystemLogRotation");

/**
 * Reads a summary of the version manifest of the service.
 *
 * Required role of the API key: none.
 *
 * @throws Error if the service does not return its manifest
 * @example
 * ```ts
 * const { newestVersions } = await opsmanager.getVersionManifest();
 * console.log(newestVersions);
 * ```
 */
export const getVersionManifest = defineFunction("getVersionManifest");

/**
 * The `Output` variant of {@link getVersionManifest}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const newestVersions = opsmanager.getVersionManifestOutput().newestVersions;
 * ```
 */
export const getVersionManifestOutput = defineOutputFunction("getVersionManifest");
