/** `/groups/{project_id}/automationConfig/auditLogRotateConfig`: the audit log rotation of a project. */

import type { Fields } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { path } from "./common";
import { responseSchema } from "./schema";

/**
 * The audit log rotation of a project: only the fields that are configured.
 * @see [Get the audit log rotation](https://www.mongodb.com/docs/ops-manager/current/reference/api/automation-config/get-audit-log-rotate-config/)
 */
export interface AuditLogRotation {
  /** The size, in MB, at which a log file is rotated. */
  sizeThresholdMB?: number | undefined;
  /** The age, in hours, at which a log file is rotated. */
  timeThresholdHrs?: number | undefined;
  /** The number of log files that stay uncompressed, including the current one. Without it the service uses 5. */
  numUncompressed?: number | undefined;
  /** The share of the disk, in percent, that all log files may use before the oldest are deleted. Without it the service uses 0.02. */
  percentOfDiskspace?: number | undefined;
  /** The number of log files above which the oldest are deleted. Without it the service uses 0, and other settings decide. */
  numTotal?: number | undefined;
}

export const AUDIT_LOG_ROTATION = {
  sizeThresholdMB: { type: "number" },
  timeThresholdHrs: { type: "number" },
  numUncompressed: { type: "number" },
  percentOfDiskspace: { type: "number" },
  numTotal: { type: "number" },
} as const satisfies Fields;

const auditLogRotation = responseSchema<AuditLogRotation>(AUDIT_LOG_ROTATION);

/** `GET /groups/{project_id}/automationConfig/auditLogRotateConfig` */
export async function getAuditLogRotation(api: ApiClient, projectId: string): Promise<AuditLogRotation> {
  const target = path`/groups/${projectId}/automationConfig/auditLogRotateConfig`;
  return api.request({ method: "GET", path: target, schema: auditLogRotation });
}
