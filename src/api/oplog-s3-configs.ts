/** `/admin/backup/oplog/s3Configs`: S3-compatible stores for backup oplog data. */

import type { OplogS3Config, OplogS3ConfigBody } from "../fields/oplog-s3-config";
import { OPLOG_S3_CONFIG } from "../fields/oplog-s3-config";
import type { ApiClient } from "../http/api-client";
import { orUndefined, path, sendDelete } from "./common";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema } from "./schema";

const oneStore = responseSchema<OplogS3Config>(OPLOG_S3_CONFIG);
const pageOfStores = pageSchema<OplogS3Config>(OPLOG_S3_CONFIG);

const LIST_PATH = "/admin/backup/oplog/s3Configs";
const itemPath = (id: string): string => path`/admin/backup/oplog/s3Configs/${id}`;

/** `GET /admin/backup/oplog/s3Configs`, including stores whose assignment is disabled. */
export async function listOplogS3Configs(api: ApiClient) {
  return collect(oplogS3ConfigPages(api));
}

export function oplogS3ConfigPages(api: ApiClient) {
  // By default the service leaves out stores whose assignment is disabled.
  return pages(api, { path: LIST_PATH, query: { assignableOnly: false } }, pageOfStores);
}

/** `GET /admin/backup/oplog/s3Configs/{id}`; `undefined` when it does not exist. */
export async function getOplogS3Config(api: ApiClient, id: string) {
  return orUndefined(api.request({ method: "GET", path: itemPath(id), schema: oneStore }));
}

/** `POST /admin/backup/oplog/s3Configs`: the service tests the bucket before it responds. */
export async function createOplogS3Config(api: ApiClient, body: OplogS3ConfigBody & { id: string }) {
  return api.request({ method: "POST", path: LIST_PATH, json: body, schema: oneStore });
}

/** `PUT /admin/backup/oplog/s3Configs/{id}`: replaces the whole store: the body must hold its secrets. */
export async function updateOplogS3Config(api: ApiClient, id: string, body: OplogS3ConfigBody) {
  return api.request({ method: "PUT", path: itemPath(id), json: body, schema: oneStore });
}

/**
 * `DELETE /admin/backup/oplog/s3Configs/{id}`: refused with 409 while the store can be assigned or backup jobs use it.
 * @returns whether the response shows that it is gone
 */
export async function deleteOplogS3Config(api: ApiClient, id: string) {
  return sendDelete(api, itemPath(id));
}
