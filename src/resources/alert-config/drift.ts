/** Compares a live alert configuration for a refresh, an adoption and a report. */

import type { Comparison, Drift } from "../../core/comparison";
import type { Row } from "../../core/rows";
import { inOrder } from "../../core/rows";
import {
  comparisonOf,
  differenceIn,
  differencesIn,
  isDrift,
  pathOf,
  secretsIn,
  withLiveValues,
} from "../../core/comparison";
import type { NotTaken } from "../../core/not-taken";
import { isAdjusted, notTakenIn } from "../../core/not-taken";
import { isGiven } from "../../secrets/masks";
import { declaredAdditional, foldAdditional } from "../../fields/additional";
import type { LiveAlert } from "../../fields/alert-config";
import {
  fieldsRequiredBy,
  isFixedFor,
  knownNotificationType,
  openFields,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { publicArguments } from "../../fields/table";
import { omit, pick, withoutUndefined } from "../../json";
import { hasUse, pairNotifications, pathIn, rowsOfAlert, withUsedThresholds } from "./compare";
import type { AlertArgs, Baseline } from "./encoding";
import { bodyOf, FIELDS, openAlert } from "./encoding";
import { undeclaredIn } from "./put-body";
import type { ProjectId } from "./scope";
import { scopeOf } from "./scope";
import type { JoinedNotifications } from "../../secrets/notifications";
import { joinSecrets, openPart } from "../../secrets/notifications";

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(args: AlertArgs, live: LiveAlert): Baseline {
  const declared = bodyOf(args);
  const found = foldAdditional(scopeOf(args.projectId).table, live);
  const notifications = found.notifications ?? [];
  const pairs = pairNotifications(args.notifications, notifications);
  const returned = {
    ...pick(withUsedThresholds(found, live.eventTypeName ?? declared.eventTypeName, declared), FIELDS),
    ...declaredAdditional(declared, found),
    notifications: inOrder(pairs, notifications).map((each, index) => {
      if (each === undefined) return null;
      const secretFields = SECRET_NOTIFICATION_FIELDS.filter((field) => isGiven(each[field]));
      const additional = declaredAdditional(args.notifications[index] ?? {}, each);
      return { ...openFields(each), ...additional, secretFields };
    }),
  };
  return { declared, returned: withoutUndefined(returned) };
}

/** What the service did not take of a write. @param live what it returned */
export function notTakenOf({ declared, returned }: Baseline, live: LiveAlert): NotTaken[] {
  return notTakenIn(decisive(declared, rowsOfAlert(declared, live, returned)));
}

/** Without the rows of fields that have no effect on the type of their notification, or that the service sets by itself. */
function decisive(alert: Pick<AlertArgs, "notifications">, rows: readonly Row[]): Row[] {
  return rows.filter((row) => hasUse(alert, row) && !isFixed(alert, row));
}

/** The baseline after a write of `enabled` alone. */
export function baselineAfterSwitch(before: Baseline, args: AlertArgs, live: LiveAlert): Baseline {
  return {
    ...before,
    declared: withoutUndefined({ ...before.declared, enabled: args.enabled }),
    returned: withoutUndefined({ ...before.returned, enabled: live.enabled }),
  };
}

/** A live alert configuration of which nothing else is known. Its secrets are left out, since they may be masked. */
export function argsOfLive(projectId: ProjectId, whole: LiveAlert): AlertArgs {
  const { notifications = [], ...live } = withUsedThresholds(whole, whole.eventTypeName ?? "");
  return {
    ...(projectId !== undefined && { projectId }),
    ...publicArguments(scopeOf(projectId).table, live),
    eventTypeName: live.eventTypeName ?? "",
    notifications: notifications.map(openFields),
  };
}

/** The arguments that describe the live alert configuration, in the spelling of the program where they mean the same. */
export function refresh(args: AlertArgs, { declared, returned }: Baseline, live: LiveAlert) {
  const rows = rowsOfAlert(declared, live, returned);
  const { notifications: found, ...body } = withLiveValues(declared, rows);
  // `role` is the other spelling of `roles`.
  const notifications = found.map((each) => (each.roles === undefined ? each : omit(each, ["role"])));
  // What was unclear before stays so: the state cannot say whose the secrets are.
  const joined: JoinedNotifications =
    args.unclear === undefined
      ? { notifications }
      : joinSecrets(notifications.map(openPart), args.unclear.secrets);
  const { changedSecrets } = secretsIn(rows, pathIn(declared));
  return {
    args: {
      ...omit(args, [...FIELDS, "changedSecrets", "unclear"]),
      ...body,
      ...withoutUndefined(joined),
      ...(changedSecrets.length > 0 && { changedSecrets }),
    },
    rows,
    /** What is still not taken, beside what shows as a change of the arguments. */
    adjusted: decisive(declared, rows).filter(isAdjusted),
  };
}

/** Compares a live alert configuration with arguments. What they leave out may have any value. */
export function compareDeclared(args: AlertArgs, live: LiveAlert): Comparison {
  return comparisonOf(rowsOfAlert(args, live), undeclaredIn(args, live), pathIn(args));
}

/**
 * How a live alert configuration differs from the one in a state, by the paths and in the order of the program.
 * @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default
 * @param notTaken what the service did not take of the last write
 */
export function driftOf(
  args: AlertArgs,
  baseline: Baseline | undefined,
  live: LiveAlert,
  notTaken: readonly NotTaken[] = [],
): Drift {
  if (baseline === undefined) {
    const rows = rowsOfAlert(args, live);
    const certain = rows.filter((row) => isDrift(row, hasUse(args, row)));
    const known = new Set(notTaken.map(pathOf));
    const isKnown = (row: Row): boolean => row.field.adjustable === true && known.has(pathOf(row));
    return {
      changes: differencesIn(certain.filter((row) => !isKnown(row))),
      notTaken: differencesIn(certain.filter(isKnown)),
      ...secretsIn(rows, pathOf),
    };
  }
  const { args: found, rows, adjusted } = refresh(args, baseline, live);
  const changes = differencesIn(
    rowsOfAlert({ ...args, ...openAlert(args) }, { id: live.id, ...openAlert(found) }),
  );
  return { changes, notTaken: adjusted.map(differenceIn), ...secretsIn(rows, pathOf) };
}

/** Whether the service has its own value for the field of a row, whatever it is sent. */
function isFixed({ notifications }: Pick<AlertArgs, "notifications">, { path }: Row): boolean {
  const [part, index, name] = path;
  return part === "notifications" && isFixedFor(notifications[Number(index)]?.typeName, String(name));
}

/** Whether a secret is declared that a notification may leave out, and that the service does not have. */
export function declaresFurtherSecrets(args: AlertArgs, live: LiveAlert): boolean {
  return rowsOfAlert(args, live).some(({ field, path: [, index, name], declared, live: theirs }) => {
    if (field.secret !== true || !isGiven(declared) || isGiven(theirs)) return false;
    const type = knownNotificationType(args.notifications[Number(index)]?.typeName);
    return !fieldsRequiredBy(type).some((required) => required === name);
  });
}

/**
 * Removes the secrets. Arguments with unknown secrets need this: the pairing compares which secrets there are, and would pair the
 * wrong notifications.
 */
export function openOnly(live: LiveAlert): LiveAlert {
  return { ...live, notifications: live.notifications?.map(openPart) };
}

/** The paths of the secrets that the service has for the declared notifications, and of those that their types require. */
export function secretsOnService(args: AlertArgs, { notifications = [] }: LiveAlert): string[] {
  const known = args.notifications.map(openPart);
  const pairs = pairNotifications(known, notifications.map(openPart));
  return known.flatMap(({ typeName }, index) => {
    const required = fieldsRequiredBy(typeName);
    const theirs = notifications[pairs[index] ?? -1];
    return SECRET_NOTIFICATION_FIELDS.filter(
      (field) => required.includes(field) || isGiven(theirs?.[field]),
    ).map((field) => `notifications[${index}].${field}`);
  });
}
