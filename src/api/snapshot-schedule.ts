/** `/groups/{project_id}/backupConfigs`: the backups of the clusters of a project, and their snapshot schedules. */

import type { SnapshotSchedule, SnapshotScheduleBody } from "../fields/snapshot-schedule";
import { RETURNED_SCHEDULE } from "../fields/snapshot-schedule";
import type { ApiClient } from "../http/api-client";
import { collectionOf, ofId } from "./collection";
import { path } from "./common";
import { responseSchema } from "./schema";

const schema = responseSchema<SnapshotSchedule>(RETURNED_SCHEDULE);

/** The backup of a cluster. */
interface BackupConfig {
  readonly clusterId: string;
  readonly statusName?: string | undefined;
}

const backups = collectionOf<BackupConfig>({
  clusterId: { type: "string", always: true },
  statusName: { type: "string" },
});

/** `GET /groups/{project_id}/backupConfigs`: the backups of all clusters; a sharded one has several. */
export async function listBackupConfigs(api: ApiClient, projectId: string): Promise<BackupConfig[]> {
  return backups(path`/groups/${projectId}/backupConfigs`).list(api);
}

const pathOf = (projectId: string, clusterId: string): string =>
  path`/groups/${projectId}/backupConfigs/${clusterId}/snapshotSchedule`;

/** `GET /groups/{project_id}/backupConfigs/{cluster_id}/snapshotSchedule` */
export async function getSnapshotSchedule(
  api: ApiClient,
  projectId: string,
  clusterId: string,
): Promise<SnapshotSchedule> {
  const target = pathOf(projectId, clusterId);
  return ofCluster(clusterId, await api.request({ method: "GET", path: target, schema }), `GET ${target}`);
}

/** `PATCH` of the same path: changes some fields. The response has the whole schedule. */
export async function updateSnapshotSchedule(
  api: ApiClient,
  projectId: string,
  clusterId: string,
  body: SnapshotScheduleBody,
): Promise<SnapshotSchedule> {
  const target = pathOf(projectId, clusterId);
  const live = await api.request({ method: "PATCH", path: target, json: body, schema });
  return ofCluster(clusterId, live, `PATCH ${target}`);
}

function ofCluster(clusterId: string, live: SnapshotSchedule, request: string): SnapshotSchedule {
  return ofId(live, clusterId, request, ["cluster", live.clusterId]);
}
