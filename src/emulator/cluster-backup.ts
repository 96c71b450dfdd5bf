import { param, type Context, type RoutedRequest } from "./context";
import type { BackupConfig, Cluster } from "./entities";
import { serviceError, type ErrorCode } from "./errors";
import { isId } from "./ids";

/** The states that a request can ask for, with those that it is accepted in and the error in all others. */
export const CHANGES: Readonly<Record<string, { from: readonly string[]; error: ErrorCode }>> = {
  STARTED: { from: ["INACTIVE", "STOPPED", "TERMINATING"], error: "CANNOT_START_BACKUP_INVALID_STATE" },
  STOPPED: { from: ["STARTED"], error: "CANNOT_STOP_BACKUP_INVALID_STATE" },
  TERMINATING: { from: ["STOPPED"], error: "CANNOT_TERMINATE_BACKUP_INVALID_STATE" },
};

/** The state of a backup; a read counts towards the end of its transition. */
export function statusOf(config: BackupConfig, isRead = false): string {
  const { transition } = config;
  if (transition === undefined || transition.readsLeft <= 0) return config.statusName;
  if (isRead) transition.readsLeft -= 1;
  return transition.statusName;
}

/** Finds the cluster of the path. @throws ServiceError if it does not exist */
export function findCluster(context: Context, request: RoutedRequest): Cluster {
  const id = param(request, "clusterId");
  if (!isId(id)) throw serviceError("INVALID_CLUSTER_ID", id);
  const cluster = context.store.tables.clusters.get(param(request, "projectId"), id);
  if (cluster === undefined) throw serviceError("CLUSTER_NOT_FOUND", id);
  return cluster;
}

/** The backup configuration of a cluster; a part of a sharded cluster has that of the whole. */
export function backupOf(context: Context, { groupId, id, parentId }: Cluster): BackupConfig {
  const clusterId = parentId ?? id;
  const initial = { groupId, clusterId, statusName: "INACTIVE", storageEngineName: "WIRED_TIGER" };
  return context.store.tables.backupConfigs.get(groupId, clusterId) ?? initial;
}

/** Refuses a cluster that monitoring has not seen: it has no backup configuration yet. */
export function requireMonitored({ id, monitored }: Cluster): void {
  if (monitored === false) throw serviceError("CANNOT_GET_BACKUP_CONFIG_INVALID_STATE", id);
}

/** Refuses a part of a sharded cluster, and names the cluster that a client should use. */
export function requireWhole({ id, parentId }: Cluster): void {
  if (parentId !== undefined) throw serviceError("CANNOT_MODIFY_SHARD_BACKUP_CONFIG", id, parentId);
}
