/** Generated from `src/fields/integration.ts` by `npm run generate`: change that. */

import type { Returned } from "../fields/table";

/**
 * The fields of an integration that can be written. The type decides which of them it has.
 * @see [Update the configuration of a third-party service integration](https://www.mongodb.com/docs/ops-manager/current/reference/api/third-party-integration-settings-update/)
 */
export interface IntegrationBody {
  /** Secret. The API key. Required for DATADOG, OPS_GENIE and VICTOR_OPS. */
  apiKey?: string | undefined;
  /** Secret. The token. Required for SLACK, for which OAuth2 must be set up in the user interface first. */
  apiToken?: string | undefined;
  /**
   * SLACK: the channel.
   * @default none, or the value that the service has
   */
  channelName?: string | undefined;
  /** Whether the integration is enabled. Required for PROMETHEUS. */
  enabled?: boolean | undefined;
  /** The address on which agents listen, such as `0.0.0.0:9216`. Required for PROMETHEUS. */
  listenAddress?: string | undefined;
  /** Secret. The URL of the webhook. Required for MICROSOFT_TEAMS. */
  microsoftTeamsWebhookUrl?: string | undefined;
  /** Secret. The password, which the service never shows. Required for PROMETHEUS. */
  password?: string | undefined;
  /**
   * OPS_GENIE: `US` or `EU`.
   * @default `US`, or the value that the service has
   */
  region?: string | undefined;
  /**
   * VICTOR_OPS: the routing key.
   * @default none, or the value that the service has
   */
  routingKey?: string | undefined;
  /** `http` or `https`. Required for PROMETHEUS. */
  scheme?: string | undefined;
  /**
   * Secret. WEBHOOK: the secret with which requests are signed.
   * @default none, or the value that the service has
   */
  secret?: string | undefined;
  /** `file` or `http`. Required for PROMETHEUS. */
  serviceDiscovery?: string | undefined;
  /** Secret. The key of the service, 32 hexadecimal digits. Required for PAGER_DUTY. */
  serviceKey?: string | undefined;
  /** The workspace. Required for SLACK. */
  teamName?: string | undefined;
  /**
   * Secret. PROMETHEUS: the password of the PEM file.
   * @default none, or the value that the service has
   */
  tlsPemPassword?: string | undefined;
  /** The path of the PEM file on the hosts of the agents. Required for PROMETHEUS with `https`. */
  tlsPemPath?: string | undefined;
  /** Secret. The URL, which may hold a token. Required for WEBHOOK. */
  url?: string | undefined;
  /** The user name. Required for PROMETHEUS. */
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
