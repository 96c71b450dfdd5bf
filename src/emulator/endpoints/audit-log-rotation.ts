import type { Call, Context, Route } from "../context";
import type { Project } from "../entities";
import { serviceError } from "../errors";
import { readFields } from "../fields";
import { requireProjectRole } from "../permissions";
import { one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const PATH = "/groups/{projectId}/automationConfig/auditLogRotateConfig";

/** The documented defaults of a PUT that configures rotation. */
const DEFAULTS = { numTotal: 0, numUncompressed: 5, percentOfDiskspace: 0.02 };

/** `GET` and `PUT /groups/{projectId}/automationConfig/auditLogRotateConfig`. */
export function auditLogRotationRoutes(context: Context): Route[] {
  const { auditLogRotation } = context.store.tables;

  const authorize = (call: Call): Project =>
    requireProjectRole(context, call, "GROUP_AUTOMATION_ADMIN", "GLOBAL_AUTOMATION_ADMIN");

  return [
    {
      method: "GET",
      path: PATH,
      handle(call) {
        const project = authorize(call);
        const { groupId: _, ...fields } = auditLogRotation.get(GLOBAL_SCOPE, project.id) ?? {
          groupId: project.id,
        };
        return one(fields);
      },
    },
    {
      method: "PUT",
      path: PATH,
      body: "json",
      handle(call) {
        const project = authorize(call);
        const given = readFields(call.body, {
          numTotal: { type: "integer" },
          numUncompressed: { type: "integer" },
          percentOfDiskspace: { type: "number" },
          sizeThresholdMB: { type: "number" },
          timeThresholdHrs: { type: "integer" },
        });
        if (Object.keys(given).length === 0) {
          auditLogRotation.delete(GLOBAL_SCOPE, project.id);
          return one({});
        }
        const { sizeThresholdMB, timeThresholdHrs, ...optional } = given;
        if (sizeThresholdMB === undefined) throw serviceError("MISSING_ATTRIBUTE", "sizeThresholdMB");
        if (timeThresholdHrs === undefined) throw serviceError("MISSING_ATTRIBUTE", "timeThresholdHrs");
        auditLogRotation.set({
          groupId: project.id,
          ...DEFAULTS,
          ...optional,
          sizeThresholdMB,
          timeThresholdHrs,
        });
        return one({});
      },
    },
  ];
}
