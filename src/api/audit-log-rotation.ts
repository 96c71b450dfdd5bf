/** `/groups/{project_id}/automationConfig/auditLogRotateConfig` (specification 2.4, 4.4). */

import { z } from "zod";
import type { ApiClient, CallOptions } from "../http/api-client";
import { path } from "./common";
import { answered, maybe } from "./schema";

/** Only the fields that are configured. */
export interface AuditLogRotation {
  /** Largest size of one log file before it is rotated, in MB. */
  sizeThresholdMB?: number | undefined;
  /** Largest age of one log file before it is rotated, in hours. */
  timeThresholdHrs?: number | undefined;
  /** How many log files stay uncompressed, the current one among them. */
  numUncompressed?: number | undefined;
  /** The share of the disk that all log files may take before the oldest are deleted, in percent. */
  percentOfDiskspace?: number | undefined;
  /** How many log files there are at most. */
  numTotal?: number | undefined;
}

const auditLogRotation = answered<AuditLogRotation>(
  z.looseObject({
    sizeThresholdMB: maybe(z.number()),
    timeThresholdHrs: maybe(z.number()),
    numUncompressed: maybe(z.number()),
    percentOfDiskspace: maybe(z.number()),
    numTotal: maybe(z.number()),
  }),
);

/** `GET /groups/{project_id}/automationConfig/auditLogRotateConfig` */
export async function getAuditLogRotation(
  api: ApiClient,
  projectId: string,
  options: CallOptions = {},
): Promise<AuditLogRotation> {
  return api.request({
    method: "GET",
    path: path`/groups/${projectId}/automationConfig/auditLogRotateConfig`,
    schema: auditLogRotation,
    ...options,
  });
}
