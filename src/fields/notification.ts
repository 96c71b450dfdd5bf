/** Notifications of alert configurations: their fields, and the fields that each type accepts. */

import { omit, pick } from "../json";
import type { WithAdditional } from "./additional";
import type { NotificationType } from "./alert-catalogue";
import { NOTIFICATION_TYPES } from "./alert-catalogue";
import type { ArgumentFieldOf, Documented, Field, SecretFieldOf } from "./table";
import { ADDITIONAL_FIELDS, argumentNames, secretNames } from "./table";
import type { AlertNotification, Notification } from "../types/notification";

export type * from "../types/notification";

/** A notification as the service returns it, or with its additional fields folded. */
export interface LiveNotification extends Notification, WithAdditional {}

interface NotificationField extends Field {
  /** The types that require the field, and the types that accept it. With neither, all types accept it. */
  readonly requiredBy?: readonly NotificationType[];
  readonly optionalFor?: readonly NotificationType[];
  /** Whether the field is part of the address: with another value it is another notification. @default false */
  readonly address?: boolean;
  /** Whether the service returns the field with every type. It has no effect if the type does not accept it. @default false */
  readonly returnedByAll?: boolean;
  /** The types for which the service has its own value, whatever it is sent. @default none */
  readonly fixedFor?: readonly NotificationType[];
}

/** Whether the people that a notification is for get it in one way. */
const WAY_TO_PEOPLE = {
  type: "boolean",
  default: false,
  requiredBy: ["GROUP", "USER"],
  optionalFor: ["ORG", "TEAM"],
  returnedByAll: true,
  adjustable: true,
} as const satisfies NotificationField;

/** An address that a type requires. */
const ADDRESS = { type: "string", address: true, shownIfSet: true } as const satisfies NotificationField;

