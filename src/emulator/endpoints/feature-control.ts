import type { Context, Route } from "../context";
import { POLICIES, readFeatureControl } from "../feature-control-validation";
import { formatTimestamp } from "../ids";
import { reverseLists } from "../json";
import { requireProjectRole, requireReadableProject } from "../permissions";
import { one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const PATH = "/groups/{projectId}/controlledFeature";

/**
 * `/groups/{projectId}/controlledFeature` and `/groups/availablePolicies` (Ops Manager documentation, "Feature Control
 * Policies").
 */
export function featureControlRoutes(context: Context): Route[] {
  const { controlledFeatures } = context.store.tables;

  return [
    {
      method: "GET",
      path: "/groups/availablePolicies",
      handle: () => one({ policies: POLICIES.map((policy) => ({ policy })) }),
    },
    {
      method: "GET",
      path: PATH,
      handle(request) {
        const { id } = requireReadableProject(context, request);
        const { groupId: _, ...feature } = controlledFeatures.get(GLOBAL_SCOPE, id) ?? {
          groupId: id,
          policies: [],
        };
        return one(reverseLists(feature));
      },
    },
    {
      method: "PUT",
      path: PATH,
      body: "json",
      handle(request) {
        const { id: groupId } = requireProjectRole(context, request, "GROUP_OWNER");
        const given = readFeatureControl(request.body, context.settings.newerFields);
        const updated = formatTimestamp(context.now());
        const { created = updated } = controlledFeatures.get(GLOBAL_SCOPE, groupId) ?? {};
        const feature = { ...given, created, updated };
        controlledFeatures.set({ groupId, ...feature });
        // The order of the policies is not that of the request.
        return one(reverseLists(feature));
      },
    },
  ];
}
