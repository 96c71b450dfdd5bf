/**
 * What a live alert configuration means in the words of the program that wrote it.
 *
 * Ids, stamps, order, unknown fields and what the service fills in by itself make no difference; whatever else departs
 * from what the service answered to our own last write does.
 */

import type { AlertConfig, MetricThreshold, Threshold } from "../../api/alert-configs";
import type { PlainObject } from "../../json";
import { isPlainObject, jsonEqual, pick, withoutUndefined } from "../../json";
import { differences, differenceText } from "../../core/differences";
import type { Comparison } from "../../core/importing";
import { answeredSecrets } from "../../core/masks";
import { listIn, sameAlert, sameSet, uniform } from "./meaning";
import { openAnswer, pair } from "./notification-pairs";
import { joinSecrets, openPart, secretPart } from "./notification-secrets";
import { NOTIFICATION_DEFAULTS, refreshedNotifications } from "./refreshed-notifications";
import { sameQuantity } from "./units";
import type { Answered, Written } from "./written";
import { written } from "./written";

/** A live configuration as the inputs that would describe it. */
export interface Refreshed {
  inputs: PlainObject;
  /** Secrets that are certainly not what they were. */
  changedSecrets: string[];
  /** Secrets of which the answer does not tell. */
  unverifiedSecrets: string[];
}

/** What a live configuration means in the words of the program that wrote it. */
export function refreshed(before: Written, secrets: unknown, live: AlertConfig): Refreshed {
  const { declared, answered } = before;
  const eventTypeName = live.eventTypeName ?? answered.eventTypeName ?? declared["eventTypeName"];
  const notifications = refreshedNotifications(before, secrets, live.notifications ?? []);
  return {
    inputs: withoutUndefined({
      eventTypeName:
        eventTypeName === (answered.eventTypeName ?? declared["eventTypeName"])
          ? declared["eventTypeName"]
          : eventTypeName,
      enabled:
        live.enabled === (answered.enabled ?? declared["enabled"] ?? false)
          ? declared["enabled"]
          : live.enabled,
      matchers: sameSet(live.matchers, answered.matchers) ? declared["matchers"] : (live.matchers ?? []),
      metricThreshold: refreshedMetric(
        declared["metricThreshold"] as PlainObject | undefined,
        answered.metricThreshold,
        live.metricThreshold,
      ),
      threshold: refreshedThreshold(
        declared["threshold"] as PlainObject | undefined,
        answered.threshold,
        live.threshold,
      ),
      notifications: notifications.open,
    }),
    changedSecrets: notifications.changedSecrets,
    unverifiedSecrets: notifications.unverifiedSecrets,
  };
}

/** Whether a live configuration is what the inputs ask for; what they leave out may be anything. */
export function fulfils(inputs: PlainObject, live: AlertConfig): boolean {
  return compareDeclared(inputs, live).same;
}

export function compareDeclared(inputs: PlainObject, live: AlertConfig): Comparison {
  const before = written(inputs, live);
  const { declared, answered } = before;
  const words = listIn(declared["notifications"]);
  const metric = { ...answered.metricThreshold, ...(declared["metricThreshold"] as object | undefined) };
  const expected: Answered = {
    ...answered,
    eventTypeName: declared["eventTypeName"] as string,
    enabled: declared["enabled"] === true,
    matchers: declared["matchers"] ?? [],
    metricThreshold: "metricName" in metric ? (metric as MetricThreshold) : undefined,
    threshold: (declared["threshold"] as Threshold | undefined) ?? answered.threshold,
    notifications: answered.notifications.map(
      (notification, index) => notification && { ...notification, ...uniform(words[index] ?? {}) },
    ),
  };
  const found = refreshed({ declared, answered: expected }, inputs["notificationSecrets"], live);
  const same = found.changedSecrets.length === 0 && sameAlert({ ...inputs, ...found.inputs }, inputs);
  return {
    same,
    changes: same
      ? []
      : [
          ...openChanges(inputs, live),
          ...found.changedSecrets.map((name) => `${name}: another value`),
          ...undeclaredSecrets(inputs, live).map((name) => `${name}: is not declared and will be removed`),
        ],
    unverifiedSecrets: found.unverifiedSecrets,
  };
}

