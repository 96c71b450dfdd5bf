/**
 * Completes the body of a PUT, which replaces a whole alert configuration: what the program leaves out would be reset, and what
 * only a newer version of the service knows would be removed.
 */

import type { KeptField } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { usesMetricThreshold, usesThreshold } from "../../fields/alert-catalogue";
import type {
  AlertConfig,
  AlertConfigBody,
  AlertMetricThreshold,
  AlertThreshold,
} from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import {
  addressFieldsOf,
  knownNotificationType,
  OPEN_NOTIFICATION_FIELDS,
  takesField,
  withOneSpelling,
} from "../../fields/notification";
import type { PlainObject } from "../../json";
import { isEmptyList, jsonEqual, pick } from "../../json";
import { knownFields, knownNotification, pairNotifications } from "./comparison";
import type { Baseline } from "./encoding";
import { secretPart } from "./secrets";
import { unknownFields } from "./unknown-fields";

/**
 * Finds what a PUT sends beside the declared body.
 * @param baseline the last write: the response to it has the values of fields that the program never declared
 * @param live the alert configuration on the service, which has the fields that this version does not know
 */
export function keptFields(
  body: AlertConfigBody,
  baseline: Baseline | undefined,
  live: AlertConfig | undefined,
): KeptField[] {
  return [
    ...(baseline === undefined ? [] : undeclaredFields(body, baseline)),
    ...(live === undefined ? [] : carriedFields(body, live)),
  ];
}

/** The fields that neither the program nor its last write declares, with the values that the service returned to that write. */
function undeclaredFields(body: AlertConfigBody, { declared, returned }: Baseline): KeptField[] {
  const isSameEvent = body.eventTypeName === declared.eventTypeName;
  return [
    ...(isSameEvent && usesMetricThreshold(body.eventTypeName)
      ? undeclaredInThreshold("metricThreshold", body, declared, returned)
      : []),
    ...(isSameEvent && usesThreshold(body.eventTypeName)
      ? undeclaredInThreshold("threshold", body, declared, returned)
      : []),
    ...undeclaredInNotifications(body.notifications, declared.notifications, returned.notifications),
  ];
}

type Body = Pick<AlertConfigBody, "metricThreshold" | "threshold">;

/** The undeclared fields of one threshold; none where the three are about different metrics. */
function undeclaredInThreshold(part: keyof Body, now: Body, before: Body, returned: Body): KeptField[] {
  const [ours, former, found] = [now, before, returned].map((body) => body[part]);
  if (found === undefined) return [];
  if (ours === undefined || former === undefined)
    return ours === former ? [{ path: [part], value: found }] : [];
  if (metricOf(ours) !== metricOf(former) || metricOf(ours) !== metricOf(found)) return [];
  // A threshold that the service converted belongs to another unit than the declared one.
  const units = former.threshold === found.threshold ? ["units"] : [];
  const fields = part === "metricThreshold" ? ["mode", ...units] : units;
  return undeclaredOf<PlainObject>([part], fields, { ...ours }, { ...former }, { ...found });
}

function metricOf(threshold: AlertThreshold | AlertMetricThreshold): string | undefined {
  return "metricName" in threshold ? threshold.metricName : undefined;
}

function undeclaredInNotifications(
  now: readonly AlertNotification[],
  before: readonly AlertNotification[],
  returned: Baseline["returned"]["notifications"],
): KeptField[] {
  const pairs = pairNotifications(now.map(knownNotification), before);
  return now.flatMap((notification, index) => {
    const [former, found] = [before[pairs[index] ?? -1], returned[pairs[index] ?? -1]];
    if (former === undefined || found == null) return [];
    const type = knownNotificationType(notification.typeName);
    const fields = OPEN_NOTIFICATION_FIELDS.filter(
      (field) => takesField(type, field) && !isEmptyList(found[field]),
    );
    const spelled = [withOneSpelling(notification), withOneSpelling(former)] as const;
    return undeclaredOf(["notifications", index], fields, ...spelled, found);
  });
}

function undeclaredOf<T extends object>(
  path: Path,
  fields: readonly (keyof T & string)[],
  now: T,
  before: T,
  returned: T,
): KeptField[] {
  return fields
    .filter(
      (field) => now[field] === undefined && before[field] === undefined && returned[field] !== undefined,
    )
    .map((field) => ({ path: [...path, field], value: returned[field] }));
}

/** The unknown fields of the live alert configuration, by their paths in the body; only where both are about the same. */
function carriedFields(body: AlertConfigBody, live: AlertConfig): KeptField[] {
  const placeOf = placesIn(body, live);
  return unknownFields(live).flatMap((path) => {
    const place = placeOf(path);
    return place === undefined ? [] : [{ path: place, value: valueAt(live, path) }];
  });
}

/** Returns the path in the body for a path in the response. */
function placesIn(body: AlertConfigBody, live: AlertConfig): (path: Path) => Path | undefined {
  const { matchers = [], notifications = [] } = live;
  const pairs = pairNotifications(body.notifications.map(knownNotification), notifications);
  const left = new Map((body.matchers ?? []).entries());
  const matcherAt = matchers.map((theirs) => {
    const found = [...left].find(([, ours]) => jsonEqual(ours, knownFields(theirs)));
    if (found !== undefined) left.delete(found[0]);
    return found?.[0];
  });
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
