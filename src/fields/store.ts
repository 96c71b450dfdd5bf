/** The fields of the configurations of backup stores: for oplog data and for snapshots, S3-compatible, in a MongoDB deployment or in files. */

import type { WithAdditional } from "./additional";
import { AUTH_METHODS, COMPRESSIONS, WRITE_CONCERNS } from "./store-catalogue";
import type { Documented, Fields, Link, Returned } from "./table";
import { ADDITIONAL_FIELDS, argumentNames, LINKS, POSITIVE, secretNames, secretPaths } from "./table";
import type {
  FileSystemSnapshotStoreBody,
  MongoSnapshotStoreBody,
  S3SnapshotStoreBody,
} from "../types/store";

export type * from "../types/store";

/** The body of a store of any kind: the fields of other kinds are absent. */
export interface StoreBody
  extends
    Partial<S3SnapshotStoreBody>,
    Partial<MongoSnapshotStoreBody>,
    Partial<FileSystemSnapshotStoreBody> {}

/** A store of any kind as the service returns it, or with its additional fields folded. */
export interface Store extends Returned<Omit<StoreBody, "additionalFields">>, WithAdditional {
  id: string;
  links?: Link[] | undefined;
}

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

const { encryptedCredentials, labels, oidc, ssl, writeConcern } = OPLOG_S3_CONFIG;

/** Of kinds whose store the service creates without an assignment if the field is left out. */
const ASSIGNMENT = {
  type: "boolean",
  doc: "Whether backup jobs can be assigned to the store.",
  otherwise: "the service decides; usually that is `false`",
} as const;

const LOAD_FACTOR = {
  type: "number",
  default: 1,
  limits: POSITIVE,
  doc: "The weight of the store among several: a positive whole number.",
} as const;

export const MONGO_OPLOG_STORE = {
  id: OPLOG_S3_CONFIG.id,
  uri: {
    type: "string",
    required: true,
    secret: true,
    masked: "userInfo",
    doc: "The connection string of the MongoDB deployment that holds the data. The service connects to it at every create and update.",
  },
  assignmentEnabled: ASSIGNMENT,
  encryptedCredentials,
  labels,
  loadFactor: LOAD_FACTOR,
  oidc: {
    ...oidc,
    doc: "Authentication at the deployment with OpenID Connect (Ops Manager 8.0.26 or later). If an update omits it, the service removes it.",
  },
  ssl: { ...ssl, doc: "Whether the deployment accepts only TLS connections.", otherwise: "`false`" },
  writeConcern: {
    ...writeConcern,
    doc: "The write concern of the data: `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`.",
  },
  additionalFields: ADDITIONAL_FIELDS,
  links: OPLOG_S3_CONFIG.links,
} as const satisfies Fields;

/** The fields of snapshot stores: those of both kinds, and those that only they have. */
export const MONGO_SNAPSHOT_STORE = {
  ...MONGO_OPLOG_STORE,
  maxCapacityGB: {
    type: "number",
    limits: POSITIVE,
    doc: "The capacity of the store in GB: a positive whole number.",
    otherwise: "unlimited",
  },
} as const satisfies Fields;

const COMPRESSION = { type: "string", oneOf: COMPRESSIONS, otherwise: "the service decides" } as const;

export const FILE_SYSTEM_SNAPSHOT_STORE = {
  id: OPLOG_S3_CONFIG.id,
  storePath: {
    type: "string",
    required: true,
    adjustable: true,
    doc: "The absolute path of the folder. It must exist on every host of a backup daemon.",
  },
  assignmentEnabled: ASSIGNMENT,
  labels,
  loadFactor: LOAD_FACTOR,
  mmapv1CompressionSetting: {
    ...COMPRESSION,
    doc: "The compression of data of the MMAPv1 storage engine: `NONE` or `GZIP`.",
  },
  wtCompressionSetting: {
    ...COMPRESSION,
    doc: "The compression of data of the WiredTiger storage engine: `NONE` or `GZIP`.",
  },
  additionalFields: ADDITIONAL_FIELDS,
  links: OPLOG_S3_CONFIG.links,
} as const satisfies Fields;

