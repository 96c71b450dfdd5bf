/**
 * How a live alert configuration differs from the declared one.
 *
 * Ids, timestamps, order, unknown fields and defaults that the service fills in are not drift. Everything else that differs
 * from what the service returned to our last write is.
 */

import type { Comparison } from "../../core/adoption";
import { differences, differenceText } from "../../core/differences";
import type { MaskVerdict } from "../../core/masks";
import { isGiven, returnedSecrets, secretVerdict } from "../../core/masks";
import { usesMetricThreshold, usesThreshold } from "../../fields/alert-catalogue";
import type {
  AlertConfig,
  AlertConfigBody,
  AlertMetricThreshold,
  AlertThreshold,
} from "../../fields/alert-config";
import { METRIC_THRESHOLD } from "../../fields/alert-config";
import type {
  AlertNotification,
  ComparedNotification,
  Notification,
  OpenNotificationField,
} from "../../fields/notification";
import {
  defaultsOf,
  fieldsRequiredBy,
  knownNotificationType,
  NOTIFICATION_DEFAULTS,
  OPEN_NOTIFICATION_FIELDS,
  openFields,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { jsonEqual, omit, pick, withoutUndefined } from "../../json";
import type { KnownNotification } from "./comparison";
import {
  knownFields,
  knownNotification,
  pairNotifications,
  sameAlert,
  sameQuantity,
  sameSet,
} from "./comparison";
import type { AlertArgs, AlertState, Baseline, ReturnedAlert, ReturnedNotification } from "./encoding";
import { bodyOf, FIELDS, openAlert } from "./encoding";
import type { JoinedNotifications } from "./secrets";
import { joinSecrets, openPart, secretPart } from "./secrets";

const METRIC_FIELDS = argumentNames(METRIC_THRESHOLD);
const THRESHOLD_FIELDS = ["operator", "threshold"] as const;

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(args: AlertArgs, live: AlertConfig): Baseline {
  const notifications = live.notifications ?? [];
  const pairs = pairNotifications(args.notifications.map(knownNotification), notifications);
  const inOurOrder = pairs.map((index) => (index === undefined ? undefined : notifications[index]));
  return { declared: bodyOf(args), returned: returnedAlert(live, inOurOrder, args) };
}

/**
 * What an adoption keeps of the live alert configuration: values that its report does not show as changes, because they are
 * probably defaults.
 */
export function defaultsIn({ declared, returned }: Baseline): Baseline {
  const only = <T extends object>(object: T, defaults: Readonly<Record<string, unknown>>): T =>
    Object.fromEntries(Object.entries(object).filter(([name, value]) => defaults[name] === value)) as T;
  const { metricThreshold, notifications } = returned;
  return {
    declared: {
      ...declared,
      // The adoption may change it, which is not a conversion of units.
      metricThreshold: declared.metricThreshold &&
        metricThreshold && { ...declared.metricThreshold, threshold: metricThreshold.threshold },
    },
    returned: {
      metricThreshold: metricThreshold && {
        ...pick(metricThreshold, ["metricName", "threshold"]),
        ...only(metricThreshold, METRIC_DEFAULTS),
      },
      notifications: notifications.map((each) => each && only(each, NOTIFICATION_DEFAULTS)),
    },
  };
}

/** The baseline after a write of `enabled` alone. */
export function baselineAfterSwitch(
  { declared, returned }: Baseline,
  args: AlertArgs,
  live: AlertConfig,
): Baseline {
  return {
    declared: withoutUndefined({ ...declared, enabled: args.enabled }),
    returned: withoutUndefined({ ...returned, enabled: live.enabled }),
  };
}

function returnedAlert(
  live: AlertConfig,
  notifications: readonly (Notification | undefined)[],
  declared: AlertConfigBody,
): ReturnedAlert {
  return {
    ...pick(withUsedThresholds(live, live.eventTypeName ?? declared.eventTypeName, declared), FIELDS),
    notifications: notifications.map((each) => (each === undefined ? null : returnedNotification(each))),
  };
}

function returnedNotification(live: Notification): ReturnedNotification {
  return { ...openFields(live), secretFields: returnedSecrets(secretPart(live)) };
}

/** Without a threshold that the event does not use and nobody declares: the service returns one for most events. */
function withUsedThresholds(
  live: AlertConfig,
  event: string | undefined,
  declared: Pick<AlertConfigBody, "metricThreshold" | "threshold"> = {},
): AlertConfig {
  const isUsed = { metricThreshold: usesMetricThreshold, threshold: usesThreshold };
  const unused = (["metricThreshold", "threshold"] as const).filter(
    (name) => event !== undefined && declared[name] === undefined && !isUsed[name](event),
  );
  return omit(live, unused) as AlertConfig;
}

/** A live alert configuration of which nothing else is known. Its secrets are left out, since they may be masked. */
export function argsOfLive(projectId: string, whole: AlertConfig): AlertArgs {
  const live = withUsedThresholds(whole, whole.eventTypeName);
  return {
    projectId,
    eventTypeName: live.eventTypeName ?? "",
    ...withoutUndefined({
      enabled: live.enabled,
      matchers: live.matchers,
      metricThreshold: live.metricThreshold && pick(live.metricThreshold, METRIC_FIELDS),
      threshold: live.threshold && pick(live.threshold, THRESHOLD_FIELDS),
    }),
    notifications: (live.notifications ?? []).map(openFields),
  };
}

export interface Refreshed {
  /** The arguments that describe the live alert configuration, in the spelling of the program where they mean the same. */
  readonly args: AlertArgs;
  /** Secrets that the response neither confirms nor contradicts. */
  readonly unverifiedSecrets: readonly string[];
}

export function refresh(args: AlertArgs, { declared, returned }: Baseline, whole: AlertConfig): Refreshed {
  const known = returned.eventTypeName ?? declared.eventTypeName;
  const eventTypeName = whole.eventTypeName ?? known;
  const live = withUsedThresholds(whole, eventTypeName, declared);
  const wasEnabled = returned.enabled ?? declared.enabled ?? false;
  const isSwitched = live.enabled !== returned.enabled && live.enabled !== wasEnabled;
  const notifications = refreshNotifications({ declared, returned }, live.notifications ?? []);
  const { changedSecrets, unverifiedSecrets } = notifications;
  // What was unclear before stays so: the state cannot say whose the secrets are.
  const joined: JoinedNotifications =
    args.unclear === undefined
      ? notifications
      : joinSecrets(notifications.notifications.map(openPart), args.unclear.secrets);
  return {
    args: withoutUndefined({
      ...args,
      eventTypeName: eventTypeName === known ? declared.eventTypeName : eventTypeName,
      enabled: isSwitched ? live.enabled : declared.enabled,
      matchers: sameSet(live.matchers, returned.matchers) ? declared.matchers : (live.matchers ?? []),
      metricThreshold: refreshMetric(
        declared.metricThreshold,
        returned.metricThreshold,
        live.metricThreshold,
      ),
      threshold: refreshThreshold(declared.threshold, returned.threshold, live.threshold),
      notifications: joined.notifications,
      unclear: joined.unclear,
      changedSecrets: changedSecrets.length > 0 ? changedSecrets : undefined,
    }),
    unverifiedSecrets,
  };
}

/** Whether the service returns exactly what it returned to our write, and no secret. Most alert configurations are read so. */
export function isAsReturned(
  { args, baseline: { declared, returned } }: AlertState,
  live: AlertConfig,
): boolean {
  const hasChangedSecrets = (args.changedSecrets ?? []).length > 0;
  return (
    !hasChangedSecrets &&
    jsonEqual(openAlert(args), openAlert(declared)) &&
    returned.notifications.every((each) => each?.secretFields.length === 0) &&
    jsonEqual(returnedAlert(live, live.notifications ?? [], declared), returned)
  );
}

function refreshMetric(
  declared: AlertMetricThreshold | undefined,
  returned: AlertMetricThreshold | undefined,
  live: AlertMetricThreshold | undefined,
): AlertMetricThreshold | undefined {
  if (live === undefined) return returned === undefined ? declared : undefined;
  if (returned === undefined) return pick(live, METRIC_FIELDS);
  // A metric without a unit is in RAW, whether or not the service returns that.
  const isRaw = returned.units === undefined && live.units === "RAW";
  const known: AlertMetricThreshold = isRaw ? { ...returned, units: "RAW" } : returned;
  const isSame = (field: (typeof METRIC_FIELDS)[number]): boolean => {
    if (field !== "threshold" && field !== "units") return jsonEqual(live[field], known[field]);
    // A unit that the program leaves out stays left out when the number alone is another one.
    const isUnitLeftOut = field === "units" && declared !== undefined && declared.units === undefined;
    return sameQuantity(live, known) || (isUnitLeftOut && live.units === known.units);
  };
  const same = METRIC_FIELDS.filter(isSame);
  if (declared === undefined && same.length === METRIC_FIELDS.length) return undefined;
  const changed = METRIC_FIELDS.filter((field) => !isSame(field));
  return { ...(declared && pick(declared, same)), ...pick(live, changed) };
}

function refreshThreshold(
  declared: AlertThreshold | undefined,
  returned: AlertThreshold | undefined,
  live: AlertThreshold | undefined,
): AlertThreshold | undefined {
  // The service returns a unit that a program need not declare.
  const fields = declared?.units === undefined ? THRESHOLD_FIELDS : ([...THRESHOLD_FIELDS, "units"] as const);
  const now = live && pick(live, fields);
  return jsonEqual(now, returned && pick(returned, fields)) ? declared : now;
}

function refreshNotifications(
  { declared, returned }: Baseline,
  live: readonly Notification[],
): { notifications: AlertNotification[]; changedSecrets: string[]; unverifiedSecrets: string[] } {
  const known = declared.notifications.map((words, index) => {
    const { open, secrets } = knownNotification(words);
    const asDeclared: ReturnedNotification = { ...open, secretFields: returnedSecrets(secrets) };
    const { secretFields, ...baseline } = returned.notifications[index] ?? asDeclared;
    return { words, open: baseline, secrets, secretFields };
  });
  const pairs = pairNotifications(known, live);
  const found: AlertNotification[] = [];
  const paths: Record<MaskVerdict, string[]> = { same: [], changed: [], cannotTell: [] };
  known.forEach(({ words, open, secrets, secretFields }, index) => {
    const at = pairs[index];
    const theirs = at === undefined ? undefined : live[at];
    if (theirs === undefined) return;
    found.push({ ...refreshNotification(words, open, openFields(theirs)), ...secrets });
    for (const field of SECRET_NOTIFICATION_FIELDS) {
      const verdict = secretVerdict(secrets[field], theirs[field], secretFields.includes(field));
      paths[verdict].push(`notifications[${index}].${field} (${words.typeName})`);
    }
  });
  const added = live.filter((_, index) => !pairs.includes(index)).map(openFields);
  return {
    notifications: [...found, ...added],
    changedSecrets: paths.changed,
    unverifiedSecrets: paths.cannotTell,
  };
}

/** The live fields of a notification, in the words of the program where they are as before. */
function refreshNotification(
  words: AlertNotification,
  baseline: ComparedNotification,
  live: ComparedNotification,
): AlertNotification {
  const isSame = (field: OpenNotificationField): boolean => {
    const isUnset = baseline[field] === undefined && words[field] === undefined;
    return (
      (isUnset && NOTIFICATION_DEFAULTS[field] === live[field]) || jsonEqual(live[field], baseline[field])
    );
  };
  const same: (keyof AlertNotification)[] = OPEN_NOTIFICATION_FIELDS.filter(isSame);
  const changed = OPEN_NOTIFICATION_FIELDS.filter((field) => !isSame(field));
  return { ...pick(words, same.includes("roles") ? [...same, "role"] : same), ...pick(live, changed) };
}

/**
 * The baseline of arguments of which no write is known: what they leave out may have any value.
 * @param expectsDefaults whether notifications are expected to have the defaults of fields that they leave out
 */
export function assumedBaseline(args: AlertArgs, live: AlertConfig, expectsDefaults = false): Baseline {
  const { declared, returned } = baselineOf(args, live);
  const metric = { ...returned.metricThreshold, ...declared.metricThreshold };
  const expected: ReturnedAlert = {
    ...returned,
    eventTypeName: declared.eventTypeName,
    enabled: declared.enabled === true,
    matchers: sameSet(live.matchers?.map(knownFields), declared.matchers)
      ? live.matchers
      : (declared.matchers ?? []),
    metricThreshold: isComplete(metric) ? metric : undefined,
    threshold: declared.threshold ?? returned.threshold,
    notifications: returned.notifications.map((each, index) => {
      const words = declared.notifications[index];
      const defaults = expectsDefaults && words ? defaultsOf(words.typeName) : {};
      return each && words ? { ...each, ...defaults, ...knownNotification(words).open } : each;
    }),
  };
  return { declared, returned: expected };
}

/** Compares a live alert configuration with arguments. What they leave out may have any value. */
export function compareDeclared(args: AlertArgs, live: AlertConfig): Comparison {
  const found = refresh(args, assumedBaseline(args, live), live);
  const changedSecrets = found.args.changedSecrets ?? [];
  const same = changedSecrets.length === 0 && sameAlert(found.args, args);
  const { unverifiedSecrets } = found;
  if (same) return { same, changes: [], changedSecrets, unverifiedSecrets };
  const known = args.notifications.map(knownNotification);
  const pairs = pairNotifications(known, live.notifications ?? []);
  const changes = [
    ...openChanges(args, known, live, pairs),
    ...undeclaredSecrets(args, live, pairs).map((path) => `${path}: is not declared and will be removed`),
  ];
  return { same, changes, changedSecrets, unverifiedSecrets };
}

/** For each notification of ours the index of the live one. */
type Pairs = readonly (number | undefined)[];

function isComplete(metric: Partial<AlertMetricThreshold>): metric is AlertMetricThreshold {
  return metric.metricName !== undefined;
}

/** Paths of the secrets that the program leaves out of its notifications; a write removes them. */
function undeclaredSecrets(args: AlertArgs, { notifications = [] }: AlertConfig, pairs: Pairs): string[] {
  return args.notifications.flatMap((declared, index) => {
    const at = pairs[index];
    const theirs = at === undefined ? undefined : notifications[at];
    const fields = theirs === undefined ? [] : returnedSecrets(secretPart(theirs));
    return fields
      .filter((field) => declared[field] === undefined)
      .map((field) => `notifications[${index}].${field} (${declared.typeName})`);
  });
}

/** What a write of the arguments would change in the fields that are not secret. */
function openChanges(
  args: AlertArgs,
  known: readonly KnownNotification[],
  live: AlertConfig,
  pairs: Pairs,
): string[] {
  const { notifications = [] } = live;
  const others = notifications.filter((_, index) => !pairs.includes(index));
  const ordered = [
    ...pairs.map((index) => (index === undefined ? undefined : notifications[index])),
    ...others,
  ];
  const now = argsOfLive(args.projectId, live);
  const matchers = args.matchers ?? [];
  const before = {
    ...pick(now, ["eventTypeName", "enabled", "threshold"]),
    matchers: sameSet(now.matchers, matchers) ? matchers : (now.matchers ?? []),
    metricThreshold: withoutDefaults(now.metricThreshold, args.metricThreshold, METRIC_DEFAULTS),
    notifications: ordered.map(
      (each, index) => each && withoutDefaults(openFields(each), known[index]?.open, NOTIFICATION_DEFAULTS),
    ),
  };
  const after = {
    ...pick(args, ["eventTypeName", "metricThreshold", "threshold"]),
    enabled: args.enabled ?? false,
    matchers,
    notifications: known.map(({ open }) => open),
  };
  return differences(before, after).map(differenceText);
}

export const METRIC_DEFAULTS: Readonly<Record<string, unknown>> = { mode: "AVERAGE", units: "RAW" };

/** A live object without defaults that the declared one leaves out. */
export function withoutDefaults(
  live: object | undefined,
  declared: object | undefined,
  defaults: Readonly<Record<string, unknown>>,
): object | undefined {
  if (live === undefined || declared === undefined) return live;
  const isDeclared = (field: string): boolean => Object.hasOwn(declared, field);
  return Object.fromEntries(
    Object.entries(live).filter(([field, value]) => isDeclared(field) || defaults[field] !== value),
  );
}

/** Whether a secret is declared that a notification may leave out, and that the service does not have. */
export function declaresFurtherSecrets(args: AlertArgs, { notifications = [] }: AlertConfig): boolean {
  const known = args.notifications.map(knownNotification);
  const pairs = pairNotifications(known, notifications);
  return known.some(({ open, secrets }, index) => {
    const at = pairs[index];
    const theirs = at === undefined ? undefined : notifications[at];
    const required = fieldsRequiredBy(knownNotificationType(open.typeName));
    return SECRET_NOTIFICATION_FIELDS.some(
      (field) => isGiven(secrets[field]) && !isGiven(theirs?.[field]) && !required.includes(field),
    );
  });
}
