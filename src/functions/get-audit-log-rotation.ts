/** Reads the audit log rotation of a project (specification 2.4, 4.4). */

import type * as pulumi from "@pulumi/pulumi";
import type { AuditLogRotation } from "../api/audit-log-rotation";
import type { InputsOf } from "../core/arguments";
import { ApiError, isApiError } from "../errors";
import { pick, withoutUndefined } from "../json";
import type { FunctionArgs } from "./args";
import { invoke, invokeOutput } from "./invoke";

/** Arguments of {@link getAuditLogRotation}. */
export interface GetAuditLogRotationArgs extends FunctionArgs {
  projectId: string;
}

/** Result of {@link getAuditLogRotation}: the fields that are configured. */
export interface GetAuditLogRotationResult extends AuditLogRotation {
  /** The same with the documented defaults filled in, also when nothing is configured. */
  effective: AuditLogRotation & { numUncompressed: number; percentOfDiskspace: number; numTotal: number };
}

/** Specification, part 8. */
const DEFAULTS = { numUncompressed: 5, percentOfDiskspace: 0.02, numTotal: 0 } as const;

const FIELDS = ["sizeThresholdMB", "timeThresholdHrs", "numUncompressed", "percentOfDiskspace", "numTotal"];

/** The audit log rotation of a project. The API key needs the role Project Automation Admin. */
export async function getAuditLogRotation(
  args: GetAuditLogRotationArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetAuditLogRotationResult> {
  return invoke("getAuditLogRotation", args, async (client, { projectId }) => {
    try {
      const configured: AuditLogRotation = withoutUndefined(
        pick({ ...(await client.auditLogRotation.get(projectId)) }, FIELDS),
      );
      return {
        ...configured,
        effective: { ...DEFAULTS, ...configured } as GetAuditLogRotationResult["effective"],
      };
    } catch (error) {
      throw isApiError(error) && error.status === 401 ? roleMissing(error) : error;
    }
  });
}

/** The {@link getAuditLogRotation} of values that are known later. */
export function getAuditLogRotationOutput(
  args: InputsOf<GetAuditLogRotationArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetAuditLogRotationResult> {
  return invokeOutput(args, getAuditLogRotation);
}

function roleMissing(error: ApiError): ApiError {
  return new ApiError(
    `${error.message} Reading the audit log rotation needs the role Project Automation Admin.`,
    error,
  );
}
