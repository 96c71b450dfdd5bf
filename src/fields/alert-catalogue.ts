/**
 * The names that the service uses for alerts: events, metrics, units, roles, types of notifications. Source: the Ops Manager
 * documentation ("Alert Event Types", "Measurement Types", "Ops Manager Roles"). Names change between versions of the
 * service, so every list is open: a name that is not listed causes a warning.
 */

/** A name that editors complete; any other string is accepted as well. */
export type Open<Known extends string> = Known | (string & {});

/** Event types by the kind of object that they are about. Other kinds than the first four accept no matchers. */
const EVENTS = {
  host: [
    "ADD_HOST_AUDIT",
    "ADD_HOST_TO_REPLICA_SET_AUDIT",
    "ATTEMPT_KILLOP_AUDIT",
    "ATTEMPT_KILLSESSION_AUDIT",
    "DB_PROFILER_DISABLE_AUDIT",
    "DB_PROFILER_ENABLE_AUDIT",
    "DELETE_HOST_AUDIT",
    "DISABLE_HOST_AUDIT",
    "HIDE_AND_DISABLE_HOST_AUDIT",
    "HIDE_HOST_AUDIT",
    "HOST_DOWN",
    "HOST_DOWNGRADED",
    "HOST_IP_CHANGED_AUDIT",
    "HOST_NOW_PRIMARY",
    "HOST_NOW_SECONDARY",
    "HOST_NOW_STANDALONE",
    "HOST_RECOVERED",
    "HOST_RECOVERING",
    "HOST_RESTARTED",
    "HOST_ROLLBACK",
    "HOST_SECURITY_CHECKUP_NOT_MET",
    "HOST_SSL_CERTIFICATE_CURRENT",
    "HOST_SSL_CERTIFICATE_STALE",
    "HOST_UP",
    "HOST_UPGRADED",
    "INSIDE_METRIC_THRESHOLD",
    "NEW_HOST",
    "OUTSIDE_METRIC_THRESHOLD",
    "PAUSE_HOST_AUDIT",
    "REMOVE_HOST_FROM_REPLICA_SET_AUDIT",
    "RESUME_HOST_AUDIT",
    "UNDELETE_HOST_AUDIT",
    "VERSION_BEHIND",
    "VERSION_CHANGED",
    "VERSION_CURRENT",
  ],
  replicaSet: [
    "CONFIGURATION_CHANGED",
    "ENOUGH_HEALTHY_MEMBERS",
    "MEMBER_ADDED",
    "MEMBER_REMOVED",
    "MULTIPLE_PRIMARIES",
    "NO_PRIMARY",
    "ONE_PRIMARY",
    "PRIMARY_ELECTED",
    "TOO_FEW_HEALTHY_MEMBERS",
    "TOO_MANY_ELECTIONS",
    "TOO_MANY_UNHEALTHY_MEMBERS",
  ],
  shardedCluster: ["CLUSTER_MONGOS_IS_MISSING", "CLUSTER_MONGOS_IS_PRESENT", "SHARD_ADDED", "SHARD_REMOVED"],
  backup: [
    "BAD_CLUSTERSHOTS",
    "CLUSTER_BLACKLIST_UPDATED_AUDIT",
    "CLUSTER_CHECKKPOINT_UPDATED_AUDIT",
    "CLUSTER_CREDENTIAL_UPDATED_AUDIT",
    "CLUSTER_DENYLIST_UPDATED_AUDIT",
    "CLUSTER_SNAPSHOT_SCHEDULE_UPDATED_AUDIT",
    "CLUSTER_STATE_CHANGED_AUDIT",
    "CLUSTER_STORAGE_ENGINE_UPDATED_AUDIT",
    "CLUSTERSHOT_DELETED_AUDIT",
    "CLUSTERSHOT_EXPIRY_UPDATED_AUDIT",
    "CONSISTENT_BACKUP_CONFIGURATION",
    "GOOD_CLUSTERSHOT",
    "INCONSISTENT_BACKUP_CONFIGURATION",
    "INITIAL_SYNC_FINISHED_AUDIT",
    "INITIAL_SYNC_STARTED_AUDIT",
    "OPLOG_BEHIND",
    "OPLOG_CURRENT",
    "RESTORE_REQUESTED_AUDIT",
    "RESYNC_PERFORMED",
    "RESYNC_REQUIRED",
    "RS_BLACKLIST_UPDATED_AUDIT",
    "RS_CREDENTIAL_UPDATED_AUDIT",
    "RS_DENYLIST_UPDATED_AUDIT",
    "RS_ROTATE_MASTER_KEY_AUDIT",
    "RS_SNAPSHOT_SCHEDULE_UPDATED_AUDIT",
    "RS_STATE_CHANGED_AUDIT",
    "RS_STORAGE_ENGINE_UPDATED_AUDIT",
    "SNAPSHOT_DELETED_AUDIT",
    "SNAPSHOT_EXPIRY_UPDATED_AUDIT",
    "SYNC_PENDING_AUDIT",
    "SYNC_REQUIRED_AUDIT",
  ],
  other: [
    "AUTOMATION_AGENT_DOWN",
    "AUTOMATION_AGENT_UP",
    "BACKUP_AGENT_CONF_CALL_FAILURE",
    "BACKUP_AGENT_DOWN",
    "BACKUP_AGENT_UP",
    "BACKUP_AGENT_VERSION_BEHIND",
    "BACKUP_AGENT_VERSION_CURRENT",
    "MONITORING_AGENT_DOWN",
    "MONITORING_AGENT_UP",
    "MONITORING_AGENT_VERSION_BEHIND",
    "MONITORING_AGENT_VERSION_CURRENT",
    "NEW_AGENT",
    "WEBHOOK_TEMPLATE_RENDER_FAILED",
    "AUTOMATION_CONFIG_PUBLISHED_AUDIT",
    "BI_CONNECTOR_DOWN",
    "BI_CONNECTOR_UP",
    "DATA_EXPLORER",
    "DATA_EXPLORER_CRUD",
    "ALL_ORG_USERS_HAVE_MFA",
    "ORG_API_KEY_ADDED",
    "ORG_API_KEY_DELETED",
    "ORG_EMPLOYEE_ACCESS_RESTRICTED",
    "ORG_EMPLOYEE_ACCESS_UNRESTRICTED",
    "ORG_PUBLIC_API_ACCESS_LIST_NOT_REQUIRED",
    "ORG_PUBLIC_API_ACCESS_LIST_REQUIRED",
    "ORG_RENAMED",
    "ORG_TWO_FACTOR_AUTH_OPTIONAL",
    "ORG_TWO_FACTOR_AUTH_REQUIRED",
    "ORG_USERS_WITHOUT_MFA",
    "ALL_USERS_HAVE_MULTI_FACTOR_AUTH",
    "USERS_WITHOUT_MULTI_FACTOR_AUTH",
    "TEAM_ADDED_TO_GROUP",
    "TEAM_CREATED",
    "TEAM_DELETED",
    "TEAM_NAME_CHANGED",
    "TEAM_REMOVED_FROM_GROUP",
    "TEAM_ROLES_MODIFIED",
    "TEAM_UPDATED",
    "USER_ADDED_TO_TEAM",
    "INVITED_TO_GROUP",
    "INVITED_TO_ORG",
    "JOIN_GROUP_REQUEST_APPROVED_AUDIT",
    "JOIN_GROUP_REQUEST_DENIED_AUDIT",
    "JOINED_GROUP",
    "JOINED_ORG",
    "JOINED_TEAM",
    "REMOVED_FROM_GROUP",
    "REMOVED_FROM_ORG",
    "REMOVED_FROM_TEAM",
    "REQUESTED_TO_JOIN_GROUP",
    "USER_ROLES_CHANGED_AUDIT",
  ],
} as const;

