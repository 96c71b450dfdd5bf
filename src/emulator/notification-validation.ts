import { ORG_ROLES, PROJECT_ROLES } from "./catalogue";
import type { Notification } from "./entities";
import { serviceError, type ErrorCode } from "./errors";
import { readFields, type FieldsOf } from "./fields";
import { pickFields, sortKeys, type JsonObject } from "./json";
import {
  FIELDS_OF_ANY_TYPE,
  GLOBAL_NOTIFICATION_TYPES,
  NOTIFICATION_FIELDS,
  NOTIFICATION_READ_ONLY,
  NOTIFICATION_TYPES,
  TYPE_ALIASES,
  type NotificationType,
} from "./notification-types";
import { isRedacted, NOTIFICATION_SECRETS } from "./redaction";

/** The context that the validation of notifications depends on. */
export interface NotificationFacts {
  /** Whether the project has the user. */
  hasUser(username: string): boolean;
  /** Whether the team exists. */
  hasTeam(id: string): boolean;
  /** Whether the alert configuration belongs to no project. */
  readonly isGlobal: boolean;
  /** Whether the project has a default webhook URL. */
  readonly defaultWebhook: boolean;
  /** Fields of a newer version, which may have any value. */
  readonly newerFields: readonly string[];
  /** The current notifications of the alert configuration. */
  readonly current: readonly Notification[];
  newId(): string;
}

type Given = FieldsOf<typeof NOTIFICATION_FIELDS>;

/** Validates the notifications of a request and fills in defaults. */
export function readNotifications(elements: readonly unknown[], facts: NotificationFacts): Notification[] {
  if (elements.length === 0) throw serviceError("MISSING_NOTIFICATIONS");
  const notifications = elements.map((element, index) => readOne(element, `notifications[${index}]`, facts));
  if (notifications.filter(({ typeName }) => typeName === "GROUP").length > 1)
    throw serviceError("TOO_MANY_GROUP_NOTIFICATIONS");
  return notifications;
}

function readOne(value: unknown, path: string, facts: NotificationFacts): Notification {
  const given = readFields(value, NOTIFICATION_FIELDS, {
    path,
    readOnly: NOTIFICATION_READ_ONLY,
    newer: facts.newerFields,
  });
  const typeName = TYPE_ALIASES.get(given.typeName) ?? given.typeName;
  const type = findType(typeName, path, facts);
  foldRole(given, path);
  const fields = new Map<string, unknown>(Object.entries(given));
  for (const field of type.required) {
    if ((fields.get(field) ?? "") === "") throw serviceError("MISSING_ATTRIBUTE", `${path}.${field}`);
  }
  for (const field of NOTIFICATION_SECRETS) {
    if (isRedacted(given[field] ?? "")) throw serviceError("INTEGRATION_FIELDS_INVALID", `${path}.${field}`);
  }
  checkTimes(given, path);
  checkByType(typeName, given, path, facts);
  return {
    id: resolveId(given, path, facts),
    typeName,
    ...selectTimes(given, type),
    ...selectFields(fields, typeName, type),
    ...pickFields(given, facts.newerFields),
  };
}

function findType(typeName: string, path: string, { isGlobal }: NotificationFacts): NotificationType {
  if (typeName === "ADMIN" && !isGlobal) throw serviceError("NOTIFICATION_TYPE_IS_GLOBAL_ONLY", typeName);
  if (typeName === "FLOWDOCK") throw serviceError("UNSUPPORTED_NOTIFICATION_TYPE", typeName);
  const type = NOTIFICATION_TYPES.get(typeName);
  if (isGlobal && type !== undefined && !GLOBAL_NOTIFICATION_TYPES.includes(typeName))
    throw serviceError("UNSUPPORTED_NOTIFICATION_TYPE", typeName);
  if (type === undefined) throw serviceError("INVALID_ENUM_VALUE", `${path}.typeName`, typeName);
  return type;
}

// Requests are documented with `role` and responses with `roles`; clients send either.
function foldRole(given: Given, path: string): void {
  if (given.role === undefined) return;
  if (given.roles !== undefined) throw serviceError("INVALID_ATTRIBUTE", `${path}.role`);
  given.roles = [given.role];
}

function checkTimes({ delayMin, intervalMin }: Given, path: string): void {
  if (delayMin !== undefined && delayMin < 0) throw serviceError("ATTRIBUTE_NEGATIVE", `${path}.delayMin`);
  if (intervalMin !== undefined && intervalMin < 5)
    throw serviceError("NOTIFICATION_INTERVAL_OUT_OF_RANGE", String(intervalMin));
}

