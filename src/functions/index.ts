/** What a program reads from the service. Each function has an `Output` variant, for arguments that are known later. */

import { defineFunction, defineOutputFunction } from "./invoke";

export type * from "./types";

/** Reads one entry of the access list of an API key. @throws Error that names the entry when it does not exist */
export const getAccessListEntry = defineFunction("getAccessListEntry");
/** The `Output` variant of {@link getAccessListEntry}. */
export const getAccessListEntryOutput = defineOutputFunction("getAccessListEntry");

/** Reads all entries of the access list of an API key, from all pages. */
export const getAccessList = defineFunction("getAccessList");
/** The `Output` variant of {@link getAccessList}. */
export const getAccessListOutput = defineOutputFunction("getAccessList");

/** Reads one alert configuration of a project. @throws Error that names it when it does not exist */
export const getAlertConfig = defineFunction("getAlertConfig");
/** The `Output` variant of {@link getAlertConfig}. */
export const getAlertConfigOutput = defineOutputFunction("getAlertConfig");

/** Reads all alert configurations of a project, from all pages. */
export const getAlertConfigs = defineFunction("getAlertConfigs");
/** The `Output` variant of {@link getAlertConfigs}. */
export const getAlertConfigsOutput = defineOutputFunction("getAlertConfigs");

/** Reads the audit log rotation of a project. Required role of the API key: Project Automation Admin. */
export const getAuditLogRotation = defineFunction("getAuditLogRotation");
/** The `Output` variant of {@link getAuditLogRotation}. */
export const getAuditLogRotationOutput = defineOutputFunction("getAuditLogRotation");

/** Reads one cluster of a project. @throws Error that names the cluster when it does not exist */
export const getCluster = defineFunction("getCluster");
/** The `Output` variant of {@link getCluster}. */
export const getClusterOutput = defineOutputFunction("getCluster");

/** Reads all clusters of a project, from all pages. */
export const getClusters = defineFunction("getClusters");
/** The `Output` variant of {@link getClusters}. */
export const getClustersOutput = defineOutputFunction("getClusters");

/** Reads one oplog store. @throws Error that names the store when it does not exist */
export const getOplogS3Config = defineFunction("getOplogS3Config");
/** The `Output` variant of {@link getOplogS3Config}. */
export const getOplogS3ConfigOutput = defineOutputFunction("getOplogS3Config");

/** Reads all oplog stores from all pages, including those whose assignment is disabled. */
export const getOplogS3Configs = defineFunction("getOplogS3Configs");
/** The `Output` variant of {@link getOplogS3Configs}. */
export const getOplogS3ConfigsOutput = defineOutputFunction("getOplogS3Configs");

/** Reads the version of the service from its version header. */
export const getServiceVersion = defineFunction("getServiceVersion");
/** The `Output` variant of {@link getServiceVersion}. */
export const getServiceVersionOutput = defineOutputFunction("getServiceVersion");

/** Reads a summary of the version manifest of the service. */
export const getVersionManifest = defineFunction("getVersionManifest");
/** The `Output` variant of {@link getVersionManifest}. */
export const getVersionManifestOutput = defineOutputFunction("getVersionManifest");
