/** The backup configuration of a project: which daemons and stores its backup jobs may use. */

import type { Documented, Fields } from "./table";
import { LINKS } from "./table";

export type * from "../types/project-backup";

/** The documented types of stores in the filters (Ops Manager documentation, "Update Project Backup Jobs Configuration"). */
const OPLOG_STORE_TYPES = ["oplogStore", "s3OplogStore", "thirdPartyOplogStore"] as const;
const SNAPSHOT_STORE_TYPES = ["s3blockstore", "blockstore", "fileSystemStore"] as const;

export const DAEMON = {
  machine: { type: "string", required: true, always: true, doc: "The host name of the backup daemon." },
  headRootDirectory: { type: "string", doc: "Its folder for head databases.", otherwise: "any" },
} as const satisfies Fields;

const storeOf = (listed: readonly string[], what: string) =>
  ({
    id: {
      type: "string",
      required: true,
      always: true,
      doc: "The id of the store, such as the `storeId` of its resource.",
    },
    type: {
      type: "string",
      required: true,
      always: true,
      listed: { names: listed, what },
      doc: `The type of the store: ${listed.map((name) => `\`${name}\``).join(", ")}.`,
    },
  }) as const satisfies Fields;

export const OPLOG_STORE_REF = storeOf(OPLOG_STORE_TYPES, "type of oplog stores");
export const SNAPSHOT_STORE_REF = storeOf(SNAPSHOT_STORE_TYPES, "type of snapshot stores");

const UNCHANGED = { keptIfRemoved: true, otherwise: "what the service has" } as const;

/** The lists of what backup jobs may use. An empty one, or none, means all. */
export const FILTERS = {
  labelFilter: {
    ...UNCHANGED,
    type: "strings",
    doc: "The labels of which a daemon or store must have one. The order does not matter; an empty list means any.",
  },
  daemonFilter: {
    ...UNCHANGED,
    type: { list: DAEMON },
    doc: "The backup daemons, in any order; an empty list means all.",
  },
  oplogStoreFilter: {
    ...UNCHANGED,
    type: { list: OPLOG_STORE_REF },
    doc: "The oplog stores, in any order; an empty list means all.",
  },
  snapshotStoreFilter: {
    ...UNCHANGED,
    type: { list: SNAPSHOT_STORE_REF },
    doc: "The snapshot stores, in any order; an empty list means all.",
  },
  syncStoreFilter: {
    ...UNCHANGED,
    type: "strings",
    doc: "The ids of the sync stores, in any order; an empty list means all.",
  },
} as const satisfies Fields;

export const PROJECT_BACKUP = {
  id: { type: "string", readOnly: true, doc: "The id of the project." },
  ...FILTERS,
  kmipClientCertPath: {
    ...UNCHANGED,
    type: "string",
    doc: "The path of the KMIP client certificate on the hosts of the backup daemons.",
  },
  kmipClientCertPassword: {
    ...UNCHANGED,
    type: "string",
    secret: true,
    doc: "The password of that certificate, which takes `kmipClientCertPath` as well.",
  },
  links: { ...LINKS, doc: "Links to the configuration and the project." },
} as const satisfies Fields;

const UPDATE =
  "[Update project backup jobs configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/groups/update-one-backup-group-configuration-by-id/)";

export const PROJECT_BACKUP_INTERFACES: readonly Documented[] = [
  {
    name: "BackupDaemonRef",
    doc: "A backup daemon.",
    see: UPDATE,
    table: DAEMON,
    use: "arguments",
  },
  {
    name: "OplogStoreRef",
    doc: "An oplog store by its id.",
    see: UPDATE,
    table: OPLOG_STORE_REF,
    use: "arguments",
  },
  {
    name: "SnapshotStoreRef",
    doc: "A snapshot store by its id.",
    see: UPDATE,
    table: SNAPSHOT_STORE_REF,
    use: "arguments",
  },
  {
    name: "ProjectBackup",
    doc: "The backup configuration of a project as the service returns it.",
    see: UPDATE,
    table: PROJECT_BACKUP,
    use: "response",
  },
];
