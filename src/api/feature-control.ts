/** `/groups/{project_id}/controlledFeature`: what users of a project cannot do. A PUT replaces everything. */

import type { FeatureControl } from "../fields/feature-control";
import { FEATURE_CONTROL } from "../fields/feature-control";
import { isPlainObject, omit } from "../json";
import { isGiven } from "../secrets/masks";
import { path } from "./common";
import { settingsAt } from "./settings";

/** Of a project in which nobody has set it, the service returns no system. One without a name is none. */
function modernize(control: unknown): unknown {
  if (!isPlainObject(control)) return control;
  const { externalManagementSystem: system } = control;
  return isPlainObject(system) && !isGiven(system["name"])
    ? omit(control, ["externalManagementSystem"])
    : control;
}

export const featureControl = settingsAt<FeatureControl>(
  FEATURE_CONTROL,
  (projectId) => path`/groups/${projectId}/controlledFeature`,
  modernize,
);
