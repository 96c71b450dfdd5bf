/** Generated from `src/fields/integration.ts` by `npm run generate`: change that. */

import type { Returned } from "../fields/table";

/**
 * The fields of an integration that can be written. The type decides which of them it has.
 * @see [Update the configuration of a third-party service integration](https://www.mongodb.com/docs/ops-manager/current/reference/api/third-party-integration-settings-update/)
 */
export interface IntegrationBody {
  /** Secret. DATADOG, OPS_GENIE, VICTOR_OPS: the API key. */
  apiKey?: string | undefined;
  /** Secret. SLACK: the token. OAuth2 must be set up in the user interface first. */
  apiToken?: string | undefined;
  /** SLACK: the channel. */
  channelName?: string | undefined;
  /** PROMETHEUS: whether the integration is enabled. */
  enabled?: boolean | undefined;
  /** PROMETHEUS: the address on which agents listen, such as `0.0.0.0:9216`. */
  listenAddress?: string | undefined;
  /** Secret. MICROSOFT_TEAMS: the URL of the webhook. */
  microsoftTeamsWebhookUrl?: string | undefined;
  /** Secret. PROMETHEUS: the password. The service never shows it. */
  password?: string | undefined;
  /** OPS_GENIE: `US` or `EU`. */
  region?: string | undefined;
  /** VICTOR_OPS: the routing key. */
  routingKey?: string | undefined;
  /** PROMETHEUS: `http` or `https`. */
  scheme?: string | undefined;
  /** Secret. WEBHOOK: the secret with which requests are signed. */
  secret?: string | undefined;
  /** PROMETHEUS: `file` or `http`. */
  serviceDiscovery?: string | undefined;
  /** Secret. PAGER_DUTY: the key of the service, 32 hexadecimal digits. */
  serviceKey?: string | undefined;
  /** SLACK: the workspace. */
  teamName?: string | undefined;
  /** Secret. PROMETHEUS: the password of the PEM file. */
  tlsPemPassword?: string | undefined;
  /** PROMETHEUS, with `https`: the path of the PEM file on the hosts of the agents. */
  tlsPemPath?: string | undefined;
  /** Secret. WEBHOOK: the URL, which may hold a token. */
  url?: string | undefined;
  /** PROMETHEUS: the user name. */
  username?: string | undefined;
}

/**
 * An integration as the service returns it. Its secrets are masked.
 * @see [Update the configuration of a third-party service integration](https://www.mongodb.com/docs/ops-manager/current/reference/api/third-party-integration-settings-update/)
 */
export interface Integration extends Returned<IntegrationBody> {
  /** The type. */
  type: string;
}
