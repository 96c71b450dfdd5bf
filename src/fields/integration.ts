/** The integrations of a project with other services: their types and fields. */

import type { Documented, Fields } from "./table";

export type * from "../types/integration";

/** A key that the service masks. */
const KEY = { type: "string", secret: true, keptIfRemoved: true } as const;
const TEXT = { type: "string", keptIfRemoved: true } as const;

export const INTEGRATION = {
  type: { type: "string", readOnly: true, always: true, doc: "The type." },
  apiKey: { ...KEY, doc: "DATADOG, OPS_GENIE, VICTOR_OPS: the API key." },
  apiToken: { ...KEY, doc: "SLACK: the token. OAuth2 must be set up in the user interface first." },
  channelName: { ...TEXT, mayBeEmpty: true, doc: "SLACK: the channel." },
  enabled: { type: "boolean", keptIfRemoved: true, doc: "PROMETHEUS: whether the integration is enabled." },
  listenAddress: { ...TEXT, doc: "PROMETHEUS: the address on which agents listen, such as `0.0.0.0:9216`." },
  microsoftTeamsWebhookUrl: { ...KEY, doc: "MICROSOFT_TEAMS: the URL of the webhook." },
  password: { ...KEY, doc: "PROMETHEUS: the password. The service never shows it." },
  region: { ...TEXT, oneOf: ["US", "EU"], doc: "OPS_GENIE: `US` or `EU`." },
  routingKey: { ...TEXT, doc: "VICTOR_OPS: the routing key." },
  scheme: { ...TEXT, oneOf: ["http", "https"], doc: "PROMETHEUS: `http` or `https`." },
  secret: { ...KEY, doc: "WEBHOOK: the secret with which requests are signed." },
  serviceDiscovery: { ...TEXT, oneOf: ["file", "http"], doc: "PROMETHEUS: `file` or `http`." },
  serviceKey: { ...KEY, doc: "PAGER_DUTY: the key of the service, 32 hexadecimal digits." },
  teamName: { ...TEXT, doc: "SLACK: the workspace." },
  tlsPemPassword: { ...KEY, doc: "PROMETHEUS: the password of the PEM file." },
  tlsPemPath: {
    ...TEXT,
    doc: "PROMETHEUS, with `https`: the path of the PEM file on the hosts of the agents.",
  },
  url: { ...KEY, doc: "WEBHOOK: the URL, which may hold a token." },
  username: { ...TEXT, doc: "PROMETHEUS: the user name." },
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
