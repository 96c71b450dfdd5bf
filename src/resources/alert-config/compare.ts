/** When two alert configurations mean the same, and how a live one differs from the declared one. */

import type { Pairing, Row } from "../../core/rows";
import { rowsOf } from "../../core/rows";
import { keyOf } from "../../core/key";
import type { DeclaredObject } from "../../core/definition";
import { compareMasked, isGiven } from "../../secrets/masks";
import { pathText } from "../../core/problems";
import { containsUnknown } from "../../unknowns";
import type { ThresholdName } from "../../fields/alert-catalogue";
import { usesThreshold } from "../../fields/alert-catalogue";
import type { AlertBody, AlertConfigBody, LiveAlert } from "../../fields/alert-config";
import type { AlertNotification, LiveNotification, OpenNotificationField } from "../../fields/notification";
import {
  addressFieldsOf,
  NOTIFICATION,
  OPEN_NOTIFICATION_FIELDS,
  SECRET_NOTIFICATION_FIELDS,
  takesField,
  withOneSpelling,
} from "../../fields/notification";
import { foldAdditional } from "../../fields/additional";
import type { Fields } from "../../fields/table";
import type { PlainObject } from "../../json";
import { canonicalJson, jsonEqual, omit, pick } from "../../json";
import type { AlertArgs, ReturnedAlert, ReturnedNotification } from "./encoding";
import { openAlert } from "./encoding";
import { openPart, secretPart } from "../../secrets/notifications";
import { scopeOf, tableOf } from "./scope";

/** Whether two sets of arguments ask for the same alert configuration. @param except arguments that may differ */
export function sameAlert(a: AlertArgs, b: AlertArgs, except: readonly (keyof AlertArgs)[] = []): boolean {
  const [mine, theirs] = [omit(a, except), omit(b, except)];
  return jsonEqual(mine, theirs) || meaningOf(mine) === meaningOf(theirs);
}

/** One text for all arguments that ask for the same alert configuration. */
export function meaningOf(args: Partial<AlertArgs>): string {
  return keyOfAlert(args, true);
}

/** One text for all arguments that ask for the same alert configuration, whatever its secrets. */
export function openMeaningOf(args: Partial<AlertArgs>): string {
  return keyOfAlert(args, false);
}

function keyOfAlert(args: Partial<AlertArgs>, secrets: boolean): string {
  const { changedSecrets = [], unclear } = args;
  return canonicalJson({
    ...pick(args, ["projectId", "secretsVersion"]),
    alert: keyOf(tableOf(args), args, { secrets }),
    changedSecrets,
    secrets: unclear?.secrets,
  });
}

/** The alert configuration that arguments declare, for the comparison of resources; none while a part of it is unknown. */
export function declaredAlert(args: AlertArgs, path: string): DeclaredObject[] {
  if (containsUnknown(args)) return [];
  const { what } = scopeOf(args.projectId);
  return [{ path, what, meaning: meaningOf(omit(args, ["secretsVersion", "changedSecrets"])) }];
}

/**
 * Compares a live alert configuration with the declared one, field by field. Ids, timestamps, order, unknown fields and defaults
 * that the service fills in are not differences.
 * @param returned what the service returned to the last write; without it, exactly what is declared is expected
 */
export function rowsOfAlert(declared: AlertBody, live: LiveAlert, returned?: ReturnedAlert): Row[] {
  const fields = tableOf(declared);
  const eventTypeName = live.eventTypeName ?? returned?.eventTypeName ?? declared.eventTypeName;
  const expected = returned && {
    ...returned,
    notifications: returned.notifications.map((each) => each && withSecretMarks(each)),
  };
  const versions = {
    declared,
    expected: expected ?? openAlert(declared),
    live: foldAdditional(fields, { ...withUsedThresholds(live, eventTypeName, declared), eventTypeName }),
  };
  return rowsOf(fields, versions, PAIRINGS);
}

/** Marks each secret that was returned. */
function withSecretMarks({ secretFields, ...open }: ReturnedNotification): object {
  return { ...open, ...Object.fromEntries(secretFields.map((field) => [field, "returned"])) };
}

