import { ORG_ROLES, PROJECT_ROLES } from "./catalogue";
import type { Notification } from "./entities";
import { serviceError, type ErrorCode } from "./errors";
import { readFields } from "./fields";
import { isJsonObject, type JsonObject } from "./json";
import {
  NOTIFICATION_FIELDS,
  NOTIFICATION_READ_ONLY,
  NOTIFICATION_TYPES,
  TYPE_ALIASES,
  type NotificationType,
} from "./notification-types";
import { isRedacted, NOTIFICATION_SECRETS } from "./redaction";

/** What the validation of notifications must know of the project. */
export interface NotificationFacts {
  /** Whether the project has such a user. */
  hasUser(username: string): boolean;
  /** Whether there is such a team. */
  hasTeam(id: string): boolean;
  /** Whether the project has a default webhook URL. */
  readonly defaultWebhook: boolean;
  /** The notifications that the alert configuration has now. */
  readonly current: readonly Notification[];
  newId(): string;
}

/** Checks the notifications of a request and fills in what the service adds. */
export function readNotifications(value: unknown, facts: NotificationFacts): Notification[] {
  if (!Array.isArray(value)) throw serviceError("INVALID_JSON_ATTRIBUTE", "notifications");
  if (value.length === 0) throw serviceError("MISSING_NOTIFICATIONS");
  const notifications = value.map((element: unknown, index) =>
    readOne(element, `notifications[${index}]`, facts),
  );
  if (notifications.filter(({ typeName }) => typeName === "GROUP").length > 1)
    throw serviceError("TOO_MANY_GROUP_NOTIFICATIONS");
  return notifications;
}

function readOne(value: unknown, path: string, facts: NotificationFacts): Notification {
  const given = readFields(value, NOTIFICATION_FIELDS, { path, readOnly: NOTIFICATION_READ_ONLY });
  const typeName = typeNameOf(given, path);
  const type = NOTIFICATION_TYPES[typeName] as NotificationType;
  foldRole(given, path);
  for (const field of type.required) {
    if (given[field] === undefined || given[field] === "")
      throw serviceError("MISSING_ATTRIBUTE", `${path}.${field}`);
  }
  for (const field of NOTIFICATION_SECRETS) {
    const secret = given[field];
    if (typeof secret === "string" && isRedacted(secret))
      throw serviceError("INTEGRATION_FIELDS_INVALID", `${path}.${field}`);
  }
  checkTimes(given, path);
  checkByType(typeName, given, path, facts);
  return {
    id: idOf(given, path, facts),
    typeName,
    ...timesOf(given, type),
    ...fieldsOf(given, typeName, type),
  };
}

function typeNameOf(given: JsonObject, path: string): string {
  const name = given["typeName"] as string;
  const typeName = TYPE_ALIASES[name] ?? name;
  if (typeName === "ADMIN") throw serviceError("NOTIFICATION_TYPE_IS_GLOBAL_ONLY", typeName);
  if (typeName === "FLOWDOCK") throw serviceError("UNSUPPORTED_NOTIFICATION_TYPE", typeName);
  if (!Object.hasOwn(NOTIFICATION_TYPES, typeName))
    throw serviceError("INVALID_ENUM_VALUE", `${path}.typeName`, name);
  return typeName;
}

// Specification 2.5 asks for `role` and answers `roles`; clients send either.
function foldRole(given: JsonObject, path: string): void {
  if (given["role"] === undefined) return;
  if (given["roles"] !== undefined) throw serviceError("INVALID_ATTRIBUTE", `${path}.role`);
  given["roles"] = [given["role"]];
}

function checkTimes(given: JsonObject, path: string): void {
  const { delayMin, intervalMin } = given;
  if (typeof delayMin === "number" && delayMin < 0)
    throw serviceError("ATTRIBUTE_NEGATIVE", `${path}.delayMin`);
  if (typeof intervalMin === "number" && intervalMin < 5)
    throw serviceError("NOTIFICATION_INTERVAL_OUT_OF_RANGE", String(intervalMin));
}

