/** `/admin/backup/{oplog,snapshot}/…Configs`: stores for backup oplog data, and for snapshots. */

import type {
  FileSystemSnapshotStore,
  FileSystemSnapshotStoreBody,
  MongoOplogStore,
  MongoOplogStoreBody,
  MongoSnapshotStore,
  MongoSnapshotStoreBody,
  OplogS3Config,
  OplogS3ConfigBody,
  S3SnapshotStore,
  S3SnapshotStoreBody,
} from "../fields/store";
import {
  FILE_SYSTEM_SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  OPLOG_S3_CONFIG,
  S3_SNAPSHOT_STORE,
} from "../fields/store";
import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";

/** The endpoints of a collection of stores. */
export type StoresApi<Body extends object, Store> = ReturnType<typeof storesAt<Body, Store>>;

/** `/admin/backup/oplog/s3Configs` */
export const oplogS3Configs = storesAt<OplogS3ConfigBody, OplogS3Config>("oplog/s3Configs", OPLOG_S3_CONFIG);

/** `/admin/backup/snapshot/s3Configs` */
export const s3SnapshotStores = storesAt<S3SnapshotStoreBody, S3SnapshotStore>(
  "snapshot/s3Configs",
  S3_SNAPSHOT_STORE,
);

/** `/admin/backup/oplog/mongoConfigs` */
export const mongoOplogStores = storesAt<MongoOplogStoreBody, MongoOplogStore>(
  "oplog/mongoConfigs",
  MONGO_OPLOG_STORE,
);

/** `/admin/backup/snapshot/mongoConfigs` */
export const mongoSnapshotStores = storesAt<MongoSnapshotStoreBody, MongoSnapshotStore>(
  "snapshot/mongoConfigs",
  MONGO_SNAPSHOT_STORE,
);

/** `/admin/backup/snapshot/fileSystemConfigs` */
export const fileSystemSnapshotStores = storesAt<FileSystemSnapshotStoreBody, FileSystemSnapshotStore>(
  "snapshot/fileSystemConfigs",
  FILE_SYSTEM_SNAPSHOT_STORE,
);

/**
 * The service tests the bucket or the deployment before it responds to a write. It refuses a `DELETE` with 409 while the store can be
 * assigned, backup jobs use it or snapshots are in it.
 */
function storesAt<Body extends object, Store>(path: string, fields: Fields) {
  // By default the service leaves out stores whose assignment is disabled.
  const query = { assignableOnly: false };
  const stores = collectionOf<Store, Body>(fields)(`/admin/backup/${path}`, query);
  return {
    ...stores,
    /** A person chooses the id. */
    create: async (api: ApiClient, body: Body & { id: string }) => stores.create(api, body),
  };
}
