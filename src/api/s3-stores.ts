/** `/admin/backup/{oplog,snapshot}/s3Configs`: S3-compatible stores for backup oplog data, and for snapshots. */

import type {
  OplogS3Config,
  OplogS3ConfigBody,
  S3SnapshotStore,
  S3SnapshotStoreBody,
} from "../fields/s3-store";
import { OPLOG_S3_CONFIG, S3_SNAPSHOT_STORE } from "../fields/s3-store";
import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";

/** The endpoints of a collection of stores. */
export type StoresApi<Body extends object, Store> = ReturnType<typeof storesAt<Body, Store>>;

/** `/admin/backup/oplog/s3Configs` */
export const oplogS3Configs = storesAt<OplogS3ConfigBody, OplogS3Config>("oplog", OPLOG_S3_CONFIG);

/** `/admin/backup/snapshot/s3Configs` */
export const s3SnapshotStores = storesAt<S3SnapshotStoreBody, S3SnapshotStore>("snapshot", S3_SNAPSHOT_STORE);

/**
 * The service tests the bucket before it responds to a `POST`. It refuses a `DELETE` with 409 while the store can be assigned, backup jobs
 * use it or snapshots are in it.
 */
function storesAt<Body extends object, Store>(data: "oplog" | "snapshot", fields: Fields) {
  // By default the service leaves out stores whose assignment is disabled.
  const query = { assignableOnly: false };
  const stores = collectionOf<Store, Body>(fields)(`/admin/backup/${data}/s3Configs`, query);
  return {
    ...stores,
    /** A person chooses the id. */
    create: async (api: ApiClient, body: Body & { id: string }) => stores.create(api, body),
  };
}
