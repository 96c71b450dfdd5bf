/** Notifications of alert configurations: their fields, and which type of notification takes which. */

import { omit, pick } from "../json";
import type { KnownNotificationTypeName, KnownRole, NotificationType, Open } from "./alert-catalogue";
import { NOTIFICATION_TYPES } from "./alert-catalogue";
import type { ArgumentFieldOf, Field, SecretFieldOf } from "./table";
import { argumentNames, secretNames } from "./table";

/**
 * A notification of an alert configuration: whom to notify, and how. `typeName` decides which fields it takes. Fields
 * marked as secret are encrypted in the state and hidden in previews.
 */
export interface AlertNotification {
  /** The kind of the target, such as `EMAIL` or `SLACK`. */
  typeName: Open<KnownNotificationTypeName>;
  /** Secret. SLACK: the API or bot token. */
  apiToken?: string | undefined;
  /** SLACK: the channel. */
  channelName?: string | undefined;
  /** Secret. DATADOG: the API key. */
  datadogApiKey?: string | undefined;
  /** DATADOG: the region of the account. The API documentation of Ops Manager does not list it. */
  datadogRegion?: string | undefined;
  /** Minutes from the alert condition to the first notification. */
  delayMin?: number | undefined;
  /** EMAIL: the address. */
  emailAddress?: string | undefined;
  /** GROUP, ORG, TEAM, USER: whether to send e-mail. */
  emailEnabled?: boolean | undefined;
  /** Minutes between notifications of an unacknowledged alert; at least 5. */
  intervalMin?: number | undefined;
  /** Secret. MICROSOFT_TEAMS: the URL of the incoming webhook. */
  microsoftTeamsWebhookUrl?: string | undefined;
  /** SMS: the number. */
  mobileNumber?: string | undefined;
  /** Secret. HIP_CHAT: the API token. */
  notificationToken?: string | undefined;
  /** Secret. OPS_GENIE: the API key. */
  opsGenieApiKey?: string | undefined;
  /** OPS_GENIE: `US` or `EU`. */
  opsGenieRegion?: Open<"US" | "EU"> | undefined;
  /** GROUP, ORG: the role whose members are notified; the same as `roles` with one item. */
  role?: Open<KnownRole> | undefined;
  /** GROUP, ORG: the roles whose members are notified. */
  roles?: Open<KnownRole>[] | undefined;
  /** HIP_CHAT: the room. */
  roomName?: string | undefined;
  /** Secret. PAGER_DUTY: the integration key. */
  serviceKey?: string | undefined;
  /** GROUP, ORG, TEAM, USER: whether to send text messages. */
  smsEnabled?: boolean | undefined;
  /** TEAM: the id of the team. The API documentation of Ops Manager does not list the type. */
  teamId?: string | undefined;
  /** USER: the name of a user of the project. */
  username?: string | undefined;
  /** Secret. VICTOR_OPS: the API key. */
  victorOpsApiKey?: string | undefined;
  /** VICTOR_OPS: the routing key. */
  victorOpsRoutingKey?: string | undefined;
  /** Secret. WEBHOOK: a template of the body, in newer versions of the service. */
  webhookBodyTemplate?: string | undefined;
  /** Secret. WEBHOOK: a template of the headers, in newer versions of the service. */
  webhookHeadersTemplate?: string | undefined;
  /** Secret. WEBHOOK: the key that signs the calls; requires `webhookUrl`. */
  webhookSecret?: string | undefined;
  /** Secret. WEBHOOK: the URL; when omitted, the URL in the project's integration settings is used. */
  webhookUrl?: string | undefined;
}

/** A notification as the service returns it; its secrets may be masked. */
export interface Notification extends AlertNotification {
  id?: string | undefined;
  teamName?: string | undefined;
}

interface NotificationField extends Field {
  /** The types that need it, and those that take it. With neither, all types take it. */
  readonly requiredBy?: readonly NotificationType[];
  readonly optionalFor?: readonly NotificationType[];
  /** It is part of where the notification goes: with another value it is another notification. @default false */
  readonly address?: boolean;
  /** A value that means the same as absence: the service may return it for a field that was not sent. */
  readonly default?: unknown;
  /** The service returns it with every type; it has no effect where the type does not take it. @default false */
  readonly returnedByAll?: boolean;
}

/** To add a field, add a row here and a line in {@link AlertNotification}. */
export const NOTIFICATION = {
  typeName: { type: "string", required: true, always: true },
  id: { type: "string", readOnly: true },
  apiToken: { type: "string", secret: true, requiredBy: ["SLACK"] },
  channelName: { type: "string", address: true, requiredBy: ["SLACK"] },
  datadogApiKey: { type: "string", secret: true, requiredBy: ["DATADOG"] },
  datadogRegion: { type: "string", address: true, optionalFor: ["DATADOG"] },
  delayMin: { type: "number", default: 0 },
  emailAddress: { type: "string", address: true, requiredBy: ["EMAIL"] },
  emailEnabled: {
    type: "boolean",
    default: false,
    requiredBy: ["GROUP", "USER"],
    optionalFor: ["ORG", "TEAM"],
    returnedByAll: true,
  },
  intervalMin: { type: "number" },
  microsoftTeamsWebhookUrl: { type: "string", secret: true, requiredBy: ["MICROSOFT_TEAMS"] },
  mobileNumber: { type: "string", address: true, requiredBy: ["SMS"] },
  notificationToken: { type: "string", secret: true, requiredBy: ["HIP_CHAT"] },
  opsGenieApiKey: { type: "string", secret: true, requiredBy: ["OPS_GENIE"] },
  opsGenieRegion: { type: "string", address: true, optionalFor: ["OPS_GENIE"] },
  role: { type: "string", address: true, optionalFor: ["GROUP", "ORG"] },
  roles: { type: "strings", address: true, optionalFor: ["GROUP", "ORG"], returnedByAll: true },
  roomName: { type: "string", address: true, requiredBy: ["HIP_CHAT"] },
  serviceKey: { type: "string", secret: true, requiredBy: ["PAGER_DUTY"] },
  smsEnabled: {
    type: "boolean",
    default: false,
    requiredBy: ["GROUP", "USER"],
    optionalFor: ["ORG", "TEAM"],
    returnedByAll: true,
  },
  teamId: { type: "string", address: true, requiredBy: ["TEAM"] },
  teamName: { type: "string", readOnly: true },
  username: { type: "string", address: true, requiredBy: ["USER"] },
  victorOpsApiKey: { type: "string", secret: true, requiredBy: ["VICTOR_OPS"] },
  victorOpsRoutingKey: { type: "string", address: true, optionalFor: ["VICTOR_OPS"] },
  webhookBodyTemplate: { type: "string", secret: true, optionalFor: ["WEBHOOK"] },
  webhookHeadersTemplate: { type: "string", secret: true, optionalFor: ["WEBHOOK"] },
  webhookSecret: { type: "string", secret: true, optionalFor: ["WEBHOOK"] },
  webhookUrl: { type: "string", secret: true, optionalFor: ["WEBHOOK"] },
} as const satisfies Record<string, NotificationField>;

