/** The names of an alert configuration's properties: the class and the provider's side share them. */

import type { AlertConfigArgs } from "./arguments";

export const ARGUMENT_NAMES = [
  "projectId",
  "eventTypeName",
  "notifications",
  "enabled",
  "matchers",
  "metricThreshold",
  "threshold",
  "secretsVersion",
  "adoptId",
] as const satisfies readonly (keyof AlertConfigArgs)[];

/**
 * `adoptId` matters at create only. The engine never shows a property whose name begins so: adding or dropping it later
 * is no difference, neither by itself nor beside another one.
 */
export const ADOPT_ID = "__adoptId";

/** The arguments that the SDK registers under their own name. */
export const REGISTERED_NAMES = ARGUMENT_NAMES.filter((name) => name !== "adoptId");

/** The outputs that only the service knows, and what we remember of a write. */
export const COMPUTED = [
  "alertConfigId",
  "groupId",
  "created",
  "updated",
  "links",
  "changedSecrets",
  "__written",
] as const;
