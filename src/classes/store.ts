/** Generated from `src/resources/store/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { Link } from "../types/link";
import type {
  FileSystemSnapshotStoreBody,
  MongoOplogStoreBody,
  MongoSnapshotStoreBody,
  OplogS3ConfigBody,
  S3SnapshotStoreBody,
} from "../types/store";
import { lookUp, OpsManagerResource } from "../program/resource";
import { showCreateOnly } from "../program/registration";
import { registrationOf } from "./hooks/store";

/** Arguments of {@link FileSystemSnapshotStore}. */
export interface FileSystemSnapshotStoreArgs extends ArgumentsOf<FileSystemSnapshotStoreBody> {
  /**
   * The id of the store. A change replaces the store.
   * @default the name of the resource
   */
  storeId?: pulumi.Input<string | undefined>;
  /**
   * Whether the first create adopts an existing store with this id. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same store.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const FILE_SYSTEM_SNAPSHOT_STORE: ClassData = {
  what: "file system snapshot store",
  inputs: [
    "storePath",
    "assignmentEnabled",
    "labels",
    "loadFactor",
    "mmapv1CompressionSetting",
    "wtCompressionSetting",
    "additionalFields",
    "storeId",
    "adopt",
  ],
  outputs: ["links"],
  defaults: {},
  secrets: ["__written"],
  repeating: [],
  unique: ["storeId"],
  inIds: ["storeId"],
  createOnly: ["adopt"],
  canImport: true,
};

/**
 * A folder for the snapshots of backups, which all hosts of backup daemons share. Destroying the resource disables the assignment
 * of the store, then deletes it. The service refuses that while backup jobs or snapshots use the store.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * new opsmanager.FileSystemSnapshotStore("snapshots-nfs", {
 *   storePath: "/mnt/backup",
 *   wtCompressionSetting: "GZIP",
 *   assignmentEnabled: true,
 * });
 * ```
 */
export class FileSystemSnapshotStore
  extends OpsManagerResource
  implements OutputsOf<FileSystemSnapshotStoreArgs>
{
  declare readonly storeId: pulumi.Output<string>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `storePath` is required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: FileSystemSnapshotStoreArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<FileSystemSnapshotStoreArgs> = args ?? {};
    super(
      "FileSystemSnapshotStore",
      name,
      given,
      registrationOf(FILE_SYSTEM_SNAPSHOT_STORE, {
        kind: "FileSystemSnapshotStore",
        name,
        args: given,
        options,
      }),
      options,
    );
    showCreateOnly(this, FILE_SYSTEM_SNAPSHOT_STORE, given);
  }

  /**
   * Reads an existing store without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the store
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): FileSystemSnapshotStore {
    return lookUp(FileSystemSnapshotStore, name, id, options);
  }
}

export interface FileSystemSnapshotStore extends FieldsAsOutputs<FileSystemSnapshotStoreBody> {}

/** Arguments of {@link MongoOplogStore}. */
export interface MongoOplogStoreArgs extends ArgumentsOf<MongoOplogStoreBody> {
  /**
   * The id of the store. A change replaces the store.
   * @default the name of the resource
   */
  storeId?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether the first create adopts an existing store with this id. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same store.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const MONGO_OPLOG_STORE: ClassData = {
  what: "MongoDB oplog store",
  inputs: [
    "uri",
    "assignmentEnabled",
    "encryptedCredentials",
    "labels",
    "loadFactor",
    "oidc",
    "ssl",
    "writeConcern",
    "additionalFields",
    "storeId",
    "secretsVersion",
    "adopt",
  ],
  outputs: ["links", "changedSecrets"],
  defaults: {},
  secrets: ["uri", "__written"],
  repeating: [],
  unique: ["storeId"],
  inIds: ["storeId"],
  createOnly: ["adopt"],
  sealed: [["uri"], ["oidc", "clientSecret"]],
  canImport: true,
};

/**
 * A store in a MongoDB deployment for the oplog data of backups. The service connects to the deployment at every create and
 * update. If that fails, as while the deployment is starting, the provider tries again for at most two minutes. Destroying the
 * resource disables the assignment of the store, then deletes it. The service refuses that while backup jobs or snapshots use the
 * store.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * new opsmanager.MongoOplogStore("oplog-eu", {
 *   uri: config.requireSecret("oplogUri"),
 *   ssl: true,
 *   assignmentEnabled: true,
 * });
 * ```
 */
export class MongoOplogStore extends OpsManagerResource implements OutputsOf<MongoOplogStoreArgs> {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `uri` is required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: MongoOplogStoreArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<MongoOplogStoreArgs> = args ?? {};
    super(
      "MongoOplogStore",
      name,
      given,
      registrationOf(MONGO_OPLOG_STORE, { kind: "MongoOplogStore", name, args: given, options }),
      options,
    );
    showCreateOnly(this, MONGO_OPLOG_STORE, given);
  }

