/** What differs between the kinds of S3-compatible stores. */

import type { StoresApi } from "../../api/s3-stores";
import { oplogS3Configs, s3SnapshotStores } from "../../api/s3-stores";
import type { Description } from "../../core/description";
import type { S3Store, S3StoreBody, StoreFields } from "../../fields/s3-store";
import { OPLOG_STORE_FIELDS, SNAPSHOT_STORE_FIELDS } from "../../fields/s3-store";
import { pick } from "../../json";
import { OPLOG_S3_CONFIG_DESCRIPTION, S3_SNAPSHOT_STORE_DESCRIPTION } from "./description";

export interface StoreKind {
  readonly description: Description;
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
  description: OPLOG_S3_CONFIG_DESCRIPTION,
  ...pick(OPLOG_S3_CONFIG_DESCRIPTION, ["kind", "what"]),
  api: oplogS3Configs,
  fields: OPLOG_STORE_FIELDS,
  inUse: "while backup jobs use it: move them to another store first.",
};

export const SNAPSHOT_STORE: StoreKind = {
  description: S3_SNAPSHOT_STORE_DESCRIPTION,
  ...pick(S3_SNAPSHOT_STORE_DESCRIPTION, ["kind", "what"]),
  api: s3SnapshotStores,
  fields: SNAPSHOT_STORE_FIELDS,
  inUse:
    "while it holds snapshots or backup jobs use it: move the jobs to another store, and delete the snapshots or wait until they expire.",
};

export const STORE_KINDS: readonly StoreKind[] = [OPLOG_STORE, SNAPSHOT_STORE];
