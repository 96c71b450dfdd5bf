/** The public names of `pulumi-opsmanager`. */

export * from "./errors";
export type { AccessListEntry } from "./api/access-list";
export type { AuditLogRotation } from "./api/audit-log-rotation";
export type { Cluster } from "./api/clusters";
export type { Link } from "./api/common";
export type { CustomCertificate, Oidc } from "./api/oplog-s3-configs";
export type { ServiceVersion } from "./api/version-manifest";
export * from "./functions/get-access-list";
export * from "./functions/get-alert-configs";
export * from "./functions/get-audit-log-rotation";
export * from "./functions/get-clusters";
export * from "./functions/get-oplog-s3-configs";
export * from "./functions/get-version-manifest";
export type { FunctionArgs } from "./functions/args";
export type {
  AlertConfigArgs,
  AlertMatcher,
  AlertMetricThreshold,
  AlertNotification,
  AlertThreshold,
} from "./resources/alert-config/arguments";
export { AlertConfig } from "./resources/alert-config";
export type { ClusterNameArgs } from "./resources/cluster-name";
export { ClusterName } from "./resources/cluster-name";
export type { OplogS3ConfigArgs } from "./resources/oplog-s3-config";
export { OplogS3Config } from "./resources/oplog-s3-config";
export type { VersionManifestArgs } from "./resources/version-manifest";
export { VersionManifest } from "./resources/version-manifest";