/** To add a field, add a row here and run `npm run generate`. */
export const NOTIFICATION = {
  typeName: {
    type: "string",
    required: true,
    always: true,
    listed: { names: [...NOTIFICATION_TYPES, "HIPCHAT"], what: "notification type" },
    open: "KnownNotificationTypeName",
    doc: "The type of the notification, such as `EMAIL` or `SLACK`. It decides which other fields are required and allowed.",
  },
  id: { type: "string", readOnly: true, doc: "The id of the notification, which the service generates." },
  apiToken: {
    type: "string",
    secret: true,
    requiredBy: ["SLACK"],
    doc: "SLACK: the API token or bot token. Required for SLACK.",
  },
  channelName: {
    ...ADDRESS,
    requiredBy: ["SLACK"],
    doc: "SLACK: the name of the channel. Required for SLACK.",
  },
  datadogApiKey: {
    type: "string",
    secret: true,
    requiredBy: ["DATADOG"],
    doc: "DATADOG: the API key. Required for DATADOG.",
  },
  datadogRegion: {
    type: "string",
    address: true,
    optionalFor: ["DATADOG"],
    doc: "DATADOG: the region of the account, such as `US` or `EU`. The documentation of Ops Manager does not list it.",
    otherwise: "the service decides",
  },
  delayMin: {
    type: "number",
    default: 0,
    limits: { whole: true, least: 0, text: "must be at least 0 (minutes)" },
    adjustable: true,
    doc: "Minutes between the alert condition and the first notification.",
  },
  emailAddress: {
    ...ADDRESS,
    format: "email",
    ignoresCase: true,
    requiredBy: ["EMAIL"],
    doc: "EMAIL: the address. Required for EMAIL.",
  },
  emailEnabled: {
    ...WAY_TO_PEOPLE,
    doc: "GROUP, ORG, TEAM, USER: whether e-mail is sent. Required for GROUP and USER.",
  },
  intervalMin: {
    type: "number",
    limits: { whole: true, least: 5, text: "must be at least 5 (minutes)" },
    adjustable: true,
    fixedFor: ["PAGER_DUTY", "OPS_GENIE", "VICTOR_OPS"],
    doc: "Minutes between two notifications while the alert is neither resolved nor acknowledged; at least 5.",
    otherwise: "the service decides",
  },
  microsoftTeamsWebhookUrl: {
    type: "string",
    secret: true,
    format: "url",
    requiredBy: ["MICROSOFT_TEAMS"],
    doc: "MICROSOFT_TEAMS: the URL of the incoming webhook. Required for MICROSOFT_TEAMS.",
  },
  mobileNumber: {
    ...ADDRESS,
    format: "phone",
    requiredBy: ["SMS"],
    doc: "SMS: the telephone number. Required for SMS.",
  },
  notificationToken: {
    type: "string",
    secret: true,
    requiredBy: ["HIP_CHAT"],
    doc: "HIP_CHAT: the API token. Required for HIP_CHAT.",
  },
  opsGenieApiKey: {
    type: "string",
    secret: true,
    requiredBy: ["OPS_GENIE"],
    doc: "OPS_GENIE: the API key. Required for OPS_GENIE.",
  },
  opsGenieRegion: {
    type: "string",
    address: true,
    optionalFor: ["OPS_GENIE"],
    open: '"US" | "EU"',
    doc: "OPS_GENIE: the region of the account, `US` or `EU`.",
    otherwise: "the service decides",
  },
  role: {
    type: "string",
    address: true,
    adjustable: true,
    optionalFor: ["GROUP", "ORG"],
    open: "KnownRole",
    doc: "GROUP, ORG: the role whose members are notified. Equivalent to `roles` with one item.",
    otherwise: "all roles",
  },
  roles: {
    type: "strings",
    open: "KnownRole",
    address: true,
    adjustable: true,
    optionalFor: ["GROUP", "ORG"],
    returnedByAll: true,
    doc: "GROUP, ORG: the roles whose members are notified. The order does not matter.",
    otherwise: "all roles",
  },
  roomName: {
    ...ADDRESS,
    requiredBy: ["HIP_CHAT"],
    doc: "HIP_CHAT: the name of the room. Required for HIP_CHAT.",
  },
  serviceKey: {
    type: "string",
    secret: true,
    requiredBy: ["PAGER_DUTY"],
    doc: "PAGER_DUTY: the integration key. Required for PAGER_DUTY.",
  },
  smsEnabled: {
    ...WAY_TO_PEOPLE,
    doc: "GROUP, ORG, TEAM, USER: whether text messages are sent. Required for GROUP and USER.",
  },
  teamId: {
    ...ADDRESS,
    format: "id",
    requiredBy: ["TEAM"],
    doc: "TEAM: the id of the team. Required for TEAM, a type that the documentation of Ops Manager does not list.",
  },
  teamName: { type: "string", readOnly: true, doc: "TEAM: the name of the team, which the service returns." },
  username: {
    ...ADDRESS,
    ignoresCase: true,
    requiredBy: ["USER"],
    doc: "USER: the name of a user of the project. Required for USER.",
  },
  victorOpsApiKey: {
    type: "string",
    secret: true,
    requiredBy: ["VICTOR_OPS"],
    doc: "VICTOR_OPS: the API key. Required for VICTOR_OPS.",
  },
  victorOpsRoutingKey: {
    type: "string",
    address: true,
    optionalFor: ["VICTOR_OPS"],
    doc: "VICTOR_OPS: the routing key.",
    otherwise: "none",
  },
  webhookBodyTemplate: {
    type: "string",
    secret: true,
    mayHaveStars: true,
    optionalFor: ["WEBHOOK"],
    doc: "WEBHOOK: a template of the body. Only newer versions of the service support it.",
    otherwise: "the body of the service",
  },
  webhookHeadersTemplate: {
    type: "string",
    secret: true,
    mayHaveStars: true,
    optionalFor: ["WEBHOOK"],
    doc: "WEBHOOK: a template of the headers. Only newer versions of the service support it.",
    otherwise: "the headers of the service",
  },
  webhookSecret: {
    type: "string",
    secret: true,
    optionalFor: ["WEBHOOK"],
    doc: "WEBHOOK: the key that signs the calls. Requires `webhookUrl`.",
    otherwise: "calls are not signed",
  },
  webhookUrl: {
    type: "string",
    secret: true,
    format: "url",
    optionalFor: ["WEBHOOK"],
    doc: "WEBHOOK: the URL that is called.",
    otherwise: "the URL in the integration settings of the project",
  },
  additionalFields: ADDITIONAL_FIELDS,
} as const satisfies Record<string, NotificationField>;

export type SecretNotificationField = SecretFieldOf<typeof NOTIFICATION>;
export type OpenNotificationField = Exclude<
  ArgumentFieldOf<typeof NOTIFICATION>,
  SecretNotificationField | "role"
>;

const table: Readonly<Record<string, NotificationField>> = NOTIFICATION;

const ARGUMENTS = argumentNames(NOTIFICATION);

