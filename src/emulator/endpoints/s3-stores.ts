import type { Context, Route } from "../context";
import { serviceError } from "../errors";
import { redactStore } from "../redaction";
import { readOplogConfig, readSnapshotStore } from "../s3-store-validation";
import { idsOfType, storeRoutes } from "./stores";

/** `/admin/backup/oplog/s3Configs` (Ops Manager documentation, "S3 Blockstore Configuration for Oplogs"). */
export function oplogS3ConfigRoutes(context: Context): Route[] {
  const { settings, store } = context;
  return storeRoutes(context, {
    path: "/admin/backup/oplog/s3Configs",
    table: store.tables.oplogS3Configs,
    read: (body, current) => readOplogConfig(body, current, settings.newerFields),
    probe: (config) => validateBucket(context, config),
    show(config) {
      const {
        boundJobs: _,
        s3AuthMethod,
        s3MaxConnections,
        ...fields
      } = redactStore(config, settings.redact);
      return settings.fullOplogResponse ? { ...fields, s3AuthMethod, s3MaxConnections } : fields;
    },
    isInUse: ({ boundJobs = 0 }) => boundJobs > 0,
    namedIn: ({ oplogStoreFilter }) => idsOfType(oplogStoreFilter, "s3OplogStore"),
    codes: {
      notFound: "S3_OPLOG_CONFIG_NOT_FOUND",
      exists: "S3_OPLOG_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
    },
  });
}

/** `/admin/backup/snapshot/s3Configs` (Ops Manager documentation, "S3 Blockstore Configuration"). */
export function s3SnapshotStoreRoutes(context: Context): Route[] {
  const { settings, store } = context;
  return storeRoutes(context, {
    path: "/admin/backup/snapshot/s3Configs",
    table: store.tables.s3SnapshotStores,
    read: (body, current) => readSnapshotStore(body, current, settings.newerFields),
    probe: (config) => validateBucket(context, config),
    show(config) {
      const { boundJobs: _, snapshots: __, ...fields } = redactStore(config, settings.redact);
      return fields;
    },
    isInUse: ({ boundJobs = 0, snapshots = 0 }) => boundJobs + snapshots > 0,
    namedIn: ({ snapshotStoreFilter }) => idsOfType(snapshotStoreFilter, "s3blockstore"),
    codes: {
      notFound: "S3_SNAPSHOT_CONFIG_NOT_FOUND",
      exists: "S3_SNAPSHOT_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG",
    },
  });
}

function validateBucket(context: Context, { s3BucketName }: { s3BucketName: string }): void {
  const { bucketValidationFailures } = context.settings;
  if (bucketValidationFailures <= 0) return;
  context.changeSettings({ bucketValidationFailures: bucketValidationFailures - 1 });
  throw serviceError("BACKUP_S3_VALIDATION_FAILED", s3BucketName);
}