/** The kind of object that an event is about, which decides the allowed matchers. */
export type EventKind = keyof typeof EVENTS;

/** The event types that the documentation lists. */
export type KnownEventTypeName = (typeof EVENTS)[EventKind][number];

/** Event types with their kind. */
export const EVENT_TYPES: ReadonlyMap<string, EventKind> = new Map(
  (Object.keys(EVENTS) as EventKind[]).flatMap((kind) => EVENTS[kind].map((name) => [name, kind])),
);

/** Events that the documentation lists, but that cannot trigger an alert. */
export const NOT_ALERTABLE_EVENTS: ReadonlySet<string> = new Set<KnownEventTypeName>([
  "ATTEMPT_KILLOP_AUDIT",
  "ATTEMPT_KILLSESSION_AUDIT",
  "DB_PROFILER_DISABLE_AUDIT",
  "DB_PROFILER_ENABLE_AUDIT",
  "DISABLE_HOST_AUDIT",
  "HIDE_AND_DISABLE_HOST_AUDIT",
  "HIDE_HOST_AUDIT",
  "HOST_DOWNGRADED",
  "HOST_IP_CHANGED_AUDIT",
  "HOST_NOW_PRIMARY",
  "HOST_NOW_SECONDARY",
  "HOST_NOW_STANDALONE",
  "HOST_RECOVERED",
  "HOST_SECURITY_CHECKUP_NOT_MET",
  "HOST_SSL_CERTIFICATE_CURRENT",
  "HOST_UP",
  "HOST_UPGRADED",
  "INSIDE_METRIC_THRESHOLD",
  "NEW_HOST",
  "PAUSE_HOST_AUDIT",
  "RESUME_HOST_AUDIT",
  "VERSION_CHANGED",
  "VERSION_CURRENT",
]);

