/** The fields of the configurations of S3-compatible stores: those for backup oplog data, and those for snapshots. */

import type { WithAdditional } from "./additional";
import { AUTH_METHODS, WRITE_CONCERNS } from "./s3-catalogue";
import type { ArgumentFieldOf, Documented, Fields, SecretFieldOf } from "./table";
import { ADDITIONAL_FIELDS, argumentNames, LINKS, POSITIVE, secretNames, secretPaths } from "./table";
import type { OplogS3ConfigBody, S3SnapshotStore, S3SnapshotStoreBody } from "../types/s3-store";

export type * from "../types/s3-store";

/** A store of either kind: of an oplog store the fields of a snapshot store are absent. */
export type S3StoreBody = S3SnapshotStoreBody;
export interface S3Store extends S3SnapshotStore, WithAdditional {}

const CUSTOM_CERTIFICATE = {
  filename: { type: "string", required: true, always: true, doc: "The name of the PEM file." },
  certString: { type: "string", required: true, always: true, doc: "The PEM text." },
} as const satisfies Fields;

const OIDC = {
  enabled: {
    type: "boolean",
    default: false,
    doc: "Whether OpenID Connect is enabled.",
    otherwise: "the service decides",
  },
  method: {
    type: "string",
    open: '"callback" | "azure" | "gcp" | "k8s"',
    doc: "The source of the tokens: `callback`, `azure`, `gcp` or `k8s`.",
    otherwise: "the service decides",
  },
  tokenUri: { type: "string", doc: "The URL from which tokens are requested.", otherwise: "none" },
  clientId: { type: "string", doc: "The id of the client.", otherwise: "none" },
  clientSecret: {
    type: "string",
    secret: true,
    keptByPut: true,
    doc: "The secret of the client. If an update omits it, the service keeps it.",
    otherwise: "none",
  },
  scope: { type: "string", doc: "The scope of the tokens.", otherwise: "none" },
  tokenResource: { type: "string", doc: "The resource that the tokens are for.", otherwise: "none" },
} as const satisfies Fields;

/** To add a field, add a row here and run `npm run generate`. */
export const OPLOG_S3_CONFIG = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the store." },
  acceptedTos: {
    type: "boolean",
    required: true,
    doc: "Whether the terms of service for S3-compatible stores are accepted. The service accepts only `true`.",
  },
  assignmentEnabled: {
    type: "boolean",
    default: true,
    doc: "Whether backup jobs can be assigned to the store.",
    otherwise: "the service decides",
  },
  awsAccessKey: {
    type: "string",
    secret: true,
    doc: "The access key id. Required unless `s3AuthMethod` is `IAM_ROLE`.",
  },
  awsSecretKey: {
    type: "string",
    secret: true,
    doc: "The secret access key. Required unless `s3AuthMethod` is `IAM_ROLE`.",
  },
  customCertificates: {
    type: { list: CUSTOM_CERTIFICATE },
    doc: "CA certificates for the S3 endpoint, in addition to those that the service trusts.",
    otherwise: "[]",
  },
  disableProxyS3: {
    type: "boolean",
    sent: false,
    default: false,
    doc: "Whether connections to the bucket bypass the HTTP proxy of the service. Some versions of the service require this field.",
  },
  encryptedCredentials: {
    type: "boolean",
    default: false,
    doc: "Whether the user name and password in `uri` are encrypted with the credentials tool of Ops Manager.",
    otherwise: "the service decides",
  },
  labels: {
    type: "strings",
    doc: "Labels that limit which backup jobs use the store. The order does not matter.",
    otherwise: "[]",
  },
  oidc: {
    type: { object: OIDC },
    doc: "Authentication at the bucket with OpenID Connect. Only newer versions of the service support it. If an update omits it, the service removes it.",
    otherwise: "none",
  },
  pathStyleAccessEnabled: {
    type: "boolean",
    required: true,
    doc: "Whether the name of the bucket is in the path of the URL (`true`) or in the host name (`false`).",
  },
  s3AuthMethod: {
    type: "string",
    default: "KEYS",
    rarelyReturned: true,
    listed: { names: AUTH_METHODS, what: "method" },
    open: "KnownAuthMethod",
    doc: "How the service authenticates at the bucket: `KEYS` or `IAM_ROLE`.",
  },
  s3BucketEndpoint: { type: "string", required: true, doc: "The URL of the S3 endpoint." },
  s3BucketName: { type: "string", required: true, doc: "The name of the bucket." },
  s3MaxConnections: {
    type: "number",
    required: true,
    rarelyReturned: true,
    limits: POSITIVE,
    doc: "The maximum number of connections to the bucket: a positive whole number, such as 50.",
  },
  s3RegionOverride: {
    type: "string",
    shownIfSet: true,
    doc: "The region of the bucket, for endpoints other than those of AWS. An empty string means none.",
    otherwise: "none",
  },
  sseEnabled: { type: "boolean", required: true, doc: "Whether server-side encryption is enabled." },
  ssl: {
    type: "boolean",
    default: false,
    doc: "Whether the store accepts only TLS connections.",
    otherwise: "the service decides",
  },
  uri: {
    type: "string",
    required: true,
    secret: true,
    masked: "userInfo",
    doc: "The connection string of the metadata database.",
  },
  writeConcern: {
    type: "string",
    listed: { names: WRITE_CONCERNS, what: "write concern" },
    open: "KnownWriteConcern",
    doc: "The write concern of the metadata database: `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`.",
    otherwise: "the service decides",
  },
  additionalFields: ADDITIONAL_FIELDS,
  links: { ...LINKS, doc: "Links to the store and related objects." },
} as const satisfies Fields;

