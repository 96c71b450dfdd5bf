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
  /** `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME`, `CLUSTER_NAME`; the event decides which are allowed. */
  fieldName: Open<KnownMatcherFieldName>;
  /** `EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH`, `REGEX`. */
  operator: Open<KnownMatcherOperator>;
  /** The value that the field is compared with; for TYPE_NAME `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG`, `MONGOS`. */
  value: string;
}

/** The threshold of an event about a metric. */
export interface AlertMetricThreshold {
  metricName: Open<KnownMetricName>;
  /** `AVERAGE`, the only mode. */
  mode?: Open<"AVERAGE"> | undefined;
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: Open<KnownThresholdOperator>;
  threshold: number;
  /** The unit of `threshold`; the metric decides which are allowed. */
  units?: Open<KnownUnits> | undefined;
}

/** The threshold of an event about the health of members. */
export interface AlertThreshold {
  /** `GREATER_THAN` or `LESS_THAN`. */
  operator: Open<KnownThresholdOperator>;
  threshold: number;
  /** The unit that the service returns, usually `RAW`; the documentation lists it in responses only. */
  units?: Open<KnownUnits> | undefined;
}

/** The fields of an alert configuration that can be written: the body of a POST and of a PUT. */
export interface AlertConfigBody {
  /** The event that triggers the alert. */
  eventTypeName: Open<KnownEventTypeName>;
  /** Whether the alert is on. When omitted, it is off. */
  enabled?: boolean | undefined;
  matchers?: AlertMatcher[] | undefined;
  metricThreshold?: AlertMetricThreshold | undefined;
  threshold?: AlertThreshold | undefined;
  notifications: AlertNotification[];
}

/** An alert configuration as the service returns it. */
export interface AlertConfig extends Returned<Omit<AlertConfigBody, "notifications">> {
  id: string;
  groupId?: string | undefined;
  notifications?: Notification[] | undefined;
  /** ISO 8601 in UTC. */
  created?: string | undefined;
  /** ISO 8601 in UTC. */
  updated?: string | undefined;
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
