/**
 * Where the secrets of notifications go.
 *
 * The engine hides an array that holds one secret as a whole. So the inputs hold the notifications without their secrets, and
 * all secrets in one map beside them, `notificationSecrets`: a preview then shows every other field. The key of a notification
 * in the map is its type, its address and a number among equal ones. Other fields are not part of the key, because
 * `ignoreChanges` and changes by hand replace them after the key was made.
 *
 * 1. The class splits what the program declares (`resources/notification-inputs.ts`). The map is a `pulumi.secret` and one of the
 *    `secretNames` of the class, so the state encrypts it. A set has such a map for each member, in `alertConfigSecrets`. In the program
 *    the output `notifications` is both parts joined, a secret as a whole, which is not stored (`resources/alert-registration.ts`).
 * 2. The state of the dynamic host holds both parts as the inputs have them (`SECRETS_APART` of `alert-config/encoding.ts`). That of the
 *    plugin has each secret at its notification, marked.
 * 3. `dynamic/form.ts` joins them, so that every operation works with whole notifications.
 * 4. Only `writableBody` has secrets of a program. A POST sends it, and a PUT sends it with what the program leaves out, of which no
 *    field is secret in the tables and no value is masked (`core/kept-fields.ts`). It is refused if it is unclear whose a secret is.
 * 5. Errors and logs: the client replaces the secrets of the body in its errors and in its log, which shows bodies at the level `trace`
 *    only, without secret fields (`http/log.ts`). `dynamic/provider.ts` remembers every secret of the inputs and outputs (`marked.ts`), and
 *    `filter.ts` replaces it in each message of the provider.
 */

import { isUnknown, UNKNOWN } from "../unknowns";
import type { AlertNotification, OpenNotification, SecretNotificationField } from "../fields/notification";
import {
  addressFieldsOf,
  fieldsRequiredBy,
  notificationTypeOf,
  SECRET_NOTIFICATION_FIELDS,
  takesField,
  withOneSpelling,
} from "../fields/notification";
import { canonicalJson, groupBy, isPlainObject, omit, pick, textsIn } from "../json";

export type SecretField = SecretNotificationField;
export type Secrets = Pick<AlertNotification, SecretField>;

/** The secrets of all notifications, each under the key of its notification. */
export type SecretsByKey = Readonly<Record<string, Secrets>>;

/** Notifications with their secrets. */
export interface JoinedNotifications {
  readonly notifications: AlertNotification[];
  /** Set if it is unclear which secrets belong to a notification. */
  readonly unclear?: UnclearSecrets | undefined;
}

/**
 * Notifications that were added or removed by hand and kept by `ignoreChanges`, so that their secrets cannot be assigned. A write
 * without its secret would remove the one that the service holds.
 */
export interface UnclearSecrets {
  /** The notifications without secrets, as `notifications[1] (WEBHOOK)`. */
  readonly notifications: readonly string[];
  /** All secrets, also those that have their notification. */
  readonly secrets: SecretsByKey;
}

/** The paths of secrets in the notifications of an input, which should have none. */
export function secretsAmong(notifications: unknown): string[] {
  if (!Array.isArray(notifications)) return [];
  return notifications.flatMap((item: unknown, index) =>
    isPlainObject(item)
      ? SECRET_NOTIFICATION_FIELDS.filter((field) => item[field] != null).map(
          (field) => `notifications[${index}].${field}`,
        )
      : [],
  );
}

/**
 * Whether the map of secrets has one that neither the program declares nor the state has.
 * @param sealed the map as the program declares it; another value if it is not known yet
 */
export function hasForeignSecrets(secrets: unknown, sealed: unknown, olds: unknown): boolean {
  if (!isPlainObject(sealed) || !isPlainObject(secrets)) return false;
  const known = new Set([...textsIn(sealed), ...textsIn(olds)]);
  return textsIn(secrets).some((text) => !known.has(text));
}

/** The fields of a notification that are not secret. */
export function openPart(notification: AlertNotification): OpenNotification {
  return omit(notification, SECRET_NOTIFICATION_FIELDS);
}

/** The fields of a notification that are secret. */
export function secretPart(notification: AlertNotification): Secrets {
  return pick(notification, SECRET_NOTIFICATION_FIELDS);
}

/**
 * Splits the secrets off. A notification of a type that may hold secrets has an entry even without one, so that one which was
 * added by hand differs from one that never had a secret.
 */
export function splitSecrets(notifications: readonly AlertNotification[]): SecretsByKey {
  const secrets: Record<string, Secrets> = {};
  for (const [address, indexes] of byAddress(notifications)) {
    const alike = indexes.flatMap((index) => notifications[index] ?? []);
    if (!alike.some(mayHoldSecrets)) continue;
    alike.forEach((notification, number) => {
      secrets[secretKeyOf(address, number)] = secretPart(notification);
    });
  }
  return secrets;
}

