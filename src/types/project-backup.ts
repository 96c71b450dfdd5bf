/** Generated from `src/fields/project-backup.ts` by `npm run generate`: change that. */

import type { Link } from "./link";

/**
 * A backup daemon.
 * @see [Update project backup jobs configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/groups/update-one-backup-group-configuration-by-id/)
 */
export interface BackupDaemonRef {
  /** The host name of the backup daemon. */
  machine: string;
  /**
   * Its folder for head databases.
   * @default any
   */
  headRootDirectory?: string | undefined;
}

/**
 * An oplog store by its id.
 * @see [Update project backup jobs configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/groups/update-one-backup-group-configuration-by-id/)
 */
export interface OplogStoreRef {
  /** The id of the store, such as the `storeId` of its resource. */
  id: string;
  /** The type of the store: `oplogStore`, `s3OplogStore`, `thirdPartyOplogStore`. */
  type: string;
}

/**
 * A snapshot store by its id.
 * @see [Update project backup jobs configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/groups/update-one-backup-group-configuration-by-id/)
 */
export interface SnapshotStoreRef {
  /** The id of the store, such as the `storeId` of its resource. */
  id: string;
  /** The type of the store: `s3blockstore`, `blockstore`, `fileSystemStore`. */
  type: string;
}

/**
 * The backup configuration of a project as the service returns it.
 * @see [Update project backup jobs configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/admin/backup/groups/update-one-backup-group-configuration-by-id/)
 */
export interface ProjectBackup {
  /** The id of the project. */
  id?: string | undefined;
  /** The labels of which a daemon or store must have one. The order does not matter; an empty list means any. */
  labelFilter?: string[] | undefined;
  /** The backup daemons, in any order; an empty list means all. */
  daemonFilter?: BackupDaemonRef[] | undefined;
  /** The oplog stores, in any order; an empty list means all. */
  oplogStoreFilter?: OplogStoreRef[] | undefined;
  /** The snapshot stores, in any order; an empty list means all. */
  snapshotStoreFilter?: SnapshotStoreRef[] | undefined;
  /** The ids of the sync stores, in any order; an empty list means all. */
  syncStoreFilter?: string[] | undefined;
  /** The path of the KMIP client certificate on the hosts of the backup daemons. */
  kmipClientCertPath?: string | undefined;
  /** Secret. The password of that certificate, which takes `kmipClientCertPath` as well. */
  kmipClientCertPassword?: string | undefined;
  /** Links to the configuration and the project. */
  links?: Link[] | undefined;
}
