/** `/groups` and `/orgs/{org_id}/groups`: the projects, which the API calls groups. */

import type { OpsManagerError } from "../errors";
import { isApiError, isUnknownOutcome } from "../errors";
import type { IdpGroupMapping, LdapGroupMapping, Project } from "../fields/project";
import { PROJECT } from "../fields/project";
import type { ApiClient } from "../http/api-client";
import { isPlainObject, mapValues } from "../json";
import { collectionOf } from "./collection";
import { isWithoutCode, look, orUndefined, path, provesAbsence } from "./common";
import type { Page } from "./paging";
import { collect, each } from "./paging";

const MAPPINGS = { ldapGroupMappings: "ldapGroups", idpGroupMappings: "idpGroups" } as const;

/** A mapping without groups has none. */
function modernize(project: unknown): unknown {
  if (!isPlainObject(project)) return project;
  return mapValues(project, (mappings, name) => {
    const groups = (MAPPINGS as Readonly<Record<string, string>>)[name];
    if (groups === undefined || !Array.isArray(mappings)) return mappings;
    return mappings.map((mapping: unknown) =>
      isPlainObject(mapping) ? { ...mapping, [groups]: mapping[groups] ?? [] } : mapping,
    );
  });
}

const projects = collectionOf<Project>(PROJECT, modernize);
const groups = projects("/groups");

type Found = Promise<Project | undefined>;

/**
 * The fields of a new project.
 * @see [Create one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/create-one-group/)
 */
export interface ProjectBody {
  /** The display name. */
  name: string;
  /** The id of the organization. Without it, some versions create an organization of the same name. */
  orgId: string;
  /** At most 10 tags of 1 to 32 characters: `A-Z`, `0-9`, `.`, `_`, `-`. */
  tags?: readonly string[] | undefined;
  ldapGroupMappings?: readonly LdapGroupMapping[] | undefined;
  idpGroupMappings?: readonly IdpGroupMapping[] | undefined;
  /** Whether the service creates its default alert configurations. The service takes an absent value for true. */
  withDefaultAlertsSettings?: boolean | undefined;
}

/** `GET /groups`: all projects that the key can read; `GET /orgs/{org_id}/groups`: those of an organization. */
export async function listProjects(api: ApiClient, orgId?: string): Promise<Project[]> {
  return collect(projectPages(api, orgId));
}

/** @param name the beginning of the names */
export function projectPages(api: ApiClient, orgId?: string, name?: string): AsyncIterable<Page<Project>> {
  return orgId === undefined ? groups.pages(api) : projects(path`/orgs/${orgId}/groups`, { name }).pages(api);
}

/** `GET /orgs/{org_id}/groups?name=`: the project with exactly this name; the service returns those that begin with it. */
export async function findProject(api: ApiClient, orgId: string, name: string): Found {
  for await (const project of each(projectPages(api, orgId, name))) if (project.name === name) return project;
  return undefined;
}

/** `GET /groups/{group_id}`, which leaves out `agentApiKey`; `undefined` when it does not exist. */
export async function getProject(api: ApiClient, id: string, absent = provesAbsence): Found {
  return groups.get(api, id, absent);
}

/** `GET /groups/byName/{name}` in all organizations; `undefined` when it does not exist. */
export async function getProjectByName(api: ApiClient, name: string): Found {
  return projects("/groups/byName").find(api, name);
}

/** Reads a project by its id, and `agentApiKey` by its name. */
export async function getProjectWithKey(api: ApiClient, id: string): Found {
  const live = await getProject(api, id);
  if (live === undefined || live.agentApiKey !== undefined) return live;
  const named = await orUndefined(getProjectByName(api, live.name), () => true);
  return named?.id === live.id ? { ...live, agentApiKey: named.agentApiKey } : live;
}

/** `POST /groups`; the response has `agentApiKey`. */
export async function createProject(api: ApiClient, body: ProjectBody): Promise<Project> {
  return groups.create(api, body);
}

/** `PATCH /groups/{group_id}`: renames the project, or replaces its tags or mappings. */
export async function updateProject(
  api: ApiClient,
  id: string,
  body: Partial<Omit<ProjectBody, "orgId" | "withDefaultAlertsSettings">>,
): Promise<Project> {
  return groups.patch(api, id, body);
}

const PAUSE_SECONDS = 2;
/** After a lost response, the service may still be working on the request. */
const LOST_SECONDS = 4;

/**
 * `DELETE /groups/{group_id}`: the service responds with 202 and deletes the project later, so this waits until the service says
 * that it is gone. Of a deleted project it may also say that the key has no role in it: unless it has accepted the deletion, the
 * organization must not list the project either.
 * @param orgId its organization, if the project cannot be read
 * @throws ApiError with the status 404 if it does not exist
 */
export async function deleteProject(
  api: ApiClient,
  id: string,
  pause: (ms: number) => Promise<unknown>,
  seconds = 300,
  orgId?: string,
): Promise<void> {
  let organization = orgId;
  try {
    organization = (await getProject(api, id, () => false))?.orgId ?? orgId;
  } catch (error) {
    if (hasNoRole(error) && (await isUnlisted(api, orgId, id))) return;
    throw error;
  }
  let lost: OpsManagerError | undefined;
  try {
    // A repetition would be refused while the first one is carried out.
    await api.send({ method: "DELETE", path: path`/groups/${id}`, isRepeatable: false });
  } catch (error) {
    if (provesAbsence(error)) return;
    if (!isUnknownOutcome(error) && !hasNoRole(error) && !isWithoutCode(error)) throw error;
    lost = error;
  }
  const isGone = async (): Promise<boolean> => {
    try {
      return (await getProject(api, id)) === undefined;
    } catch (error) {
      if (!hasNoRole(error)) throw error;
      return lost === undefined || isUnlisted(api, organization, id);
    }
  };
  const looks = Math.floor((lost === undefined ? seconds : LOST_SECONDS) / PAUSE_SECONDS) + 1;
  if (await look(isGone, (gone) => gone, pause, looks, PAUSE_SECONDS * 1_000)) return;
  const text =
    `The response to the deletion of the project ${id} is not an error, but it still exists: a proxy or gateway in front of the ` +
    `service may have sent that response, or the service needs more than ${seconds} s. Delete it again later.`;
  throw lost ?? new Error(text);
}

function hasNoRole(error: unknown): error is OpsManagerError {
  return isApiError(error) && error.fromService && error.errorCode === "NOT_IN_GROUP";
}

async function isUnlisted(api: ApiClient, orgId: string | undefined, id: string): Promise<boolean> {
  if (orgId === undefined) return false;
  const listed = await orUndefined(listProjects(api, orgId), isApiError);
  return listed?.every((project) => project.id !== id) === true;
}
