import type { RoutedRequest, Context, Route } from "../context";
import type { Project } from "../entities";
import { serviceError } from "../errors";
import { readFields } from "../fields";
import { requireProjectRole } from "../permissions";
import { one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

/** The documented defaults of a PUT that configures rotation. */
const DEFAULTS = { numTotal: 0, numUncompressed: 5, percentOfDiskspace: 0.02 };

/**
 * `GET` and `PUT /groups/{projectId}/automationConfig/auditLogRotateConfig`, and the same for `systemLogRotateConfig` (Ops Manager
 * documentation, "Update Audit Log Rotation", "Update System Log Rotation").
 */
export function logRotationRoutes(context: Context): Route[] {
  return [...routesOf(context, "audit"), ...routesOf(context, "system")];
}

function routesOf(context: Context, log: "audit" | "system"): Route[] {
  const { tables } = context.store;
  const rotation = tables[`${log}LogRotation`];
  const path = `/groups/{projectId}/automationConfig/${log}LogRotateConfig`;

  const authorize = (request: RoutedRequest): Project =>
    requireProjectRole(context, request, "GROUP_AUTOMATION_ADMIN", "GLOBAL_AUTOMATION_ADMIN");

  const refuseLocked = (groupId: string): void => {
    const { policies = [], externalManagementSystem } =
      tables.controlledFeatures.get(GLOBAL_SCOPE, groupId) ?? {};
    const isLocked = policies.some(({ policy }) => policy === "EXTERNALLY_MANAGED_LOCK");
    if (isLocked && context.settings.enforceExternalLock)
      throw serviceError("GROUP_EXTERNALLY_MANAGED", externalManagementSystem?.name ?? "");
  };

  // Agents of a project apply a new version of its configuration.
  const publish = (groupId: string): void => {
    const { version = 1 } = tables.automationConfig.get(GLOBAL_SCOPE, groupId) ?? {};
    tables.automationConfig.set({ groupId, version: version + 1 });
  };

  return [
    {
      method: "GET",
      path,
      handle(request) {
        const project = authorize(request);
        const { groupId: _, ...fields } = rotation.get(GLOBAL_SCOPE, project.id) ?? { groupId: project.id };
        return one(fields);
      },
    },
    {
      method: "PUT",
      path,
      body: "json",
      handle(request) {
        const project = authorize(request);
        refuseLocked(project.id);
        const given = readFields(request.body, {
          includeAuditLogsWithMongoDBLogs: { type: "boolean" },
          numTotal: { type: "integer" },
          numUncompressed: { type: "integer" },
          percentOfDiskspace: { type: "number" },
          sizeThresholdMB: { type: "number" },
          timeThresholdHrs: { type: "integer" },
        });
        const { sizeThresholdMB, timeThresholdHrs, ...optional } = given;
        if (Object.keys(given).length === 0) {
          rotation.delete(GLOBAL_SCOPE, project.id);
        } else {
          if (sizeThresholdMB === undefined) throw serviceError("MISSING_ATTRIBUTE", "sizeThresholdMB");
          if (timeThresholdHrs === undefined) throw serviceError("MISSING_ATTRIBUTE", "timeThresholdHrs");
          refuseNegative(given);
          rotation.set({ groupId: project.id, ...DEFAULTS, ...optional, sizeThresholdMB, timeThresholdHrs });
        }
        publish(project.id);
        return one({});
      },
    },
  ];
}

// No limits are documented; these codes are.
function refuseNegative(fields: Readonly<Record<string, number | boolean>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== "number") continue;
    const isThreshold = name === "sizeThresholdMB" || name === "timeThresholdHrs";
    if (isThreshold && value <= 0) throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", name);
    if (value < 0) throw serviceError("ATTRIBUTE_NEGATIVE", name);
  }
}
