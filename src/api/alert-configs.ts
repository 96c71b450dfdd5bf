/**
 * When an alert is triggered, and whom it notifies: `/groups/{project_id}/alertConfigs`, and `/globalAlertConfigs` for those without a
 * project.
 */

import type { AlertConfigBody, LiveAlert } from "../fields/alert-config";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../fields/alert-config";
import type { ApiClient } from "../http/api-client";
import { isPlainObject } from "../json";
import { collectionOf } from "./collection";
import { path } from "./common";
import { stringsSchema } from "./schema";

/** The id of a project; `undefined` for global alert configurations. */
export type ProjectId = string | undefined;

/** Old versions of the service spell a matcher `field: "hostnameAndPort"`; the value of a PORT matcher may be a number. */
function modernize(config: unknown): unknown {
  if (!isPlainObject(config) || !Array.isArray(config["matchers"])) return config;
  return { ...config, matchers: config["matchers"].map(modernMatcher) };
}

function modernMatcher(matcher: unknown): unknown {
  if (!isPlainObject(matcher)) return matcher;
  const { field, fieldName, value, ...rest } = matcher;
  const oldName = typeof field === "string" ? field.replace(/[A-Z]/g, "_$&").toUpperCase() : "";
  return {
    ...rest,
    fieldName: fieldName ?? oldName,
    value: typeof value === "number" ? String(value) : value,
  };
}

const ofProjects = collectionOf<LiveAlert, AlertConfigBody>(ALERT_CONFIG, modernize);
/** `/globalAlertConfigs` */
export const globalAlertConfigs = collectionOf<LiveAlert, AlertConfigBody>(
  GLOBAL_ALERT_CONFIG,
  modernize,
)("/globalAlertConfigs");
const collectionIn = (projectId: ProjectId) =>
  projectId === undefined ? globalAlertConfigs : ofProjects(path`/groups/${projectId}/alertConfigs`);

/** `GET /groups/{project_id}/alertConfigs` */
export async function listAlertConfigs(api: ApiClient, projectId: ProjectId) {
  return collectionIn(projectId).list(api);
}

export function alertConfigPages(api: ApiClient, projectId: ProjectId) {
  return collectionIn(projectId).pages(api);
}

/** `GET /groups/{project_id}/alertConfigs/{id}`; `undefined` when it does not exist. */
export async function getAlertConfig(api: ApiClient, projectId: ProjectId, id: string) {
  return collectionIn(projectId).get(api, id);
}

/** `POST /groups/{project_id}/alertConfigs` */
export async function createAlertConfig(api: ApiClient, projectId: ProjectId, body: AlertConfigBody) {
  return collectionIn(projectId).create(api, body);
}

/** `PUT /groups/{project_id}/alertConfigs/{id}`: replaces the whole configuration, secrets included. */
export async function updateAlertConfig(
  api: ApiClient,
  projectId: ProjectId,
  id: string,
  body: AlertConfigBody,
) {
  return collectionIn(projectId).update(api, id, body);
}

/**
 * `PATCH /groups/{project_id}/alertConfigs/{id}`: sets `enabled` and changes nothing else. Not for global alert configurations: the pages
 * of the documentation disagree about the method.
 */
export async function setAlertConfigEnabled(api: ApiClient, projectId: string, id: string, enabled: boolean) {
  return collectionIn(projectId).patch(api, id, { enabled });
}

/** `DELETE /groups/{project_id}/alertConfigs/{id}`. @returns whether the response shows that it is gone */
export async function deleteAlertConfig(api: ApiClient, projectId: ProjectId, id: string) {
  return collectionIn(projectId).delete(api, id);
}

/** `GET /alertConfigs/matchers/fieldNames`: the names that `matchers.fieldName` may have. */
export async function listMatcherFieldNames(api: ApiClient) {
  return api.request({ method: "GET", path: "/alertConfigs/matchers/fieldNames", schema: stringsSchema });
}
