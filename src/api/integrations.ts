/** `/groups/{project_id}/integrations`: at most one integration of each type in a project. */

import { ShapeError } from "../errors";
import type { Integration, IntegrationBody } from "../fields/integration";
import { INTEGRATION } from "../fields/integration";
import type { ApiClient } from "../http/api-client";
import { collectionOf } from "./collection";
import { path, provesAbsence } from "./common";

const integrations = collectionOf<Integration>(INTEGRATION);
const integrationsOf = (projectId: string) => integrations(path`/groups/${projectId}/integrations`);

export function integrationPages(api: ApiClient, projectId: string) {
  return integrationsOf(projectId).pages(api);
}

/** `GET /groups/{project_id}/integrations`: all integrations of the project, their secrets masked. */
export async function listIntegrations(api: ApiClient, projectId: string): Promise<Integration[]> {
  return integrationsOf(projectId).list(api);
}

/** `GET /groups/{project_id}/integrations/{type}`; `undefined` when there is none of this type. */
export async function getIntegration(
  api: ApiClient,
  projectId: string,
  type: string,
): Promise<Integration | undefined> {
  const found = await integrationsOf(projectId).find(api, type, {
    absent: provesAbsence,
    isIt: (each) => each.type === type,
  });
  if (found === undefined || found.type === type) return found;
  const target = path`/groups/${projectId}/integrations/${type}`;
  throw new ShapeError(`GET ${target}: the response is about another integration, ${found.type}.`);
}

/**
 * `PUT /groups/{project_id}/integrations/{type}`: adds the integration, or changes the fields that are sent. The response is the list of
 * all integrations.
 * @throws ShapeError if it does not have this one
 */
export async function putIntegration(
  api: ApiClient,
  projectId: string,
  type: string,
  body: IntegrationBody,
): Promise<void> {
  const target = path`/groups/${projectId}/integrations/${type}`;
  const request = { method: "PUT", path: target, json: { type, ...body }, isRepeatable: false } as const;
  const { isConfirmed } = await api.send({ ...request, confirmedBy: ["results", "type"] });
  if (!isConfirmed)
    throw new ShapeError(`PUT ${target}: the response does not show that the integration was written.`);
}

/** `DELETE /groups/{project_id}/integrations/{type}`. @returns whether the response shows that it is gone */
export async function deleteIntegration(api: ApiClient, projectId: string, type: string): Promise<boolean> {
  return integrationsOf(projectId).delete(api, type);
}