/** The events that require each threshold. */
export const THRESHOLD_EVENTS = {
  metricThreshold: ["OUTSIDE_METRIC_THRESHOLD", "INSIDE_METRIC_THRESHOLD"],
  threshold: ["TOO_FEW_HEALTHY_MEMBERS", "TOO_MANY_UNHEALTHY_MEMBERS"],
} as const;

export type ThresholdName = keyof typeof THRESHOLD_EVENTS;

/** Events that accept a `threshold` in MongoDB Atlas, and possibly in Ops Manager. */
export const MAYBE_THRESHOLD_EVENTS: ReadonlySet<string> = new Set([
  "TOO_MANY_ELECTIONS",
  "REPLICATION_OPLOG_WINDOW_RUNNING_OUT",
]);

export function requiresThreshold(event: string, part: ThresholdName): boolean {
  return THRESHOLD_EVENTS[part].some((name) => name === event);
}

/**
 * Whether an event may have a threshold. The service returns a `threshold` for other events as well, without a meaning. An event
 * that is not listed may have any.
 */
export function usesThreshold(event: string, part: ThresholdName): boolean {
  const mayHave = part === "threshold" && MAYBE_THRESHOLD_EVENTS.has(event);
  return mayHave || requiresThreshold(event, part) || !EVENT_TYPES.has(event);
}

/** Matcher fields by kind of event. */
const FIELDS_BY_KIND = {
  host: ["HOSTNAME", "PORT", "HOSTNAME_AND_PORT", "REPLICA_SET_NAME", "TYPE_NAME"],
  replicaSet: ["REPLICA_SET_NAME", "SHARD_NAME", "CLUSTER_NAME"],
  shardedCluster: ["CLUSTER_NAME", "SHARD_NAME"],
} as const;

export const MATCHER_FIELDS: Partial<Record<EventKind, readonly string[]>> = FIELDS_BY_KIND;

export const MATCHER_FIELD_NAMES = [...new Set(Object.values(FIELDS_BY_KIND).flat())];

export type KnownMatcherFieldName = (typeof MATCHER_FIELD_NAMES)[number];

export const MATCHER_OPERATORS = [
  "EQUALS",
  "NOT_EQUALS",
  "CONTAINS",
  "NOT_CONTAINS",
  "STARTS_WITH",
  "ENDS_WITH",
  "REGEX",
] as const;

export type KnownMatcherOperator = (typeof MATCHER_OPERATORS)[number];

/** Values of a matcher on TYPE_NAME. */
export const TYPE_NAMES = ["PRIMARY", "SECONDARY", "STANDALONE", "CONFIG", "MONGOS"] as const;

export const THRESHOLD_OPERATORS = ["GREATER_THAN", "LESS_THAN"] as const;

export type KnownThresholdOperator = (typeof THRESHOLD_OPERATORS)[number];

/** The units of a metric threshold; those of one group can be converted into each other. */
export const UNITS_BY_GROUP = {
  raw: ["RAW"],
  data: [
    "BITS",
    "KILOBITS",
    "MEGABITS",
    "GIGABITS",
    "BYTES",
    "KILOBYTES",
    "MEGABYTES",
    "GIGABYTES",
    "TERABYTES",
    "PETABYTES",
  ],
  time: ["MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"],
} as const;

