/** `/groups/{project_id}/clusters`: discovered clusters, of which only the name can be changed. */

import { CLUSTER } from "../fields/cluster";
import type { Cluster } from "../types/cluster";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";
import { path } from "./common";

export type * from "../types/cluster";

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
