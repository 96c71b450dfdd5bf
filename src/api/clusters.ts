/** `/groups/{project_id}/clusters`: discovered clusters, of which only the name can be written (specification 2.3, 4.3). */

import { z } from "zod";
import type { ApiClient, CallOptions } from "../http/api-client";
import type { Link } from "./common";
import { orUndefined, path } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { answered, link, maybe, pageOf } from "./schema";

export interface Cluster {
  id: string;
  clusterName: string;
  groupId?: string | undefined;
  /** When the service last heard of the cluster, ISO 8601 in UTC. */
  lastHeartbeat?: string | undefined;
  replicaSetName?: string | undefined;
  shardName?: string | undefined;
  /** `SHARDED`, `SHARDED_REPLICA_SET`, `REPLICA_SET`, `CONFIG_SERVER_REPLICA_SET`; only the first two can be renamed. */
  typeName?: string | undefined;
  links?: Link[] | undefined;
}

const cluster: z.ZodType<Cluster> = z.looseObject({
  id: z.string(),
  clusterName: z.string(),
  groupId: maybe(z.string()),
  lastHeartbeat: maybe(z.string()),
  replicaSetName: maybe(z.string()),
  shardName: maybe(z.string()),
  typeName: maybe(z.string()),
  links: maybe(z.array(link)),
});

const oneCluster = answered(cluster);
const pageOfClusters = pageOf(cluster);

/** `GET /groups/{project_id}/clusters` */
export async function listClusters(
  api: ApiClient,
  projectId: string,
  options: CallOptions = {},
): Promise<Cluster[]> {
  return collect(clusterPages(api, projectId, options));
}

export function clusterPages(
  api: ApiClient,
  projectId: string,
  options: CallOptions = {},
): AsyncIterable<Page<Cluster>> {
  return pages(api, { path: path`/groups/${projectId}/clusters`, ...options }, pageOfClusters);
}

/** `GET /groups/{project_id}/clusters/{cluster_id}`; `undefined` when it does not exist. */
export async function getCluster(
  api: ApiClient,
  projectId: string,
  clusterId: string,
  options: CallOptions = {},
): Promise<Cluster | undefined> {
  return orUndefined(
    api.request({
      method: "GET",
      path: path`/groups/${projectId}/clusters/${clusterId}`,
      schema: oneCluster,
      ...options,
    }),
  );
}

/** `PATCH /groups/{project_id}/clusters/{cluster_id}`: gives the cluster a name. */
export async function renameCluster(
  api: ApiClient,
  projectId: string,
  clusterId: string,
  clusterName: string,
  options: CallOptions = {},
): Promise<Cluster> {
  return api.request({
    method: "PATCH",
    path: path`/groups/${projectId}/clusters/${clusterId}`,
    json: { clusterName },
    schema: oneCluster,
    ...options,
  });
}
