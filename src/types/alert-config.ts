/** Generated from `src/fields/alert-config.ts` by `npm run generate`: change that. */

import type { AdditionalFields } from "../fields/additional";
import type {
  KnownEventTypeName,
  KnownMatcherFieldName,
  KnownMatcherOperator,
  KnownMetricName,
  KnownThresholdOperator,
  KnownUnits,
  Open,
} from "../fields/alert-catalogue";
import type { Returned } from "../fields/table";
import type { Link } from "./link";
import type { AlertNotification, Notification } from "./notification";

/**
 * A rule that a host, replica set or sharded cluster must satisfy for the alert to apply to it.
 * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
 */
export interface AlertMatcher {
  /**
   * The field that is compared: `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME` or
   * `CLUSTER_NAME`. The event decides which fields are allowed. Another name, of a newer version of the service, is a warning.
   */
  fieldName: Open<KnownMatcherFieldName>;
  /** `EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH` or `REGEX`. */
  operator: Open<KnownMatcherOperator>;
  /** The value that the field is compared with. For TYPE_NAME: `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG` or `MONGOS`. */
  value: string;
}

/**
 * The threshold of an event about a metric.
 * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
 */
export interface AlertMetricThreshold {
  /** The metric, such as `OPLOG_SLAVE_LAG_MASTER_TIME`. The available metrics depend on the version of the service. */
  metricName: Open<KnownMetricName>;
  /**
   * `AVERAGE`, the only documented mode.
   * @default "AVERAGE"
   */
  mode?: Open<"AVERAGE"> | undefined;
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: Open<KnownThresholdOperator>;
  /** The value at which the alert is triggered, in `units`. */
  threshold: number;
  /**
   * The unit of `threshold`, such as `SECONDS` or `GIGABYTES`. The metric decides which units are allowed.
   * @default the service decides
   */
  units?: Open<KnownUnits> | undefined;
}

/**
 * The threshold of an event about the health of members.
 * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
 */
export interface AlertThreshold {
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: Open<KnownThresholdOperator>;
  /** The number of members at which the alert is triggered. */
  threshold: number;
  /**
   * The unit of `threshold`. The documentation of Ops Manager lists it only in responses.
   * @default "RAW"
   */
  units?: Open<KnownUnits> | undefined;
}

/**
 * An alert configuration of the project that the set does not declare.
 * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
 */
export interface UnmanagedAlertConfig {
  /** The id of the alert configuration. */
  id: string;
  /** The event that triggers the alert. */
  eventTypeName?: string | undefined;
  /** Whether the alert is on. */
  enabled?: boolean | undefined;
}

/**
 * The fields of an alert configuration that can be written: the body of a POST and of a PUT.
 * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
 */
export interface AlertConfigBody {
  /** The event that triggers the alert, such as `NO_PRIMARY`. It decides which matchers and thresholds are allowed. */
  eventTypeName: Open<KnownEventTypeName>;
  /**
   * Whether the alert configuration is enabled.
   * @default false
   */
  enabled?: boolean | undefined;
  /**
   * Rules that select the objects to which the alert applies. An object must satisfy all of them. Only for events about hosts,
   * replica sets and sharded clusters. The order does not matter.
   * @default []
   */
  matchers?: AlertMatcher[] | undefined;
  /** The threshold of a metric. Required for the event OUTSIDE_METRIC_THRESHOLD. */
  metricThreshold?: AlertMetricThreshold | undefined;
  /** The threshold of an event. Required for TOO_FEW_HEALTHY_MEMBERS and TOO_MANY_UNHEALTHY_MEMBERS. */
  threshold?: AlertThreshold | undefined;
  /** The notifications to send. At least one is required. The order does not matter. */
  notifications: AlertNotification[];
  /**
   * Fields of a newer version of the service that this package does not know, by name. They are sent and compared as they are.
   * They are stored and shown in clear, so they must not be secret.
   * @default none
   */
  additionalFields?: AdditionalFields | undefined;
}

/**
 * An alert configuration as the service returns it.
 * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
 */
export interface AlertConfig extends Returned<Omit<AlertConfigBody, "notifications" | "additionalFields">> {
  /** The id of the alert configuration, which the service generates. */
  id: string;
  /** The id of the project. */
  groupId?: string | undefined;
  /** The notifications. The API client returns their secrets as the service masks them; functions leave them out. */
  notifications?: Notification[] | undefined;
  /** When the alert configuration was created, ISO 8601 in UTC. */
  created?: string | undefined;
  /** When the alert configuration was last changed, ISO 8601 in UTC. */
  updated?: string | undefined;
  /** Links to the alert configuration and related objects. */
  links?: Link[] | undefined;
}

/**
 * The fields of a global alert configuration that can be written.
 * @see [Create a global alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/global-alert-configurations-create-one/)
 */
export interface GlobalAlertConfigBody extends AlertConfigBody {
  /** Whether the alert configuration is for all projects, or for those with one of `tags`; otherwise it is for `groupIds`. */
  forAllGroups: boolean;
  /**
   * The ids of the projects that it is for. At least one is required when `forAllGroups` is false; otherwise they have no use.
   * The order does not matter.
   * @default []
   */
  groupIds?: string[] | undefined;
  /**
   * Tags: with `forAllGroups` it is then only for projects that have one of them. The order does not matter.
   * @default []
   */
  tags?: string[] | undefined;
}

/**
 * A global alert configuration as the service returns it.
 * @see [Get a global alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/global-alert-configurations-get-one/)
 */
export interface GlobalAlertConfig extends Omit<AlertConfig, "groupId"> {
  /** Whether the alert configuration is for all projects, or for those with one of `tags`; otherwise it is for `groupIds`. */
  forAllGroups?: boolean | undefined;
  /**
   * The ids of the projects that it is for. At least one is required when `forAllGroups` is false; otherwise they have no use.
   * The order does not matter.
   */
  groupIds?: string[] | undefined;
  /** Tags: with `forAllGroups` it is then only for projects that have one of them. The order does not matter. */
  tags?: string[] | undefined;
}
