/**
 * `/groups/{project_id}/automationConfig/{audit,system}LogRotateConfig`: how the agents of a project rotate its logs. A PUT publishes a new
 * version of the automation configuration to all agents of the project.
 */

import type { LogRotation } from "../fields/log-rotation";
import { LOG_ROTATION } from "../fields/log-rotation";
import { path } from "./common";
import { settingsAt } from "./settings";

/** The logs that are rotated. */
export type RotatedLog = "audit" | "system";

const rotationAt = (name: string) =>
  settingsAt<LogRotation>(LOG_ROTATION, (projectId) => path`/groups/${projectId}/automationConfig/${name}`);

export const logRotation = {
  audit: rotationAt("auditLogRotateConfig"),
  system: rotationAt("systemLogRotateConfig"),
} as const satisfies Record<RotatedLog, unknown>;

/** The body that disables the rotation. */
export const DISABLED: Readonly<Record<string, never>> = {};
