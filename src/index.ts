/** The public names of `pulumi-opsmanager`. */

export * from "./errors";
export type { Cluster } from "./api/clusters";
export type { ServiceVersion } from "./api/version-manifest";
export type { EffectiveLogRotation, LogRotation } from "./fields/log-rotation";
export type { CustomCertificate, Oidc } from "./fields/s3-store";
export type { Link } from "./fields/table";
export * from "./functions/index";
export type { AlertMatcher, AlertMetricThreshold, AlertThreshold } from "./fields/alert-config";
export type { AlertNotification } from "./fields/notification";
export type { UnmanagedAlertConfig } from "./resources/alert-config-set/encoding";
export type { AccessListEntryArgs } from "./resources/access-list-entry";
export { AccessListEntry } from "./resources/access-list-entry";
export type { AlertConfigArgs } from "./resources/alert-config";
export { AlertConfig } from "./resources/alert-config";
export type { AlertConfigMember, AlertConfigSetArgs } from "./resources/alert-config-set";
export { AlertConfigSet } from "./resources/alert-config-set";
export type { ClusterNameArgs } from "./resources/cluster-name";
export { ClusterName } from "./resources/cluster-name";
export type { AuditLogRotationArgs, SystemLogRotationArgs } from "./resources/log-rotation";
export { AuditLogRotation } from "./resources/log-rotation";
export { SystemLogRotation } from "./resources/log-rotation";
export type { OplogS3ConfigArgs, S3SnapshotStoreArgs } from "./resources/s3-store";
export { OplogS3Config, S3SnapshotStore } from "./resources/s3-store";
export type { ProjectArgs } from "./resources/project";
export { Project } from "./resources/project";
export type { VersionManifestArgs } from "./resources/version-manifest";
export { VersionManifest } from "./resources/version-manifest";
