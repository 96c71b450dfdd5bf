/** Alert configurations of random programs, and the comparison of what the service holds with what they declare. */

import type { Dice } from "./dice";
import type { AlertConfig, AlertConfigBody, AlertMetricThreshold } from "../../src/fields/alert-config";
import type { AlertNotification, Notification } from "../../src/fields/notification";
import { jsonEqual } from "../../src/json";
import { sameQuantity } from "../../src/fields/quantity";

/** An event with what it requires. */
export function chooseEvent(die: Dice): Omit<AlertConfigBody, "notifications"> {
  return die.oneOf<Omit<AlertConfigBody, "notifications">>([
    { eventTypeName: "NO_PRIMARY" },
    { eventTypeName: "HOST_DOWN", matchers: [{ fieldName: "PORT", operator: "EQUALS", value: "27017" }] },
    {
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      metricThreshold: die.oneOf<AlertMetricThreshold>([
        { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 10 },
        { metricName: "MEMORY_RESIDENT", operator: "GREATER_THAN", threshold: 2, units: "GIGABYTES" },
        { metricName: "MEMORY_RESIDENT", operator: "GREATER_THAN", threshold: 2048, units: "MEGABYTES" },
      ]),
    },
  ]);
}

/** Whether an alert configuration of the service, with its secrets in clear, is as declared. What is left out may have any value. */
export function isAsDeclared(declared: AlertConfigBody, live: Omit<AlertConfig, "groupId">): boolean {
  const { eventTypeName, enabled, matchers = [], metricThreshold } = declared;
  const theirs = live.metricThreshold;
  return (
    eventTypeName === live.eventTypeName &&
    (enabled === true) === live.enabled &&
    jsonEqual(matchers, live.matchers ?? []) &&
    (metricThreshold === undefined) === (theirs === undefined) &&
    (metricThreshold === undefined ||
      theirs === undefined ||
      (metricThreshold.metricName === theirs.metricName &&
        metricThreshold.operator === theirs.operator &&
        sameQuantity({ ...metricThreshold, units: metricThreshold.units ?? theirs.units }, theirs))) &&
    pairsUp(declared.notifications, live.notifications ?? [])
  );
}

const SECRETS = ["apiToken", "serviceKey", "webhookUrl", "webhookSecret"] as const;

/** Whether each declared notification has a live one of its own. */
function pairsUp(declared: readonly AlertNotification[], live: readonly Notification[]): boolean {
  const [first, ...others] = declared;
  if (first === undefined) return live.length === 0;
  return live.some(
    (each, index) => isNotificationAsDeclared(first, each) && pairsUp(others, live.toSpliced(index, 1)),
  );
}

function isNotificationAsDeclared(declared: AlertNotification, live: Notification): boolean {
  return (
    Object.entries(declared).every(([field, value]) => jsonEqual(value, live[field as keyof Notification])) &&
    SECRETS.every((field) => live[field] === declared[field]) &&
    (declared.delayMin ?? 0) === (live.delayMin ?? 0)
  );
}