  /**
   * Reads an existing store without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the store
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): MongoOplogStore {
    return lookUp(MongoOplogStore, name, id, options);
  }
}

export interface MongoOplogStore extends FieldsAsOutputs<MongoOplogStoreBody> {}

/** Arguments of {@link MongoSnapshotStore}. */
export interface MongoSnapshotStoreArgs extends ArgumentsOf<MongoSnapshotStoreBody> {
  /**
   * The id of the store. A change replaces the store.
   * @default the name of the resource
   */
  storeId?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether the first create adopts an existing store with this id. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same store.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const MONGO_SNAPSHOT_STORE: ClassData = {
  what: "MongoDB snapshot store",
  inputs: [
    "uri",
    "assignmentEnabled",
    "encryptedCredentials",
    "labels",
    "loadFactor",
    "oidc",
    "ssl",
    "writeConcern",
    "additionalFields",
    "maxCapacityGB",
    "storeId",
    "secretsVersion",
    "adopt",
  ],
  outputs: ["links", "changedSecrets"],
  defaults: {},
  secrets: ["uri", "__written"],
  repeating: [],
  unique: ["storeId"],
  inIds: ["storeId"],
  createOnly: ["adopt"],
  sealed: [["uri"], ["oidc", "clientSecret"]],
  canImport: true,
};

/**
 * A store in a MongoDB deployment for the snapshots of backups, which Ops Manager calls a blockstore. The service connects to the
 * deployment at every create and update. If that fails, as while the deployment is starting, the provider tries again for at most
 * two minutes. Destroying the resource disables the assignment of the store, then deletes it. The service refuses that while
 * backup jobs or snapshots use the store.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * new opsmanager.MongoSnapshotStore("blockstore-eu", {
 *   uri: config.requireSecret("blockstoreUri"),
 *   ssl: true,
 *   assignmentEnabled: true,
 *   labels: ["eu"],
 * });
 * ```
 */
export class MongoSnapshotStore extends OpsManagerResource implements OutputsOf<MongoSnapshotStoreArgs> {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `uri` is required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: MongoSnapshotStoreArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<MongoSnapshotStoreArgs> = args ?? {};
    super(
      "MongoSnapshotStore",
      name,
      given,
      registrationOf(MONGO_SNAPSHOT_STORE, { kind: "MongoSnapshotStore", name, args: given, options }),
      options,
    );
    showCreateOnly(this, MONGO_SNAPSHOT_STORE, given);
  }

