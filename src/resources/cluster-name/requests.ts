/** Renaming a cluster: which clusters can be renamed, and when the service shows the new name. */

import { getCluster, listClusters, renameCluster } from "../../api/clusters";
import { look, orUndefined } from "../../api/common";
import type { Cluster } from "../../api/clusters";
import type { BatchedReads } from "../../core/batched-reads";
import { sharedReads } from "../../core/batched-reads";
import type { Connection } from "../../core/connections";
import type { Context } from "../../core/definition";
import { idOfParts } from "../../core/resource-id";

/** The types of clusters that the service renames. */
const RENAMABLE = ["SHARDED", "SHARDED_REPLICA_SET"];

export interface ClusterIds {
  readonly projectId: string;
  readonly clusterId: string;
}

export const ID = idOfParts(["projectId", "clusterId"]);

/** The reads of the clusters of a project. */
export function readsOf(
  connection: Pick<Connection, "api" | "once">,
  projectId: string,
): BatchedReads<Cluster> {
  return sharedReads(connection, `clusters of ${projectId}`, (api) => ({
    list: async () => listClusters(api, projectId),
    get: async (id) => getCluster(api, projectId, id),
    idOf: ({ id }) => id,
  }));
}

/** Returns a cluster, or the reason why it cannot be renamed. */
export async function findRenamable(
  { api }: Pick<Context, "api">,
  ids: ClusterIds,
): Promise<Cluster | string> {
  const { projectId, clusterId } = ids;
  const live = await getCluster(api, projectId, clusterId);
  if (live === undefined) {
    // Of an unknown project the service says so itself.
    await listClusters(api, projectId);
    return `the project ${projectId} has no cluster ${clusterId}`;
  }
  if (isRenamable(live)) return live;
  return (
    `the cluster ${clusterId} (${JSON.stringify(live.clusterName)}) is of type ${live.typeName}; ` +
    `the service renames only ${RENAMABLE.join(" and ")}`
  );
}

export function isRenamable({ typeName }: Cluster): boolean {
  return typeName === undefined || RENAMABLE.includes(typeName);
}

/** @throws Error when the cluster does not exist or cannot be renamed */
export async function getRenamable(context: Context, ids: ClusterIds): Promise<Cluster> {
  const found = await findRenamable(context, ids);
  if (typeof found === "string") throw new Error(`clusterId: ${found}; nothing was written.`);
  return found;
}

export async function rename(context: Context, ids: ClusterIds, clusterName: string): Promise<Cluster> {
  const { projectId, clusterId } = ids;
  return readsOf(context, projectId).writing(async () =>
    renameCluster(context.api, projectId, clusterId, clusterName),
  );
}

const LOOKS = 5;

/** Waits until the service shows the name, and returns the cluster as it is shown then: otherwise the next refresh would report drift. */
export async function whenShown(
  context: Context,
  ids: ClusterIds,
  renamed: Cluster,
  clusterName: string,
): Promise<Cluster> {
  const read = async (): Promise<Cluster | undefined> => shownCluster(context, ids);
  return (await look(read, (live) => live?.clusterName === clusterName, context.pause, LOOKS)) ?? renamed;
}

/** After a write, a failed read is not a failure of the write. */
export async function shownCluster(
  { api }: Context,
  { projectId, clusterId }: ClusterIds,
): Promise<Cluster | undefined> {
  return orUndefined(getCluster(api, projectId, clusterId), () => true);
}
