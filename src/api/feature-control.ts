/** `/groups/{project_id}/controlledFeature`: what users of a project cannot do. A PUT replaces everything. */

import type { FeatureControl } from "../fields/feature-control";
import { FEATURE_CONTROL } from "../fields/feature-control";
import { path } from "./common";
import { settingsAt } from "./settings";

/** Of a project in which nobody has set it, the service returns no system. */
export const featureControl = settingsAt<FeatureControl>(
  FEATURE_CONTROL,
  (projectId) => path`/groups/${projectId}/controlledFeature`,
);
