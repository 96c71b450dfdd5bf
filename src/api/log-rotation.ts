/** `/groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: how the agents of a project rotate its logs. */

import { ShapeError } from "../errors";
import type { Fields, Returned } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { ApiRequest } from "../http/api-request";
import { path } from "./common";
import { responseSchema } from "./schema";

/**
 * How the logs of a project are rotated.
 * @see [Update the system log rotation](https://www.mongodb.com/docs/ops-manager/current/reference/api/automation-config/update-system-log-rotate-config/)
 */
export interface LogRotationBody {
  /** The size, in MB, at which a log file is rotated. Above 0. */
  sizeThresholdMB: number;
  /** The age, in hours, at which a log file is rotated. A whole number above 0. */
  timeThresholdHrs: number;
  /** The number of log files that stay uncompressed, including the current one. @default the service uses 5 */
  numUncompressed?: number | undefined;
  /**
   * The fraction of the disk, from 0 to 1, that all log files may use before the oldest are deleted: 0.02 is 2 percent.
   * @default the service uses 0.02
   */
  percentOfDiskspace?: number | undefined;
  /** The number of log files above which the oldest are deleted; with 0 only the other settings decide. @default the service uses 0 */
  numTotal?: number | undefined;
}

/** The log rotation of a project: only the fields that are configured. */
export type LogRotation = Returned<LogRotationBody>;

/** The log rotation of a project with the documented defaults. */
export type EffectiveLogRotation = { [Name in keyof LogRotationBody]-?: NonNullable<LogRotationBody[Name]> };

export const LOG_ROTATION = {
  sizeThresholdMB: { type: "number", required: true },
  timeThresholdHrs: { type: "number", required: true },
  numUncompressed: { type: "number", default: 5 },
  percentOfDiskspace: { type: "number", default: 0.02 },
  numTotal: { type: "number", default: 0 },
} as const satisfies Fields;

export const ROTATION_FIELDS = Object.keys(LOG_ROTATION) as (keyof LogRotationBody)[];

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
  const request: ApiRequest<unknown> = { method: "PUT", path: pathOf(log, projectId), json, isRepeatable: false };
  const { isConfirmed } = await api.send({ ...request, confirmedBy: ROTATION_FIELDS });
  if (!isConfirmed)
    throw new ShapeError(`PUT ${request.path}: the response does not show that the settings were written.`);
}

/** The settings with the documented defaults of those that are not configured. */
export function withRotationDefaults<T extends LogRotation>(configured: T) {
  const { numUncompressed, percentOfDiskspace, numTotal } = LOG_ROTATION;
  return {
    ...configured,
    numUncompressed: configured.numUncompressed ?? numUncompressed.default,
    percentOfDiskspace: configured.percentOfDiskspace ?? percentOfDiskspace.default,
    numTotal: configured.numTotal ?? numTotal.default,
  };
}
