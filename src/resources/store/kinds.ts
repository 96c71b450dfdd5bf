/** What differs between the kinds of stores. */

import type { StoresApi } from "../../api/stores";
import {
  fileSystemSnapshotStores,
  mongoOplogStores,
  mongoSnapshotStores,
  oplogS3Configs,
  s3SnapshotStores,
} from "../../api/stores";
import type { ListingOption } from "../../core/declaring";
import type { Description } from "../../core/description";
import type { Problem } from "../../core/problems";
import type { Store, StoreBody, StoreFields } from "../../fields/store";
import { fieldsOf } from "../../fields/store";
import { pick } from "../../json";
import type { Unsettled } from "../../unknowns";
import { BUCKET_TEST, DEPLOYMENT_TEST, type WriteTest } from "./write-test";
import {
  FILE_SYSTEM_SNAPSHOT_STORE_DESCRIPTION,
  MONGO_OPLOG_STORE_DESCRIPTION,
  MONGO_SNAPSHOT_STORE_DESCRIPTION,
  OPLOG_S3_CONFIG_DESCRIPTION,
  S3_SNAPSHOT_STORE_DESCRIPTION,
} from "./description";
import type { StoreArgs } from "./encoding";
import { s3Arguments, usesRole } from "./s3";
import { validateFolder, validateS3, validateUri } from "./validation";

export interface StoreKind {
  readonly description: Description;
  /** The name of the class. */
  readonly kind: string;
  /** For messages: `oplog store`. */
  readonly what: string;
  readonly api: StoresApi<StoreBody, Store>;
  readonly fields: StoreFields;
  /** Until when the service refuses a deletion, and what to do. */
  readonly inUse: string;
  /** What tells two stores with one id apart, beside the hosts of `uri`. */
  readonly identity: readonly ("s3BucketEndpoint" | "s3BucketName" | "storePath")[];
  /** What some versions require of every write. */
  readonly always: StoreBody;
  /** The test of the service at every write, which may fail for a moment. */
  readonly test?: WriteTest;
  /** The option of an export. @default it always lists them */
  readonly option?: ListingOption;
  /** Validates what is particular to the kind. */
  validate(this: void, args: Unsettled<StoreArgs>): Problem[];
  /** The arguments of a live store that an export does not find by the columns of the table. */
  argumentsOf(this: void, live: Store): StoreBody;
  /** Whether the service authenticates by itself, so that the store has no keys. */
  hasNoKeys(this: void, live: Store): boolean;
}

const SNAPSHOTS =
  "while it holds snapshots or backup jobs use it: move the jobs to another store, and delete the snapshots or wait until they expire. The backup configuration of a project may name it as well.";
const OPLOG =
  "while backup jobs use it: move them to another store first. The backup configuration of a project may name it as well.";

const S3 = {
  identity: ["s3BucketEndpoint", "s3BucketName"],
  always: { disableProxyS3: false },
  test: BUCKET_TEST,
  validate: validateS3,
  argumentsOf: s3Arguments,
  hasNoKeys: usesRole,
} as const;

/** An export lists them on demand: an earlier version of this package did not. */
const OPTION: ListingOption = {
  name: "stores",
  help: "export the stores in MongoDB deployments and in files",
};

const MONGO = {
  identity: [],
  always: {},
  test: DEPLOYMENT_TEST,
  option: OPTION,
  validate: validateUri,
  argumentsOf: () => ({}),
  hasNoKeys: () => false,
} as const;

export const OPLOG_STORE = storeKind({
  ...S3,
  description: OPLOG_S3_CONFIG_DESCRIPTION,
  api: oplogS3Configs,
  inUse: OPLOG,
});

export const SNAPSHOT_STORE = storeKind({
  ...S3,
  description: S3_SNAPSHOT_STORE_DESCRIPTION,
  api: s3SnapshotStores,
  inUse: SNAPSHOTS,
});

export const MONGO_OPLOG_STORE = storeKind({
  ...MONGO,
  description: MONGO_OPLOG_STORE_DESCRIPTION,
  api: mongoOplogStores,
  inUse: OPLOG,
});

export const MONGO_SNAPSHOT_STORE = storeKind({
  ...MONGO,
  description: MONGO_SNAPSHOT_STORE_DESCRIPTION,
  api: mongoSnapshotStores,
  inUse: SNAPSHOTS,
});

export const FILE_SYSTEM_SNAPSHOT_STORE = storeKind({
  description: FILE_SYSTEM_SNAPSHOT_STORE_DESCRIPTION,
  api: fileSystemSnapshotStores,
  inUse: SNAPSHOTS,
  identity: ["storePath"],
  always: {},
  option: OPTION,
  validate: validateFolder,
  argumentsOf: () => ({}),
  hasNoKeys: () => true,
});

export const STORE_KINDS: readonly StoreKind[] = [
  OPLOG_STORE,
  SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  FILE_SYSTEM_SNAPSHOT_STORE,
];

function storeKind<Body extends object, Live>({
  api,
  ...data
}: Omit<StoreKind, "kind" | "what" | "fields" | "api"> & { readonly api: StoresApi<Body, Live> }): StoreKind {
  const { description } = data;
  return {
    ...data,
    ...pick(description, ["kind", "what"]),
    fields: fieldsOf(description.object),
    api: api as unknown as StoreKind["api"],
  };
}
