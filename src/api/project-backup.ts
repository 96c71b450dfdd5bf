/** `/admin/backup/groups`: the backup configurations of projects. A PUT replaces everything. */

import { isApiError } from "../errors";
import type { ProjectBackup } from "../fields/project-backup";
import { PROJECT_BACKUP } from "../fields/project-backup";
import type { ApiClient } from "../http/api-client";
import { collectionOf, ofId } from "./collection";
import { orUndefined, path, provesAbsence } from "./common";
import { settingsAt } from "./settings";

const LIST = "/admin/backup/groups";
const one = settingsAt<ProjectBackup>(PROJECT_BACKUP, (projectId) => path`/admin/backup/groups/${projectId}`);
const all = collectionOf<ProjectBackup>(PROJECT_BACKUP)(LIST);

/** `GET /admin/backup/groups`: the configurations of the projects that have one. */
export async function listProjectBackups(api: ApiClient): Promise<ProjectBackup[]> {
  return all.list(api);
}

/**
 * `GET /admin/backup/groups/{project_id}`; `undefined` before the first write: a 404, and in some versions a 401, which is told from that of
 * a key without the role by the list.
 */
export async function getProjectBackup(
  api: ApiClient,
  projectId: string,
): Promise<ProjectBackup | undefined> {
  try {
    const live = await orUndefined(one.read(api, projectId), provesAbsence);
    return live && ofId(live, projectId, `GET ${LIST}/${projectId}`);
  } catch (error) {
    const mayBeAbsent = isApiError(error) && error.status === 401 && error.fromService;
    const listed = mayBeAbsent ? await orUndefined(listProjectBackups(api), isApiError) : undefined;
    if (listed?.every(({ id }) => id?.toLowerCase() !== projectId.toLowerCase()) === true) return undefined;
    throw error;
  }
}

/** `PUT /admin/backup/groups/{project_id}` */
export const putProjectBackup = one.send;
