/** Alert configurations: the fields that decide when an alert is triggered and whom it notifies. */

import type {
  KnownEventTypeName,
  KnownMatcherFieldName,
  KnownMatcherOperator,
  KnownMetricName,
  KnownThresholdOperator,
  KnownUnits,
  Open,
} from "./alert-catalogue";
import type { AlertNotification, Notification } from "./notification";
import { NOTIFICATION } from "./notification";
import type { Fields, Link, Returned } from "./table";
import { LINKS } from "./table";

/** A rule that a host, replica set or sharded cluster must satisfy for the alert to apply to it. */
export interface AlertMatcher {
  /**
   * The field that is compared: `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME` or
   * `CLUSTER_NAME`. The event decides which fields are allowed.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  fieldName: Open<KnownMatcherFieldName>;
  /**
   * `EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH` or `REGEX`.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  operator: Open<KnownMatcherOperator>;
  /**
   * The value that the field is compared with. For TYPE_NAME: `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG` or `MONGOS`.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  value: string;
}

/** The threshold of an event about a metric. */
export interface AlertMetricThreshold {
  /**
   * The metric, such as `OPLOG_SLAVE_LAG_MASTER_TIME`. The available metrics depend on the version of the service.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  metricName: Open<KnownMetricName>;
  /**
   * `AVERAGE`, the only documented mode.
   * @default "AVERAGE"
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  mode?: Open<"AVERAGE"> | undefined;
  /**
   * `GREATER_THAN` or `LESS_THAN`.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  operator: Open<KnownThresholdOperator>;
  /**
   * The value at which the alert is triggered, in `units`.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  threshold: number;
  /**
   * The unit of `threshold`, such as `SECONDS` or `GIGABYTES`. The metric decides which units are allowed.
   * @default the service decides
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  units?: Open<KnownUnits> | undefined;
}

/** The threshold of an event about the health of members. */
export interface AlertThreshold {
  /**
   * `GREATER_THAN` or `LESS_THAN`.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  operator: Open<KnownThresholdOperator>;
  /**
   * The number of members at which the alert is triggered.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  threshold: number;
  /**
   * The unit of `threshold`. The documentation of Ops Manager lists it only in responses.
   * @default "RAW"
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  units?: Open<KnownUnits> | undefined;
}

/** The fields of an alert configuration that can be written: the body of a POST and of a PUT. */
export interface AlertConfigBody {
  /**
   * The event that triggers the alert, such as `NO_PRIMARY`. It decides which matchers and thresholds are allowed.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  eventTypeName: Open<KnownEventTypeName>;
  /**
   * Whether the alert configuration is enabled.
   * @default false
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  enabled?: boolean | undefined;
  /**
   * Rules that select the objects to which the alert applies. An object must satisfy all of them. Only for events about hosts,
   * replica sets and sharded clusters. The order does not matter.
   * @default []
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  matchers?: AlertMatcher[] | undefined;
  /**
   * The threshold of a metric. Required for the event OUTSIDE_METRIC_THRESHOLD.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  metricThreshold?: AlertMetricThreshold | undefined;
  /**
   * The threshold of an event. Required for TOO_FEW_HEALTHY_MEMBERS and TOO_MANY_UNHEALTHY_MEMBERS.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  threshold?: AlertThreshold | undefined;
  /**
   * The notifications to send. At least one is required. The order does not matter.
   * @see [Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)
   */
  notifications: AlertNotification[];
}

/** An alert configuration as the service returns it. */
export interface AlertConfig extends Returned<Omit<AlertConfigBody, "notifications">> {
  /**
   * The id of the alert configuration, which the service generates.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  id: string;
  /**
   * The id of the project.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  groupId?: string | undefined;
  /**
   * The notifications. The API client returns their secrets as the service masks them; functions leave them out.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  notifications?: Notification[] | undefined;
  /**
   * When the alert configuration was created, ISO 8601 in UTC.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  created?: string | undefined;
  /**
   * When the alert configuration was last changed, ISO 8601 in UTC.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  updated?: string | undefined;
  /**
   * Links to the alert configuration and related objects.
   * @see [Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)
   */
  links?: Link[] | undefined;
}

export const MATCHER = {
  fieldName: { type: "string", required: true, always: true },
  operator: { type: "string", required: true, always: true },
  value: { type: "string", required: true, mayBeEmpty: true, always: true },
} as const satisfies Fields;

export const METRIC_THRESHOLD = {
  metricName: { type: "string", required: true, always: true },
  mode: { type: "string" },
  operator: { type: "string", required: true, always: true },
  threshold: { type: "number", required: true, always: true },
  units: { type: "string" },
} as const satisfies Fields;

export const THRESHOLD = {
  operator: { type: "string", required: true, always: true },
  threshold: { type: "number", required: true, always: true },
  units: { type: "string" },
} as const satisfies Fields;

export const ALERT_CONFIG = {
  id: { type: "string", always: true, readOnly: true },
  groupId: { type: "string", readOnly: true },
  eventTypeName: { type: "string", required: true },
  enabled: { type: "boolean" },
  matchers: { type: { list: MATCHER } },
  metricThreshold: { type: { object: METRIC_THRESHOLD } },
  threshold: { type: { object: THRESHOLD } },
  notifications: { type: { list: NOTIFICATION }, required: true },
  created: { type: "string", readOnly: true },
  updated: { type: "string", readOnly: true },
  links: LINKS,
} as const satisfies Fields;