function checkByType(typeName: string, given: JsonObject, path: string, facts: NotificationFacts): void {
  if (given["webhookSecret"] !== undefined && (typeName !== "WEBHOOK" || given["webhookUrl"] === undefined))
    throw serviceError("INVALID_ATTRIBUTE", `${path}.webhookSecret`);
  switch (typeName) {
    case "GROUP":
      requireChannel(given, "EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION");
      checkRoles(given, PROJECT_ROLES, path);
      break;
    case "ORG":
      checkRoles(given, ORG_ROLES, path);
      break;
    case "USER":
      requireChannel(given, "EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION");
      if (!facts.hasUser(given["username"] as string))
        throw serviceError("BAD_USERNAME_IN_GROUP_REF", given["username"] as string);
      break;
    case "TEAM":
      if (!facts.hasTeam(given["teamId"] as string))
        throw serviceError("TEAM_NOT_FOUND", given["teamId"] as string);
      break;
    case "EMAIL":
      if (!/^[^\s@]+@[^\s@]+$/.test(given["emailAddress"] as string))
        throw serviceError("INVALID_EMAIL_ADDRESS", given["emailAddress"] as string);
      break;
    case "WEBHOOK":
      if (given["webhookUrl"] === undefined && !facts.defaultWebhook)
        throw serviceError("WEBHOOK_URL_NOT_SET");
      checkUrl(given, "webhookUrl", path);
      break;
    case "MICROSOFT_TEAMS":
      checkUrl(given, "microsoftTeamsWebhookUrl", path);
      break;
    default:
  }
}

function requireChannel(given: JsonObject, code: ErrorCode): void {
  if (given["emailEnabled"] !== true && given["smsEnabled"] !== true) throw serviceError(code);
}

function checkRoles(given: JsonObject, known: readonly string[], path: string): void {
  const roles = given["roles"] as string[] | undefined;
  if (roles?.length === 0) throw serviceError("MISSING_ROLES_FOR_GROUP_NOTIFICATION");
  const unknown = roles?.find((role) => !known.includes(role));
  if (unknown !== undefined) throw serviceError("INVALID_ENUM_VALUE", `${path}.roles`, unknown);
}

function checkUrl(given: JsonObject, field: string, path: string): void {
  const url = given[field];
  if (typeof url === "string" && !/^https?:\/\/[^/]/i.test(url))
    throw serviceError("INVALID_ATTRIBUTE", `${path}.${field}`);
}

// An id can only repeat one that the configuration has; an unchanged notification keeps its own.
function idOf(given: JsonObject, path: string, facts: NotificationFacts): string {
  const id = given["id"] ?? given["notifierId"];
  if (id === undefined) return facts.newId();
  if (!facts.current.some((notification) => notification.id === id))
    throw serviceError(
      "ATTRIBUTE_READ_ONLY",
      given["id"] === undefined ? `${path}.notifierId` : `${path}.id`,
    );
  return id as string;
}

function timesOf(given: JsonObject, type: NotificationType): { delayMin: number; intervalMin?: number } {
  const delayMin = (given["delayMin"] as number | undefined) ?? 0;
  return type.interval
    ? { delayMin, intervalMin: (given["intervalMin"] as number | undefined) ?? 60 }
    : { delayMin };
}

// Fields of other types are dropped: an answer has only those of its type (specification 2.5).
function fieldsOf(given: JsonObject, typeName: string, type: NotificationType): JsonObject {
  const defaults: JsonObject = {
    ...(typeName === "ORG" || typeName === "TEAM" ? { emailEnabled: false, smsEnabled: false } : {}),
    ...(typeName === "OPS_GENIE" ? { opsGenieRegion: "US" } : {}),
  };
  const names = [...type.required, ...type.optional].filter((name) => given[name] !== undefined);
  return { ...defaults, ...Object.fromEntries(names.map((name) => [name, given[name]])) };
}

/** Whether two notifications say the same, their ids aside. */
export function sameNotification(one: Notification, other: Notification): boolean {
  return canonical(one) === canonical(other);
}

function canonical(notification: Notification): string {
  const { id: _, ...fields } = notification;
  return JSON.stringify(fields, (_key, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