/** The fields of snapshot stores: those of both kinds, and those that only they have. */
export const S3_SNAPSHOT_STORE = {
  ...OPLOG_S3_CONFIG,
  loadFactor: {
    type: "number",
    limits: POSITIVE,
    doc: "The weight of the store among several snapshot stores: a positive whole number, such as 1.",
    otherwise: "the service decides",
  },
  objectLockEnabled: {
    type: "boolean",
    default: false,
    doc: "Whether the store uses the object lock of the bucket. Only newer versions of the service support it.",
    otherwise: "the service decides",
  },
} as const satisfies Fields;

/** The secret fields at the top level. */
export const SECRET_STORE_FIELDS = secretNames(S3_SNAPSHOT_STORE);

/** The paths of all secret fields, none of which is in a list. */
export const STORE_SECRETS = secretPaths(OPLOG_S3_CONFIG);

/** The fields that are secret, or have a secret in them. */
export const FIELDS_WITH_SECRETS = STORE_SECRETS.map(([name]) => name as keyof OplogS3ConfigBody);

export type StoreField = ArgumentFieldOf<typeof S3_SNAPSHOT_STORE>;
export type SecretStoreField = SecretFieldOf<typeof S3_SNAPSHOT_STORE>;
export type OpenStoreField = Exclude<StoreField, SecretStoreField>;

/** The fields of a kind of stores. */
export interface StoreFields {
  readonly table: Fields;
  /** Those of a PUT. */
  readonly all: readonly StoreField[];
  /** Those of a PUT that are not secret. */
  readonly open: readonly OpenStoreField[];
}

export const OPLOG_STORE_FIELDS = fieldsOf(OPLOG_S3_CONFIG);
export const SNAPSHOT_STORE_FIELDS = fieldsOf(S3_SNAPSHOT_STORE);

function fieldsOf(table: typeof OPLOG_S3_CONFIG | typeof S3_SNAPSHOT_STORE): StoreFields {
  const all: readonly StoreField[] = argumentNames(table);
  const isOpen = (name: StoreField): name is OpenStoreField =>
    !(SECRET_STORE_FIELDS as readonly string[]).includes(name);
  return { table, all, open: all.filter(isOpen) };
}

/** The fields that some versions of the service never return. */
export const RARELY_RETURNED = SNAPSHOT_STORE_FIELDS.open.filter(
  (name) => SNAPSHOT_STORE_FIELDS.table[name]?.rarelyReturned === true,
);

const CREATE =
  "[Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)";

export const STORE_INTERFACES: readonly Documented[] = [
  {
    name: "CustomCertificate",
    doc: "A CA certificate of the S3 endpoint.",
    see: CREATE,
    table: CUSTOM_CERTIFICATE,
    use: "arguments",
  },
  {
    name: "Oidc",
    doc: "Authentication at the bucket with OpenID Connect. Only newer versions of the service support it.",
    see: CREATE,
    table: OIDC,
    use: "arguments",
  },
  {
    name: "OplogS3ConfigBody",
    doc: "The fields of a store that can be written, without its id: the body of a PUT.",
    see: CREATE,
    table: OPLOG_S3_CONFIG,
    use: "arguments",
  },
  {
    name: "OplogS3Config",
    doc: "A store as the service returns it. Its secrets may be masked.",
    see: CREATE,
    table: OPLOG_S3_CONFIG,
    use: "response",
    base: 'Returned<Omit<OplogS3ConfigBody, "additionalFields">>',
    own: ["id", "links"],
  },
  {
    name: "S3SnapshotStoreBody",
    doc: "The fields of a snapshot store that can be written, without its id: the body of a PUT.",
    see: "[Create one S3 blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/s3Configs/create-one-s3-blockstore-configuration/)",
    table: S3_SNAPSHOT_STORE,
    use: "arguments",
    base: "OplogS3ConfigBody",
    own: ["loadFactor", "objectLockEnabled"],
  },
  {
    name: "S3SnapshotStore",
    doc: "A snapshot store as the service returns it. Its secrets may be masked.",
    see: "[Get one S3 blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/s3Configs/get-one-s3-blockstore-configuration-by-id/)",
    table: S3_SNAPSHOT_STORE,
    use: "response",
    base: 'Returned<Omit<S3SnapshotStoreBody, "additionalFields">>',
    own: ["id", "links"],
  },
];
