/** `/orgs/{org_id}/apiKeys` and `/groups/{project_id}/apiKeys`: API keys, which belong to an organization and may have roles in its projects. */

import { isApiError } from "../errors";
import type { ApiKey } from "../fields/api-key";
import { API_KEY } from "../fields/api-key";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";
import { path, provesAbsence, sendDelete } from "./common";

/** The fields of a key that can be written. */
export interface ApiKeyBody {
  /** What the key is for, in at most 250 characters. */
  readonly desc: string;
  /** The names of its roles in the organization: at least one. */
  readonly roles: readonly string[];
}

/** Whether an error proves that there is no such key: of one that is unknown the service says so with a 400. */
export function provesNoKey(error: unknown): boolean {
  const isUnknownKey = isApiError(error) && error.errorCode === "API_KEY_NOT_FOUND" && error.fromService;
  return isUnknownKey || provesAbsence(error);
}

const keys = collectionOf<ApiKey, ApiKeyBody>(API_KEY);
const keysOf = (orgId: string) => keys(path`/orgs/${orgId}/apiKeys`);
const keysIn = (projectId: string) => keys(path`/groups/${projectId}/apiKeys`);

export function apiKeyPages(api: ApiClient, orgId: string) {
  return keysOf(orgId).pages(api);
}

/** `GET /orgs/{org_id}/apiKeys`: all keys of the organization, masked. */
export async function listApiKeys(api: ApiClient, orgId: string): Promise<ApiKey[]> {
  return keysOf(orgId).list(api);
}

/** `GET /orgs/{org_id}/apiKeys/{id}`; `undefined` when it does not exist. */
export async function getApiKey(api: ApiClient, orgId: string, id: string): Promise<ApiKey | undefined> {
  return keysOf(orgId).get(api, id, provesNoKey);
}

/** `POST /orgs/{org_id}/apiKeys`: the response alone has the private key in clear. */
export async function createApiKey(api: ApiClient, orgId: string, body: ApiKeyBody): Promise<ApiKey> {
  return keysOf(orgId).create(api, body);
}

/** `PATCH /orgs/{org_id}/apiKeys/{id}`: changes the description, or replaces the roles in the organization. */
export async function updateApiKey(
  api: ApiClient,
  orgId: string,
  id: string,
  body: Partial<ApiKeyBody>,
): Promise<ApiKey> {
  return keysOf(orgId).patch(api, id, body);
}

/** `DELETE /orgs/{org_id}/apiKeys/{id}`. @returns whether the response shows that it is gone */
export async function deleteApiKey(api: ApiClient, orgId: string, id: string): Promise<boolean> {
  return keysOf(orgId).delete(api, id);
}

export function projectApiKeyPages(api: ApiClient, projectId: string) {
  return keysIn(projectId).pages(api);
}

/** `GET /groups/{project_id}/apiKeys`: the keys that have a role in the project. */
export async function listProjectApiKeys(api: ApiClient, projectId: string): Promise<ApiKey[]> {
  return keysIn(projectId).list(api);
}

/** Finds a key in that list: the service does not read one by itself. `undefined` when it has no role in the project. */
export async function getProjectApiKey(
  api: ApiClient,
  projectId: string,
  id: string,
): Promise<ApiKey | undefined> {
  return (await listProjectApiKeys(api, projectId)).find((key) => key.id === id);
}

/** `PATCH /groups/{project_id}/apiKeys/{id}`: gives a key of the organization exactly these roles in the project. */
export async function setProjectRoles(
  api: ApiClient,
  projectId: string,
  id: string,
  roles: readonly string[],
): Promise<ApiKey> {
  return keysIn(projectId).patch(api, id, { roles });
}

/** `DELETE /groups/{project_id}/apiKeys/{id}`: takes all roles in the project; the key stays. @returns whether the response shows that */
export async function removeFromProject(api: ApiClient, projectId: string, id: string): Promise<boolean> {
  return sendDelete(api, path`/groups/${projectId}/apiKeys/${id}`);
}
