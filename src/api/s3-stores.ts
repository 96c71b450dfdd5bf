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
import { orUndefined, path, sendDelete } from "./common";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema } from "./schema";

/** The endpoints of a collection of stores. */
export type StoresApi<Body, Store> = ReturnType<typeof storesAt<Body, Store>>;

/** `/admin/backup/oplog/s3Configs` */
export const oplogS3Configs = storesAt<OplogS3ConfigBody, OplogS3Config>("oplog", OPLOG_S3_CONFIG);

/** `/admin/backup/snapshot/s3Configs` */
export const s3SnapshotStores = storesAt<S3SnapshotStoreBody, S3SnapshotStore>("snapshot", S3_SNAPSHOT_STORE);

function storesAt<Body, Store>(data: "oplog" | "snapshot", fields: Fields) {
  const listPath = path`/admin/backup/${data}/s3Configs`;
  const itemPath = (id: string): string => path`/admin/backup/${data}/s3Configs/${id}`;
  const oneStore = responseSchema<Store>(fields);
  const pageOfStores = pageSchema<Store>(fields);
  // By default the service leaves out stores whose assignment is disabled.
  const pagesOf = (api: ApiClient) =>
    pages(api, { path: listPath, query: { assignableOnly: false } }, pageOfStores);
  return {
    /** `GET /admin/backup/{oplog,snapshot}/s3Configs`, including stores whose assignment is disabled. */
    pages: pagesOf,
    list: async (api: ApiClient) => collect(pagesOf(api)),

    /** `GET /admin/backup/{oplog,snapshot}/s3Configs/{id}`; `undefined` when it does not exist. */
    get: async (api: ApiClient, id: string) =>
      orUndefined(api.request({ method: "GET", path: itemPath(id), schema: oneStore })),

    /** `POST /admin/backup/{oplog,snapshot}/s3Configs`: the service tests the bucket before it responds. */
    create: async (api: ApiClient, body: Body & { id: string }) =>
      api.request({ method: "POST", path: listPath, json: body, schema: oneStore }),

    /** `PUT /admin/backup/{oplog,snapshot}/s3Configs/{id}`: replaces the whole store: the body must hold its secrets. */
    update: async (api: ApiClient, id: string, body: Body) =>
      api.request({ method: "PUT", path: itemPath(id), json: body, schema: oneStore }),

    /**
     * `DELETE /admin/backup/{oplog,snapshot}/s3Configs/{id}`: refused with 409 while the store can be assigned, backup jobs use it
     * or snapshots are in it.
     * @returns whether the response shows that it is gone
     */
    delete: async (api: ApiClient, id: string) => sendDelete(api, itemPath(id)),
  };
}