function checkByType(typeName: string, given: Given, path: string, facts: NotificationFacts): void {
  const { emailAddress = "", teamId = "", username = "", webhookSecret, webhookUrl } = given;
  if (webhookSecret !== undefined && (typeName !== "WEBHOOK" || webhookUrl === undefined))
    throw serviceError("INVALID_ATTRIBUTE", `${path}.webhookSecret`);
  switch (typeName) {
    case "GROUP":
      requireChannel(given, "EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION");
      if (facts.isGlobal && given.roles !== undefined)
        throw serviceError("INVALID_ATTRIBUTE", `${path}.roles`);
      checkRoles(given, PROJECT_ROLES, path);
      break;
    case "ORG":
      checkRoles(given, ORG_ROLES, path);
      break;
    case "USER":
      requireChannel(given, "EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION");
      if (!facts.hasUser(username)) throw serviceError("BAD_USERNAME_IN_GROUP_REF", username);
      break;
    case "TEAM":
      if (!facts.hasTeam(teamId)) throw serviceError("TEAM_NOT_FOUND", teamId);
      break;
    case "EMAIL":
      if (!/^[^\s@]+@[^\s@]+$/.test(emailAddress)) throw serviceError("INVALID_EMAIL_ADDRESS", emailAddress);
      break;
    case "WEBHOOK":
      if (webhookUrl === undefined && !facts.defaultWebhook) throw serviceError("WEBHOOK_URL_NOT_SET");
      checkUrl(given, "webhookUrl", path);
      break;
    case "MICROSOFT_TEAMS":
      checkUrl(given, "microsoftTeamsWebhookUrl", path);
      break;
    default:
  }
}

function requireChannel(given: Given, code: ErrorCode): void {
  if (given.emailEnabled !== true && given.smsEnabled !== true) throw serviceError(code);
}

function checkRoles({ roles }: Given, known: readonly string[], path: string): void {
  if (roles?.length === 0) throw serviceError("MISSING_ROLES_FOR_GROUP_NOTIFICATION");
  const unknown = roles?.find((role) => !known.includes(role));
  if (unknown !== undefined) throw serviceError("INVALID_ENUM_VALUE", `${path}.roles`, unknown);
}

function checkUrl(given: Given, field: "webhookUrl" | "microsoftTeamsWebhookUrl", path: string): void {
  const url = given[field];
  if (url !== undefined && !/^https?:\/\/[^/]/i.test(url))
    throw serviceError("INVALID_ATTRIBUTE", `${path}.${field}`);
}

// An id in a request must be one that the alert configuration already has.
function resolveId(given: Given, path: string, facts: NotificationFacts): string {
  const id = given.id ?? given.notifierId;
  if (id === undefined) return facts.newId();
  if (!facts.current.some((notification) => notification.id === id))
    throw serviceError("ATTRIBUTE_READ_ONLY", given.id === undefined ? `${path}.notifierId` : `${path}.id`);
  return id;
}

function selectTimes(given: Given, type: NotificationType): { delayMin: number; intervalMin?: number } {
  const { delayMin = 0, intervalMin = 60 } = given;
  return type.interval ? { delayMin, intervalMin } : { delayMin };
}

// Fields of other types are dropped: the documentation lists the fields of a response by type.
function selectFields(
  given: ReadonlyMap<string, unknown>,
  typeName: string,
  type: NotificationType,
): JsonObject {
  const defaults: JsonObject = {
    ...(typeName === "ORG" || typeName === "TEAM" ? { emailEnabled: false, smsEnabled: false } : {}),
    ...(typeName === "OPS_GENIE" ? { opsGenieRegion: "US" } : {}),
  };
  const names = [...new Set([...type.required, ...type.optional, ...FIELDS_OF_ANY_TYPE])];
  const sent = names.filter((name) => given.has(name)).map((name) => [name, given.get(name)]);
  return { ...defaults, ...Object.fromEntries(sent) };
}

/** Whether two notifications are equal except for their ids. */
export function sameNotification(one: Notification, other: Notification): boolean {
  return serializeWithoutId(one) === serializeWithoutId(other);
}

function serializeWithoutId(notification: Notification): string {
  return JSON.stringify(sortKeys({ ...notification, id: undefined }));
}
