import type { FieldRules } from "./fields";

/** The fields of one type of notification. */
export interface NotificationType {
  /** Required and optional fields of a request. Only these are returned. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Whether the response has `intervalMin`; MongoDB Atlas omits it for pagers that repeat by themselves. */
  readonly interval: boolean;
}

function defineType(required: string, optional = "", interval = true): NotificationType {
  const names = (list: string): string[] => (list === "" ? [] : list.split(" "));
  return { required: names(required), optional: names(optional), interval };
}

/**
 * The notification types and their fields (Ops Manager documentation, "Create an Alert Configuration"). TEAM comes from
 * MongoDB Atlas.
 */
export const NOTIFICATION_TYPES: ReadonlyMap<string, NotificationType> = new Map(
  Object.entries({
    ADMIN: defineType(""),
    DATADOG: defineType("datadogApiKey", "datadogRegion"),
    EMAIL: defineType("emailAddress"),
    GROUP: defineType("emailEnabled smsEnabled", "roles teamId"),
    HIP_CHAT: defineType("notificationToken roomName"),
    MICROSOFT_TEAMS: defineType("microsoftTeamsWebhookUrl"),
    OPS_GENIE: defineType("opsGenieApiKey", "opsGenieRegion", false),
    ORG: defineType("", "emailEnabled smsEnabled roles"),
    PAGER_DUTY: defineType("serviceKey", "", false),
    SLACK: defineType("apiToken channelName"),
    SMS: defineType("mobileNumber"),
    TEAM: defineType("teamId", "emailEnabled smsEnabled"),
    USER: defineType("username emailEnabled smsEnabled"),
    VICTOR_OPS: defineType("victorOpsApiKey", "victorOpsRoutingKey", false),
    WEBHOOK: defineType("", "webhookUrl webhookSecret webhookHeadersTemplate webhookBodyTemplate"),
  }),
);

/** The types of global alert configurations (Ops Manager documentation, "Create a Global Alert Configuration"). */
export const GLOBAL_NOTIFICATION_TYPES: readonly string[] =
  "ADMIN EMAIL GROUP HIP_CHAT MICROSOFT_TEAMS PAGER_DUTY SLACK SMS USER WEBHOOK".split(" ");

/** Other spellings of a type; the documentation has both. */
export const TYPE_ALIASES: ReadonlyMap<string, string> = new Map([["HIPCHAT", "HIP_CHAT"]]);

/** Fields that are returned for every type if they were sent, as seen in responses of the service. */
export const FIELDS_OF_ANY_TYPE: readonly string[] = ["emailEnabled", "smsEnabled", "roles"];

const text = { type: "string" } as const;
const yesNo = { type: "boolean" } as const;

/** The fields that a notification in a request may have, regardless of its type. */
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

/** Fields of a notification that exist in responses only. */
export const NOTIFICATION_READ_ONLY: readonly string[] = ["teamName"];
