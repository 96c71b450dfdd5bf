/**
 * The secrets of notifications, apart from their open fields.
 *
 * An array that holds one secret is hidden by the engine as a whole. So the secrets travel in one map beside the
 * notifications, and a preview shows every other field in clear. The key of a notification is its type, its address and
 * a number among equal ones. Nothing else is in it: `ignoreChanges` and changes by hand replace other fields after the
 * key was made.
 */

import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject, omit, pick } from "../../json";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import { isUnknown, UNKNOWN } from "../../core/unknowns";
import { notificationRuleOf, notificationTypeOf, takesField } from "./catalogue";

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

/**
 * The secrets of whole notifications by key. A notification of a type that may hold secrets has an entry even without
 * one, so that one which was added by hand can be told from one which never had a secret.
 */
export function secretsByKey(notifications: readonly PlainObject[]): NotificationSecrets {
  const secrets: NotificationSecrets = {};
  for (const [address, indexes] of byAddress(notifications)) {
    const alike = indexes.map((index) => notifications[index] ?? {});
    if (!alike.some(mayHoldSecrets)) continue;
    alike.forEach((notification, number) => {
      secrets[keyOf(address, number)] = secretPart(notification);
    });
  }
  return secrets;
}

/**
 * Puts notifications together again with their secrets. A notification whose secrets cannot be told stays as it is, see
 * {@link ambiguousSecrets}. One that got another address outside still gets its own if it is the only one left of its type.
 */
export function joinSecrets(notifications: readonly PlainObject[], secrets: unknown): PlainObject[] {
  if (isUnknown(secrets)) return notifications.map(withUnknownSecrets);
  const owned = ownedSecrets(notifications, secrets);
  return notifications.map((notification, index) =>
    // In a preview a whole notification may be unknown.
    isPlainObject(notification) ? { ...notification, ...owned.get(index) } : notification,
  );
}

/**
 * The notifications whose secrets cannot be told, as `notifications[1] (WEBHOOK)`: somebody added or removed one, and
 * `ignoreChanges` keeps it so. A write without its secret would take away the one that the service holds.
 */
export function ambiguousSecrets(notifications: readonly PlainObject[], secrets: unknown): string[] {
  if (isUnknown(secrets)) return [];
  const owned = ownedSecrets(notifications, secrets);
  return notifications.flatMap((notification, index) =>
    isPlainObject(notification) && mayHoldSecrets(notification) && !owned.has(index)
      ? [`notifications[${index}] (${String(notification["typeName"])})`]
      : [],
  );
}

/** The secrets of notifications by their index, where it is certain whose they are. */
function ownedSecrets(
  notifications: readonly PlainObject[],
  secrets: unknown,
): ReadonlyMap<number, PlainObject> {
  const left = new Map(Object.entries(isPlainObject(secrets) ? (secrets as NotificationSecrets) : {}));
  const owned = new Map<number, PlainObject>();
  const give = (index: number, key: string): void => {
    owned.set(index, left.get(key) ?? {});
    left.delete(key);
  };
  for (const [address, indexes] of byAddress(notifications)) {
    const keys = indexes.map((_, number) => keyOf(address, number));
    const oneMore = keyOf(address, indexes.length);
    // With another number of them nobody knows which one was added or removed.
    if (keys.every((key) => left.has(key)) && !left.has(oneMore)) {
      keys.forEach((key, number) => give(indexes[number] ?? 0, key));
    }
  }
  const typeAt = (index: number): string | undefined => typeOf(notifications[index] ?? {});
  const open = [...notifications.keys()].filter((index) => !owned.has(index));
  for (const index of open) {
    const keys = [...left.keys()].filter((key) => typeOf(JSON.parse(key) as PlainObject) === typeAt(index));
    const isAlone = open.filter((other) => typeAt(other) === typeAt(index)).length === 1;
    if (isAlone && keys.length === 1 && keys[0] !== undefined) give(index, keys[0]);
  }
  return owned;
}

/** The indexes of notifications by type and address. */
function byAddress(notifications: readonly PlainObject[]): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  notifications.forEach((notification, index) => {
    if (!isPlainObject(notification)) return;
    const address = canonicalJson(addressOf(notification));
    groups.set(address, [...(groups.get(address) ?? []), index]);
  });
  return groups;
}

/** The key of a notification by its address and its number among equal ones, from 0. */
function keyOf(address: string, number: number): string {
  return number === 0 ? address : canonicalJson({ ...(JSON.parse(address) as PlainObject), "#": number + 1 });
}

/** The type of a notification and where it goes to; fields that its type does not use do not matter. */
function addressOf(notification: PlainObject): PlainObject {
  const type = typeOf(notification);
  const rule = type === undefined ? undefined : notificationRuleOf(type);
  const { role, ...rest } = notification;
  const spelled: PlainObject = { ...rest, ...(role != null && { roles: [role] }) };
  if (Array.isArray(spelled["roles"])) spelled["roles"] = (spelled["roles"] as unknown[]).map(String).sort();
  const fields = ADDRESS_FIELDS.filter((field) => takesField(rule, field) && spelled[field] != null);
  return { ...pick(spelled, fields), ...(type !== undefined && { typeName: type }) };
}

/** Whether the type takes a secret, or there is one all the same, which `check` refuses. */
function mayHoldSecrets(notification: PlainObject): boolean {
  const type = typeOf(notification);
  const rule = type === undefined ? undefined : notificationRuleOf(type);
  return [...SECRET_NOTIFICATION_FIELDS].some(
    (field) => takesField(rule, field) || notification[field] !== undefined,
  );
}

function withUnknownSecrets(notification: PlainObject): PlainObject {
  if (!isPlainObject(notification)) return notification;
  const rule = notificationRuleOf(typeOf(notification) ?? "");
  const fields = rule?.required.filter((field) => SECRET_NOTIFICATION_FIELDS.has(field)) ?? [];
  return { ...notification, ...Object.fromEntries(fields.map((field) => [field, UNKNOWN])) };
}

function typeOf(notification: PlainObject): string | undefined {
  const { typeName } = notification;
  return typeof typeName === "string" ? notificationTypeOf(typeName) : undefined;
}
