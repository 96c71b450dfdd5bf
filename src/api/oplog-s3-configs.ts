/** `/admin/backup/oplog/s3Configs`: S3-compatible stores for backup oplog data. */

import type { OplogS3Config, OplogS3ConfigBody } from "../fields/oplog-s3-config";
import { OPLOG_S3_CONFIG } from "../fields/oplog-s3-config";
import type { ApiClient, CallOptions } from "../http/api-client";
import { orUndefined, path, sendDelete } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema } from "./schema";

const oneStore = responseSchema<OplogS3Config>(OPLOG_S3_CONFIG);
const pageOfStores = pageSchema<OplogS3Config>(OPLOG_S3_CONFIG);

const COLLECTION = "/admin/backup/oplog/s3Configs";

/** `GET /admin/backup/oplog/s3Configs`, including stores whose assignment is disabled. */
export async function listOplogS3Configs(
  api: ApiClient,
  options: CallOptions = {},
): Promise<OplogS3Config[]> {
  return collect(oplogS3ConfigPages(api, options));
}

export function oplogS3ConfigPages(
  api: ApiClient,
  options: CallOptions = {},
): AsyncIterable<Page<OplogS3Config>> {
  // By default the service leaves out stores whose assignment is disabled.
  return pages(api, { path: COLLECTION, query: { assignableOnly: false }, ...options }, pageOfStores);
}

/** `GET /admin/backup/oplog/s3Configs/{id}`; `undefined` when it does not exist. */
export async function getOplogS3Config(
  api: ApiClient,
  id: string,
  options: CallOptions = {},
): Promise<OplogS3Config | undefined> {
  return orUndefined(
    api.request({
      method: "GET",
      path: path`/admin/backup/oplog/s3Configs/${id}`,
      schema: oneStore,
      ...options,
    }),
  );
}

/** `POST /admin/backup/oplog/s3Configs`: the service tests the bucket before it responds. */
export async function createOplogS3Config(
  api: ApiClient,
  body: OplogS3ConfigBody & { id: string },
  options: CallOptions = {},
): Promise<OplogS3Config> {
  return api.request({ method: "POST", path: COLLECTION, json: body, schema: oneStore, ...options });
}

/** `PUT /admin/backup/oplog/s3Configs/{id}`: replaces the whole store: the body must hold its secrets. */
export async function updateOplogS3Config(
  api: ApiClient,
  id: string,
  body: OplogS3ConfigBody,
  options: CallOptions = {},
): Promise<OplogS3Config> {
  return api.request({
    method: "PUT",
    path: path`/admin/backup/oplog/s3Configs/${id}`,
    json: body,
    schema: oneStore,
    ...options,
  });
}

/**
 * `DELETE /admin/backup/oplog/s3Configs/{id}`: refused with 409 while the store can be assigned or backup jobs use it.
 * @returns whether the response shows that it is gone
 */
export async function deleteOplogS3Config(
  api: ApiClient,
  id: string,
  options: CallOptions = {},
): Promise<boolean> {
  return sendDelete(api, path`/admin/backup/oplog/s3Configs/${id}`, options);
}
