/** The public names of `pulumi-opsmanager`. */

export * from "./errors";
export * from "./classes/index";
export type { Cluster } from "./api/clusters";
export type { ServiceVersion } from "./api/version-manifest";
export type { EffectiveLogRotation, LogRotation } from "./fields/log-rotation";
export type { CustomCertificate, Oidc } from "./fields/store";
export type { ExternalManagementSystem, FeatureControlPolicy } from "./fields/feature-control";
export type { IdpGroupMapping, LdapGroupMapping } from "./fields/project";
export type { BackupDaemonRef, OplogStoreRef, SnapshotStoreRef } from "./fields/project-backup";
export type { SnapshotScheduleBody } from "./fields/snapshot-schedule";
export type { Link } from "./fields/table";
export * from "./functions/index";
export type { AlertMatcher, AlertMetricThreshold, AlertThreshold } from "./fields/alert-config";
export type { AlertNotification } from "./fields/notification";
export type { AlertNotificationArgs } from "./classes/hooks/notification-inputs";
export type { UnmanagedAlertConfig } from "./types/alert-config";
export type { AlertConfigMember } from "./classes/hooks/alert-config-set";
