/** `/groups/{project_id}/clusters`: discovered clusters, of which only the name can be changed. */

import type { Fields, Link } from "../fields/table";
import { LINKS } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";
import { path } from "./common";

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
  /** The type: `SHARDED`, `SHARDED_REPLICA_SET`, `REPLICA_SET` or `CONFIG_SERVER_REPLICA_SET`. Only the first two can be renamed. */
  typeName?: string | undefined;
  /** Links to the cluster and related objects. */
  links?: Link[] | undefined;
}

export const CLUSTER = {
  id: { type: "string", always: true, readOnly: true },
  clusterName: { type: "string", always: true, required: true },
  groupId: { type: "string", readOnly: true },
  lastHeartbeat: { type: "string", readOnly: true },
  replicaSetName: { type: "string", readOnly: true },
  shardName: { type: "string", readOnly: true },
  typeName: { type: "string", readOnly: true },
  links: LINKS,
} as const satisfies Fields;

const clusters = collectionOf<Cluster>(CLUSTER);
const clustersOf = (projectId: string) => clusters(path`/groups/${projectId}/clusters`);

/** `GET /groups/{project_id}/clusters` */
export async function listClusters(api: ApiClient, projectId: string) {
  return clustersOf(projectId).list(api);
}

export function clusterPages(api: ApiClient, projectId: string) {
  return clustersOf(projectId).pages(api);
}

/** `GET /groups/{project_id}/clusters/{cluster_id}`; `undefined` when it does not exist. */
export async function getCluster(api: ApiClient, projectId: string, clusterId: string) {
  return clustersOf(projectId).get(api, clusterId);
}

/** `PATCH /groups/{project_id}/clusters/{cluster_id}`: renames the cluster. */
export async function renameCluster(
  api: ApiClient,
  projectId: string,
  clusterId: string,
  clusterName: string,
) {
  return clustersOf(projectId).patch(api, clusterId, { clusterName });
}
