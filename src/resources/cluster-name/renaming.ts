/** Renaming a cluster: which ones can be renamed, and when the service shows the new name. */

import type { Cluster } from "../../api/clusters";
import { getCluster, listClusters, renameCluster } from "../../api/clusters";
import { batchedReads } from "../../core/batched-reads";
import type { Context, State } from "../../core/behaviour";
import { PartialWriteError } from "../../core/behaviour";
import { perConnection } from "../../core/per-connection";
import { joinId } from "../../core/resource-id";
import { isApiError, isUnknownOutcome } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import type { PlainObject } from "../../json";
import { pick } from "../../json";
import { COMPUTED } from "./names";

/** The types that the service lets be renamed (specification 4.3). */
const RENAMABLE: ReadonlySet<string> = new Set(["SHARDED", "SHARDED_REPLICA_SET"]);

/** The clusters of a project. */
export const reads = perConnection((api, projectId) =>
  batchedReads<Cluster>({
    list: async () => listClusters(api, projectId),
    get: async (id) => getCluster(api, projectId, id),
    idOf: ({ id }) => id,
  }),
);

export interface Ids {
  readonly projectId: string;
  readonly clusterId: string;
}

/** Why a cluster cannot be renamed. */
export function whyNot(live: Cluster | undefined, { projectId, clusterId }: Ids): string | undefined {
  if (live === undefined) return `the project ${projectId} has no cluster ${clusterId}`;
  if (live.typeName === undefined || RENAMABLE.has(live.typeName)) return undefined;
  return (
    `the cluster ${clusterId} (${JSON.stringify(live.clusterName)}) is of type ${live.typeName}; ` +
    `the service renames only ${[...RENAMABLE].join(" and ")}`
  );
}

/** The cluster, and why it cannot be renamed. */
export async function lookAt(
  api: ApiClient,
  { projectId, clusterId }: Ids,
): Promise<{ live: Cluster | undefined; reason: string | undefined }> {
  const live = await getCluster(api, projectId, clusterId);
  // Of an unknown project the service says so itself.
  if (live === undefined) await listClusters(api, projectId);
  return { live, reason: whyNot(live, { projectId, clusterId }) };
}

/** @throws Error when the cluster does not exist or cannot be renamed */
export async function renamableCluster({ api }: Context, ids: Ids): Promise<Cluster> {
  const { live, reason } = await lookAt(api, ids);
  if (live === undefined || reason !== undefined)
    throw new Error(`clusterId: ${reason}; nothing was written.`);
  return live;
}

/** Renames a cluster, whatever it is called. @throws Error that names the role which a refused key lacks */
export async function rename(api: ApiClient, projectId: string, id: string, name: string): Promise<Cluster> {
  try {
    return await reads(api, projectId).writing(async () => renameCluster(api, projectId, id, name));
  } catch (cause) {
    if (!isApiError(cause) || cause.status !== 401 || cause.errorCode === "NOT_IN_GROUP") throw cause;
    throw new Error(`${cause.message} Required role: Project Monitoring Admin or Project Owner.`, { cause });
  }
}

/** How often, and after which pauses, the service is asked whether it shows a new name already. */
const LOOKS = 5;
const PAUSE_MS = 1_000;

/**
 * Gives the cluster its name, unless it has it, and waits until the service shows it: else the next refresh would see
 * drift. @param unknown what the state holds if the outcome stays unknown; it names the cluster as it is shown, so that the next
 * update renames it
 */
export async function named(
  context: Context,
  projectId: string,
  live: Cluster,
  name: string,
  unknown: State,
): Promise<Cluster> {
  if (live.clusterName === name) return live;
  let renamed = live;
  try {
    renamed = await rename(context.api, projectId, live.id, name);
  } catch (failure) {
    if (isApiError(failure) && failure.errorCode === "NOT_SHARDED") {
      throw new Error(
        `clusterId: the service renames only ${[...RENAMABLE].join(" and ")} (${failure.message})`,
        {
          cause: failure,
        },
      );
    }
    if (!isUnknownOutcome(failure)) throw failure;
    const shown = await shownName(context, projectId, live.id);
    if (shown?.clusterName !== name) {
      throw new PartialWriteError(
        failure.message,
        joinId(projectId, live.id),
        { ...unknown, ...serviceFields(live), clusterName: (shown ?? live).clusterName, __attempted: name },
        { cause: failure },
      );
    }
  }
  for (let look = 1; look <= LOOKS; look++) {
    const shown = await shownName(context, projectId, live.id);
    if (shown?.clusterName === name) return shown;
    await context.pause(PAUSE_MS);
  }
  context.say(
    `The service took the name ${JSON.stringify(name)} for the cluster ${live.id}, but still shows the old one; a refresh may call that drift.`,
  );
  return renamed;
}

/** After a write a failing read is no failure of the write. */
async function shownName(
  { api }: Context,
  projectId: string,
  clusterId: string,
): Promise<Cluster | undefined> {
  try {
    return await getCluster(api, projectId, clusterId);
  } catch {
    return undefined;
  }
}

/** What the service tells of a cluster beside its name. */
export function serviceFields(live: Cluster): PlainObject {
  return { ...pick({ ...live }, COMPUTED), links: live.links ?? [] };
}
