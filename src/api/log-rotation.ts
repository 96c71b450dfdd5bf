/** `/groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: how the agents of a project rotate its logs. */

import { ShapeError } from "../errors";
import type { LogRotation, LogRotationBody } from "../fields/log-rotation";
import { LOG_ROTATION, ROTATION_FIELDS } from "../fields/log-rotation";
import type { ApiClient } from "../http/api-client";
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

/** The body that disables the rotation. */
export const DISABLED: Readonly<Record<string, never>> = {};

/**
 * `PUT /groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: replaces all settings, and publishes a new version of
 * the automation configuration to all agents of the project.
 * @throws ShapeError if the response does not show that the settings were written
 */
export async function setLogRotation(
  api: ApiClient,
  log: RotatedLog,
  projectId: string,
  json: LogRotationBody | typeof DISABLED,
): Promise<void> {
  const target = pathOf(log, projectId);
  // A repetition would publish once more.
  const request = { method: "PUT", path: target, json, isRepeatable: false } as const;
  const { isConfirmed } = await api.send({ ...request, confirmedBy: ROTATION_FIELDS });
  if (!isConfirmed)
    throw new ShapeError(`PUT ${target}: the response does not show that the settings were written.`);
}
