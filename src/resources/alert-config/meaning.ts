/**
 * When two alert configurations mean the same, and what a live one means in the words of the program.
 *
 * Notifications, matchers and roles are sets. Ids, stamps, order, unknown fields and what the service fills in by itself
 * make no difference; whatever else departs from what the service answered to our own last write does.
 */

import type { AlertConfig, MetricThreshold, Notification, Threshold } from "../../api/alert-configs";
import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, jsonEqual, pick, withoutUndefined } from "../../json";
import type { MaskVerdict } from "../../core/masks";
import { compareMasked } from "../../core/masks";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import { notificationTypeOf } from "./catalogue";
import { ADDRESS_FIELDS, joinSecrets, openPart } from "./notification-secrets";
import { sameQuantity } from "./units";

/** The fields of a notification that a program can write and that are not secret, but `role`, which is in `roles`. */
const OPEN_FIELDS: readonly string[] = [
  "typeName",
  ...ADDRESS_FIELDS.filter((field) => field !== "role"),
  "delayMin",
  "emailEnabled",
  "intervalMin",
  "smsEnabled",
];

/** What the service answered about one notification, without its secrets. */
interface AnsweredNotification extends PlainObject {
  /** Which secret fields the answer had, masked or not. */
  secretFields: string[];
}

/** What the service answered to a write, without secrets: the baseline for everything that the program leaves out. */
interface Answered {
  eventTypeName?: string | undefined;
  enabled?: boolean | undefined;
  matchers?: unknown;
  metricThreshold?: MetricThreshold | undefined;
  threshold?: Threshold | undefined;
  /** One for each declared notification, in the program's order; `null` where the answer had none. */
  notifications: (AnsweredNotification | null)[];
}

/** What stands in the state beside inputs and outputs; nothing in it is secret. */
export interface Written {
  /** What the program declared, without secrets. */
  declared: PlainObject;
  answered: Answered;
}

// --- equality ---

/** Whether two sets of inputs ask for the same alert configuration. */
export function sameAlert(a: PlainObject, b: PlainObject, but: readonly string[] = []): boolean {
  return jsonEqual(meaningOf(a, but), meaningOf(b, but));
}

function meaningOf(inputs: PlainObject, but: readonly string[]): PlainObject {
  const notifications = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const metric = inputs["metricThreshold"] as MetricThreshold | undefined;
  const meaning: PlainObject = {
    projectId: inputs["projectId"],
    eventTypeName: inputs["eventTypeName"],
    enabled: inputs["enabled"] ?? false,
    matchers: asSet(listIn(inputs["matchers"])),
    metricThreshold: metric,
    threshold: inputs["threshold"],
    notifications: asSet(notifications.map(uniform)),
    changedSecrets: inputs["changedSecrets"] ?? [],
  };
  for (const name of but) delete meaning[name];
  return meaning;
}

/** The two spellings of a type and of roles brought into one; roles as a set. */
function uniform(notification: PlainObject): PlainObject {
  const { role, roles, typeName, ...rest } = notification;
  const all = role === undefined ? roles : [role];
  return withoutUndefined({
    ...rest,
    typeName: typeof typeName === "string" ? notificationTypeOf(typeName) : typeName,
    roles: Array.isArray(all) ? [...(all as string[])].sort() : all,
  });
}

function asSet(items: readonly unknown[]): string[] {
  return items.map(canonicalJson).sort();
}

function sameSet(a: unknown, b: unknown): boolean {
  return jsonEqual(asSet(listIn(a)), asSet(listIn(b)));
}