export const SECRET_NOTIFICATION_FIELDS = secretNames(NOTIFICATION);

/** The fields that are not secret; `role` is left out, since it is a second spelling of `roles`. */
export const OPEN_NOTIFICATION_FIELDS = ARGUMENTS.filter(
  (name): name is OpenNotificationField => name !== "role" && table[name]?.secret !== true,
);

/** Fields that the service returns with any type. */
export const RETURNED_BY_ALL: readonly string[] = ARGUMENTS.filter(
  (name) => table[name]?.returnedByAll === true,
);

/** Returns the name of a type in one spelling: the documentation spells HIP_CHAT in two ways. */
export function notificationTypeOf(typeName: string): string {
  return typeName === "HIPCHAT" ? "HIP_CHAT" : typeName;
}

/** A notification without its secrets. */
export type OpenNotification = Omit<AlertNotification, SecretNotificationField>;

/** The fields of a notification that are not secret, in one spelling. */
export type ComparedNotification = Omit<OpenNotification, "role">;

/** Returns a notification with one spelling of its type, and with `role` and `roles` as a sorted `roles`. */
export function withOneSpelling<T extends OpenNotification>(notification: T): Omit<T, "role"> {
  const { role, typeName } = notification;
  // In a preview the list may be unknown as a whole.
  const declared = Array.isArray(notification.roles) ? [...notification.roles].sort() : notification.roles;
  // A program in JavaScript may give null.
  const roles = role == null ? declared : [role];
  return {
    ...omit(notification, ["role"]),
    typeName: notificationTypeOf(typeName),
    ...(roles !== undefined && { roles }),
  };
}

/** Returns the fields of a response that are not secret, in one spelling. */
export function openFields(notification: LiveNotification): ComparedNotification {
  return pick(withOneSpelling(notification), OPEN_NOTIFICATION_FIELDS);
}

/** Returns the type by its name, in either spelling; `undefined` for a type that the documentation does not list. */
export function knownNotificationType(typeName: string | undefined): NotificationType | undefined {
  const name = notificationTypeOf(typeName ?? "");
  return NOTIFICATION_TYPES.find((type) => type === name);
}

/** Whether a type accepts a field. A type that is not listed may accept any field. */
export function takesField(typeName: string | undefined, field: string): boolean {
  const types = typesThatTake(field);
  const type = types.length === 0 ? undefined : knownNotificationType(typeName);
  return type === undefined || types.includes(type);
}

/** Whether the service has its own value for a field of a type, whatever it is sent. */
export function isFixedFor(typeName: string | undefined, field: string): boolean {
  const type = knownNotificationType(typeName);
  return type !== undefined && table[field]?.fixedFor?.includes(type) === true;
}

/** Returns the fields of the address of a type, without `role`. */
export function addressFieldsOf(typeName: string | undefined): OpenNotificationField[] {
  return OPEN_NOTIFICATION_FIELDS.filter(
    (name) => table[name]?.address === true && takesField(typeName, name),
  );
}

/** Returns the fields that a type requires, except `typeName`; none for a type that is not listed. */
export function fieldsRequiredBy(typeName: string | undefined): readonly string[] {
  const type = knownNotificationType(typeName);
  return type === undefined ? [] : ARGUMENTS.filter((name) => table[name]?.requiredBy?.includes(type));
}

const TYPES_BY_FIELD = new Map(
  Object.entries(table).map(([name, { requiredBy = [], optionalFor = [] }]) => [
    name,
    NOTIFICATION_TYPES.filter((type) => requiredBy.includes(type) || optionalFor.includes(type)),
  ]),
);

/** Returns the types that accept a field; none if all types accept it. */
export function typesThatTake(name: string): readonly NotificationType[] {
  return TYPES_BY_FIELD.get(name) ?? [];
}

export const NOTIFICATION_INTERFACES: readonly Documented[] = [
  {
    name: "AlertNotification",
    doc: "A notification of an alert configuration. `typeName` decides which other fields are required and allowed. Fields marked as secret are encrypted in the state and hidden in previews.",
    see: "[Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)",
    table: NOTIFICATION,
    use: "arguments",
  },
  {
    name: "Notification",
    doc: "A notification as the service returns it; its secrets may be masked.",
    see: "[Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)",
    table: NOTIFICATION,
    use: "response",
    base: 'Omit<AlertNotification, "additionalFields">',
    own: ["id", "teamName"],
  },
];
