import type { Context, Route } from "../context";
import type { FileSystemStore, MongoSnapshotStore, MongoStore } from "../entities";
import { serviceError } from "../errors";
import {
  readFileSystemStore,
  readMongoSnapshotStore,
  readMongoStore,
  type StoreFacts,
} from "../mongo-store-validation";
import { redactUri, type RedactionMode } from "../redaction";
import { isAtLeast } from "../versions";
import { idsOfType, storeRoutes, type Stores } from "./stores";

/** Stores in MongoDB deployments and in file systems. */
type Store = MongoStore | FileSystemStore;

/** The first version that redacts connection strings, and has OIDC. */
const REDACTING_VERSION = "8.0.26";

/** `/admin/backup/snapshot/mongoConfigs` (Ops Manager documentation, "Blockstore Configuration"). */
export function mongoSnapshotStoreRoutes(context: Context): Route[] {
  return storeRoutes<MongoSnapshotStore>(context, {
    path: "/admin/backup/snapshot/mongoConfigs",
    table: context.store.tables.mongoSnapshotStores,
    read: (body, current) => readMongoSnapshotStore(body, current, factsOf(context)),
    ...mongoStores(context),
    namedIn: ({ snapshotStoreFilter }) => idsOfType(snapshotStoreFilter, "blockstore"),
    codes: {
      notFound: "MONGO_SNAPSHOT_CONFIG_NOT_FOUND",
      exists: "MONGO_SNAPSHOT_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_DB_STORE_CONFIG",
    },
  });
}

/** `/admin/backup/oplog/mongoConfigs` (Ops Manager documentation, "Oplog Store Configuration"). */
export function mongoOplogStoreRoutes(context: Context): Route[] {
  return storeRoutes<MongoStore>(context, {
    path: "/admin/backup/oplog/mongoConfigs",
    table: context.store.tables.mongoOplogStores,
    read: (body, current) => readMongoStore(body, current, factsOf(context)),
    ...mongoStores(context),
    namedIn: ({ oplogStoreFilter }) => idsOfType(oplogStoreFilter, "oplogStore"),
    codes: {
      notFound: "MONGO_OPLOG_CONFIG_NOT_FOUND",
      exists: "MONGO_OPLOG_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_OPLOG_STORE_CONFIG",
    },
  });
}

/** `/admin/backup/sync/mongoConfigs` (Ops Manager documentation, "Sync Store Configuration"). */
export function mongoSyncStoreRoutes(context: Context): Route[] {
  return storeRoutes<MongoStore>(context, {
    path: "/admin/backup/sync/mongoConfigs",
    table: context.store.tables.mongoSyncStores,
    read: (body, current) => readMongoStore(body, current, factsOf(context)),
    ...mongoStores(context),
    namedIn: ({ syncStoreFilter = [] }) => syncStoreFilter,
    codes: {
      notFound: "MONGO_SYNC_CONFIG_NOT_FOUND",
      exists: "MONGO_SYNC_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_SYNC_STORE_CONFIG",
    },
  });
}

/** `/admin/backup/snapshot/fileSystemConfigs` (Ops Manager documentation, "File System Store Configuration"). */
export function fileSystemStoreRoutes(context: Context): Route[] {
  return storeRoutes<FileSystemStore>(context, {
    path: "/admin/backup/snapshot/fileSystemConfigs",
    table: context.store.tables.fileSystemSnapshotStores,
    read: (body, current) => readFileSystemStore(body, current, factsOf(context)),
    show: selectShown,
    isInUse,
    namedIn: ({ snapshotStoreFilter }) => idsOfType(snapshotStoreFilter, "fileSystemStore"),
    codes: {
      notFound: "FILESYSTEM_SNAPSHOT_CONFIG_NOT_FOUND",
      exists: "FILESYSTEM_SNAPSHOT_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_FS_STORE_CONFIG",
    },
  });
}

/** What the stores in MongoDB deployments have in common. */
function mongoStores(context: Context): Pick<Stores<MongoStore>, "probe" | "show" | "isInUse"> {
  const { settings } = context;
  const mode = (): RedactionMode =>
    settings.redact === "new" && !isAtLeast(context.serviceVersion, REDACTING_VERSION)
      ? "old"
      : settings.redact;
  return {
    // The service connects to the deployment at every write.
    probe({ id }) {
      if (settings.mongoConnectionFailures <= 0) return;
      context.changeSettings({ mongoConnectionFailures: settings.mongoConnectionFailures - 1 });
      throw serviceError("BACKUP_MONGO_CONNECTION_FAILED", id);
    },
    show: (store) => selectShown(redactUri(store, mode())),
    isInUse,
  };
}

function isInUse({ boundJobs = 0, snapshots = 0 }: Store): boolean {
  return boundJobs + snapshots > 0;
}

// Optional fields without a value are omitted.
function selectShown({ boundJobs: _, snapshots: __, labels, ...fields }: Store): object {
  return labels === undefined || labels.length === 0 ? fields : { ...fields, labels };
}

function factsOf({ settings, serviceVersion }: Context): StoreFacts {
  return { newer: settings.newerFields, oidc: isAtLeast(serviceVersion, REDACTING_VERSION) };
}