export type UnitGroup = keyof typeof UNITS_BY_GROUP;
export type KnownUnits = (typeof UNITS_BY_GROUP)[UnitGroup][number];

export const UNITS: readonly KnownUnits[] = Object.values(UNITS_BY_GROUP).flat();

/** Metric names by group of units; the groups are partly those of MongoDB Atlas. */
const METRICS_BY_GROUP = {
  raw: [
    "ASSERT_MSG",
    "ASSERT_REGULAR",
    "ASSERT_USER",
    "ASSERT_WARNING",
    "CONNECTIONS",
    "CURSORS_TOTAL_OPEN",
    "CURSORS_TOTAL_TIMED_OUT",
    "DOCUMENT_METRICS_DELETED",
    "DOCUMENT_METRICS_INSERTED",
    "DOCUMENT_METRICS_RETURNED",
    "DOCUMENT_METRICS_UPDATED",
    "EXTRA_INFO_PAGE_FAULTS",
    "GLOBAL_ACCESSES_NOT_IN_MEMORY",
    "GLOBAL_LOCK_CURRENT_QUEUE_READERS",
    "GLOBAL_LOCK_CURRENT_QUEUE_TOTAL",
    "GLOBAL_LOCK_CURRENT_QUEUE_WRITERS",
    "GLOBAL_PAGE_FAULT_EXCEPTIONS_THROWN",
    "INDEX_COUNTERS_BTREE_ACCESSES",
    "INDEX_COUNTERS_BTREE_HITS",
    "INDEX_COUNTERS_BTREE_MISSES",
    "INDEX_COUNTERS_BTREE_MISS_RATIO",
    "JOURNALING_COMMITS_IN_WRITE_LOCK",
    "NETWORK_NUM_REQUESTS",
    "OPCOUNTER_CMD",
    "OPCOUNTER_DELETE",
    "OPCOUNTER_GETMORE",
    "OPCOUNTER_INSERT",
    "OPCOUNTER_QUERY",
    "OPCOUNTER_REPL_CMD",
    "OPCOUNTER_REPL_DELETE",
    "OPCOUNTER_REPL_INSERT",
    "OPCOUNTER_REPL_UPDATE",
    "OPCOUNTER_UPDATE",
    "OPERATIONS_SCAN_AND_ORDER",
    "QUERY_EXECUTOR_SCANNED",
    "QUERY_EXECUTOR_SCANNED_OBJECTS",
    "RESTARTS_IN_LAST_HOUR",
    "TICKETS_AVAILABLE_READS",
    "TICKETS_AVAILABLE_WRITE",
    "TICKETS_AVAILABLE_WRITES",
  ],
  data: [
    "CACHE_BYTES_READ_INTO",
    "CACHE_BYTES_WRITTEN_FROM",
    "CACHE_DIRTY_BYTES",
    "CACHE_USED_BYTES",
    "COMPUTED_MEMORY",
    "DB_DATA_SIZE_TOTAL",
    "DB_STORAGE_TOTAL",
    "JOURNALING_MB",
    "JOURNALING_WRITE_DATA_FILES_MB",
    "MEMORY_MAPPED",
    "MEMORY_RESIDENT",
    "MEMORY_VIRTUAL",
    "NETWORK_BYTES_IN",
    "NETWORK_BYTES_OUT",
    "OPLOG_RATE_GB_PER_HOUR",
    "SWAP_USAGE_FREE",
    "SWAP_USAGE_USED",
    "SYSTEM_MEMORY_AVAILABLE",
    "SYSTEM_MEMORY_FREE",
    "SYSTEM_MEMORY_USED",
    "SYSTEM_NETWORK_BYTES_IN",
    "SYSTEM_NETWORK_BYTES_OUT",
  ],
  time: [
    "BACKGROUND_FLUSH_AVG",
    "OPLOG_MASTER_LAG_TIME_DIFF",
    "OPLOG_MASTER_TIME",
    "OPLOG_SLAVE_LAG_MASTER_TIME",
    "OP_EXECUTION_TIME_COMMANDS",
    "OP_EXECUTION_TIME_READS",
    "OP_EXECUTION_TIME_WRITES",
  ],
} as const;

