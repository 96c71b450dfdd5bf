/**
 * Completes the body of a PUT, which replaces a whole alert configuration: what the program leaves out would be reset, and what
 * only a newer version of the service knows would be removed.
 */

import type { KeptField, WithoutEffect } from "../../core/kept-fields";
import { unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import type { Row } from "../../core/comparison";
import { rowsOf } from "../../core/comparison";
import { keyOf } from "../../core/key";
import type {
  AlertConfig,
  AlertConfigBody,
  AlertMatcher,
  AlertMetricThreshold,
  AlertThreshold,
} from "../../fields/alert-config";
import { ALERT_CONFIG, MATCHER } from "../../fields/alert-config";
import { usesThreshold } from "../../fields/alert-catalogue";
import type { AlertNotification } from "../../fields/notification";
import {
  addressFieldsOf,
  knownNotificationType,
  NOTIFICATION,
  withOneSpelling,
} from "../../fields/notification";
import type { Fields } from "../../fields/table";
import { groupBy, isEmptyList, jsonEqual, pick } from "../../json";
import type { Thresholds } from "./comparison";
import { pairNotifications, THRESHOLDS } from "./comparison";
import { keptOf } from "./drift";
import type { Baseline } from "./encoding";
import { secretPart } from "../../secrets/notifications";

/**
 * Finds the fields that neither the program nor its last write declares, with the values that the service returned to that write.
 */
export function undeclaredSince(body: AlertConfigBody, { declared, returned }: Baseline): KeptField[] {
  const { eventTypeName: event } = body;
  const used = THRESHOLDS.filter((part) => event === declared.eventTypeName && usesThreshold(event, part));
  const rows = [
    ...used.flatMap((part) => thresholdRows(part, body, declared, returned)),
    ...notificationRows(body.notifications, declared.notifications, returned.notifications),
  ];
  return keptOf(
    body,
    rows.filter(({ expected, live }) => expected === undefined && !isEmptyList(live)),
  );
}

/** The rows of one threshold as declared now, declared before and returned; none where the three are about different metrics. */
function thresholdRows(part: keyof Thresholds, ...versions: readonly Thresholds[]): Row[] {
  const [declared, expected, live] = versions.map((body) => body[part]);
  const isSameMetric = [expected, live].every(
    (threshold) => !declared || !threshold || metricOf(threshold) === metricOf(declared),
  );
  if (!isSameMetric) return [];
  const rows = rowsOf(ALERT_CONFIG, {
    declared: { [part]: declared },
    expected: { [part]: expected },
    live: { [part]: live },
  });
  // A threshold that the service converted belongs to another unit than the declared one.
  return rows.filter(({ path }) => path.at(-1) !== "units" || expected?.threshold === live?.threshold);
}

function metricOf(threshold: AlertThreshold | AlertMetricThreshold): string | undefined {
  return "metricName" in threshold ? threshold.metricName : undefined;
}

function notificationRows(
  now: readonly AlertNotification[],
  before: readonly AlertNotification[],
  returned: Baseline["returned"]["notifications"],
): Row[] {
  const pairs = pairNotifications(now, before);
  return now.flatMap((notification, index) => {
    const [expected, live] = [before[pairs[index] ?? -1], returned[pairs[index] ?? -1]];
    if (expected === undefined || live == null) return [];
    const versions = { declared: withOneSpelling(notification), expected: withOneSpelling(expected), live };
    return rowsOf(NOTIFICATION, versions, new Map(), ["notifications", index]);
  });
}

/** The unknown fields of the live alert configuration, by their paths in the body; only where both are about the same. */
export function carriedFields(body: AlertConfigBody, live: AlertConfig): KeptField[] {
  const placeOf = placesIn(body, live);
  return unknownFields(live).flatMap((path) => {
    const place = placeOf(path);
    return place === undefined ? [] : [{ path: place, value: valueAt(live, path) }];
  });
}

/** Returns the path in the body for a path in the response. */
function placesIn(body: AlertConfigBody, live: AlertConfig): (path: Path) => Path | undefined {
  const { matchers = [], notifications = [] } = live;
  const pairs = pairNotifications(body.notifications, notifications);
  const keyOfMatcher = (matcher: AlertMatcher): string => keyOf(MATCHER, matcher, { secrets: false });
  const left = groupBy((body.matchers ?? []).entries(), ([, ours]) => keyOfMatcher(ours));
  const matcherAt = matchers.map((theirs) => left.get(keyOfMatcher(theirs))?.shift()?.[0]);
  return (path) => {
    const [part, index, ...rest] = path;
    switch (part) {
      case "metricThreshold":
        return body.metricThreshold?.metricName === live.metricThreshold?.metricName ? path : undefined;
      case "threshold":
        return body.threshold !== undefined && body.eventTypeName === live.eventTypeName ? path : undefined;
      case "matchers": {
        const at = matcherAt[Number(index)];
        return at === undefined ? undefined : [part, at, ...rest];
      }
      case "notifications": {
        const at = pairs.indexOf(Number(index));
        const [ours, theirs] = [body.notifications[at], notifications[Number(index)]];
        if (ours === undefined || theirs === undefined || !hasSameTarget(ours, theirs)) return undefined;
        // A declared key takes the place of the integration that the service used.
        const isReplaced = rest[0] === "integrationId" && Object.keys(secretPart(ours)).length > 0;
        return isReplaced ? undefined : [part, at, ...rest];
      }
      default:
        return path;
    }
  };
}

function hasSameTarget(a: AlertNotification, b: AlertNotification): boolean {
  const [one, other] = [withOneSpelling(a), withOneSpelling(b)];
  const fields = addressFieldsOf(knownNotificationType(a.typeName));
  return one.typeName === other.typeName && jsonEqual(pick(one, fields), pick(other, fields));
}

const WITHOUT_EFFECT: WithoutEffect = new Map<Fields, readonly string[]>([
  [ALERT_CONFIG, ["typeName"]],
  [MATCHER, ["field"]],
  [NOTIFICATION, ["notifierId"]],
]);

/**
 * Finds the fields that this version does not know, with their paths in the response: a newer version of the service returns them.
 * Their values may be secrets or masks.
 */
export function unknownFields(live: AlertConfig): Path[] {
  return unknownFieldsIn(ALERT_CONFIG, { ...live }, WITHOUT_EFFECT);
}