/** Secrets of the declared notifications that the program leaves out, by name; a write drops them. */
function undeclaredSecrets(inputs: PlainObject, live: AlertConfig): string[] {
  const whole = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const held = whole.map((notification) => ({
    open: uniform(openPart(notification)),
    secrets: notification,
  }));
  const answered = live.notifications ?? [];
  return pair(held, answered).flatMap((at, index) => {
    const given = at === undefined ? [] : answeredSecrets(secretPart({ ...answered[at] }));
    return given
      .filter((field) => whole[index]?.[field] === undefined)
      .map((field) => `notifications[${index}].${field} (${String(whole[index]?.["typeName"])})`);
  });
}

/** What a write of the inputs would change of the open fields, those that they leave out included. */
function openChanges(inputs: PlainObject, live: AlertConfig): string[] {
  const whole = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const declared = whole.map((notification) => uniform(openPart(notification)));
  const answered = live.notifications ?? [];
  const pairs = pair(
    declared.map((open, index) => ({ open, secrets: whole[index] ?? {} })),
    answered,
  );
  const others = answered.filter((_, index) => !pairs.includes(index));
  const ordered = [...pairs.map((index) => (index === undefined ? undefined : answered[index])), ...others];
  const metric = inputs["metricThreshold"] as PlainObject | undefined;
  const after = {
    eventTypeName: inputs["eventTypeName"],
    enabled: inputs["enabled"] === true,
    matchers: inputs["matchers"] ?? [],
    metricThreshold: metric,
    threshold: inputs["threshold"],
    notifications: declared,
  };
  const before = {
    ...described(live),
    matchers: sameSet(live.matchers, after.matchers) ? after.matchers : (live.matchers ?? []),
    metricThreshold: withoutDefaults(described(live)["metricThreshold"], metric, METRIC_DEFAULTS),
    notifications: ordered.map(
      (each, index) => each && withoutDefaults(openAnswer(each), declared[index], NOTIFICATION_DEFAULTS),
    ),
  };
  return differences(before, after).map(differenceText);
}

const METRIC_DEFAULTS: PlainObject = { mode: "AVERAGE", units: "RAW" };

/** A live object without what means the same as the absence of it in the declared one. */
function withoutDefaults(live: unknown, declared: PlainObject | undefined, defaults: PlainObject): unknown {
  if (!isPlainObject(live) || declared === undefined) return live;
  return Object.fromEntries(
    Object.entries(live).filter(
      ([field, value]) => declared[field] !== undefined || defaults[field] !== value,
    ),
  );
}

/** A live configuration of which nothing is known but itself; secrets are left out, since they may be masks. */
export function described(live: AlertConfig): PlainObject {
  return withoutUndefined({
    eventTypeName: live.eventTypeName,
    enabled: live.enabled,
    matchers: live.matchers,
    metricThreshold: live.metricThreshold && pick({ ...live.metricThreshold }, METRIC_FIELDS),
    threshold: live.threshold && pick({ ...live.threshold }, THRESHOLD_FIELDS),
    notifications: (live.notifications ?? []).map(openAnswer),
  });
}

const METRIC_FIELDS = ["metricName", "mode", "operator", "threshold", "units"];
const THRESHOLD_FIELDS = ["operator", "threshold"];

function refreshedMetric(
  declared: PlainObject | undefined,
  answered: MetricThreshold | undefined,
  live: MetricThreshold | undefined,
): unknown {
  if (live === undefined) return answered === undefined ? declared : undefined;
  const open = pick({ ...live }, METRIC_FIELDS);
  if (answered === undefined) return open;
  // A metric without a unit is in RAW, whether or not the service says so.
  const known =
    answered.units === undefined && live.units === "RAW" ? { ...answered, units: "RAW" } : answered;
  const sameSize = sameQuantity(live, known);
  const result: PlainObject = {};
  for (const field of METRIC_FIELDS) {
    const isSize = field === "threshold" || field === "units";
    const same = isSize ? sameSize : jsonEqual(open[field], known[field as keyof MetricThreshold]);
    const value = same ? declared?.[field] : open[field];
    if (value !== undefined) result[field] = value;
  }
  return declared === undefined && Object.keys(result).length === 0 ? undefined : result;
}

function refreshedThreshold(
  declared: PlainObject | undefined,
  answered: Threshold | undefined,
  live: Threshold | undefined,
): unknown {
  // The service answers a unit that a program need not write.
  const fields = declared?.["units"] === undefined ? THRESHOLD_FIELDS : [...THRESHOLD_FIELDS, "units"];
  const openOf = (threshold: Threshold | undefined): PlainObject | undefined =>
    threshold && pick({ ...threshold }, fields);
  return jsonEqual(openOf(live), openOf(answered)) ? declared : openOf(live);
}
