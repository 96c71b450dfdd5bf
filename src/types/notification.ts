/** Generated from `src/fields/notification.ts` by `npm run generate`: change that. */

import type { AdditionalFields } from "../fields/additional";
import type { KnownNotificationTypeName, KnownRole, Open } from "../fields/alert-catalogue";

/**
 * A notification of an alert configuration. `typeName` decides which other fields are required and allowed. Fields marked as
 * secret are encrypted in the state and hidden in previews.
 * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
 */
export interface AlertNotification {
  /** The type of the notification, such as `EMAIL` or `SLACK`. It decides which other fields are required and allowed. */
  typeName: Open<KnownNotificationTypeName>;
  /** Secret. SLACK: the API token or bot token. Required for SLACK. */
  apiToken?: string | undefined;
  /** SLACK: the name of the channel. Required for SLACK. */
  channelName?: string | undefined;
  /** Secret. DATADOG: the API key. Required for DATADOG. */
  datadogApiKey?: string | undefined;
  /**
   * DATADOG: the region of the account, such as `US` or `EU`. The documentation of Ops Manager does not list it.
   * @default the service decides
   */
  datadogRegion?: string | undefined;
  /**
   * Minutes between the alert condition and the first notification.
   * @default 0
   */
  delayMin?: number | undefined;
  /** EMAIL: the address. Required for EMAIL. */
  emailAddress?: string | undefined;
  /**
   * GROUP, ORG, TEAM, USER: whether e-mail is sent. Required for GROUP and USER.
   * @default false
   */
  emailEnabled?: boolean | undefined;
  /**
   * Minutes between two notifications while the alert is neither resolved nor acknowledged; at least 5.
   * @default the service decides
   */
  intervalMin?: number | undefined;
  /** Secret. MICROSOFT_TEAMS: the URL of the incoming webhook. Required for MICROSOFT_TEAMS. */
  microsoftTeamsWebhookUrl?: string | undefined;
  /** SMS: the telephone number. Required for SMS. */
  mobileNumber?: string | undefined;
  /** Secret. HIP_CHAT: the API token. Required for HIP_CHAT. */
  notificationToken?: string | undefined;
  /** Secret. OPS_GENIE: the API key. Required for OPS_GENIE. */
  opsGenieApiKey?: string | undefined;
  /**
   * OPS_GENIE: the region of the account, `US` or `EU`.
   * @default the service decides
   */
  opsGenieRegion?: Open<"US" | "EU"> | undefined;
  /**
   * GROUP, ORG: the role whose members are notified. Equivalent to `roles` with one item.
   * @default all roles
   */
  role?: Open<KnownRole> | undefined;
  /**
   * GROUP, ORG: the roles whose members are notified. The order does not matter.
   * @default all roles
   */
  roles?: Open<KnownRole>[] | undefined;
  /** HIP_CHAT: the name of the room. Required for HIP_CHAT. */
  roomName?: string | undefined;
  /** Secret. PAGER_DUTY: the integration key. Required for PAGER_DUTY. */
  serviceKey?: string | undefined;
  /**
   * GROUP, ORG, TEAM, USER: whether text messages are sent. Required for GROUP and USER.
   * @default false
   */
  smsEnabled?: boolean | undefined;
  /** TEAM: the id of the team. Required for TEAM, a type that the documentation of Ops Manager does not list. */
  teamId?: string | undefined;
  /** USER: the name of a user of the project. Required for USER. */
  username?: string | undefined;
  /** Secret. VICTOR_OPS: the API key. Required for VICTOR_OPS. */
  victorOpsApiKey?: string | undefined;
  /**
   * VICTOR_OPS: the routing key.
   * @default none
   */
  victorOpsRoutingKey?: string | undefined;
  /**
   * Secret. WEBHOOK: a template of the body. Only newer versions of the service support it.
   * @default the body of the service
   */
  webhookBodyTemplate?: string | undefined;
  /**
   * Secret. WEBHOOK: a template of the headers. Only newer versions of the service support it.
   * @default the headers of the service
   */
  webhookHeadersTemplate?: string | undefined;
  /**
   * Secret. WEBHOOK: the key that signs the calls. Requires `webhookUrl`.
   * @default calls are not signed
   */
  webhookSecret?: string | undefined;
  /**
   * Secret. WEBHOOK: the URL that is called.
   * @default the URL in the integration settings of the project
   */
  webhookUrl?: string | undefined;
  /**
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are.
   * They are stored and shown in clear, so they must not be secret.
   * @default none
   */
  additionalFields?: AdditionalFields | undefined;
}

/**
 * A notification as the service returns it; its secrets may be masked.
 * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
 */
export interface Notification extends Omit<AlertNotification, "additionalFields"> {
  /** The id of the notification, which the service generates. */
  id?: string | undefined;
  /** TEAM: the name of the team, which the service returns. */
  teamName?: string | undefined;
}
