/** Alert configurations: the fields that decide when an alert is triggered and whom it notifies. */

import type { WithAdditional } from "./additional";
import {
  EVENT_TYPES,
  MATCHER_FIELD_NAMES,
  MATCHER_OPERATORS,
  METRIC_NAMES,
  THRESHOLD_OPERATORS,
  UNITS,
} from "./alert-catalogue";
import type { LiveNotification, Notification } from "./notification";
import { NOTIFICATION, withOneSpelling } from "./notification";
import type { Documented, Fields, Returned } from "./table";
import { ADDITIONAL_FIELDS, LINKS } from "./table";
import type { AlertConfig, AlertConfigBody, GlobalAlertConfigBody } from "../types/alert-config";

export type * from "../types/alert-config";

/** The fields that only a global alert configuration has. */
type GlobalFields = Returned<Omit<GlobalAlertConfigBody, keyof AlertConfigBody>>;

/** An alert configuration of a project or a global one, as the service returns it or with its additional fields folded. */
export interface LiveAlert extends Omit<AlertConfig, "notifications">, GlobalFields, WithAdditional {
  notifications?: LiveNotification[] | undefined;
}

/** The body of either. */
export interface AlertBody extends AlertConfigBody, GlobalFields {}

export const MATCHER = {
  fieldName: {
    type: "string",
    required: true,
    always: true,
    listed: { names: MATCHER_FIELD_NAMES, what: "matcher field" },
    open: "KnownMatcherFieldName",
    doc: "The field that is compared: `HOSTNAME`, `PORT`, `HOSTNAME_AND_PORT`, `REPLICA_SET_NAME`, `TYPE_NAME`, `SHARD_NAME` or `CLUSTER_NAME`. The event decides which fields are allowed. Another name, of a newer version of the service, is a warning.",
  },
  operator: {
    type: "string",
    required: true,
    always: true,
    oneOf: MATCHER_OPERATORS,
    open: "KnownMatcherOperator",
    doc: "`EQUALS`, `NOT_EQUALS`, `CONTAINS`, `NOT_CONTAINS`, `STARTS_WITH`, `ENDS_WITH` or `REGEX`.",
  },
  value: {
    type: "string",
    required: true,
    mayBeEmpty: true,
    always: true,
    doc: "The value that the field is compared with. For TYPE_NAME: `PRIMARY`, `SECONDARY`, `STANDALONE`, `CONFIG` or `MONGOS`.",
  },
} as const satisfies Fields;

export const THRESHOLD = {
  operator: {
    type: "string",
    required: true,
    always: true,
    oneOf: THRESHOLD_OPERATORS,
    open: "KnownThresholdOperator",
    doc: "`GREATER_THAN` or `LESS_THAN`.",
  },
  threshold: {
    type: "number",
    required: true,
    always: true,
    unit: "units",
    doc: "The number of members at which the alert is triggered.",
  },
  units: {
    type: "string",
    default: "RAW",
    oneOf: UNITS,
    open: "KnownUnits",
    doc: "The unit of `threshold`. The documentation of Ops Manager lists it only in responses.",
  },
} as const satisfies Fields;

export const METRIC_THRESHOLD = {
  metricName: {
    type: "string",
    required: true,
    always: true,
    listed: { names: METRIC_NAMES, what: "metric" },
    open: "KnownMetricName",
    doc: "The metric, such as `OPLOG_SLAVE_LAG_MASTER_TIME`. The available metrics depend on the version of the service.",
  },
  mode: {
    type: "string",
    default: "AVERAGE",
    oneOf: ["AVERAGE"],
    open: '"AVERAGE"',
    doc: "`AVERAGE`, the only documented mode.",
  },
  operator: THRESHOLD.operator,
  threshold: {
    ...THRESHOLD.threshold,
    doc: "The value at which the alert is triggered, in `units`.",
  },
  // Each metric has its own.
  units: {
    type: "string",
    open: "KnownUnits",
    doc: "The unit of `threshold`, such as `SECONDS` or `GIGABYTES`. The metric decides which units are allowed.",
    otherwise: "the service decides",
  },
} as const satisfies Fields;

