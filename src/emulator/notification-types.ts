import type { FieldRules } from "./fields";

/** What one type of notification takes. */
export interface NotificationType {
  /** Fields that a request must have, and fields that it may have. Only these are answered. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Whether the answer has an `intervalMin`; the neighbouring service leaves it out where the pager repeats by itself. */
  readonly interval: boolean;
}

function type(required: string, optional = "", interval = true): NotificationType {
  const names = (list: string): string[] => (list === "" ? [] : list.split(" "));
  return { required: names(required), optional: names(optional), interval };
}

/**
 * The types of notifications and their fields: the requirements of specification 2.5, and for the types that it only
 * mentions those of the Ops Manager documentation. TEAM comes from the neighbouring Atlas service.
 */
export const NOTIFICATION_TYPES: ReadonlyMap<string, NotificationType> = new Map(
  Object.entries({
    DATADOG: type("datadogApiKey", "datadogRegion"),
    EMAIL: type("emailAddress"),
    GROUP: type("emailEnabled smsEnabled", "roles teamId"),
    HIP_CHAT: type("notificationToken roomName"),
    MICROSOFT_TEAMS: type("microsoftTeamsWebhookUrl"),
    OPS_GENIE: type("opsGenieApiKey", "opsGenieRegion", false),
    ORG: type("", "emailEnabled smsEnabled roles"),
    PAGER_DUTY: type("serviceKey", "", false),
    SLACK: type("apiToken channelName"),
    SMS: type("mobileNumber"),
    TEAM: type("teamId", "emailEnabled smsEnabled"),
    USER: type("username emailEnabled smsEnabled"),
    VICTOR_OPS: type("victorOpsApiKey", "victorOpsRoutingKey", false),
    WEBHOOK: type("", "webhookUrl webhookSecret webhookHeadersTemplate webhookBodyTemplate"),
  }),
);

/** Other spellings of a type (the documentation has both). */
export const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([["HIPCHAT", "HIP_CHAT"]]);

/** Fields that are answered with any type if they were sent: real answers have them where the type does not use them. */
export const FIELDS_OF_ANY_TYPE: readonly string[] = ["emailEnabled", "smsEnabled", "roles"];

const text = { type: "string" } as const;
const yesNo = { type: "boolean" } as const;

/** The fields that a notification in a request may have, whatever its type. */
export const NOTIFICATION_FIELDS = {
  apiToken: text,
  channelName: text,
  datadogApiKey: text,
  datadogRegion: { type: "string", values: ["US", "EU", "US3", "US5", "AP1", "US1_FED"] },
  delayMin: { type: "integer" },
  emailAddress: text,
  emailEnabled: yesNo,
  id: text,
  intervalMin: { type: "integer" },
  microsoftTeamsWebhookUrl: text,
  mobileNumber: text,
  notificationToken: text,
  notifierId: text,
  opsGenieApiKey: text,
  opsGenieRegion: { type: "string", values: ["US", "EU"] },
  role: text,
  roles: { type: "strings" },
  roomName: text,
  serviceKey: text,
  smsEnabled: yesNo,
  teamId: text,
  typeName: { type: "string", required: true },
  username: text,
  victorOpsApiKey: text,
  victorOpsRoutingKey: text,
  webhookBodyTemplate: text,
  webhookHeadersTemplate: text,
  webhookSecret: text,
  webhookUrl: text,
} as const satisfies FieldRules;

/** Fields of a notification that only answers have. */
export const NOTIFICATION_READ_ONLY: readonly string[] = ["teamName"];