  /**
   * Reads an existing store without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the store
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): MongoSnapshotStore {
    return lookUp(MongoSnapshotStore, name, id, options);
  }
}

export interface MongoSnapshotStore extends FieldsAsOutputs<MongoSnapshotStoreBody> {}

/** Arguments of {@link OplogS3Config}. */
export interface OplogS3ConfigArgs extends ArgumentsOf<OplogS3ConfigBody> {
  /**
   * The id of the store. A change replaces the store.
   * @default the name of the resource
   */
  storeId?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether the first create adopts an existing store with this id. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same store.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const OPLOG_S3_CONFIG: ClassData = {
  what: "oplog store",
  inputs: [
    "acceptedTos",
    "assignmentEnabled",
    "awsAccessKey",
    "awsSecretKey",
    "customCertificates",
    "disableProxyS3",
    "encryptedCredentials",
    "labels",
    "oidc",
    "pathStyleAccessEnabled",
    "s3AuthMethod",
    "s3BucketEndpoint",
    "s3BucketName",
    "s3MaxConnections",
    "s3RegionOverride",
    "sseEnabled",
    "ssl",
    "uri",
    "writeConcern",
    "additionalFields",
    "storeId",
    "secretsVersion",
    "adopt",
  ],
  outputs: ["links", "changedSecrets"],
  defaults: {},
  secrets: ["awsAccessKey", "awsSecretKey", "uri", "__written"],
  repeating: [],
  unique: ["storeId"],
  inIds: ["storeId"],
  createOnly: ["adopt"],
  sealed: [["awsAccessKey"], ["awsSecretKey"], ["oidc", "clientSecret"], ["uri"]],
  canImport: true,
};

/**
 * An S3-compatible store for the oplog data of backups. The service tests the bucket at every create and update. Destroying the
 * resource disables the assignment of the store, then deletes it.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * new opsmanager.OplogS3Config("oplog-eu", {
 *   acceptedTos: true,
 *   assignmentEnabled: true,
 *   awsAccessKey: config.requireSecret("s3AccessKey"),
 *   awsSecretKey: config.requireSecret("s3SecretKey"),
 *   pathStyleAccessEnabled: true,
 *   s3BucketEndpoint: "https://s3.example.com",
 *   s3BucketName: "oplog-eu",
 *   s3MaxConnections: 50,
 *   sseEnabled: true,
 *   uri: config.requireSecret("metadataUri"),
 * });
 * ```
 */
export class OplogS3Config extends OpsManagerResource implements OutputsOf<OplogS3ConfigArgs> {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`, `s3MaxConnections`, `sseEnabled` and
   * `uri` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: OplogS3ConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<OplogS3ConfigArgs> = args ?? {};
    super(
      "OplogS3Config",
      name,
      given,
      registrationOf(OPLOG_S3_CONFIG, { kind: "OplogS3Config", name, args: given, options }),
      options,
    );
    showCreateOnly(this, OPLOG_S3_CONFIG, given);
  }

  /**
   * Reads an existing store without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the store
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): OplogS3Config {
    return lookUp(OplogS3Config, name, id, options);
  }
}

export interface OplogS3Config extends FieldsAsOutputs<OplogS3ConfigBody> {}

/** Arguments of {@link S3SnapshotStore}. */
export interface S3SnapshotStoreArgs extends ArgumentsOf<S3SnapshotStoreBody> {
  /**
   * The id of the store. A change replaces the store.
   * @default the name of the resource
   */
  storeId?: pulumi.Input<string | undefined>;
  /**
   * A version of the secrets, of your choice. A change writes all declared secrets again.
   * @default none
   */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /**
   * Whether the first create adopts an existing store with this id. A later change has no effect.
   * @default false
   */
  adopt?: boolean | undefined;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same store.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const S3_SNAPSHOT_STORE: ClassData = {
  what: "snapshot store",
  inputs: [
    "acceptedTos",
    "assignmentEnabled",
    "awsAccessKey",
    "awsSecretKey",
    "customCertificates",
    "disableProxyS3",
    "encryptedCredentials",
    "labels",
    "oidc",
    "pathStyleAccessEnabled",
    "s3AuthMethod",
    "s3BucketEndpoint",
    "s3BucketName",
    "s3MaxConnections",
    "s3RegionOverride",
    "sseEnabled",
    "ssl",
    "uri",
    "writeConcern",
    "additionalFields",
    "loadFactor",
    "objectLockEnabled",
    "storeId",
    "secretsVersion",
    "adopt",
  ],
  outputs: ["links", "changedSecrets"],
  defaults: {},
  secrets: ["awsAccessKey", "awsSecretKey", "uri", "__written"],
  repeating: [],
  unique: ["storeId"],
  inIds: ["storeId"],
  createOnly: ["adopt"],
  sealed: [["awsAccessKey"], ["awsSecretKey"], ["oidc", "clientSecret"], ["uri"]],
  canImport: true,
};

/**
 * An S3-compatible store for the snapshots of backups. The service tests the bucket at every create and update. Destroying the
 * resource disables the assignment of the store, then deletes it. The service refuses that while the store holds snapshots.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * new opsmanager.S3SnapshotStore("snapshots-eu", {
 *   acceptedTos: true,
 *   assignmentEnabled: true,
 *   awsAccessKey: config.requireSecret("s3AccessKey"),
 *   awsSecretKey: config.requireSecret("s3SecretKey"),
 *   pathStyleAccessEnabled: true,
 *   s3BucketEndpoint: "https://s3.example.com",
 *   s3BucketName: "snapshots-eu",
 *   s3MaxConnections: 50,
 *   sseEnabled: true,
 *   uri: config.requireSecret("metadataUri"),
 * });
 * ```
 */
export class S3SnapshotStore extends OpsManagerResource implements OutputsOf<S3SnapshotStoreArgs> {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`, `s3MaxConnections`, `sseEnabled` and
   * `uri` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: S3SnapshotStoreArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<S3SnapshotStoreArgs> = args ?? {};
    super(
      "S3SnapshotStore",
      name,
      given,
      registrationOf(S3_SNAPSHOT_STORE, { kind: "S3SnapshotStore", name, args: given, options }),
      options,
    );
    showCreateOnly(this, S3_SNAPSHOT_STORE, given);
  }

  /**
   * Reads an existing store without managing it.
   *
   * @param name the name of the resource in the state
   * @param id the id of the store
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): S3SnapshotStore {
    return lookUp(S3SnapshotStore, name, id, options);
  }
}

export interface S3SnapshotStore extends FieldsAsOutputs<S3SnapshotStoreBody> {}
