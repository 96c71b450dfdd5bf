/** OplogS3Config and S3SnapshotStore: S3-compatible stores for backup oplog data, and for snapshots. */

import * as pulumi from "@pulumi/pulumi";
import type { OplogS3ConfigBody, S3SnapshotStoreBody, StoreFields } from "../fields/s3-store";
import {
  FIELDS_WITH_SECRETS,
  OPLOG_STORE_FIELDS,
  SECRET_STORE_FIELDS,
  SNAPSHOT_STORE_FIELDS,
} from "../fields/s3-store";
import type { Fields, Link } from "../fields/table";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, pick } from "../json";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import { lazyOutput, secretIfGiven } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { isLookUp, lookUp, OpsManagerResource } from "../program/resource";
import { inputNamesOf, OUTPUT_NAMES } from "./s3-store/encoding";

/** What the arguments of both classes have in common, besides the fields of the API. */
interface StoreOptions {
  /** The id of the store. A change replaces the store. @default the name of the resource */
  storeId?: pulumi.Input<string | undefined>;
  /** A version of the secrets, of your choice. A change writes all declared secrets again. @default none */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** Whether the first create adopts an existing store with this id. A later change has no effect. @default false */
  adopt?: boolean | undefined;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection must lead to the same store. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

/** Arguments of {@link OplogS3Config}. */
export interface OplogS3ConfigArgs extends ArgumentsOf<OplogS3ConfigBody>, StoreOptions {}

/** Arguments of {@link S3SnapshotStore}. */
export interface S3SnapshotStoreArgs extends ArgumentsOf<S3SnapshotStoreBody>, StoreOptions {}

/** What both classes have in common. */
export abstract class S3StoreResource extends OpsManagerResource implements OutputsOf<OplogS3ConfigArgs> {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  /** Links to the store and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  protected constructor(
    kind: string,
    what: string,
    fields: StoreFields,
    name: string,
    args: OplogS3ConfigArgs,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    // JavaScript programs may omit them.
    const given: Partial<OplogS3ConfigArgs> = args ?? {};
    const storeId = given.storeId ?? (isLookUp(options) ? undefined : name);
    super(
      kind,
      name,
      given,
      {
        inputs: { ...withMarkedSecrets(fields.table, given), storeId },
        names: [...inputNamesOf(fields), ...OUTPUT_NAMES],
        secretNames: [...SECRET_STORE_FIELDS, "__written"],
        claimed: { what, parts: [storeId] },
        canImport: true,
        inIds: { storeId },
        // The secrets as the program declares them: `check` compares them with what a resource transform made of them.
        run: { sealed: pulumi.secret(pick(given, FIELDS_WITH_SECRETS)) },
      },
      options,
    );
    lazyOutput(this, "adopt", () => pulumi.output(given.adopt));
  }
}

/** Their outputs have all fields of a store. */
export interface S3StoreResource extends FieldsAsOutputs<OplogS3ConfigBody> {}

/**
 * An S3-compatible store for the oplog data of backups. The service tests the bucket at every create and update. Destroying
 * the resource disables the assignment of the store, then deletes it.
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
export class OplogS3Config extends S3StoreResource {
  /**
   * @param name the name of the resource in the state
   * @param args `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`, `s3MaxConnections`, `sseEnabled` and
   * `uri` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: OplogS3ConfigArgs, options?: pulumi.CustomResourceOptions) {
    super("OplogS3Config", "oplog store", OPLOG_STORE_FIELDS, name, args, options);
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

/**
 * An S3-compatible store for the snapshots of backups. The service tests the bucket at every create and update. Destroying
 * the resource disables the assignment of the store, then deletes it. The service refuses that while the store holds snapshots.
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
export class S3SnapshotStore extends S3StoreResource implements OutputsOf<S3SnapshotStoreArgs> {
  /**
   * @param name the name of the resource in the state
   * @param args `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`, `s3MaxConnections`, `sseEnabled` and
   * `uri` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: S3SnapshotStoreArgs, options?: pulumi.CustomResourceOptions) {
    super("S3SnapshotStore", "snapshot store", SNAPSHOT_STORE_FIELDS, name, args, options);
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

/** Its outputs have the fields of snapshot stores as well. */
export interface S3SnapshotStore extends FieldsAsOutputs<S3SnapshotStoreBody> {}

/** Marks the secret arguments, also those of an object. */
function withMarkedSecrets(fields: Fields, args: object): PlainObject {
  return mapValues({ ...args }, (value: unknown, name: string) => {
    const { secret, type } = fields[name] ?? {};
    if (secret === true) return secretIfGiven(value);
    if (value === undefined || typeof type !== "object" || !("object" in type)) return value;
    return pulumi.output(value).apply((known) =>
      // `check` reports a value that is not an object.
      isPlainObject(known) ? withMarkedSecrets(type.object, known) : known,
    );
  });
}