export type NotificationFieldName = ArgumentFieldOf<typeof NOTIFICATION>;
export type SecretNotificationField = SecretFieldOf<typeof NOTIFICATION>;
export type OpenNotificationField = Exclude<NotificationFieldName, SecretNotificationField | "role">;

const table: Readonly<Record<string, NotificationField>> = NOTIFICATION;

const ARGUMENTS = argumentNames(NOTIFICATION);

export const SECRET_NOTIFICATION_FIELDS = secretNames(NOTIFICATION);

/** The fields that are not secret; `role` is left out, since it is a second spelling of `roles`. */
export const OPEN_NOTIFICATION_FIELDS = ARGUMENTS.filter(
  (name): name is OpenNotificationField => name !== "role" && table[name]?.secret !== true,
);

/** Values that mean the same as an absent field. */
export const NOTIFICATION_DEFAULTS: Readonly<Record<string, unknown>> = Object.fromEntries(
  ARGUMENTS.filter((name) => table[name]?.default !== undefined).map((name) => [name, table[name]?.default]),
);

/** Fields that the service returns with any type. */
export const RETURNED_BY_ALL: readonly string[] = ARGUMENTS.filter(
  (name) => table[name]?.returnedByAll === true,
);

/** The documentation spells HIP_CHAT in two ways; both are one type. */
export function notificationTypeOf(typeName: string): string {
  return typeName === "HIPCHAT" ? "HIP_CHAT" : typeName;
}

/** A notification without its secrets. */
export type OpenNotification = Omit<AlertNotification, SecretNotificationField>;

/** The fields of a notification that are not secret, in one spelling. */
export type ComparedNotification = Omit<OpenNotification, "role">;

/** Returns a notification in one spelling: of its type, and of `role` and `roles`, which are a set. */
export function withOneSpelling<T extends OpenNotification>(notification: T): Omit<T, "role"> {
  const { role, typeName } = notification;
  // In a preview the list may be unknown as a whole.
  const declared = Array.isArray(notification.roles) ? [...notification.roles].sort() : notification.roles;
  const roles = role === undefined ? declared : [role];
  return {
    ...omit(notification, ["role"]),
    typeName: notificationTypeOf(typeName),
    ...(roles !== undefined && { roles }),
  };
}

/** The fields that the service returned and that are not secret, in one spelling. */
export function openFields(notification: Notification): ComparedNotification {
  return pick(withOneSpelling(notification), OPEN_NOTIFICATION_FIELDS);
}

/** The defaults of the fields that a type takes: in others the service may return anything. */
export function defaultsOf(typeName: string): Readonly<Record<string, unknown>> {
  const type = knownNotificationType(typeName);
  return Object.fromEntries(Object.entries(NOTIFICATION_DEFAULTS).filter(([name]) => takesField(type, name)));
}

/** The type by that name, in either spelling; `undefined` for one that the documentation does not list. */
export function knownNotificationType(typeName: string): NotificationType | undefined {
  const name = notificationTypeOf(typeName);
  return NOTIFICATION_TYPES.find((type) => type === name);
}

/** Whether a type takes a field. A type that is not listed may take any. */
export function takesField(type: NotificationType | undefined, name: string): boolean {
  const { requiredBy, optionalFor } = table[name] ?? {};
  if (type === undefined || (requiredBy === undefined && optionalFor === undefined)) return true;
  return requiredBy?.includes(type) === true || optionalFor?.includes(type) === true;
}

/** The fields of a type that say where a notification goes, without `role`. */
export function addressFieldsOf(type: NotificationType | undefined): OpenNotificationField[] {
  return OPEN_NOTIFICATION_FIELDS.filter((name) => table[name]?.address === true && takesField(type, name));
}

/** The fields that a type requires, except `typeName`; none for a type that is not listed. */
export function fieldsRequiredBy(type: NotificationType | undefined): NotificationFieldName[] {
  if (type === undefined) return [];
  return ARGUMENTS.filter((name) => table[name]?.requiredBy?.includes(type) === true);
}

/** The types that take a field which not all types take. */
export function typesThatTake(name: string): NotificationType[] {
  const { requiredBy = [], optionalFor = [] } = table[name] ?? {};
  return NOTIFICATION_TYPES.filter((type) => requiredBy.includes(type) || optionalFor.includes(type));
}
