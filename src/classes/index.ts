/** Generated from `src/kinds.ts` by `npm run generate`: change that. */

export type { AccessListEntryArgs } from "./access-list-entry";
export { AccessListEntry } from "./access-list-entry";
export type { AlertConfigArgs } from "./alert-config";
export { AlertConfig } from "./alert-config";
export type { AlertConfigSetArgs } from "./alert-config-set";
export { AlertConfigSet } from "./alert-config-set";
export type { AuditLogRotationArgs } from "./log-rotation";
export { AuditLogRotation } from "./log-rotation";
export type { ClusterNameArgs } from "./cluster-name";
export { ClusterName } from "./cluster-name";
export type { GlobalAlertConfigArgs } from "./alert-config";
export { GlobalAlertConfig } from "./alert-config";
export type { OplogS3ConfigArgs } from "./s3-store";
export { OplogS3Config } from "./s3-store";
export type { ProjectArgs } from "./project";
export { Project } from "./project";
export type { S3SnapshotStoreArgs } from "./s3-store";
export { S3SnapshotStore } from "./s3-store";
export type { SystemLogRotationArgs } from "./log-rotation";
export { SystemLogRotation } from "./log-rotation";
export type { VersionManifestArgs } from "./version-manifest";
export { VersionManifest } from "./version-manifest";
