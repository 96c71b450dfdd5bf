/** The arguments of an alert configuration, as a program writes them. */

import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf } from "../../core/arguments";
import type {
  KnownEventTypeName,
  KnownMetricName,
  KnownNotificationTypeName,
  KnownRole,
  KnownUnits,
} from "./catalogue";

/** A name that is offered for completion; any other is accepted as well. */
type Open<Known extends string> = Known | (string & {});

/** A rule that an object must satisfy to be checked for the alert. */
export interface AlertMatcher {
  /** `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME`, `CLUSTER_NAME`; which ones depends on the event. */
  fieldName: string;
  /** `EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH`, `REGEX`. */
  operator: string;
  /** What the field is compared with; for TYPE_NAME `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG`, `MONGOS`. */
  value: string;
}

/** The threshold of an event about a metric. */
export interface AlertMetricThreshold {
  metricName: Open<KnownMetricName>;
  /** `AVERAGE`, the only mode there is. */
  mode?: string | undefined;
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: string;
  threshold: number;
  /** The unit of `threshold`; which ones depends on the metric. */
  units?: Open<KnownUnits> | undefined;
}

/** The threshold of an event about the health of members. */
export interface AlertThreshold {
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: string;
  threshold: number;
  /** The unit that the service returns, usually `RAW`; the documentation lists it in responses only. */
  units?: Open<KnownUnits> | undefined;
}

/** Whom to notify. Which fields it takes depends on `typeName`; those marked secret are secrets in state and previews. */
export interface AlertNotification {
  typeName: Open<KnownNotificationTypeName>;
  /** Secret. SLACK: the API or bot token. */
  apiToken?: string | undefined;
  /** SLACK: the channel. */
  channelName?: string | undefined;
  /** Secret. DATADOG: the API key. */
  datadogApiKey?: string | undefined;
  /** DATADOG: the region of the account; not in the specification. */
  datadogRegion?: string | undefined;
  /** Minutes from the alert condition to the first notification. */
  delayMin?: number | undefined;
  /** EMAIL: the address. */
  emailAddress?: string | undefined;
  /** GROUP, ORG, TEAM, USER: whether to send e-mail. */
  emailEnabled?: boolean | undefined;
  /** Minutes between notifications of an alert that nobody acknowledged; at least 5. */
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
  opsGenieRegion?: string | undefined;
  /** GROUP, ORG: the role whose members are notified; the same as `roles` with one element. */
  role?: Open<KnownRole> | undefined;
  /** GROUP, ORG: the roles whose members are notified. */
  roles?: Open<KnownRole>[] | undefined;
  /** HIP_CHAT: the room. */
  roomName?: string | undefined;
  /** Secret. PAGER_DUTY: the integration key. */
  serviceKey?: string | undefined;
  /** GROUP, ORG, TEAM, USER: whether to send text messages. */
  smsEnabled?: boolean | undefined;
  /** TEAM: the id of the team; not in the specification. */
  teamId?: string | undefined;
  /** USER: the name of a user of the project. */
  username?: string | undefined;
  /** Secret. VICTOR_OPS: the API key. */
  victorOpsApiKey?: string | undefined;
  /** VICTOR_OPS: the routing key. */
  victorOpsRoutingKey?: string | undefined;
  /** Secret. WEBHOOK: a template of the body; newer versions of the service. */
  webhookBodyTemplate?: string | undefined;
  /** Secret. WEBHOOK: a template of the headers; newer versions of the service. */
  webhookHeadersTemplate?: string | undefined;
  /** Secret. WEBHOOK: signs the calls; only together with `webhookUrl`. */
  webhookSecret?: string | undefined;
  /** Secret. WEBHOOK: the URL; without it that of the project's integration settings is used. */
  webhookUrl?: string | undefined;
}

/** Arguments of `AlertConfig`. */
export interface AlertConfigArgs {
  /** The id of the project. A change replaces the alert configuration. */
  projectId: pulumi.Input<string>;
  /** The event that triggers the alert. */
  eventTypeName: pulumi.Input<Open<KnownEventTypeName>>;
  /** Whom to notify; at least one. The order does not matter. */
  notifications: InputsOf<AlertNotification[]>;
  /** Whether the alert is on. Omitted, it is off. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** Rules that an object must all satisfy; for events about hosts, replica sets and sharded clusters. */
  matchers?: InputsOf<AlertMatcher[]> | undefined;
  /** Required when eventTypeName is OUTSIDE_METRIC_THRESHOLD. */
  metricThreshold?: InputsOf<AlertMetricThreshold> | undefined;
  /** Required when eventTypeName is TOO_FEW_HEALTHY_MEMBERS or TOO_MANY_UNHEALTHY_MEMBERS. */
  threshold?: InputsOf<AlertThreshold> | undefined;
  /** A version of your own: a change of it writes all declared secrets again. */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** The id of an existing alert configuration that the first create takes over. Later changes of it are no change. */
  adoptId?: string | undefined;
  /** The name of a connection other than the default one. After a change it must lead to the same alert configuration. */
  connection?: string | undefined;
}
