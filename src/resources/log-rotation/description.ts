/** What an AuditLogRotation and a SystemLogRotation are. */

import type { Description } from "../../core/description";
import { LOG_ROTATION } from "../../fields/log-rotation";
import { PROJECT_ID } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  projectId: PROJECT_ID,
} as const satisfies Fields;

const OPTIONS = {
  disableOnDestroy: {
    type: "boolean",
    default: false,
    doc: "Whether destroying the resource disables the rotation. It does not restore the settings that were there before.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  effective: {
    type: { object: LOG_ROTATION },
    always: true,
    repeats: true,
    typescript: { output: "EffectiveLogRotation" },
    doc: "All settings, with the defaults of the service; as of the last write or of a refresh that found a change. Secret if a setting is given as an output, which may be secret.",
  },
} as const satisfies Fields;

/** What both kinds have in common. */
const COMMON = {
  ids: IDS,
  object: LOG_ROTATION,
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same project.",
  lookUp: {
    object: "the existing settings",
    id: "the id of the project",
    missing: "if the rotation is not configured",
  },
  unique: ["projectId"],
  encrypted: ["__written"],
} as const;

export const AUDIT_LOG_ROTATION_DESCRIPTION: Description = {
  ...COMMON,
  kind: "AuditLogRotation",
  what: "audit log rotation",
  text: "The rotation of the audit logs of a project. A project always has these settings: the create changes what is there, which a preview shows. Each change publishes a new version of the automation configuration to all agents of the project, so nothing is written without a difference. Destroying the resource leaves the settings in place, or disables the rotation with `disableOnDestroy`.",
  role: "Project Automation Admin.",
  example: `new opsmanager.AuditLogRotation("audit-logs", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  sizeThresholdMB: 1000,
  timeThresholdHrs: 24,
  percentOfDiskspace: 0.05,
});`,
};

export const SYSTEM_LOG_ROTATION_DESCRIPTION: Description = {
  ...COMMON,
  kind: "SystemLogRotation",
  what: "system log rotation",
  text: "The rotation of the system logs of a project, that is of the logs of its MongoDB processes. A project always has these settings: the create changes what is there, which a preview shows. Each change publishes a new version of the automation configuration to all agents of the project, so nothing is written without a difference. Destroying the resource leaves the settings in place, or disables the rotation with `disableOnDestroy`.",
  role: "Project Automation Admin.",
  example: `new opsmanager.SystemLogRotation("system-logs", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  sizeThresholdMB: 1000,
  timeThresholdHrs: 24,
  numTotal: 30,
});`,
};
