/**
 * When two alert configurations mean the same: notifications, matchers and roles are sets, some values have two spellings, and
 * the service may convert units.
 */

import type { DeclaredObject } from "../../core/definition";
import { compareMasked, isGiven } from "../../core/masks";
import { containsUnknown } from "../../core/unknowns";
import type { AlertMatcher, AlertMetricThreshold } from "../../fields/alert-config";
import { MATCHER } from "../../fields/alert-config";
import type {
  AlertNotification,
  ComparedNotification,
  Notification,
  OpenNotificationField,
} from "../../fields/notification";
import {
  addressFieldsOf,
  knownNotificationType,
  NOTIFICATION_DEFAULTS,
  OPEN_NOTIFICATION_FIELDS,
  openFields,
  SECRET_NOTIFICATION_FIELDS,
  withOneSpelling,
} from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { canonicalJson, jsonEqual, omit, pick } from "../../json";
import type { AlertArgs } from "./encoding";
import type { Secrets } from "./secrets";
import { openPart, secretPart } from "./secrets";

const MATCHER_FIELDS = argumentNames(MATCHER);

/** Whether two sets of arguments ask for the same alert configuration. @param except arguments that may differ */
export function sameAlert(a: AlertArgs, b: AlertArgs, except: readonly (keyof AlertArgs)[] = []): boolean {
  const [mine, theirs] = [omit(a, except), omit(b, except)];
  return jsonEqual(mine, theirs) || meaningOf(mine) === meaningOf(theirs);
}

/** One text for all arguments that ask for the same alert configuration. */
export function meaningOf(args: Partial<AlertArgs>): string {
  const { enabled, matchers = [], notifications = [], changedSecrets = [], unclear } = args;
  return canonicalJson({
    ...pick(args, ["projectId", "eventTypeName", "metricThreshold", "threshold", "secretsVersion"]),
    enabled: enabled === true,
    matchers: sorted(matchers),
    notifications: sorted(notifications.map(withOneSpelling)),
    changedSecrets,
    secrets: unclear?.secrets,
  });
}

/** One text for all arguments that ask for the same alert configuration, whatever its secrets. */
export function openMeaningOf(args: AlertArgs): string {
  return meaningOf({ ...args, notifications: args.notifications.map(openPart) });
}

/** The alert configuration that arguments declare, for the comparison of resources; none while a part of it is unknown. */
export function declaredAlert(args: AlertArgs, path: string): DeclaredObject[] {
  if (containsUnknown(args)) return [];
  return [{ path, meaning: meaningOf(omit(args, ["secretsVersion", "changedSecrets"])) }];
}

/** Whether two lists hold the same items in any order. An absent list is empty. */
export function sameSet(a: readonly unknown[] = [], b: readonly unknown[] = []): boolean {
  return jsonEqual(a, b) || jsonEqual(sorted(a), sorted(b));
}

/** A matcher without the fields that only a newer version of the service returns. */
export function knownFields(matcher: AlertMatcher): AlertMatcher {
  return pick(matcher, MATCHER_FIELDS);
}

/** The items as texts, in one order. */
export function sorted(items: readonly unknown[]): string[] {
  return items.map(canonicalJson).sort();
}

/** A notification of ours: its open fields in one spelling, and its secrets. */
export interface KnownNotification {
  readonly open: ComparedNotification;
  readonly secrets: Secrets;
}

export function knownNotification(declared: AlertNotification): KnownNotification {
  return { open: withOneSpelling(openPart(declared)), secrets: secretPart(declared) };
}

/**
 * Finds for each notification of ours the index of the live one; the most similar pairs first. The service keeps neither our
 * order nor an id of ours.
 */
export function pairNotifications(
  known: readonly KnownNotification[],
  live: readonly Notification[],
): (number | undefined)[] {
  const returned = live.map((notification) => ({ notification, open: openFields(notification) }));
  const candidates = known.flatMap((ours, i) =>
    returned.map((theirs, j) => ({ i, j, score: similarity(ours, theirs) })),
  );
  candidates.sort((a, b) => b.score - a.score || Math.abs(a.i - a.j) - Math.abs(b.i - b.j));
  const pairs: (number | undefined)[] = known.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j, score } of candidates) {
    if (score === 0 || pairs[i] !== undefined || taken.has(j)) continue;
    pairs[i] = j;
    taken.add(j);
  }
  return pairs;
}

/** 0 for another type; otherwise the higher, the more the two have in common. */
function similarity(
  { open, secrets }: KnownNotification,
  { notification, open: theirs }: { notification: Notification; open: ComparedNotification },
): number {
  if (theirs.typeName !== open.typeName) return 0;
  const isEqual = (field: OpenNotificationField): boolean => jsonEqual(theirs[field], open[field]);
  // A default that the service has filled in is closer than another value.
  const closeness = (field: OpenNotificationField): number => {
    if (isEqual(field)) return 1;
    return open[field] === undefined && jsonEqual(theirs[field], NOTIFICATION_DEFAULTS[field]) ? 0.5 : 0;
  };
  const hasSameAddress = addressFieldsOf(knownNotificationType(open.typeName)).every(isEqual);
  const equal = OPEN_NOTIFICATION_FIELDS.reduce((sum, field) => sum + closeness(field), 0);
  const equalShare = equal / OPEN_NOTIFICATION_FIELDS.length;
  const verdicts = SECRET_NOTIFICATION_FIELDS.map((field) => {
    const [mine, masked] = [secrets[field], notification[field]];
    return mine === undefined || masked === undefined ? undefined : compareMasked(mine, masked);
  });
  const ofSecrets = verdicts.includes("changed") ? 0 : verdicts.includes("same") ? 2 : 1;
  // Masks may hide all that differs, except which secrets there are.
  const shown = SECRET_NOTIFICATION_FIELDS.filter(
    (field) => isGiven(secrets[field]) === isGiven(notification[field]),
  );
  const shownShare = shown.length / SECRET_NOTIFICATION_FIELDS.length;
  return 1 + (hasSameAddress ? 4 : 0) + ofSecrets + equalShare + shownShare;
}

/** The sizes of units of data in bytes. @param factor that of the prefix `KILO` */
function dataUnits(factor: number): Readonly<Record<string, number>> {
  return {
    BITS: 1 / 8,
    KILOBITS: factor / 8,
    MEGABITS: factor ** 2 / 8,
    GIGABITS: factor ** 3 / 8,
    BYTES: 1,
    KILOBYTES: factor,
    MEGABYTES: factor ** 2,
    GIGABYTES: factor ** 3,
    TERABYTES: factor ** 4,
    PETABYTES: factor ** 5,
  };
}

/** In milliseconds. */
const TIME_UNITS: Readonly<Record<string, number>> = {
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
};

/** The documentation does not say whether the service converts data by 1024 or by 1000. */
const SCALES = [dataUnits(1024), dataUnits(1000), TIME_UNITS];

/** Converted quantities may differ by this share of the larger one. */
const TOLERANCE = 1e-6;

type Quantity = Pick<AlertMetricThreshold, "threshold" | "units">;

/** Whether two quantities are equal, in the same unit or after conversion. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.units === b.units) return a.threshold === b.threshold;
  return SCALES.some((scale) => {
    const [factorA, factorB] = [scale[a.units ?? ""], scale[b.units ?? ""]];
    if (factorA === undefined || factorB === undefined) return false;
    const [sizeA, sizeB] = [a.threshold * factorA, b.threshold * factorB];
    return Math.abs(sizeA - sizeB) <= TOLERANCE * Math.max(Math.abs(sizeA), Math.abs(sizeB));
  });
}
