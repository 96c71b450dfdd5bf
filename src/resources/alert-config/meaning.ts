/**
 * When two alert configurations mean the same: notifications, matchers and roles are sets, and a type and a role have two
 * spellings.
 */

import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, jsonEqual } from "../../json";
import { notificationTypeOf } from "./catalogue";
import { ambiguousSecrets, joinSecrets } from "./notification-secrets";

/** Whether two sets of inputs ask for the same alert configuration. @param but inputs that may differ */
export function sameAlert(a: PlainObject, b: PlainObject, but: readonly string[] = []): boolean {
  return (
    PLAIN.every(
      (name) => but.includes(name) || jsonEqual(a[name] ?? NOTHING[name], b[name] ?? NOTHING[name]),
    ) &&
    sameSet(a["matchers"], b["matchers"]) &&
    sameNotifications(a, b)
  );
}

/** The inputs that are no sets. */
const PLAIN = [
  "projectId",
  "eventTypeName",
  "enabled",
  "metricThreshold",
  "threshold",
  "secretsVersion",
  "changedSecrets",
];
/** What means the same as an input that is not there. */
const NOTHING: Readonly<Record<string, unknown>> = { enabled: false, changedSecrets: [] };

function sameNotifications(a: PlainObject, b: PlainObject): boolean {
  const fields = ["notifications", "notificationSecrets"];
  // Most are the same word by word.
  if (fields.every((field) => jsonEqual(a[field], b[field]))) return true;
  // What cannot be told apart is compared as it is.
  const isUnclear = (inputs: PlainObject): boolean =>
    ambiguousSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]).length > 0;
  if ((isUnclear(a) || isUnclear(b)) && !jsonEqual(a["notificationSecrets"], b["notificationSecrets"]))
    return false;
  const whole = (inputs: PlainObject): PlainObject[] =>
    joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]).map(uniform);
  return sameSet(whole(a), whole(b));
}

/** The two spellings of a type and of roles brought into one; roles as a set. */
export function uniform(notification: PlainObject): PlainObject {
  const result: PlainObject = {};
  for (const [field, value] of Object.entries(notification)) {
    if (field !== "role" && value !== undefined) result[field] = value;
  }
  const { role, typeName } = notification;
  if (typeof typeName === "string") result["typeName"] = notificationTypeOf(typeName);
  if (role !== undefined) result["roles"] = [role];
  else if (Array.isArray(result["roles"])) result["roles"] = [...(result["roles"] as string[])].sort();
  return result;
}

function asSet(items: readonly unknown[]): string[] {
  return items.map(canonicalJson).sort();
}

/** Whether two lists hold the same, in whatever order. */
export function sameSet(a: unknown, b: unknown): boolean {
  return jsonEqual(a, b) || jsonEqual(asSet(listIn(a)), asSet(listIn(b)));
}

/** The objects in a list; anything else is none. */
export function listIn(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}