/**
 * Joins notifications with their secrets. Those of one type and address get the secrets of that type and address, in their order,
 * if there are as many as before; otherwise it is unclear which one was added or removed. Then a notification that is the only one
 * left of its type gets the only secrets left of that type: somebody changed its address. All others are `unclear`.
 * @param secrets what {@link splitSecrets} returned, or unknown as a whole
 */
export function joinSecrets(
  notifications: readonly OpenNotification[],
  secrets: unknown,
): JoinedNotifications {
  if (isUnknown(secrets)) return { notifications: notifications.map(withUnknownSecrets) };
  const all = isPlainObject(secrets) ? (secrets as SecretsByKey) : {};
  const left = new Map(Object.entries(all));
  const owned = new Map<number, Secrets>();
  const give = (index: number, key: string): void => {
    owned.set(index, left.get(key) ?? {});
    left.delete(key);
  };
  for (const [address, indexes] of byAddress(notifications)) {
    const keys = indexes.map((_, number) => secretKeyOf(address, number));
    const oneMore = secretKeyOf(address, indexes.length);
    if (keys.every((key) => left.has(key)) && !left.has(oneMore)) {
      keys.forEach((key, number) => give(indexes[number] ?? 0, key));
    }
  }
  const rest = [...notifications.keys()].filter((index) => !owned.has(index));
  for (const [type, indexes] of groupBy(rest, (index) => typeOf(notifications[index]))) {
    const keys = [...left.keys()].filter((key) => key.startsWith(`${type} `));
    const [index = 0] = indexes;
    const [key = ""] = keys;
    if (indexes.length === 1 && keys.length === 1) give(index, key);
  }
  // In a preview a whole notification may be unknown.
  const joined = notifications.map((notification, index) =>
    isPlainObject(notification) ? { ...notification, ...owned.get(index) } : notification,
  );
  const without = notifications.flatMap((notification, index) =>
    isPlainObject(notification) && mayHoldSecrets(notification) && !owned.has(index)
      ? [`notifications[${index}] (${notification.typeName})`]
      : [],
  );
  if (without.length === 0) return { notifications: joined };
  return { notifications: joined, unclear: { notifications: without, secrets: all } };
}

/** The paths of the secrets that differ from those of the same notifications before. */
export function differingSecrets(
  before: readonly AlertNotification[],
  after: readonly AlertNotification[],
): string[] {
  const known = splitSecrets(before);
  const keys: string[] = [];
  for (const [address, indexes] of byAddress(after)) {
    indexes.forEach((index, number) => (keys[index] = secretKeyOf(address, number)));
  }
  return after.flatMap((notification, index) => {
    const former = known[keys[index] ?? ""] ?? {};
    const fields = SECRET_NOTIFICATION_FIELDS.filter((field) => notification[field] !== former[field]);
    return fields.map((field) => `notifications[${index}].${field} (${notification.typeName})`);
  });
}

/** The indexes of notifications by type and address: `SLACK {"channelName":"#dba"}`. */
function byAddress(notifications: readonly OpenNotification[]): ReadonlyMap<string, number[]> {
  const known = [...notifications.entries()].filter(([, notification]) => isPlainObject(notification));
  const groups = groupBy(known, ([, notification]) => addressOf(notification));
  return new Map([...groups].map(([address, group]) => [address, group.map(([index]) => index)]));
}

/** The key of a notification. @param number among those with the same address, from 0 */
function secretKeyOf(address: string, number: number): string {
  return number === 0 ? address : `${address} #${number + 1}`;
}

/** The type of a notification and where it goes to, without fields that its type does not use. */
export function addressOf(notification: OpenNotification): string {
  const typeName = typeOf(notification) ?? "";
  const spelled = withOneSpelling(notification);
  const fields = addressFieldsOf(typeName).filter((field) => spelled[field] != null);
  return `${typeName} ${canonicalJson(pick(spelled, fields))}`;
}

/** Whether the type takes a secret, or there is one all the same, which `check` refuses. */
export function mayHoldSecrets(notification: AlertNotification): boolean {
  const typeName = typeOf(notification);
  return SECRET_NOTIFICATION_FIELDS.some(
    (field) => takesField(typeName, field) || notification[field] !== undefined,
  );
}

function withUnknownSecrets(notification: OpenNotification): AlertNotification {
  if (!isPlainObject(notification)) return notification;
  const required = fieldsRequiredBy(typeOf(notification));
  const secrets = SECRET_NOTIFICATION_FIELDS.filter((field) => required.includes(field));
  return { ...notification, ...Object.fromEntries(secrets.map((field) => [field, UNKNOWN])) };
}

/** Absent in what `check` has not validated. */
function typeOf(notification: OpenNotification | undefined): string | undefined {
  const typeName: unknown = notification?.typeName;
  return typeof typeName === "string" ? notificationTypeOf(typeName) : undefined;
}
