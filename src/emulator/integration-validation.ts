import type { Integration } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules } from "./fields";
import { isJsonObject, pickFields, type JsonObject } from "./json";
import { isRedacted } from "./redaction";

const text = { type: "string" } as const;
const neededText = { type: "string", required: true } as const;

/** The integrations and their fields (Ops Manager documentation, "Third-Party Integration Settings"). */
const TYPES: Readonly<Record<string, FieldRules>> = {
  DATADOG: { apiKey: neededText },
  HIP_CHAT: { notificationToken: neededText, roomName: neededText },
  MICROSOFT_TEAMS: { microsoftTeamsWebhookUrl: neededText },
  OPS_GENIE: { apiKey: neededText, region: { type: "string", values: ["US", "EU"] } },
  PAGER_DUTY: { serviceKey: neededText },
  PROMETHEUS: {
    enabled: { type: "boolean", required: true },
    listenAddress: neededText,
    password: neededText,
    scheme: { ...neededText, values: ["http", "https"] },
    serviceDiscovery: { ...neededText, values: ["file", "http"] },
    tlsPemPassword: text,
    tlsPemPath: text,
    username: neededText,
  },
  SLACK: { apiToken: neededText, channelName: text, teamName: neededText },
  VICTOR_OPS: { apiKey: neededText, routingKey: text },
  WEBHOOK: { secret: text, url: neededText },
};

/** What optional fields are in responses if they were never sent. */
const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  OPS_GENIE: { region: "US" },
  SLACK: { channelName: "" },
};

/** Refuses a type that the service does not have. */
export function requireIntegrationType(type: string): void {
  if (!Object.hasOwn(TYPES, type)) throw serviceError("INVALID_ENUM_VALUE", "type", type);
}

/** What the validation of an integration depends on. */
export interface IntegrationFacts {
  /** Whether OAuth of Slack has been configured on the page of the service. */
  readonly slackConfigured: boolean;
  /** Fields of a newer version, which may have any value. */
  readonly newer: readonly string[];
}

/** Validates the body of a POST, or of a PUT that changes only the sent fields of `current`. */
export function readIntegration(
  body: unknown,
  type: string,
  current: Integration | undefined,
  { slackConfigured, newer }: IntegrationFacts,
): JsonObject {
  if (!isJsonObject(body)) throw serviceError("INVALID_JSON");
  if (type === "SLACK" && !slackConfigured) throw serviceError("SLACK_OAUTH2_NOT_CONFIGURED");
  for (const [name, value] of Object.entries(body))
    if (typeof value === "string" && isRedacted(value))
      throw serviceError("INVALID_INTEGRATION_SETTINGS", name);
  const stored = pickFields({ ...current }, [...Object.keys(TYPES[type] ?? {}), ...newer]);
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const rules: FieldRules = { ...TYPES[type], type: { ...neededText, values: [type] } };
  const fields = readFields({ ...DEFAULTS[type], ...stored, ...sent }, rules, { newer });
  const values: JsonObject = { ...fields };
  for (const [name, { required }] of Object.entries(rules))
    if (required === true && values[name] === "") throw serviceError("MISSING_ATTRIBUTE", name);
  checkKey(values);
  checkUrls(values);
  if (values["scheme"] === "https" && (values["tlsPemPath"] ?? "") === "")
    throw serviceError("MISSING_ATTRIBUTE", "tlsPemPath");
  return values;
}

const HEX_KEYS = {
  DATADOG: { field: "apiKey", error: "INVALID_DATADOG_API_KEY" },
  PAGER_DUTY: { field: "serviceKey", error: "INVALID_PAGER_DUTY_SERVICE_KEY" },
} as const;

function checkKey(values: JsonObject): void {
  for (const [type, { field, error }] of Object.entries(HEX_KEYS))
    if (values["type"] === type && !/^[0-9a-f]{32}$/i.test(String(values[field]))) throw serviceError(error);
}

function checkUrls(values: JsonObject): void {
  for (const name of ["microsoftTeamsWebhookUrl", "url"]) {
    const url = values[name];
    if (typeof url === "string" && !/^https?:\/\/[^/]/i.test(url)) throw serviceError("INVALID_URL", name);
  }
}
