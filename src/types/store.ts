/** Generated from `src/fields/store.ts` by `npm run generate`: change that. */

import type { AdditionalFields } from "../fields/additional";
import type { Open } from "../fields/alert-catalogue";
import type { KnownAuthMethod, KnownWriteConcern } from "../fields/store-catalogue";
import type { Returned } from "../fields/table";
import type { Link } from "./link";

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
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are.
   * They are stored and shown in clear, so they must not be secret.
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

/**
 * The fields of an oplog store in a MongoDB deployment that can be written, without its id: the body of a PUT.
 * @see [Create one blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/mongoConfigs/create-one-blockstore-configuration/)
 */
export interface MongoOplogStoreBody {
  /**
   * Secret. The connection string of the MongoDB deployment that holds the data. The service connects to it at every create and
   * update.
   */
  uri: string;
  /**
   * Whether backup jobs can be assigned to the store.
   * @default the service decides; usually that is `false`
   */
  assignmentEnabled?: boolean | undefined;
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
   * The weight of the store among several: a positive whole number.
   * @default 1
   */
  loadFactor?: number | undefined;
  /**
   * Authentication at the deployment with OpenID Connect (Ops Manager 8.0.26 or later). If an update omits it, the service
   * removes it.
   * @default none
   */
  oidc?: Oidc | undefined;
  /**
   * Whether the deployment accepts only TLS connections.
   * @default `false`
   */
  ssl?: boolean | undefined;
  /**
   * The write concern of the data: `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`.
   * @default the service decides
   */
  writeConcern?: Open<KnownWriteConcern> | undefined;
  /**
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are.
   * They are stored and shown in clear, so they must not be secret.
   * @default none
   */
  additionalFields?: AdditionalFields | undefined;
}

/**
 * An oplog store in a MongoDB deployment as the service returns it. Its `uri` may be masked.
 * @see [Create one blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/mongoConfigs/create-one-blockstore-configuration/)
 */
export interface MongoOplogStore extends Returned<Omit<MongoOplogStoreBody, "additionalFields">> {
  /** The id of the store. */
  id: string;
  /** Links to the store and related objects. */
  links?: Link[] | undefined;
}

/**
 * The fields of a snapshot store in a MongoDB deployment that can be written, without its id: the body of a PUT.
 * @see [Create one blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/mongoConfigs/create-one-blockstore-configuration/)
 */
export interface MongoSnapshotStoreBody extends MongoOplogStoreBody {
  /**
   * The capacity of the store in GB: a positive whole number.
   * @default unlimited
   */
  maxCapacityGB?: number | undefined;
}

/**
 * A snapshot store in a MongoDB deployment as the service returns it. Its `uri` may be masked.
 * @see [Create one blockstore configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/mongoConfigs/create-one-blockstore-configuration/)
 */
export interface MongoSnapshotStore extends Returned<Omit<MongoSnapshotStoreBody, "additionalFields">> {
  /** The id of the store. */
  id: string;
  /** Links to the store and related objects. */
  links?: Link[] | undefined;
}

/**
 * The fields of a snapshot store in files that can be written, without its id: the body of a PUT.
 * @see [Create one file system store configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/fileSystemConfigs/create-one-file-system-store-configuration/)
 */
export interface FileSystemSnapshotStoreBody {
  /** The absolute path of the folder. It must exist on every host of a backup daemon. */
  storePath: string;
  /**
   * Whether backup jobs can be assigned to the store.
   * @default the service decides; usually that is `false`
   */
  assignmentEnabled?: boolean | undefined;
  /**
   * Labels that limit which backup jobs use the store. The order does not matter.
   * @default []
   */
  labels?: string[] | undefined;
  /**
   * The weight of the store among several: a positive whole number.
   * @default 1
   */
  loadFactor?: number | undefined;
  /**
   * The compression of data of the MMAPv1 storage engine: `NONE` or `GZIP`.
   * @default the service decides
   */
  mmapv1CompressionSetting?: string | undefined;
  /**
   * The compression of data of the WiredTiger storage engine: `NONE` or `GZIP`.
   * @default the service decides
   */
  wtCompressionSetting?: string | undefined;
  /**
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are.
   * They are stored and shown in clear, so they must not be secret.
   * @default none
   */
  additionalFields?: AdditionalFields | undefined;
}

/**
 * A snapshot store in files as the service returns it.
 * @see [Create one file system store configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/snapshot/fileSystemConfigs/create-one-file-system-store-configuration/)
 */
export interface FileSystemSnapshotStore extends Returned<
  Omit<FileSystemSnapshotStoreBody, "additionalFields">
> {
  /** The id of the store. */
  id: string;
  /** Links to the store and related objects. */
  links?: Link[] | undefined;
}
