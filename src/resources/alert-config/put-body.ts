/**
 * Completes the body of a PUT, which replaces a whole alert configuration: what the program leaves out would be reset, and what
 * only a newer version of the service knows would be removed.
 */

import type { Carried } from "../../core/carried";
import { carriedIn } from "../../core/carried";
import type { KeptField } from "../../core/kept-fields";
import { unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { inOrder } from "../../core/rows";
import { keyOf } from "../../core/key";
import { hasAdditional } from "../../fields/additional";
import type { ThresholdName } from "../../fields/alert-catalogue";
import { usesThreshold } from "../../fields/alert-catalogue";
import type { AlertBody, AlertConfigBody, AlertMatcher, LiveAlert } from "../../fields/alert-config";
import { MATCHER } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import { withOneSpelling } from "../../fields/notification";
import type { PlainObject } from "../../json";
import { groupBy, isEmptyList, mapValues, omit } from "../../json";
import { compareMasked } from "../../secrets/masks";
import { addressOf, secretPart } from "../../secrets/notifications";
import { hasUse, pairNotifications, THRESHOLDS } from "./compare";
import type { AlertArgs, Baseline, ReturnedAlert, ReturnedNotification } from "./encoding";
import type { AlertScope } from "./scope";
import { tableOf } from "./scope";

/** The last write, for the next one. */
export interface FormerWrite extends Baseline {
  /** The arguments in the state. */
  readonly shown: AlertArgs;
}

/**
 * What a write sends besides what the program declares, of the fields that the tables have.
 * @param former absent if nothing was written before, as after an adoption or an import
 */
export function undeclaredIn(body: AlertBody, live: LiveAlert, former?: FormerWrite): Carried {
  const fields = tableOf(body);
  const { shown, declared, returned } = former ?? {};
  const versions = mapValues({ news: body, shown, declared, returned, live }, (version) =>
    version === undefined ? undefined : alikeTo(body, version),
  );
  // A threshold that the service converted belongs to another unit than the declared one.
  const isConverted = ([part, name]: Path): boolean =>
    name === "units" &&
    THRESHOLDS.some(
      (each) =>
        each === part &&
        declared?.[each] !== undefined &&
        declared[each].threshold !== returned?.[each]?.threshold,
    );
  const news = { ...body, notifications: body.notifications.map(withOneSpelling) };
  const carried = carriedIn(
    fields,
    { ...versions, news, live: versions.live },
    (path) => isConverted(path) || !hasUse(body, { path }),
  );
  const lost = carried.lost.filter((path) => !isShownAsChanged(body, path, shown));
  const isKnown = [body, shown, declared].some((each) => !hasNoMatchers(each));
  const isOfOtherEvent = body.eventTypeName !== live.eventTypeName && !hasNoMatchers(live);
  return { ...carried, lost, dropped: isOfOtherEvent && !isKnown ? [["matchers"]] : [] };
}

function hasNoMatchers(alert: Version = {}): boolean {
  return alert.matchers === undefined || isEmptyList(alert.matchers);
}

type Version = Partial<AlertBody> | ReturnedAlert | LiveAlert;

/** The parts of a version that are about the same as those of a body: notifications in its order, and thresholds of the same event. */
function alikeTo(body: AlertBody, version: Version): PlainObject {
  const notifications = (version.notifications ?? []).map((each) => ({ ...each }) as AlertNotification);
  const ours = body.notifications.map(withOneSpelling);
  const pairs = pairNotifications(ours, notifications);
  const isSameEvent = body.eventTypeName === (version.eventTypeName ?? body.eventTypeName);
  const isSameMetric =
    (body.metricThreshold ?? version.metricThreshold)?.metricName === version.metricThreshold?.metricName;
  const uses = (name: ThresholdName): boolean => isSameEvent && usesThreshold(body.eventTypeName, name);
  const matchers = version.matchers?.map((each) =>
    omit<PlainObject, string>({ ...each }, [...WITHOUT_EFFECT]),
  );
  return {
    ...version,
    matchers: isSameEvent ? matchers : undefined,
    threshold: uses("threshold") ? version.threshold : undefined,
    metricThreshold: uses("metricThreshold") && isSameMetric ? version.metricThreshold : undefined,
    notifications: inOrder(pairs, notifications).map((theirs, index) => {
      const mine = body.notifications[index];
      return mine !== undefined && theirs !== undefined && hasSameTarget(mine, theirs)
        ? { ...withOneSpelling(theirs), ...maskedSecrets(theirs) }
        : undefined;
    }),
  };
}

/** The secrets that a response had, of which a baseline has the names alone. */
function maskedSecrets(returned: object): PlainObject {
  const { secretFields = [] } = returned as Partial<ReturnedNotification>;
  return Object.fromEntries(secretFields.map((field) => [field, MASK]));
}

const MASK = "****";

/** Whether a refresh has found the secret of a notification, so that the preview has named its removal. */
function isShownAsChanged({ notifications }: AlertBody, [, index, field]: Path, shown?: AlertArgs): boolean {
  if (shown?.changedSecrets === undefined) return false;
  const former = pairNotifications(notifications, shown.notifications)[Number(index)];
  return shown.changedSecrets.some((text) => text.startsWith(`notifications[${former}].${field}`));
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

/** Whether two notifications go to the same place: some have a URL for it, of which the service shows a part. */
function hasSameTarget(a: AlertNotification | undefined, b: AlertNotification): boolean {
  if (a === undefined || addressOf(withoutNone(a)) !== addressOf(withoutNone(b))) return false;
  return URLS.every((field) => {
    const [ours, theirs] = [a[field], b[field]];
    return ours === undefined || theirs === undefined || compareMasked(ours, theirs) !== "changed";
  });
}

/** No roles are the same as an empty list of them. */
function withoutNone(notification: AlertNotification): AlertNotification {
  return isEmptyList(notification.roles) ? omit(notification, ["roles"]) : notification;
}

const URLS = ["webhookUrl", "microsoftTeamsWebhookUrl"] as const;

/** Fields that no table lists, and that are either set by the service or deprecated. */
export const WITHOUT_EFFECT = ["typeName", "field", "notifierId"];

/**
 * Finds the fields that this version does not know, with their paths in the response: a newer version of the service returns them.
 * Their values may be secrets or masks.
 */
export function unknownFields(live: LiveAlert, { table }: AlertScope): Path[] {
  return unknownFieldsIn(table, { ...live }, WITHOUT_EFFECT);
}
