/** `/groups/{project_id}/alertConfigs`: when an alert is triggered, and whom it notifies (specification 2.5, 4.6). */

import { z } from "zod";
import type { ApiResponse, ApiClient, CallOptions } from "../http/api-client";
import type { Answered, Link } from "./common";
import { orUndefined, path } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { answered, link, maybe, pageOf } from "./schema";

export interface Matcher {
  fieldName: string;
  operator: string;
  value: string;
}

export interface MetricThreshold {
  metricName: string;
  mode?: string | undefined;
  operator: string;
  threshold: number;
  units?: string | undefined;
}

export interface Threshold {
  operator: string;
  threshold: number;
  units?: string | undefined;
}

/** A target of an alert. Which of the fields it has depends on `typeName`; secrets come masked in answers. */
export interface Notification {
  typeName: string;
  id?: string | undefined;
  apiToken?: string | undefined;
  channelName?: string | undefined;
  datadogApiKey?: string | undefined;
  datadogRegion?: string | undefined;
  delayMin?: number | undefined;
  emailAddress?: string | undefined;
  emailEnabled?: boolean | undefined;
  intervalMin?: number | undefined;
  microsoftTeamsWebhookUrl?: string | undefined;
  mobileNumber?: string | undefined;
  notificationToken?: string | undefined;
  opsGenieApiKey?: string | undefined;
  opsGenieRegion?: string | undefined;
  role?: string | undefined;
  roles?: string[] | undefined;
  roomName?: string | undefined;
  serviceKey?: string | undefined;
  smsEnabled?: boolean | undefined;
  teamId?: string | undefined;
  teamName?: string | undefined;
  username?: string | undefined;
  victorOpsApiKey?: string | undefined;
  victorOpsRoutingKey?: string | undefined;
  webhookBodyTemplate?: string | undefined;
  webhookHeadersTemplate?: string | undefined;
  webhookSecret?: string | undefined;
  webhookUrl?: string | undefined;
}

/** The writable fields: the body of a POST and of a PUT. */
export interface AlertConfigBody {
  eventTypeName: string;
  enabled?: boolean | undefined;
  matchers?: Matcher[] | undefined;
  metricThreshold?: MetricThreshold | undefined;
  threshold?: Threshold | undefined;
  notifications: Notification[];
}

/** An alert configuration as the service answers it. */
export interface AlertConfig extends Answered<AlertConfigBody> {
  id: string;
  groupId?: string | undefined;
  /** ISO 8601 in UTC. */
  created?: string | undefined;
  /** ISO 8601 in UTC. */
  updated?: string | undefined;
  links?: Link[] | undefined;
}

const text = maybe(z.string());
const flag = maybe(z.boolean());
const number = maybe(z.number());

const notification = z.looseObject({
  typeName: z.string(),
  id: text,
  apiToken: text,
  channelName: text,
  datadogApiKey: text,
  datadogRegion: text,
  delayMin: number,
  emailAddress: text,
  emailEnabled: flag,
  intervalMin: number,
  microsoftTeamsWebhookUrl: text,
  mobileNumber: text,
  notificationToken: text,
  opsGenieApiKey: text,
  opsGenieRegion: text,
  role: text,
  roles: maybe(z.array(z.string())),
  roomName: text,
  serviceKey: text,
  smsEnabled: flag,
  teamId: text,
  teamName: text,
  username: text,
  victorOpsApiKey: text,
  victorOpsRoutingKey: text,
  webhookBodyTemplate: text,
  webhookHeadersTemplate: text,
  webhookSecret: text,
  webhookUrl: text,
});

/** In old samples of the documentation a matcher says `field: "hostnameAndPort"`. */
const matcher = z
  .looseObject({
    fieldName: text,
    field: text,
    operator: z.string(),
    value: z.union([z.string(), z.number()]),
  })
  .transform(({ fieldName, field, operator, value }) => ({
    fieldName: fieldName ?? (field ?? "").replace(/[A-Z]/g, "_$&").toUpperCase(),
    operator,
    // The value of a PORT matcher may come as a number.
    value: String(value),
  }));