/** The metrics that the documentation lists. */
export type KnownMetricName = (typeof METRICS_BY_GROUP)[UnitGroup][number];

/** Metrics with their group of units. */
export const METRICS: ReadonlyMap<string, UnitGroup> = new Map(
  (Object.keys(METRICS_BY_GROUP) as UnitGroup[]).flatMap((group) =>
    METRICS_BY_GROUP[group].map((name) => [name, group] as const),
  ),
);

/** Metrics of older versions, of MongoDB Atlas and of other clients, whose group of units is not documented. */
const OTHER_METRICS = [
  "AVG_COMMAND_EXECUTION_TIME",
  "AVG_READ_EXECUTION_TIME",
  "AVG_WRITE_EXECUTION_TIME",
  "CACHE_USAGE_DIRTY",
  "CACHE_USAGE_USED",
  "CONNECTIONS_PERCENT",
  "CURSORS_TOTAL_CLIENT_CURSORS_SIZE",
  "DISK_PARTITION_READ_IOPS_DATA",
  "DISK_PARTITION_READ_LATENCY_DATA",
  "DISK_PARTITION_SPACE_USED_DATA",
  "DISK_PARTITION_SPACE_USED_INDEX",
  "DISK_PARTITION_SPACE_USED_JOURNAL",
  "DISK_PARTITION_WRITE_IOPS_DATA",
  "DISK_PARTITION_WRITE_LATENCY_DATA",
  "DOCUMENT_DELETED",
  "DOCUMENT_INSERTED",
  "DOCUMENT_RETURNED",
  "DOCUMENT_UPDATED",
  "GLOBAL_LOCK_PERCENTAGE",
  "NORMALIZED_SYSTEM_CPU_KERNEL",
  "NORMALIZED_SYSTEM_CPU_USER",
  "OPLOG_MASTER_TIME_ESTIMATED_TTL",
  "QUERY_TARGETING_SCANNED_OBJECTS_PER_RETURNED",
  "QUERY_TARGETING_SCANNED_PER_RETURNED",
  "SYSTEM_MEMORY_PERCENT_USED",
  "SYSTEM_NETWORK_IN",
  "SYSTEM_NETWORK_OUT",
];

/** All metrics of which anything is documented. */
export const METRIC_NAMES = [...METRICS.keys(), ...OTHER_METRICS];

/** The roles that a GROUP or an ORG notification may be limited to. */
export const PROJECT_ROLES = [
  "GROUP_AUTOMATION_ADMIN",
  "GROUP_BACKUP_ADMIN",
  "GROUP_DATA_ACCESS_ADMIN",
  "GROUP_DATA_ACCESS_READ_ONLY",
  "GROUP_DATA_ACCESS_READ_WRITE",
  "GROUP_MONITORING_ADMIN",
  "GROUP_OWNER",
  "GROUP_READ_ONLY",
  "GROUP_USER_ADMIN",
] as const;
export const ORG_ROLES = ["ORG_OWNER", "ORG_MEMBER", "ORG_GROUP_CREATOR", "ORG_READ_ONLY"] as const;

export type KnownProjectRole = (typeof PROJECT_ROLES)[number];
export type KnownOrgRole = (typeof ORG_ROLES)[number];
export type KnownRole = KnownProjectRole | KnownOrgRole;

export const NOTIFICATION_TYPES = [
  "ADMIN",
  "DATADOG",
  "EMAIL",
  "GROUP",
  "HIP_CHAT",
  "MICROSOFT_TEAMS",
  "OPS_GENIE",
  "ORG",
  "PAGER_DUTY",
  "SLACK",
  "SMS",
  "TEAM",
  "USER",
  "VICTOR_OPS",
  "WEBHOOK",
] as const;

/** The types that the documentation lists for global alert configurations. */
export const GLOBAL_NOTIFICATION_TYPES: readonly NotificationType[] = [
  "ADMIN",
  "EMAIL",
  "GROUP",
  "HIP_CHAT",
  "MICROSOFT_TEAMS",
  "PAGER_DUTY",
  "SLACK",
  "SMS",
  "USER",
  "WEBHOOK",
];

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type KnownNotificationTypeName = NotificationType | "HIPCHAT";
