import {
  findProject,
  param,
  REL_NAMESPACE,
  selfLink,
  type RoutedRequest,
  type Context,
  type Route,
} from "../context";
import type { Project, ProjectBackup } from "../entities";
import { serviceError } from "../errors";
import { buildListBody } from "../paging";
import { requireGlobalRole } from "../permissions";
import { readProjectBackup } from "../project-backup-validation";
import { list, one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const COLLECTION = "/admin/backup/groups";
const ITEM = `${COLLECTION}/{projectId}`;

/** `/admin/backup/groups` (Ops Manager documentation, "Project Backup Jobs Configuration"). */
export function projectBackupRoutes(context: Context): Route[] {
  const { projectBackups } = context.store.tables;
  const { settings } = context;

  const url = (): string => context.apiUrl() + COLLECTION;

  const find = (request: RoutedRequest): Project => {
    const id = param(request, "projectId");
    const project = findProject(context, id);
    if (project === undefined) throw serviceError("GROUP_NOT_FOUND", id);
    return project;
  };

  // The password is in plain text, as in the documentation's sample.
  const view = ({ groupId, ...fields }: ProjectBackup, isListed = false): object => ({
    daemonFilter: [],
    labelFilter: [],
    oplogStoreFilter: [],
    snapshotStoreFilter: [],
    syncStoreFilter: [],
    ...fields,
    id: groupId,
    links: [
      selfLink(`${url()}/${groupId}`),
      ...(isListed ? [] : [{ href: `${context.apiUrl()}/groups/${groupId}`, rel: `${REL_NAMESPACE}/group` }]),
    ],
  });

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(request) {
        requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN", "GLOBAL_READ_ONLY");
        const rows = projectBackups.rows(GLOBAL_SCOPE);
        return list(buildListBody(rows, (each) => view(each, true), url(), request.query));
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(request) {
        requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN", "GLOBAL_READ_ONLY");
        const { id } = find(request);
        const backup = projectBackups.get(GLOBAL_SCOPE, id);
        if (backup !== undefined) return one(view(backup));
        // Public clients accept both statuses. The codes are a guess.
        throw settings.missingProjectBackup === 401
          ? serviceError("USER_UNAUTHORIZED")
          : serviceError("BACKUP_CONFIG_NOT_FOUND", id);
      },
    },
    {
      method: "PUT",
      path: ITEM,
      body: "json",
      handle(request) {
        requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN");
        const { id: groupId } = find(request);
        // That an omitted filter is cleared is a guess.
        const backup = { groupId, ...readProjectBackup(request.body, groupId, settings.newerFields) };
        projectBackups.set(backup);
        return one(view(backup));
      },
    },
  ];
}