function listIn(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

// --- baseline ---

/** What to remember of a write: what was declared, and what the service made of it. */
export function written(inputs: PlainObject, answer: AlertConfig): Written {
  const declared = pick(inputs, [
    "eventTypeName",
    "enabled",
    "matchers",
    "metricThreshold",
    "threshold",
    "notifications",
  ]);
  const notifications = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const live = answer.notifications ?? [];
  const pairs = pair(
    notifications.map((notification) => ({ open: uniform(openPart(notification)), secrets: notification })),
    live,
  );
  return {
    declared,
    answered: withoutUndefined({
      eventTypeName: answer.eventTypeName,
      enabled: answer.enabled,
      matchers: answer.matchers,
      metricThreshold: answer.metricThreshold,
      threshold: answer.threshold,
      notifications: pairs.map((index) => {
        const found = index === undefined ? undefined : live[index];
        return found === undefined ? null : answeredNotification(found);
      }),
    }),
  };
}

/** The same after a write of `enabled` alone. */
export function switched({ declared, answered }: Written, inputs: PlainObject, answer: AlertConfig): Written {
  return {
    declared: withoutUndefined({ ...declared, enabled: inputs["enabled"] }),
    answered: withoutUndefined({ ...answered, enabled: answer.enabled }),
  };
}

function answeredNotification(notification: Notification): AnsweredNotification {
  return { ...openAnswer(notification), secretFields: secretFieldsOf(notification) };
}

function openAnswer(notification: Notification): PlainObject {
  return pick(uniform(notification as unknown as PlainObject), OPEN_FIELDS);
}

function secretFieldsOf(notification: Notification): string[] {
  return [...SECRET_NOTIFICATION_FIELDS].filter((field) =>
    isGiven(notification[field as keyof Notification]),
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

// --- refresh ---

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

/** The same, and which declared secrets the answer neither confirms nor denies. */
export function compareDeclared(
  inputs: PlainObject,
  live: AlertConfig,
): { same: boolean; unverifiedSecrets: string[] } {
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
  return {
    same: found.changedSecrets.length === 0 && sameAlert({ ...inputs, ...found.inputs }, inputs),
    unverifiedSecrets: found.unverifiedSecrets,
  };
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
/** The specification has no `units` in a request's `threshold`; the service answers some all the same. */
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
  const openOf = (threshold: Threshold | undefined): PlainObject | undefined =>
    threshold && pick({ ...threshold }, THRESHOLD_FIELDS);
  return jsonEqual(openOf(live), openOf(answered)) ? declared : openOf(live);
}

/** A notification as we know it: its open fields, in uniform spelling, and its secrets. */
interface Held {
  open: PlainObject;
  secrets: PlainObject;
}

function refreshedNotifications(
  { declared, answered }: Written,
  secrets: unknown,
  live: readonly Notification[],
): { open: PlainObject[]; changedSecrets: string[]; unverifiedSecrets: string[] } {
  const words = listIn(declared["notifications"]);
  const whole = joinSecrets(words, secrets);
  const baseline = words.map((notification, index): AnsweredNotification => {
    const known = answered.notifications[index];
    return (
      known ?? {
        ...uniform(notification),
        secretFields: Object.keys(whole[index] ?? {}).filter((field) =>
          SECRET_NOTIFICATION_FIELDS.has(field),
        ),
      }
    );
  });
  const held = baseline.map(({ secretFields: _, ...open }, index): Held => ({
    open,
    secrets: whole[index] ?? {},
  }));
  const pairs = pair(held, live);
  const open: PlainObject[] = [];
  const told: Record<MaskVerdict, string[]> = { same: [], changed: [], cannotTell: [] };
  pairs.forEach((at, index) => {
    const found = at === undefined ? undefined : live[at];
    const word = words[index];
    const known = baseline[index];
    if (found === undefined || word === undefined || known === undefined) return;
    open.push(inWords(word, known, openAnswer(found)));
    for (const field of SECRET_NOTIFICATION_FIELDS) {
      const now = found[field as keyof Notification];
      const verdict = secretVerdict(whole[index]?.[field], known.secretFields.includes(field), now);
      told[verdict].push(`notifications[${index}].${field} (${String(word["typeName"])})`);
    }
  });
  const taken = new Set(pairs);
  live.forEach((notification, index) => {
    if (!taken.has(index)) open.push(openAnswer(notification));
  });
  return { open, changedSecrets: told.changed, unverifiedSecrets: told.cannotTell };
}

/** What means the same as nothing: a service may fill it in when it is read, and not in its answer to a write. */
const DEFAULTS: Readonly<Record<string, unknown>> = { delayMin: 0, emailEnabled: false, smsEnabled: false };

/** The live fields of a notification, told as the program tells them wherever they are as they were. */
function inWords(word: PlainObject, baseline: PlainObject, live: PlainObject): PlainObject {
  const result: PlainObject = {};
  for (const field of OPEN_FIELDS) {
    const isDefault =
      baseline[field] === undefined && word[field] === undefined && DEFAULTS[field] === live[field];
    const same = isDefault || jsonEqual(live[field], baseline[field]);
    const names = field === "roles" ? ["role", "roles"] : [field];
    if (same) Object.assign(result, pick(word, names));
    else if (live[field] !== undefined) result[field] = live[field];
  }
  return result;
}

function secretVerdict(held: unknown, wasAnswered: boolean, live: unknown): MaskVerdict {
  if (typeof held !== "string") return isGiven(live) && !wasAnswered ? "changed" : "same";
  // What the service never returned cannot be compared.
  if (!isGiven(live)) return wasAnswered ? "changed" : "cannotTell";
  return typeof live === "string" ? compareMasked(held, live) : "cannotTell";
}

/** For each notification that we know the index of its live one; the best pairs first. */
function pair(held: readonly Held[], live: readonly Notification[]): (number | undefined)[] {
  const candidates = held.flatMap((mine, i) =>
    live.map((theirs, j) => ({ i, j, score: likeness(mine, theirs) })),
  );
  candidates.sort((a, b) => b.score - a.score || Math.abs(a.i - a.j) - Math.abs(b.i - b.j));
  const pairs: (number | undefined)[] = held.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j, score } of candidates) {
    if (score === 0 || pairs[i] !== undefined || taken.has(j)) continue;
    pairs[i] = j;
    taken.add(j);
  }
  return pairs;
}

/** 0 for another type; else the higher, the more the two have in common. */
function likeness(held: Held, live: Notification): number {
  const open = openAnswer(live);
  if (open["typeName"] !== held.open["typeName"]) return 0;
  const address = ADDRESS_FIELDS.filter((field) => field !== "role").every((field) =>
    jsonEqual(open[field], held.open[field]),
  );
  const others =
    OPEN_FIELDS.filter((field) => jsonEqual(open[field], held.open[field])).length / OPEN_FIELDS.length;
  const verdicts = [...SECRET_NOTIFICATION_FIELDS].map((field) => {
    const mine = held.secrets[field];
    const theirs = live[field as keyof Notification];
    return typeof mine === "string" && typeof theirs === "string" ? compareMasked(mine, theirs) : undefined;
  });
  const secrets = verdicts.includes("changed") ? 0 : verdicts.includes("same") ? 2 : 1;
  return 1 + (address ? 4 : 0) + secrets + others;
}
