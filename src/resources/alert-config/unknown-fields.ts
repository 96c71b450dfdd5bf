/** Fields of an alert configuration that this version does not know: a newer version of the service returns them. */

import type { WithoutEffect } from "../../core/kept-fields";
import { unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import type { AlertConfig } from "../../fields/alert-config";
import { ALERT_CONFIG, MATCHER } from "../../fields/alert-config";
import { NOTIFICATION } from "../../fields/notification";
import type { Fields } from "../../fields/table";

const WITHOUT_EFFECT: WithoutEffect = new Map<Fields, readonly string[]>([
  [ALERT_CONFIG, ["typeName"]],
  [MATCHER, ["field"]],
  [NOTIFICATION, ["notifierId"]],
]);

/** Finds them with their paths in the response. Their values may be secrets or masks. */
export function unknownFields(live: AlertConfig): Path[] {
  return unknownFieldsIn(ALERT_CONFIG, { ...live }, WITHOUT_EFFECT);
}
