/** What differs between the kinds of S3-compatible stores. */

import type { StoresApi } from "../../api/s3-stores";
import { oplogS3Configs, s3SnapshotStores } from "../../api/s3-stores";
import type { S3Store, S3StoreBody, StoreFields } from "../../fields/s3-store";
import { OPLOG_STORE_FIELDS, SNAPSHOT_STORE_FIELDS } from "../../fields/s3-store";

export interface StoreKind {
  /** The name of the class. */
  readonly kind: string;
  /** For messages: `oplog store`. */
  readonly what: string;
  readonly api: StoresApi<S3StoreBody, S3Store>;
  readonly fields: StoreFields;
  /** Until when the service refuses a deletion, and what to do. */
  readonly inUse: string;
}

export const OPLOG_STORE: StoreKind = {
  kind: "OplogS3Config",
  what: "oplog store",
  api: oplogS3Configs,
  fields: OPLOG_STORE_FIELDS,
  inUse: "while backup jobs use it: move them to another store first.",
};

export const SNAPSHOT_STORE: StoreKind = {
  kind: "S3SnapshotStore",
  what: "snapshot store",
  api: s3SnapshotStores,
  fields: SNAPSHOT_STORE_FIELDS,
  inUse:
    "while it holds snapshots or backup jobs use it: move the jobs to another store, and delete the snapshots or wait until they expire.",
};

export const STORE_KINDS: readonly StoreKind[] = [OPLOG_STORE, SNAPSHOT_STORE];
