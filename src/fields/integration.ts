/** The integrations of a project with other services: their types and fields. */

import type { Documented, Fields } from "./table";

export type * from "../types/integration";

/** A key that the service masks. */
const KEY = { type: "string", secret: true, keptIfRemoved: true } as const;
const TEXT = { type: "string", keptIfRemoved: true } as const;
const OPTIONAL = { otherwise: "none, or the value that the service has" } as const;

export const INTEGRATION = {
  type: { type: "string", readOnly: true, always: true, doc: "The type." },
  apiKey: { ...KEY, doc: "The API key. Required for DATADOG, OPS_GENIE and VICTOR_OPS." },
  apiToken: {
    ...KEY,
    doc: "The token. Required for SLACK, for which OAuth2 must be set up in the user interface first.",
  },
  channelName: { ...TEXT, ...OPTIONAL, mayBeEmpty: true, doc: "SLACK: the channel." },
  enabled: {
    type: "boolean",
    keptIfRemoved: true,
    doc: "Whether the integration is enabled. Required for PROMETHEUS.",
  },
  listenAddress: {
    ...TEXT,
    doc: "The address on which agents listen, such as `0.0.0.0:9216`. Required for PROMETHEUS.",
  },
  microsoftTeamsWebhookUrl: { ...KEY, doc: "The URL of the webhook. Required for MICROSOFT_TEAMS." },
  password: { ...KEY, doc: "The password, which the service never shows. Required for PROMETHEUS." },
  region: {
    ...TEXT,
    oneOf: ["US", "EU"],
    doc: "OPS_GENIE: `US` or `EU`.",
    otherwise: "`US`, or the value that the service has",
  },
  routingKey: { ...TEXT, ...OPTIONAL, doc: "VICTOR_OPS: the routing key." },
  scheme: { ...TEXT, oneOf: ["http", "https"], doc: "`http` or `https`. Required for PROMETHEUS." },
  secret: { ...KEY, ...OPTIONAL, doc: "WEBHOOK: the secret with which requests are signed." },
  serviceDiscovery: { ...TEXT, oneOf: ["file", "http"], doc: "`file` or `http`. Required for PROMETHEUS." },
  serviceKey: { ...KEY, doc: "The key of the service, 32 hexadecimal digits. Required for PAGER_DUTY." },
  teamName: { ...TEXT, doc: "The workspace. Required for SLACK." },
  tlsPemPassword: { ...KEY, ...OPTIONAL, doc: "PROMETHEUS: the password of the PEM file." },
  tlsPemPath: {
    ...TEXT,
    doc: "The path of the PEM file on the hosts of the agents. Required for PROMETHEUS with `https`.",
  },
  url: { ...KEY, doc: "The URL, which may hold a token. Required for WEBHOOK." },
  username: { ...TEXT, doc: "The user name. Required for PROMETHEUS." },
} as const satisfies Fields;

export type IntegrationField = Exclude<keyof typeof INTEGRATION, "type">;

interface IntegrationType {
  readonly required: readonly IntegrationField[];
  readonly optional: readonly IntegrationField[];
}

/** The types with their fields (Ops Manager documentation, "Third-Party Service Integrations"). */
export const INTEGRATION_TYPES: Readonly<Record<string, IntegrationType>> = {
  DATADOG: { required: ["apiKey"], optional: [] },
  MICROSOFT_TEAMS: { required: ["microsoftTeamsWebhookUrl"], optional: [] },
  OPS_GENIE: { required: ["apiKey"], optional: ["region"] },
  PAGER_DUTY: { required: ["serviceKey"], optional: [] },
  PROMETHEUS: {
    required: ["username", "password", "listenAddress", "serviceDiscovery", "scheme", "enabled"],
    optional: ["tlsPemPath", "tlsPemPassword"],
  },
  SLACK: { required: ["apiToken", "teamName"], optional: ["channelName"] },
  VICTOR_OPS: { required: ["apiKey"], optional: ["routingKey"] },
  WEBHOOK: { required: ["url"], optional: ["secret"] },
};

const SET =
  "[Update the configuration of a third-party service integration](https://www.mongodb.com/docs/ops-manager/current/reference/api/third-party-integration-settings-update/)";

export const INTEGRATION_INTERFACES: readonly Documented[] = [
  {
    name: "IntegrationBody",
    doc: "The fields of an integration that can be written. The type decides which of them it has.",
    see: SET,
    table: INTEGRATION,
    use: "arguments",
  },
  {
    name: "Integration",
    doc: "An integration as the service returns it. Its secrets are masked.",
    see: SET,
    table: INTEGRATION,
    use: "response",
    base: "Returned<IntegrationBody>",
    own: ["type"],
  },
];
