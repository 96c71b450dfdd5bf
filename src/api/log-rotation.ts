/** `/groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: how the agents of a project rotate its logs. */

import { ShapeError } from "../errors";
import type { LogRotation, LogRotationBody } from "../fields/log-rotation";
import { LOG_ROTATION, ROTATION_FIELDS } from "../fields/log-rotation";
import type { ApiClient } from "../http/api-client";
import type { ApiRequest } from "../http/api-request";
import { path } from "./common";
import { responseSchema } from "./schema";

/** The logs that are rotated. */
export type RotatedLog = "audit" | "system";

const logRotation = responseSchema<LogRotation>(LOG_ROTATION);

function pathOf(log: RotatedLog, projectId: string): string {
  return path`/groups/${projectId}/automationConfig/${`${log}LogRotateConfig`}`;
}

/** `GET /groups/{project_id}/automationConfig/{audit,system}LogRotateConfig` */
export async function getLogRotation(
  api: ApiClient,
  log: RotatedLog,
  projectId: string,
): Promise<LogRotation> {
  return api.request({ method: "GET", path: pathOf(log, projectId), schema: logRotation });
}

/**
 * `PUT /groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: replaces all settings, and publishes a new version of
 * the automation configuration to all agents of the project.
 */
export async function setLogRotation(
  api: ApiClient,
  log: RotatedLog,
  projectId: string,
  body: LogRotationBody,
): Promise<void> {
  await put(api, log, projectId, body);
}

/** The same `PUT` with an empty object, which disables the rotation. */
export async function disableLogRotation(api: ApiClient, log: RotatedLog, projectId: string): Promise<void> {
  await put(api, log, projectId, {});
}

/** @throws ShapeError if the response does not show that the settings were written */
async function put(api: ApiClient, log: RotatedLog, projectId: string, json: object): Promise<void> {
  // A repetition would publish once more.
  const request: ApiRequest<unknown> = {
    method: "PUT",
    path: pathOf(log, projectId),
    json,
    isRepeatable: false,
  };
  const { isConfirmed } = await api.send({ ...request, confirmedBy: ROTATION_FIELDS });
  if (!isConfirmed)
    throw new ShapeError(`PUT ${request.path}: the response does not show that the settings were written.`);
}