/** Without a threshold that the event does not use and nobody declares: the service returns one for most events. */
export function withUsedThresholds(live: LiveAlert, event: string, declared: Thresholds = {}): LiveAlert {
  const unused = THRESHOLDS.filter((name) => declared[name] === undefined && !usesThreshold(event, name));
  return omit(live, unused) as LiveAlert;
}

/** Whether the type of a notification has a use for the field at a path. */
export function hasUse(
  { notifications }: Pick<AlertArgs, "notifications">,
  { path }: Pick<Row, "path">,
): boolean {
  const [part, index, name] = path;
  if (part !== "notifications") return true;
  return takesField(notifications[Number(index)]?.typeName, String(name));
}

/** The thresholds of an alert configuration. */
export type Thresholds = Pick<AlertConfigBody, ThresholdName>;

export const THRESHOLDS = ["metricThreshold", "threshold"] as const;

/** The path of a row, with the type of its notification: `notifications[0].apiToken (SLACK)`. */
export function pathIn({
  notifications,
}: Pick<AlertConfigBody, "notifications">): (row: Pick<Row, "path">) => string {
  return ({ path }) => {
    const [part, index] = path;
    const type = part === "notifications" ? notifications[Number(index)]?.typeName : undefined;
    return type === undefined ? pathText(path) : `${pathText(path)} (${type})`;
  };
}

const PAIRINGS = new Map<Fields, Pairing>().set(NOTIFICATION, (items, live) => {
  const known = items.map(({ declared, expected }) => ({
    ...openPart(expected as AlertNotification),
    ...secretPart((declared ?? {}) as AlertNotification),
  }));
  return pairNotifications(known, live as (PlainObject & LiveNotification)[]);
});

/**
 * Finds the index of the live notification for each declared one; the most similar pairs first. The service does not keep the order
 * of the program, and notifications have no id.
 */
export function pairNotifications(
  known: readonly AlertNotification[],
  live: readonly LiveNotification[],
): (number | undefined)[] {
  const [ours, theirs] = [known.map(withOneSpelling), live.map(withOneSpelling)];
  const candidates = ours
    .flatMap((mine, i) => theirs.map((other, j) => ({ i, j, score: similarity(mine, other) })))
    .sort((a, b) => b.score - a.score);
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j, score } of candidates) {
    if (score === 0 || pairs.has(i) || taken.has(j)) continue;
    pairs.set(i, j);
    taken.add(j);
  }
  return known.map((_, i) => pairs.get(i));
}

const table: Fields = NOTIFICATION;

/** 0 for another type; otherwise the higher, the more the two have in common. */
function similarity(ours: Omit<AlertNotification, "role">, theirs: Omit<LiveNotification, "role">): number {
  if (theirs.typeName !== ours.typeName) return 0;
  const isEqual = (field: OpenNotificationField): boolean => jsonEqual(theirs[field], ours[field]);
  // A default that the service has filled in is closer than another value.
  const closeness = (field: OpenNotificationField): number => {
    if (isEqual(field)) return 1;
    return ours[field] === undefined && theirs[field] === table[field]?.default ? 0.5 : 0;
  };
  const hasSameAddress = addressFieldsOf(ours.typeName).every(isEqual);
  const equal = OPEN_NOTIFICATION_FIELDS.reduce((sum, field) => sum + closeness(field), 0);
  const verdicts = SECRET_NOTIFICATION_FIELDS.map((field) => {
    const [mine, masked] = [ours[field], theirs[field]];
    return mine === undefined || masked === undefined ? undefined : compareMasked(mine, masked);
  });
  const ofSecrets = verdicts.includes("changed") ? 0 : verdicts.includes("same") ? 2 : 1;
  // Masks may hide all that differs, except which secrets there are.
  const shown = SECRET_NOTIFICATION_FIELDS.filter((field) => isGiven(ours[field]) === isGiven(theirs[field]));
  return (
    1 +
    (hasSameAddress ? 4 : 0) +
    ofSecrets +
    equal / OPEN_NOTIFICATION_FIELDS.length +
    shown.length / SECRET_NOTIFICATION_FIELDS.length
  );
}
