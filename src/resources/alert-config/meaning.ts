/**
 * When two alert configurations mean the same: notifications, matchers and roles are sets, and a type and a role have two
 * spellings.
 */

import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, jsonEqual, withoutUndefined } from "../../json";
import { notificationTypeOf } from "./catalogue";
import { joinSecrets } from "./notification-secrets";

/** Whether two sets of inputs ask for the same alert configuration. */
export function sameAlert(a: PlainObject, b: PlainObject, but: readonly string[] = []): boolean {
  return jsonEqual(meaningOf(a, but), meaningOf(b, but));
}

function meaningOf(inputs: PlainObject, but: readonly string[]): PlainObject {
  const notifications = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const meaning: PlainObject = {
    projectId: inputs["projectId"],
    eventTypeName: inputs["eventTypeName"],
    enabled: inputs["enabled"] ?? false,
    matchers: asSet(listIn(inputs["matchers"])),
    metricThreshold: inputs["metricThreshold"],
    threshold: inputs["threshold"],
    notifications: asSet(notifications.map(uniform)),
    changedSecrets: inputs["changedSecrets"] ?? [],
  };
  for (const name of but) delete meaning[name];
  return meaning;
}

/** The two spellings of a type and of roles brought into one; roles as a set. */
export function uniform(notification: PlainObject): PlainObject {
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

/** Whether two lists hold the same, in whatever order. */
export function sameSet(a: unknown, b: unknown): boolean {
  return jsonEqual(asSet(listIn(a)), asSet(listIn(b)));
}

/** The objects in a list; anything else is none. */
export function listIn(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}