const SECRET_STORE_FIELDS = secretNames(S3_SNAPSHOT_STORE);

/** The paths of all secret fields of any store, none of which is in a list. */
export const STORE_SECRETS = secretPaths(OPLOG_S3_CONFIG);

/** The fields that are secret, or have a secret in them. */
export const FIELDS_WITH_SECRETS = STORE_SECRETS.map(([name]) => name as keyof StoreBody);

export type StoreField = keyof StoreBody;
export type OpenStoreField = Exclude<StoreField, (typeof SECRET_STORE_FIELDS)[number]>;

/** The fields of a kind of stores. */
export interface StoreFields {
  readonly table: Fields;
  /** Those of a PUT. */
  readonly all: readonly StoreField[];
  /** Those of a PUT that are not secret. */
  readonly open: readonly OpenStoreField[];
  /** The paths of those that are secret, also in objects. */
  readonly secrets: readonly (readonly string[])[];
}

export function fieldsOf(table: Fields): StoreFields {
  const all = argumentNames(table) as StoreField[];
  const isOpen = (name: StoreField): name is OpenStoreField =>
    !(SECRET_STORE_FIELDS as readonly string[]).includes(name);
  return { table, all, open: all.filter(isOpen), secrets: secretPaths(table) };
}

/** The fields that some versions of the service never return. */
export const RARELY_RETURNED = fieldsOf(S3_SNAPSHOT_STORE).open.filter(
  (name) => (S3_SNAPSHOT_STORE as Fields)[name]?.rarelyReturned === true,
);

const CREATE =
  "[Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)";

const MONGO =
  "[Create one blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/mongoConfigs/create-one-blockstore-configuration/)";
const FILES =
  "[Create one file system store configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/fileSystemConfigs/create-one-file-system-store-configuration/)";

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
  {
    name: "MongoOplogStoreBody",
    doc: "The fields of an oplog store in a MongoDB deployment that can be written, without its id: the body of a PUT.",
    see: MONGO,
    table: MONGO_OPLOG_STORE,
    use: "arguments",
  },
  {
    name: "MongoOplogStore",
    doc: "An oplog store in a MongoDB deployment as the service returns it. Its `uri` may be masked.",
    see: MONGO,
    table: MONGO_OPLOG_STORE,
    use: "response",
    base: 'Returned<Omit<MongoOplogStoreBody, "additionalFields">>',
    own: ["id", "links"],
  },
  {
    name: "MongoSnapshotStoreBody",
    doc: "The fields of a snapshot store in a MongoDB deployment that can be written, without its id: the body of a PUT.",
    see: MONGO,
    table: MONGO_SNAPSHOT_STORE,
    use: "arguments",
    base: "MongoOplogStoreBody",
    own: ["maxCapacityGB"],
  },
  {
    name: "MongoSnapshotStore",
    doc: "A snapshot store in a MongoDB deployment as the service returns it. Its `uri` may be masked.",
    see: MONGO,
    table: MONGO_SNAPSHOT_STORE,
    use: "response",
    base: 'Returned<Omit<MongoSnapshotStoreBody, "additionalFields">>',
    own: ["id", "links"],
  },
  {
    name: "FileSystemSnapshotStoreBody",
    doc: "The fields of a snapshot store in files that can be written, without its id: the body of a PUT.",
    see: FILES,
    table: FILE_SYSTEM_SNAPSHOT_STORE,
    use: "arguments",
  },
  {
    name: "FileSystemSnapshotStore",
    doc: "A snapshot store in files as the service returns it.",
    see: FILES,
    table: FILE_SYSTEM_SNAPSHOT_STORE,
    use: "response",
    base: 'Returned<Omit<FileSystemSnapshotStoreBody, "additionalFields">>',
    own: ["id", "links"],
  },
];
