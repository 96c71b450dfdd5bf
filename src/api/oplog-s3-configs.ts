/** `/admin/backup/oplog/s3Configs`: S3-compatible stores for backup oplog data (specification 2.2, 4.2). */

import { z } from "zod";
import type { ApiClient, CallOptions } from "../http/api-client";
import type { Answered, Link } from "./common";
import { orUndefined, path } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { answered, link, maybe, pageOf } from "./schema";

export interface CustomCertificate {
  /** Name of the CA PEM file. */
  filename: string;
  /** The PEM text. */
  certString: string;
}

/** Sign-in to the bucket by OpenID Connect, in newer versions of the service (Ops Manager documentation). */
export interface Oidc {
  enabled?: boolean | undefined;
  /** `callback`, `azure`, `gcp`, `k8s`. */
  method?: string | undefined;
  tokenUri?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  scope?: string | undefined;
  tokenResource?: string | undefined;
}

/** The writable fields of a store but its id: the body of a PUT. */
export interface OplogS3ConfigBody {
  acceptedTos: boolean;
  assignmentEnabled?: boolean | undefined;
  awsAccessKey?: string | undefined;
  awsSecretKey?: string | undefined;
  customCertificates?: CustomCertificate[] | undefined;
  disableProxyS3?: boolean | undefined;
  encryptedCredentials?: boolean | undefined;
  labels?: string[] | undefined;
  oidc?: Oidc | undefined;
  pathStyleAccessEnabled: boolean;
  s3AuthMethod?: string | undefined;
  s3BucketEndpoint: string;
  s3BucketName: string;
  s3MaxConnections: number;
  s3RegionOverride?: string | undefined;
  sseEnabled: boolean;
  ssl?: boolean | undefined;
  uri: string;
  writeConcern?: string | undefined;
}

/** A store as the service answers it; secrets may come masked. */
export interface OplogS3Config extends Answered<OplogS3ConfigBody> {
  id: string;
  links?: Link[] | undefined;
}

const oplogS3Config: z.ZodType<OplogS3Config> = z.looseObject({
  id: z.string(),
  acceptedTos: maybe(z.boolean()),
  assignmentEnabled: maybe(z.boolean()),
  awsAccessKey: maybe(z.string()),
  awsSecretKey: maybe(z.string()),
  customCertificates: maybe(z.array(z.looseObject({ filename: z.string(), certString: z.string() }))),
  disableProxyS3: maybe(z.boolean()),
  encryptedCredentials: maybe(z.boolean()),
  labels: maybe(z.array(z.string())),
  oidc: maybe(
    z.looseObject({
      enabled: maybe(z.boolean()),
      method: maybe(z.string()),
      tokenUri: maybe(z.string()),
      clientId: maybe(z.string()),
      clientSecret: maybe(z.string()),
      scope: maybe(z.string()),
      tokenResource: maybe(z.string()),
    }),
  ),
  pathStyleAccessEnabled: maybe(z.boolean()),
  s3AuthMethod: maybe(z.string()),
  s3BucketEndpoint: maybe(z.string()),
  s3BucketName: maybe(z.string()),
  s3MaxConnections: maybe(z.number()),
  s3RegionOverride: maybe(z.string()),
  sseEnabled: maybe(z.boolean()),
  ssl: maybe(z.boolean()),
  uri: maybe(z.string()),
  writeConcern: maybe(z.string()),
  links: maybe(z.array(link)),
});

const COLLECTION = "/admin/backup/oplog/s3Configs";

const oneStore = answered(oplogS3Config);
const pageOfStores = pageOf(oplogS3Config);

/** `GET /admin/backup/oplog/s3Configs`, those without assignment as well. */
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
  // By default the service leaves out stores whose assignment is off (Ops Manager documentation).
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

/** `POST /admin/backup/oplog/s3Configs`: the service tests the bucket before it answers. */
export async function createOplogS3Config(
  api: ApiClient,
  body: OplogS3ConfigBody & { id: string },
  options: CallOptions = {},
): Promise<OplogS3Config> {
  return api.request({ method: "POST", path: COLLECTION, json: body, schema: oneStore, ...options });
}

/** `PUT /admin/backup/oplog/s3Configs/{id}`: replaces the whole store, so the secrets belong into the body. */
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

/** `DELETE /admin/backup/oplog/s3Configs/{id}`: refused with 409 while the store can be assigned or jobs are bound to it. */
export async function deleteOplogS3Config(
  api: ApiClient,
  id: string,
  options: CallOptions = {},
): Promise<void> {
  await api.request({ method: "DELETE", path: path`/admin/backup/oplog/s3Configs/${id}`, ...options });
}