const alertConfig: z.ZodType<AlertConfig> = z.looseObject({
  id: z.string(),
  groupId: text,
  eventTypeName: text,
  enabled: flag,
  matchers: maybe(z.array(matcher)),
  metricThreshold: maybe(
    z.looseObject({
      metricName: z.string(),
      mode: text,
      operator: z.string(),
      threshold: z.number(),
      units: text,
    }),
  ),
  threshold: maybe(z.looseObject({ operator: z.string(), threshold: z.number(), units: text })),
  notifications: maybe(z.array(notification)),
  created: text,
  updated: text,
  links: maybe(z.array(link)),
});

const oneAlertConfig = answered(alertConfig);
const pageOfAlertConfigs = pageOf(alertConfig);

/** `GET /groups/{project_id}/alertConfigs` */
export async function listAlertConfigs(
  api: ApiClient,
  projectId: string,
  options: CallOptions = {},
): Promise<AlertConfig[]> {
  return collect(alertConfigPages(api, projectId, options));
}

export function alertConfigPages(
  api: ApiClient,
  projectId: string,
  options: CallOptions = {},
): AsyncIterable<Page<AlertConfig>> {
  return pages(api, { path: path`/groups/${projectId}/alertConfigs`, ...options }, pageOfAlertConfigs);
}

/** `GET /groups/{project_id}/alertConfigs/{id}`; `undefined` when it does not exist. */
export async function getAlertConfig(
  api: ApiClient,
  projectId: string,
  id: string,
  options: CallOptions = {},
): Promise<AlertConfig | undefined> {
  return orUndefined(
    api.request({
      method: "GET",
      path: path`/groups/${projectId}/alertConfigs/${id}`,
      schema: oneAlertConfig,
      ...options,
    }),
  );
}

/** `POST /groups/{project_id}/alertConfigs` */
export async function createAlertConfig(
  api: ApiClient,
  projectId: string,
  body: AlertConfigBody,
  options: CallOptions = {},
): Promise<ApiResponse<AlertConfig>> {
  return api.send({
    method: "POST",
    path: path`/groups/${projectId}/alertConfigs`,
    json: body,
    schema: oneAlertConfig,
    ...options,
  });
}

/** `PUT /groups/{project_id}/alertConfigs/{id}`: replaces the whole configuration, secrets included. */
export async function updateAlertConfig(
  api: ApiClient,
  projectId: string,
  id: string,
  body: AlertConfigBody,
  options: CallOptions = {},
): Promise<AlertConfig> {
  return api.request({
    method: "PUT",
    path: path`/groups/${projectId}/alertConfigs/${id}`,
    json: body,
    schema: oneAlertConfig,
    ...options,
  });
}

/** `PATCH /groups/{project_id}/alertConfigs/{id}`: switches the configuration on or off and touches nothing else. */
export async function setAlertConfigEnabled(
  api: ApiClient,
  projectId: string,
  id: string,
  enabled: boolean,
  options: CallOptions = {},
): Promise<AlertConfig> {
  return api.request({
    method: "PATCH",
    path: path`/groups/${projectId}/alertConfigs/${id}`,
    json: { enabled },
    schema: oneAlertConfig,
    ...options,
  });
}

/** `DELETE /groups/{project_id}/alertConfigs/{id}` */
export async function deleteAlertConfig(
  api: ApiClient,
  projectId: string,
  id: string,
  options: CallOptions = {},
): Promise<void> {
  await api.request({ method: "DELETE", path: path`/groups/${projectId}/alertConfigs/${id}`, ...options });
}

/** `GET /alertConfigs/matchers/fieldNames`: the names that `matchers.fieldName` may have. */
export async function listMatcherFieldNames(api: ApiClient, options: CallOptions = {}): Promise<string[]> {
  return api.request({
    method: "GET",
    path: "/alertConfigs/matchers/fieldNames",
    schema: z.array(z.string()),
    ...options,
  });
}
