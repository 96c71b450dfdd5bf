/** Generated from `src/fields/cluster.ts` by `npm run generate`: change that. */

import type { Link } from "./link";

/**
 * A cluster that the service has discovered.
 * @see [Update one cluster](https://www.mongodb.com/docs/ops-manager/current/reference/api/clusters/clusters-update-one/)
 */
export interface Cluster {
  /** The id of the cluster. */
  id: string;
  /** The display name. */
  clusterName: string;
  /** The id of the project. */
  groupId?: string | undefined;
  /** When the service last received a heartbeat from the cluster, ISO 8601 in UTC. */
  lastHeartbeat?: string | undefined;
  /** The name of the replica set, if the cluster is a replica set. */
  replicaSetName?: string | undefined;
  /** The name of the shard, if the cluster is a shard. */
  shardName?: string | undefined;
  /**
   * The type: `SHARDED`, `SHARDED_REPLICA_SET`, `REPLICA_SET` or `CONFIG_SERVER_REPLICA_SET`. Only the first two can be renamed.
   */
  typeName?: string | undefined;
  /** Links to the cluster and related objects. */
  links?: Link[] | undefined;
}
