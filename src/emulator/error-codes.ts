/**
 * Status and detail of every error code that the emulator returns. Codes and statuses are those of the Ops Manager
 * documentation, "Error Codes", or of the table of MongoDB Atlas, which has the same ones, unless a comment says otherwise;
 * the details are not.
 */
export const CODES = {
  ADDRESS_ALREADY_IN_ACCESS_LIST: [409, (entry) => `The access list already has the entry ${entry}.`],
  AGENT_API_KEY_NOT_FOUND: [404, (id) => `Project has no agent API key with id ${id}.`], // guess for this request
  ALERT_CONFIG_NOT_FOUND: [404, (id) => `Project has no alert configuration with id ${id}.`],
  API_KEY_ACCESS_LIST_NOT_FOUND: [404, (entry) => `The API key has no access list entry ${entry}.`],
  API_KEY_CAN_ONLY_BELONG_TO_ONE_ORG: [400, (id) => `The API key ${id} belongs to another organization.`],
  API_KEY_CREATED_GROUPS_MUST_HAVE_ORG: [
    400,
    () => "A project that is created with an API key needs an organization.",
  ],
  API_KEY_NOT_FOUND: [400, (id) => `There is no API key with id ${id}.`],
  API_KEY_REQUIRES_DESCRIPTION: [400, () => "An API key needs a description."],
  ATTRIBUTE_NEGATIVE: [400, (name) => `The attribute ${name} must not be negative.`],
  ATTRIBUTE_NEGATIVE_OR_ZERO: [400, (name) => `The attribute ${name} must be greater than zero.`],
  ATTRIBUTE_READ_ONLY: [400, (name) => `The attribute ${name} is read-only and cannot be changed.`],
  BACKUP_CANNOT_REMOVE_DB_STORE_CONFIG: [
    409,
    (id) => `The snapshot store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CANNOT_REMOVE_FS_STORE_CONFIG: [
    409,
    (id) => `The file system store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CANNOT_REMOVE_OPLOG_STORE_CONFIG: [
    409,
    (id) => `The oplog store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG: [
    409,
    (id) => `The oplog store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG: [
    409,
    (id) => `The snapshot store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CANNOT_REMOVE_SYNC_STORE_CONFIG: [
    409,
    (id) => `The sync store ${id} is in use or enabled for assignment and cannot be removed.`,
  ],
  BACKUP_CONFIG_NOT_FOUND: [404, (id) => `There is no backup configuration of ${id}.`],
  BACKUP_INVALID_FS_PATH: [400, (path) => `${path} is not the path of a directory.`],
  BACKUP_KMIP_CERTIFICATE_PATH_REQUIRED: [400, () => "A KMIP password needs the path of its certificate."],
  BACKUP_MONGO_CONNECTION_FAILED: [409, (id) => `The deployment of the store ${id} cannot be reached.`],
  BACKUP_S3_TOS_NOT_ACCEPTED: [
    409,
    () => "The terms of service for S3-compatible storage were not accepted.",
  ],
  BACKUP_S3_VALIDATION_FAILED: [409, (name) => `The bucket ${name} could not be validated.`],
  BAD_ACCESS_LIST_ADD_REQUEST: [400, (problem) => `The entries cannot be added: ${problem}.`],
  BAD_USERNAME_IN_GROUP_REF: [400, (name) => `The user ${name} does not belong to the project.`],
  BILLING_UNSUPPORTED: [401, () => "This version has no billing."],
  CANNOT_CLOSE_GROUP_ACTIVE_BACKUP: [
    409,
    (id) => `The project ${id} has active backups and cannot be deleted.`, // a code of MongoDB Atlas, guess
  ],
  CANNOT_GET_BACKUP_CONFIG_INVALID_STATE: [
    409,
    (id) => `The cluster ${id} is not monitored, so its backup cannot be read.`,
  ],
  CANNOT_MODIFY_SHARD_BACKUP_CONFIG: [
    409,
    (id, whole) => `${id} is a part of a sharded cluster; use the cluster ${whole} instead.`,
  ],
  CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST: [
    400,
    (address) => `The address ${address} of this request cannot be removed from the access list of its key.`,
  ],
  CANNOT_SET_BACKUP_AUTH_FOR_MANAGED_CLUSTER: [
    409,
    () => "Automation manages the credentials of the backup.",
  ],
  CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET: [400, () => "A replica set has no checkpoints."],
  CANNOT_SET_POINT_IN_TIME_WINDOW: [400, (hours) => `The window of ${hours} hours is not allowed.`],
  CANNOT_START_BACKUP_INVALID_STATE: [409, (state) => `A backup that is ${state} cannot be started.`],
  CANNOT_STOP_BACKUP_INVALID_STATE: [409, (state) => `A backup that is ${state} cannot be stopped.`],
  CANNOT_TERMINATE_BACKUP_INVALID_STATE: [409, (state) => `A backup that is ${state} cannot be terminated.`],
  CLUSTER_NOT_FOUND: [404, (id) => `Project has no cluster with id ${id}.`],
  DISALLOWED_ATTRIBUTE_TURN_ON_LDAP: [400, (name) => `The attribute ${name} needs LDAP.`],
  DUPLICATE_ADDRESSES_IN_INPUT: [400, (entry) => `The entry ${entry} occurs more than once.`],
  DUPLICATE_ROLE_ENTRY_IN_LDAP_MAPPING: [400, (role) => `The role ${role} occurs more than once.`],
  EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: [
    400,
    () => "A GROUP notification must use e-mail, SMS or both.",
  ],
  EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: [
    400,
    () => "A USER notification must use e-mail, SMS or both.",
  ],
  FILESYSTEM_SNAPSHOT_CONFIG_ALREADY_EXISTS: [
    409,
    (id) => `A file system store with id ${id} already exists.`,
  ], // guess
  FILESYSTEM_SNAPSHOT_CONFIG_NOT_FOUND: [404, (id) => `There is no file system store with id ${id}.`],
  GLOBAL_ALERT_CONFIG_NOT_FOUND: [404, (id) => `No global alert configuration with id ${id} exists.`],
  GROUP_ALREADY_EXISTS: [409, (name) => `There is a project named ${name} already.`],
  GROUP_EXTERNALLY_MANAGED: [403, (name) => `The project is locked: ${name} manages it.`], // guess
  GROUP_MISMATCH: [
    400,
    (body, path) => `The project ${body} in the body is not the project ${path} in the path.`,
  ],
  GROUP_NOT_FOUND: [404, (id) => `There is no project with id ${id}.`],
  INTEGRATION_ALREADY_CONFIGURED: [409, (type) => `The project has an integration ${type} already.`],
  INTEGRATION_FIELDS_INVALID: [400, (name) => `The attribute ${name} holds a redacted value.`], // a code of MongoDB Atlas, guess
  INTEGRATION_NOT_CONFIGURED: [404, (type) => `The project has no integration ${type}.`],
  INVALID_ALERT_CONFIG_ID: [404, (id) => `${id} is not the id of an alert configuration.`],
  INVALID_API_KEY_DESC: [400, () => "The description of an API key must have 1 to 250 characters."],
  INVALID_ATTRIBUTE: [400, (name) => `The attribute ${name} is not valid here.`],
  INVALID_CLUSTER_CHECKPOINT_INTERVAL: [
    400,
    (minutes) => `Checkpoints every ${minutes} minutes are not allowed.`,
  ],
  INVALID_CLUSTER_ID: [404, (id) => `${id} is not the id of a cluster.`],
  INVALID_DAILY_SNAPSHOT_RETENTION_PERIOD: [400, (count) => `Daily snapshots cannot be kept for ${count}.`],
  INVALID_DATADOG_API_KEY: [400, () => "A key of Datadog has 32 hexadecimal digits."],
  INVALID_EMAIL_ADDRESS: [400, (address) => `${address} is not an e-mail address.`],
  INVALID_ENUM_VALUE: [400, (name, value) => `The value ${value} is not allowed for the attribute ${name}.`],
  INVALID_FILTERLIST: [400, () => "A backup has excluded or included namespaces, not both."],
  INVALID_GROUP_ID: [404, (id) => `${id} is not the id of a project.`],
  INVALID_GROUP_NAME: [400, (name) => `${name} is not allowed as the name of a project.`],
  INVALID_GROUP_TOKEN: [400, (tag) => `${tag} is not allowed as a tag.`],
  INVALID_INTEGRATION_SETTINGS: [400, (name) => `The attribute ${name} holds a redacted value.`],
  INVALID_IP_ADDRESS_OR_CIDR_NOTATION: [400, (entry) => `${entry} is neither an address nor a block.`],
  INVALID_JSON: [400, () => "The body is not a JSON document of the expected kind."],
  INVALID_JSON_ATTRIBUTE: [400, (name) => `The attribute ${name} has the wrong JSON type.`],
  INVALID_KEY_ID: [404, (id) => `${id} is not the id of a key.`],
  INVALID_MONTHLY_SNAPSHOT_RETENTION_PERIOD: [
    400,
    (count) => `Monthly snapshots cannot be kept for ${count}.`,
  ],
  INVALID_ORG_ID: [404, (id) => `${id} is not the id of an organization.`],
  INVALID_PAGER_DUTY_SERVICE_KEY: [400, () => "A key of PagerDuty has 32 hexadecimal digits."],
  INVALID_QUERY_PARAMETER: [400, (name) => `The query parameter ${name} has an invalid value.`],
  INVALID_REFERENCE_HOUR_OF_DAY: [400, (hour) => `${hour} is not an hour of the day.`],
  INVALID_REFERENCE_MINUTE_OF_HOUR: [400, (minute) => `${minute} is not a minute of the hour.`],
  INVALID_REFERENCE_TIMEZONE_OFFSET: [400, (offset) => `${offset} is not the offset of a time zone.`],
  INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS: [400, () => "A time of day needs an hour and a minute."],
  INVALID_ROLE_FOR_GROUP: [400, (role) => `${role} is not a role in a project.`],
  INVALID_ROLE_FOR_ORG: [400, (role) => `${role} is not a role in an organization.`],
  INVALID_SNAPSHOT_INTERVAL: [400, (hours) => `Snapshots every ${hours} hours are not allowed.`],
  INVALID_SNAPSHOT_RETENTION_PERIOD: [400, (count) => `The snapshots cannot be kept for ${count}.`],
  INVALID_SNAPSHOT_SCHEDULE: [400, () => "The schedule sets nothing."],
  INVALID_URL: [400, (name) => `The attribute ${name} is not an http or https URL.`],
  INVALID_WEEKLY_SNAPSHOT_RETENTION_PERIOD: [400, (count) => `Weekly snapshots cannot be kept for ${count}.`],
  IP_ADDRESS_NOT_ON_ACCESS_LIST: [
    403,
    (address) => `The address ${address} is not on the access list of the API key.`,
  ],
  MAX_API_KEYS_PER_ORG_EXCEEDED: [400, (most) => `An organization accepts at most ${most} API keys.`],
  METHOD_NOT_ALLOWED: [405, (method) => `This resource does not support the method ${method}.`], // guess
  METRIC_THRESHOLD_PRESENT: [400, (event) => `The event ${event} does not accept a metric threshold.`],
  MISSING_API_KEY_ROLES: [400, () => "An API key needs at least one role."],
  MISSING_ATTRIBUTE: [400, (name) => `The attribute ${name} is required.`],
  MISSING_METRIC_THRESHOLD: [400, (event) => `The event ${event} needs a metric threshold.`],
  MISSING_NOTIFICATIONS: [400, () => "An alert configuration needs at least one notification."],
  MISSING_ONE_OF_ATTRIBUTES: [400, (names) => `One of the attributes ${names} is required.`],
  MISSING_ROLES_FOR_GROUP_NOTIFICATION: [400, () => "The roles of a notification must not be an empty list."],
  MISSING_ROLE_ENTRY_IN_LDAP_MAPPING: [400, (role) => `The mapping has no entry for the role ${role}.`],
  MISSING_SYNC_SOURCE: [409, () => "A backup that starts needs a member to synchronize from."],
  MISSING_THRESHOLD: [400, (event) => `The event ${event} needs a threshold.`],
  MONGO_OPLOG_CONFIG_ALREADY_EXISTS: [409, (id) => `A oplog store with id ${id} already exists.`], // guess
  MONGO_OPLOG_CONFIG_NOT_FOUND: [404, (id) => `There is no oplog store with id ${id}.`],
  MONGO_SNAPSHOT_CONFIG_ALREADY_EXISTS: [409, (id) => `A snapshot store with id ${id} already exists.`], // guess
  MONGO_SNAPSHOT_CONFIG_NOT_FOUND: [404, (id) => `There is no snapshot store with id ${id}.`],
  MONGO_SYNC_CONFIG_ALREADY_EXISTS: [409, (id) => `A sync store with id ${id} already exists.`], // guess
  MONGO_SYNC_CONFIG_NOT_FOUND: [404, (id) => `There is no sync store with id ${id}.`],
  MULTIPLE_GROUPS: [409, (name) => `Several organizations have a project named ${name}.`],
  NOTIFICATION_INTERVAL_OUT_OF_RANGE: [
    400,
    (value) => `The notification interval ${value} is below five minutes.`,
  ],
  NOTIFICATION_TYPE_IS_GLOBAL_ONLY: [
    400,
    (type) => `The type ${type} is for global alert configurations only.`,
  ],
  NOT_IN_GROUP: [401, (id) => `The API key has no role in project ${id}, or the project does not exist.`],
  NOT_ORG_GROUP_CREATOR: [401, (id) => `The API key must not create projects in the organization ${id}.`],
  NOT_SHARDED: [400, (id) => `Cluster ${id} is not sharded and cannot be renamed.`],
  ORG_NOT_FOUND: [404, (id) => `There is no organization with id ${id}.`],
  RATE_LIMITED: [
    429,
    (requests, minutes) => `This resource allows ${requests} requests every ${minutes} minutes.`,
  ],
  RESOURCE_NOT_FOUND: [404, (path) => `There is no resource at ${path}.`],
  S3_OPLOG_CONFIG_ALREADY_EXISTS: [409, (id) => `An S3 oplog store with id ${id} already exists.`], // guess
  S3_OPLOG_CONFIG_NOT_FOUND: [404, (id) => `There is no S3 oplog store with id ${id}.`],
  S3_SNAPSHOT_CONFIG_ALREADY_EXISTS: [409, (id) => `An S3 snapshot store with id ${id} already exists.`], // guess
  S3_SNAPSHOT_CONFIG_NOT_FOUND: [404, (id) => `There is no S3 snapshot store with id ${id}.`],
  SLACK_OAUTH2_NOT_CONFIGURED: [400, () => "OAuth of Slack is not configured."],
  TEAM_NOT_FOUND: [404, (id) => `There is no team with id ${id}.`], // guess
  THRESHOLD_PRESENT: [400, (event) => `The event ${event} does not accept a threshold.`],
  TOO_MANY_GROUP_NOTIFICATIONS: [400, () => "An alert configuration accepts at most one GROUP notification."],
  TOO_MANY_GROUP_TOKENS: [400, (most) => `A project accepts at most ${most} tags.`],
  TOTAL_MODE_DEPRECATED: [400, () => "The mode TOTAL is no longer supported."],
  UNEXPECTED_ERROR: [500, () => "Something unexpected happened."],
  UNITS_MISMATCH: [400, (units, name) => `The units ${units} do not fit ${name}.`],
  UNSUPPORTED_NOTIFICATION_TYPE: [400, (type) => `Notifications of type ${type} are no longer supported.`],
  UNSUPPORTED_SET_BACKUP_STATE: [403, (state) => `A backup cannot be set to ${state}.`],
  USER_UNAUTHORIZED: [401, () => "The API key lacks the role that this operation needs."],
  WEBHOOK_NOTIFICATIONS_PRESENT: [400, () => "Alert configurations use the webhook of the project."],
  WEBHOOK_URL_NOT_SET: [400, () => "The project has no default webhook URL, so the notification needs one."],
} as const satisfies Record<string, readonly [number, (...parameters: string[]) => string]>;
