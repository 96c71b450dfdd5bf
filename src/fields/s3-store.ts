/** The fields of the configurations of S3-compatible stores: those for backup oplog data, and those for snapshots. */

import type { AdditionalFields, WithAdditional } from "./additional";
import type { Open } from "./alert-catalogue";
import type { ArgumentFieldOf, Fields, Link, Returned, SecretFieldOf } from "./table";
import { ADDITIONAL_FIELDS, argumentNames, LINKS, POSITIVE, secretNames, secretPaths } from "./table";

/** The documented values. The service may accept others. */
export const AUTH_METHODS = ["KEYS", "IAM_ROLE"] as const;
export const WRITE_CONCERNS = ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] as const;

export type KnownAuthMethod = (typeof AUTH_METHODS)[number];
export type KnownWriteConcern = (typeof WRITE_CONCERNS)[number];

/**
 * A CA certificate of the S3 endpoint.
 * @see [Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)
 */
export interface CustomCertificate {
  /** The name of the PEM file. */
  filename: string;
  /** The PEM text. */
  certString: string;
}

/**
 * Authentication at the bucket with OpenID Connect. Only newer versions of the service support it.
 * @see [Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)
 */
export interface Oidc {
  /**
   * Whether OpenID Connect is enabled.
   * @default the service decides
   */
  enabled?: boolean | undefined;
  /**
   * The source of the tokens: `callback`, `azure`, `gcp` or `k8s`.
   * @default the service decides
   */
  method?: Open<"callback" | "azure" | "gcp" | "k8s"> | undefined;
  /**
   * The URL from which tokens are requested.
   * @default none
   */
  tokenUri?: string | undefined;
  /**
   * The id of the client.
   * @default none
   */
  clientId?: string | undefined;
  /**
   * Secret. The secret of the client. If an update omits it, the service keeps it.
   * @default none
   */
  clientSecret?: string | undefined;
  /**
   * The scope of the tokens.
   * @default none
   */
  scope?: string | undefined;
  /**
   * The resource that the tokens are for.
   * @default none
   */
  tokenResource?: string | undefined;
}

/**
 * The fields of a store that can be written, without its id: the body of a PUT.
 * @see [Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)
 */
export interface OplogS3ConfigBody {
  /** Whether the terms of service for S3-compatible stores are accepted. The service accepts only `true`. */
  acceptedTos: boolean;
  /**
   * Whether backup jobs can be assigned to the store.
   * @default the service decides
   */
  assignmentEnabled?: boolean | undefined;
  /** Secret. The access key id. Required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsAccessKey?: string | undefined;
  /** Secret. The secret access key. Required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsSecretKey?: string | undefined;
  /**
   * CA certificates for the S3 endpoint, in addition to those that the service trusts.
   * @default []
   */
  customCertificates?: CustomCertificate[] | undefined;
  /**
   * Whether connections to the bucket bypass the HTTP proxy of the service. Some versions of the service require this field.
   * @default false
   */
  disableProxyS3?: boolean | undefined;
  /**
   * Whether the user name and password in `uri` are encrypted with the credentials tool of Ops Manager.
   * @default the service decides
   */
  encryptedCredentials?: boolean | undefined;
  /**
   * Labels that limit which backup jobs use the store. The order does not matter.
   * @default []
   */
  labels?: string[] | undefined;
  /**
   * Authentication at the bucket with OpenID Connect. Only newer versions of the service support it. If an update omits it, the
   * service removes it.
   * @default none
   */
  oidc?: Oidc | undefined;
  /** Whether the name of the bucket is in the path of the URL (`true`) or in the host name (`false`). */
  pathStyleAccessEnabled: boolean;
  /**
   * How the service authenticates at the bucket: `KEYS` or `IAM_ROLE`.
   * @default "KEYS"
   */
  s3AuthMethod?: Open<KnownAuthMethod> | undefined;
  /** The URL of the S3 endpoint. */
  s3BucketEndpoint: string;
  /** The name of the bucket. */
  s3BucketName: string;
  /** The maximum number of connections to the bucket: a positive whole number, such as 50. */
  s3MaxConnections: number;
  /**
   * The region of the bucket, for endpoints other than those of AWS. An empty string means none.
   * @default none
   */
  s3RegionOverride?: string | undefined;
  /** Whether server-side encryption is enabled. */
  sseEnabled: boolean;
  /**
   * Whether the store accepts only TLS connections.
   * @default the service decides
   */
  ssl?: boolean | undefined;
  /** Secret. The connection string of the metadata database. */
  uri: string;
  /**
   * The write concern of the metadata database: `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`.
   * @default the service decides
   */
  writeConcern?: Open<KnownWriteConcern> | undefined;
  /**
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are. They
   * are stored and shown in clear, so they must not be secret.
   * @default none
   */
  additionalFields?: AdditionalFields | undefined;
}

