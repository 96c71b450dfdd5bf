/**
 * When an alert is triggered, and whom it notifies: `/groups/{project_id}/alertConfigs`, and `/globalAlertConfigs` for those without a
 * project.
 */

import type { AlertConfigBody, LiveAlert } from "../fields/alert-config";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../fields/alert-config";
import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { isPlainObject } from "../json";
import { orUndefined, path, sendDelete } from "./common";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema, stringsSchema } from "./schema";

/** The id of a project; `undefined` for global alert configurations. */
export type ProjectId = string | undefined;

const schemasOf = (table: Fields) => ({
  one: responseSchema<LiveAlert>(table, modernize),
  page: pageSchema<LiveAlert>(table, modernize),
});
const [ofProject, ofService] = [schemasOf(ALERT_CONFIG), schemasOf(GLOBAL_ALERT_CONFIG)];
const schemasIn = (projectId: ProjectId) => (projectId === undefined ? ofService : ofProject);

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

const listPath = (projectId: ProjectId): string =>
  projectId === undefined ? "/globalAlertConfigs" : path`/groups/${projectId}/alertConfigs`;
const itemPath = (projectId: ProjectId, id: string): string => listPath(projectId) + path`/${id}`;

/** `GET /groups/{project_id}/alertConfigs` */
export async function listAlertConfigs(api: ApiClient, projectId: ProjectId) {
  return collect(alertConfigPages(api, projectId));
}

export function alertConfigPages(api: ApiClient, projectId: ProjectId) {
  return pages(api, { path: listPath(projectId) }, schemasIn(projectId).page);
}

/** `GET /groups/{project_id}/alertConfigs/{id}`; `undefined` when it does not exist. */
export async function getAlertConfig(api: ApiClient, projectId: ProjectId, id: string) {
  const schema = schemasIn(projectId).one;
  return orUndefined(api.request({ method: "GET", path: itemPath(projectId, id), schema }));
}

/** `POST /groups/{project_id}/alertConfigs` */
export async function createAlertConfig(api: ApiClient, projectId: ProjectId, body: AlertConfigBody) {
  const schema = schemasIn(projectId).one;
  return api.send({ method: "POST", path: listPath(projectId), json: body, schema });
}

/** `PUT /groups/{project_id}/alertConfigs/{id}`: replaces the whole configuration, secrets included. */
export async function updateAlertConfig(
  api: ApiClient,
  projectId: ProjectId,
  id: string,
  body: AlertConfigBody,
) {
  const schema = schemasIn(projectId).one;
  return api.request({ method: "PUT", path: itemPath(projectId, id), json: body, schema });
}

/**
 * `PATCH /groups/{project_id}/alertConfigs/{id}`: sets `enabled` and changes nothing else. Not for global alert configurations: the pages
 * of the documentation disagree about the method.
 */
export async function setAlertConfigEnabled(api: ApiClient, projectId: string, id: string, enabled: boolean) {
  const json = { enabled };
  return api.request({ method: "PATCH", path: itemPath(projectId, id), json, schema: ofProject.one });
}

/** `DELETE /groups/{project_id}/alertConfigs/{id}`. @returns whether the response shows that it is gone */
export async function deleteAlertConfig(api: ApiClient, projectId: ProjectId, id: string) {
  return sendDelete(api, itemPath(projectId, id));
}

/** `GET /alertConfigs/matchers/fieldNames`: the names that `matchers.fieldName` may have. */
export async function listMatcherFieldNames(api: ApiClient) {
  return api.request({ method: "GET", path: "/alertConfigs/matchers/fieldNames", schema: stringsSchema });
}
