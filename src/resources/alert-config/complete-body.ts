/**
 * Completes the body of a PUT, which replaces a whole alert configuration: what the program leaves out would be reset, and what
 * only a newer version of the service knows would be removed.
 */

import type { KeptField } from "../../core/kept-fields";
import { unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import type { Pairing } from "../../core/rows";
import { inOrder, rowsOf } from "../../core/rows";
import { keyOf } from "../../core/key";
import { hasAdditional } from "../../fields/additional";
import { usesThreshold } from "../../fields/alert-catalogue";
import type { AlertBody, AlertConfigBody, AlertMatcher, LiveAlert } from "../../fields/alert-config";
import { ALERT_CONFIG, MATCHER } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import { NOTIFICATION, withOneSpelling } from "../../fields/notification";
import type { Fields } from "../../fields/table";
import { groupBy, isEmptyList, pick } from "../../json";
import { pairNotifications, THRESHOLDS } from "./comparison";
import { keptOf } from "./drift";
import type { Baseline } from "./encoding";
import { addressOf, secretPart } from "../../secrets/notifications";
import type { AlertScope } from "./scope";
import { tableOf } from "./scope";

/**
 * Finds the fields that neither the program nor its last write declares, with the values that the service returned to that write.
 */
export function undeclaredSince(body: AlertConfigBody, { declared, returned }: Baseline): KeptField[] {
  const { eventTypeName: event } = body;
  const metrics = [body, declared, returned].flatMap(
    ({ metricThreshold }) => metricThreshold?.metricName ?? [],
  );
  const used = THRESHOLDS.filter(
    (part) =>
      event === declared.eventTypeName &&
      usesThreshold(event, part) &&
      (part === "threshold" || new Set(metrics).size === 1),
  );
  const pairs = pairNotifications(body.notifications, declared.notifications);
  const rows = rowsOf(
    ALERT_CONFIG,
    {
      declared: { ...pick(body, used), notifications: body.notifications.map(withOneSpelling) },
      expected: {
        ...pick(declared, used),
        notifications: inOrder(pairs, declared.notifications.map(withOneSpelling)),
      },
      live: { ...pick(returned, used), notifications: inOrder(pairs, returned.notifications) },
    },
    new Map<Fields, Pairing>([[NOTIFICATION, (items) => items.map((_, index) => index)]]),
  );
  // A threshold that the service converted belongs to another unit than the declared one.
  const isConverted = ([part, name]: Path): boolean =>
    name === "units" &&
    THRESHOLDS.some((each) => each === part && declared[each]?.threshold !== returned[each]?.threshold);
  return keptOf(
    body,
    rows.filter(
      ({ path, expected, live }) => expected === undefined && !isEmptyList(live) && !isConverted(path),
    ),
  );
}

/**
 * The unknown fields of the live alert configuration, by their paths in the body; only where both are about the same.
 * @param former the last write, whose additional fields are removed if the program no longer declares them
 */
export function carriedFields(body: AlertBody, live: LiveAlert, former?: AlertBody): KeptField[] {
  const alike = alikeIn(body, live);
  const paths = unknownFieldsIn(tableOf(body), alike, WITHOUT_EFFECT);
  const formers =
    former && inOrder(pairNotifications(body.notifications, former.notifications), former.notifications);
  const isDeclared = (path: Path): boolean =>
    path.length === 1
      ? [body, former].some((each) => hasAdditional(each, path[0]))
      : path[0] === "notifications" &&
        [body.notifications, formers].some((list) => hasAdditional(list?.[Number(path[1])], path[2]));
  // A declared key takes the place of the integration that the service used.
  const isReplaced = ([, index, name]: Path): boolean => {
    const ours = name === "integrationId" ? body.notifications[Number(index)] : undefined;
    return ours !== undefined && Object.keys(secretPart(ours)).length > 0;
  };
  return paths
    .filter((path) => !isDeclared(path) && !isReplaced(path))
    .map((path) => ({ path, value: valueAt(alike, path) }));
}

/** The parts of the live alert configuration that are about the same as those of a body, in its order. */
function alikeIn(body: AlertConfigBody, live: LiveAlert) {
  const { matchers = [], metricThreshold, notifications = [], threshold } = live;
  const pairs = pairNotifications(body.notifications, notifications);
  const keyOfMatcher = (matcher: AlertMatcher): string => keyOf(MATCHER, matcher, { secrets: false });
  const left = groupBy(matchers, keyOfMatcher);
  const isSameMetric = body.metricThreshold?.metricName === metricThreshold?.metricName;
  const isSameEvent = body.threshold !== undefined && body.eventTypeName === live.eventTypeName;
  return {
    ...live,
    metricThreshold: isSameMetric ? metricThreshold : undefined,
    threshold: isSameEvent ? threshold : undefined,
    matchers: body.matchers?.map((ours) => left.get(keyOfMatcher(ours))?.shift()),
    notifications: inOrder(pairs, notifications).map((theirs, index) =>
      theirs && hasSameTarget(body.notifications[index], theirs) ? theirs : undefined,
    ),
  };
}

function hasSameTarget(a: AlertNotification | undefined, b: AlertNotification): boolean {
  return a !== undefined && addressOf(a) === addressOf(b);
}

/** Fields that no table lists, and that are either set by the service or deprecated. */
export const WITHOUT_EFFECT = ["typeName", "field", "notifierId"];

/**
 * Finds the fields that this version does not know, with their paths in the response: a newer version of the service returns them.
 * Their values may be secrets or masks.
 */
export function unknownFields(live: LiveAlert, { table }: AlertScope): Path[] {
  return unknownFieldsIn(table, { ...live }, WITHOUT_EFFECT);
}