/**
 * A store as the service returns it. Its secrets may be masked.
 * @see [Create one S3 oplog configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/oplog/s3Configs/create-one-s3-oplog-configuration/)
 */
export interface OplogS3Config extends Returned<Omit<OplogS3ConfigBody, "additionalFields">> {
  /** The id of the store. */
  id: string;
  /** Links to the store and related objects. */
  links?: Link[] | undefined;
}

/**
 * The fields of a snapshot store that can be written, without its id: the body of a PUT.
 * @see [Create one S3 blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/s3Configs/create-one-s3-blockstore-configuration/)
 */
export interface S3SnapshotStoreBody extends OplogS3ConfigBody {
  /**
   * The weight of the store among several snapshot stores: a positive whole number, such as 1.
   * @default the service decides
   */
  loadFactor?: number | undefined;
  /**
   * Whether the store uses the object lock of the bucket. Only newer versions of the service support it.
   * @default the service decides
   */
  objectLockEnabled?: boolean | undefined;
}

/**
 * A snapshot store as the service returns it. Its secrets may be masked.
 * @see [Get one S3 blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/s3Configs/get-one-s3-blockstore-configuration-by-id/)
 */
export interface S3SnapshotStore extends Returned<Omit<S3SnapshotStoreBody, "additionalFields">> {
  /** The id of the store. */
  id: string;
  /** Links to the store and related objects. */
  links?: Link[] | undefined;
}

/** A store of either kind: of an oplog store the fields of a snapshot store are absent. */
export type S3StoreBody = S3SnapshotStoreBody;
export interface S3Store extends S3SnapshotStore, WithAdditional {}

const CUSTOM_CERTIFICATE = {
  filename: { type: "string", required: true, always: true },
  certString: { type: "string", required: true, always: true },
} as const satisfies Fields;

const OIDC = {
  enabled: { type: "boolean", default: false },
  method: { type: "string" },
  tokenUri: { type: "string" },
  clientId: { type: "string" },
  clientSecret: { type: "string", secret: true, keptByPut: true },
  scope: { type: "string" },
  tokenResource: { type: "string" },
} as const satisfies Fields;

/** To add a field, add a row here and a line in {@link OplogS3ConfigBody}. */
export const OPLOG_S3_CONFIG = {
  id: { type: "string", always: true, readOnly: true },
  acceptedTos: { type: "boolean", required: true },
  assignmentEnabled: { type: "boolean", default: true },
  awsAccessKey: { type: "string", secret: true },
  awsSecretKey: { type: "string", secret: true },
  customCertificates: { type: { list: CUSTOM_CERTIFICATE } },
  disableProxyS3: { type: "boolean", sent: false, default: false },
  encryptedCredentials: { type: "boolean", default: false },
  labels: { type: "strings" },
  oidc: { type: { object: OIDC } },
  pathStyleAccessEnabled: { type: "boolean", required: true },
  s3AuthMethod: {
    type: "string",
    default: "KEYS",
    rarelyReturned: true,
    listed: { names: AUTH_METHODS, what: "method" },
  },
  s3BucketEndpoint: { type: "string", required: true },
  s3BucketName: { type: "string", required: true },
  s3MaxConnections: { type: "number", required: true, rarelyReturned: true, limits: POSITIVE },
  s3RegionOverride: { type: "string", shownIfSet: true },
  sseEnabled: { type: "boolean", required: true },
  ssl: { type: "boolean", default: false },
  uri: { type: "string", required: true, secret: true, masked: "userInfo" },
  writeConcern: { type: "string", listed: { names: WRITE_CONCERNS, what: "write concern" } },
  additionalFields: ADDITIONAL_FIELDS,
  links: LINKS,
} as const satisfies Fields;

/** To add a field of snapshot stores only, add a row here and a line in {@link S3SnapshotStoreBody}. */
export const S3_SNAPSHOT_STORE = {
  ...OPLOG_S3_CONFIG,
  loadFactor: { type: "number", limits: POSITIVE },
  objectLockEnabled: { type: "boolean", default: false },
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