export const ALERT_CONFIG = {
  id: {
    type: "string",
    always: true,
    readOnly: true,
    doc: "The id of the alert configuration, which the service generates.",
  },
  groupId: { type: "string", readOnly: true, doc: "The id of the project." },
  eventTypeName: {
    type: "string",
    required: true,
    listed: { names: [...EVENT_TYPES.keys()], what: "event type" },
    open: "KnownEventTypeName",
    doc: "The event that triggers the alert, such as `NO_PRIMARY`. It decides which matchers and thresholds are allowed.",
  },
  enabled: { type: "boolean", sent: false, doc: "Whether the alert configuration is enabled." },
  matchers: {
    type: { list: MATCHER },
    doc: "Rules that select the objects to which the alert applies. An object must satisfy all of them. Only for events about hosts, replica sets and sharded clusters. The order does not matter.",
    otherwise: "[]",
  },
  metricThreshold: {
    type: { object: METRIC_THRESHOLD },
    doc: "The threshold of a metric. Required for the event OUTSIDE_METRIC_THRESHOLD.",
  },
  threshold: {
    type: { object: THRESHOLD },
    doc: "The threshold of an event. Required for TOO_FEW_HEALTHY_MEMBERS and TOO_MANY_UNHEALTHY_MEMBERS.",
  },
  notifications: {
    type: { list: NOTIFICATION, spelled: (item) => withOneSpelling(item as object as Notification) },
    required: true,
    returnedDoc:
      "The notifications. The API client returns their secrets as the service masks them; functions leave them out.",
    outputDoc: "The notifications. Secret as a whole, because they contain secrets.",
    doc: "The notifications to send. At least one is required. The order does not matter.",
  },
  additionalFields: ADDITIONAL_FIELDS,
  created: {
    type: "string",
    readOnly: true,
    doc: "When the alert configuration was created, ISO 8601 in UTC.",
  },
  updated: {
    type: "string",
    readOnly: true,
    doc: "When the alert configuration was last changed, ISO 8601 in UTC.",
  },
  links: { ...LINKS, doc: "Links to the alert configuration and related objects." },
} as const satisfies Fields;

const { groupId: _, ...COMMON } = ALERT_CONFIG;

/** The fields of one of a project without the project itself, and the projects that it is for. */
/** What the state of a set has of one that the set does not declare. */
export const UNMANAGED_ALERT_CONFIG = {
  id: { type: "string", required: true, doc: "The id of the alert configuration." },
  eventTypeName: { type: "string", doc: "The event that triggers the alert." },
  enabled: { type: "boolean", doc: "Whether the alert is on." },
} as const satisfies Fields;

export const GLOBAL_ALERT_CONFIG = {
  ...COMMON,
  forAllGroups: {
    type: "boolean",
    required: true,
    doc: "Whether the alert configuration is for all projects, or for those with one of `tags`; otherwise it is for `groupIds`.",
  },
  groupIds: {
    type: "strings",
    default: [],
    doc: "The ids of the projects that it is for. At least one is required when `forAllGroups` is false; otherwise they have no use. The order does not matter.",
  },
  tags: {
    type: "strings",
    default: [],
    doc: "Tags: with `forAllGroups` it is then only for projects that have one of them. The order does not matter.",
  },
} as const satisfies Fields;

const CREATE =
  "[Create an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-create-config/)";

export const ALERT_CONFIG_INTERFACES: readonly Documented[] = [
  {
    name: "AlertMatcher",
    doc: "A rule that a host, replica set or sharded cluster must satisfy for the alert to apply to it.",
    see: CREATE,
    table: MATCHER,
    use: "arguments",
  },
  {
    name: "AlertMetricThreshold",
    doc: "The threshold of an event about a metric.",
    see: CREATE,
    table: METRIC_THRESHOLD,
    use: "arguments",
  },
  {
    name: "AlertThreshold",
    doc: "The threshold of an event about the health of members.",
    see: CREATE,
    table: THRESHOLD,
    use: "arguments",
  },
  {
    name: "UnmanagedAlertConfig",
    doc: "An alert configuration of the project that the set does not declare.",
    see: "[Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)",
    table: UNMANAGED_ALERT_CONFIG,
    use: "arguments",
  },
  {
    name: "AlertConfigBody",
    doc: "The fields of an alert configuration that can be written: the body of a POST and of a PUT.",
    see: CREATE,
    table: ALERT_CONFIG,
    use: "arguments",
  },
  {
    name: "AlertConfig",
    doc: "An alert configuration as the service returns it.",
    see: "[Get an alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/alert-configurations-get-config/)",
    table: ALERT_CONFIG,
    use: "response",
    base: 'Returned<Omit<AlertConfigBody, "notifications" | "additionalFields">>',
    own: ["id", "groupId", "notifications", "created", "updated", "links"],
  },
  {
    name: "GlobalAlertConfigBody",
    doc: "The fields of a global alert configuration that can be written.",
    see: "[Create a global alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/global-alert-configurations-create-one/)",
    table: GLOBAL_ALERT_CONFIG,
    use: "arguments",
    base: "AlertConfigBody",
    own: ["forAllGroups", "groupIds", "tags"],
  },
  {
    name: "GlobalAlertConfig",
    doc: "A global alert configuration as the service returns it.",
    see: "[Get a global alert configuration](https://www.mongodb.com/docs/ops-manager/current/reference/api/global-alert-configurations-get-one/)",
    table: GLOBAL_ALERT_CONFIG,
    use: "response",
    base: 'Omit<AlertConfig, "groupId">',
    own: ["forAllGroups", "groupIds", "tags"],
  },
];
