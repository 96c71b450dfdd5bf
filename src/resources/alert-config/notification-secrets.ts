/**
 * The secrets of notifications, apart from their open fields.
 *
 * An array that holds one secret is hidden by the engine as a whole. So the secrets travel in one map beside the
 * notifications, and a preview shows every other field in clear. A secret belongs to a notification by that
 * notification's content and never by its position: the key is the fields that identify it.
 */

import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, jsonEqual, omit, pick } from "../../json";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import { isUnknown, UNKNOWN } from "../../core/unknowns";
import type { NotificationRule } from "./catalogue";
import { NOTIFICATION_TYPES, notificationTypeOf } from "./catalogue";

/** Secret fields by the key of their notification. */
export type NotificationSecrets = Record<string, PlainObject>;

/** Where a notification goes to: a change of it makes another notification. */
export const ADDRESS_FIELDS: readonly string[] = [
  "channelName",
  "datadogRegion",
  "emailAddress",
  "mobileNumber",
  "opsGenieRegion",
  "role",
  "roles",
  "roomName",
  "teamId",
  "username",
  "victorOpsRoutingKey",
];

/** The fields of a notification that are not secret. */
export function openPart(notification: PlainObject): PlainObject {
  return omit(notification, SECRET_NOTIFICATION_FIELDS);
}

/** The fields of a notification that are secret. */
export function secretPart(notification: PlainObject): PlainObject {
  return pick(notification, SECRET_NOTIFICATION_FIELDS);
}

/** The secrets of whole notifications by key. A key says no more than it must to be the only one. */
export function secretsByKey(notifications: readonly PlainObject[]): NotificationSecrets {
  const byAddress = notifications.map((notification) =>
    identity(notification, ["typeName", ...ADDRESS_FIELDS]),
  );
  const byContent = notifications.map((notification) =>
    identity(notification, Object.keys(openPart(notification))),
  );
  const secrets: NotificationSecrets = {};
  notifications.forEach((notification, index) => {
    const secret = secretPart(notification);
    if (Object.keys(secret).length === 0) return;
    const address = byAddress[index] ?? "";
    const key = isAlone(address, byAddress) ? address : numbered(byContent[index] ?? "", secrets);
    secrets[key] = secret;
  });
  return secrets;
}

function identity(notification: PlainObject, fields: readonly string[]): string {
  const picked = pick(notification, fields);
  if (typeof picked["typeName"] === "string") picked["typeName"] = notificationTypeOf(picked["typeName"]);
  return canonicalJson(picked);
}

function isAlone(key: string, keys: readonly string[]): boolean {
  return keys.filter((other) => other === key).length === 1;
}

/** Notifications that are alike in every open field are told apart by a number. */
function numbered(key: string, taken: NotificationSecrets): string {
  const content = JSON.parse(key) as PlainObject;
  let candidate = key;
  for (let number = 2; candidate in taken; number++) candidate = canonicalJson({ ...content, "#": number });
  return candidate;
}

/**
 * Puts notifications together again with their secrets. A notification without a secret of its own stays as it is.
 * Notifications that were changed by hand still get theirs when only one of its type is left over.
 */
export function joinSecrets(notifications: readonly PlainObject[], secrets: unknown): PlainObject[] {
  if (isUnknown(secrets)) return notifications.map(withUnknownSecrets);
  const left = new Map(Object.entries(isPlainObject(secrets) ? (secrets as NotificationSecrets) : {}));
  // In a preview a whole notification may be unknown.
  const joined = notifications.map((notification) =>
    isPlainObject(notification) ? { ...notification } : notification,
  );
  const open = new Set(joined.filter(isPlainObject));
  const give = (notification: PlainObject, key: string): void => {
    Object.assign(notification, left.get(key));
    left.delete(key);
    open.delete(notification);
  };
  // The most telling keys first, so that a short one does not take what belongs to a long one.
  const keys = [...left.keys()].sort((a, b) => fieldsOf(b).length - fieldsOf(a).length);
  for (const key of keys) {
    const fitting = [...open].filter((notification) => fits(key, notification));
    const [owner] = fitting.sort((a, b) => surplus(key, a) - surplus(key, b));
    if (owner !== undefined) give(owner, key);
  }
  for (const key of left.keys()) {
    const type = typeOf(JSON.parse(key) as PlainObject);
    const sameType = [...open].filter((notification) => typeOf(notification) === type);
    const rivals = [...left.keys()].filter((other) => typeOf(JSON.parse(other) as PlainObject) === type);
    if (sameType[0] !== undefined && sameType.length === 1 && rivals.length === 1) give(sameType[0], key);
  }
  return joined;
}

function withUnknownSecrets(notification: PlainObject): PlainObject {
  if (!isPlainObject(notification)) return notification;
  const rule = (NOTIFICATION_TYPES as Record<string, NotificationRule>)[typeOf(notification) ?? ""];
  const fields = rule?.required.filter((field) => SECRET_NOTIFICATION_FIELDS.has(field)) ?? [];
  return { ...notification, ...Object.fromEntries(fields.map((field) => [field, UNKNOWN])) };
}

/** How much more a notification that fits a key says than the key: the one that the key was made for says least. */
function surplus(key: string, notification: PlainObject): number {
  const said = canonicalJson(Object.fromEntries(fieldsOf(key)));
  const openFields = Object.keys(openPart(notification));
  if (identity(notification, openFields) === said) return 0;
  return identity(notification, ["typeName", ...ADDRESS_FIELDS]) === said ? 1 : 1 + openFields.length;
}

function fieldsOf(key: string): [string, unknown][] {
  return Object.entries(JSON.parse(key) as PlainObject).filter(([name]) => name !== "#");
}

function fits(key: string, notification: PlainObject): boolean {
  return fieldsOf(key).every(([name, value]) =>
    name === "typeName" ? value === typeOf(notification) : jsonEqual(value, notification[name]),
  );
}

function typeOf(notification: PlainObject): string | undefined {
  const { typeName } = notification;
  return typeof typeName === "string" ? notificationTypeOf(typeName) : undefined;
}
