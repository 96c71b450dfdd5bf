/** `/groups/{project_id}/alertConfigs`: when an alert is triggered, and whom it notifies. */

import type { AlertConfig, AlertConfigBody } from "../fields/alert-config";
import { ALERT_CONFIG } from "../fields/alert-config";
import type { ApiClient } from "../http/api-client";
import { isPlainObject } from "../json";
import { orUndefined, path, sendDelete } from "./common";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema, stringsSchema } from "./schema";

const oneAlertConfig = responseSchema<AlertConfig>(ALERT_CONFIG, modernize);
const pageOfAlertConfigs = pageSchema<AlertConfig>(ALERT_CONFIG, modernize);

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

const listPath = (projectId: string): string => path`/groups/${projectId}/alertConfigs`;
const itemPath = (projectId: string, id: string): string => path`/groups/${projectId}/alertConfigs/${id}`;

/** `GET /groups/{project_id}/alertConfigs` */
export async function listAlertConfigs(api: ApiClient, projectId: string) {
  return collect(alertConfigPages(api, projectId));
}

export function alertConfigPages(api: ApiClient, projectId: string) {
  return pages(api, { path: listPath(projectId) }, pageOfAlertConfigs);
}

/** `GET /groups/{project_id}/alertConfigs/{id}`; `undefined` when it does not exist. */
export async function getAlertConfig(api: ApiClient, projectId: string, id: string) {
  return orUndefined(api.request({ method: "GET", path: itemPath(projectId, id), schema: oneAlertConfig }));
}

/** `POST /groups/{project_id}/alertConfigs` */
export async function createAlertConfig(api: ApiClient, projectId: string, body: AlertConfigBody) {
  return api.send({ method: "POST", path: listPath(projectId), json: body, schema: oneAlertConfig });
}

/** `PUT /groups/{project_id}/alertConfigs/{id}`: replaces the whole configuration, secrets included. */
export async function updateAlertConfig(
  api: ApiClient,
  projectId: string,
  id: string,
  body: AlertConfigBody,
) {
  return api.request({ method: "PUT", path: itemPath(projectId, id), json: body, schema: oneAlertConfig });
}

/** `PATCH /groups/{project_id}/alertConfigs/{id}`: sets `enabled` and changes nothing else. */
export async function setAlertConfigEnabled(api: ApiClient, projectId: string, id: string, enabled: boolean) {
  const json = { enabled };
  return api.request({ method: "PATCH", path: itemPath(projectId, id), json, schema: oneAlertConfig });
}

/** `DELETE /groups/{project_id}/alertConfigs/{id}`. @returns whether the response shows that it is gone */
export async function deleteAlertConfig(api: ApiClient, projectId: string, id: string) {
  return sendDelete(api, itemPath(projectId, id));
}

/** `GET /alertConfigs/matchers/fieldNames`: the names that `matchers.fieldName` may have. */
export async function listMatcherFieldNames(api: ApiClient) {
  return api.request({ method: "GET", path: "/alertConfigs/matchers/fieldNames", schema: stringsSchema });
}
