/** What to do about refusals of the service: advice by error code, and the roles that the endpoints require. */

import type { Advise } from "../http/api-errors";

const NO_ROLE = "The key was accepted, but it lacks the role that this operation requires.";
const BACKUPS = "Stop and terminate all backups of the project first.";
const MOST_TAGS = "A project has at most 10 tags.";

/** The advice by error code (Ops Manager documentation, "Error Codes"). Some refusals of projects have a misleading status. */
const ADVICE_BY_CODE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    API_KEY_CREATED_GROUPS_MUST_HAVE_ORG: "Set orgId.",
    API_KEY_NOT_FOUND: "Check the orgId and the id of the key.",
    AUTOMATION_CONFIG_NOT_FOUND:
      "The project has no automation configuration: the service manages none of its processes yet.",
    BACKUP_CONFIG_NOT_FOUND:
      "The cluster has no backup, or the project no configuration of backups. Start the backup of the cluster first: this provider does not.",
    BACKUP_INVALID_FS_PATH: "storePath: the folder must exist on every host of a backup daemon.",
    BACKUP_KMIP_CERTIFICATE_PATH_REQUIRED: "Set kmipClientCertPath as well.",
    BACKUP_MONGO_CONNECTION_FAILED:
      "uri: the service cannot reach the deployment. Check hosts, user and password of the connection string, which is secret and not shown.",
    BACKUP_S3_CONNECTION_FAILED:
      "s3BucketEndpoint: the service cannot reach it. Check the URL, customCertificates, and disableProxyS3 if the service uses a proxy.",
    BACKUP_S3_TOS_NOT_ACCEPTED:
      "acceptedTos: the service requires that the terms of service are accepted; set it to true.",
    BILLING_UNSUPPORTED:
      "Some versions create projects only without the default alert configurations: leave withDefaultAlertsSettings out, or set it to false.",
    CANNOT_GET_BACKUP_CONFIG_INVALID_STATE:
      "The cluster is not monitored yet, or its backup is being terminated. Try again later.",
    CANNOT_MODIFY_SHARD_BACKUP_CONFIG:
      "clusterId: it is that of a shard. Give the id of the whole sharded cluster, which the message of the service names.",
    CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET:
      "clusterCheckpointIntervalMin: only sharded clusters have checkpoints; leave it out.",
    CANNOT_CHANGE_GROUP_NAME:
      "The service does not allow renaming this project: restore its name in the program.",
    CANNOT_CLOSE_ACCOUNT_ACTIVE_BACKUP: BACKUPS,
    CANNOT_CLOSE_GROUP_ACTIVE_BACKUP: BACKUPS,
    CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST:
      "This request uses the same API key, from an address that only this entry allows. First add another entry that contains the " +
      "address, or delete the entry from another address or with another API key.",
    DISALLOWED_ATTRIBUTE_TURN_ON_LDAP:
      "ldapGroupMappings: the service does not authenticate with LDAP. Turn that on in its settings first, or leave the argument out.",
    DUPLICATE_ROLE_ENTRY_IN_LDAP_MAPPING: "A role has one entry, with all its groups.",
    GROUP_ALREADY_EXISTS:
      "A project with this name exists, perhaps in another organization, or was just created. Choose another name, or manage that project: set the resource option import to its id.",
    GROUP_NOT_FOUND: "Check the projectId.",
    INVALID_GROUP_ID: "Check the projectId.",
    INVALID_GROUP_NAME: "Choose another name.",
    INVALID_GROUP_TOKEN: "A tag has 1 to 32 characters of A-Z, 0-9, ., _ and -.",
    INVALID_ORG_ID: "Check the orgId.",
    INTEGRATION_NOT_CONFIGURED: "The project has no integration of this type.",
    INVALID_INTEGRATION_SETTINGS:
      "Check the arguments of the type; a mask that the service shows is not a key.",
    INVALID_ROLE_FOR_GROUP: "roles: the service does not have this role in projects.",
    INVALID_ROLE_FOR_ORG: "roles: the service does not have this role in organizations.",
    MAX_API_KEYS_PER_ORG_EXCEEDED: "The organization has as many API keys as the service allows.",
    MAX_GROUPS_PER_ORG_EXCEEDED: "The organization has as many projects as the service allows.",
    MISSING_ROLE_ENTRY_IN_LDAP_MAPPING: "The mappings need an entry for GROUP_OWNER.",
    MULTIPLE_GROUPS:
      "Several organizations have a project with this name: give orgId as well, or the id of the project.",
    NOT_IN_GROUP: "The project does not exist, or the API key has no role in it.",
    NOT_SHARDED: "clusterId: the service renames only SHARDED and SHARDED_REPLICA_SET.",
    ORG_NOT_FOUND: "Check the orgId.",
    SLACK_OAUTH2_NOT_CONFIGURED: "Connect the project with Slack in the user interface first.",
    TOO_MANY_GROUP_TAGS: MOST_TAGS,
    TOO_MANY_GROUP_TOKENS: MOST_TAGS,
    WEBHOOK_NOTIFICATIONS_PRESENT:
      "Alert configurations use this webhook: remove their WEBHOOK notifications, or give these a URL of their own, first.",
    WRITES_NOT_ALLOWED_DURING_APP_UPGRADES: "The service is being upgraded; retry after the upgrade.",
  }),
);

/** The advice for other refusals, by `METHOD path: status text`. The first row that matches counts. */
const ADVICE: readonly (readonly [refusal: RegExp, advice: string])[] = [
  [/: 401/, NO_ROLE],
  [
    /: 403.*(?:access|white)[ _-]?list/i,
    "Add the address of this machine to the access list of the API key.",
  ],
  [
    /LogRotateConfig: \d+ RESOURCE_NOT_FOUND\b/,
    "Log rotations require Ops Manager 6.0.24, 7.0.4 or a later version.",
  ],
  [/: 429/, "The service limits the rate of requests; reduce opsmanager:maxConcurrency."],
];

export const adviseOnRefusal: Advise = (request, refusal, errorCode = "") => {
  const advice =
    ADVICE_BY_CODE.get(errorCode) ?? ADVICE.find(([pattern]) => pattern.test(refusal))?.[1] ?? "";
  const role = ROLES.find(([pattern]) => pattern.test(request))?.[1];
  return advice === NO_ROLE && role !== undefined ? `${advice} Required role: ${role}.` : advice;
};

/** The roles that the endpoints require, as the user interface of Ops Manager names them. The first row that matches counts. */
const ROLES: readonly (readonly [request: RegExp, role: string])[] = [
  [
    /^GET (?:\/orgs\/[^/]+)?\/groups(?:$|\/[^/]+$|\/byName\/|\/[^/]+\/(?:agentapikeys|alertConfigs|apiKeys|backupConfigs|clusters|controlledFeature)\b)/,
    "any role in the project, such as Project Read Only",
  ],
  [/^POST \/groups$/, "Organization Owner or Organization Project Creator"],
  [/^PATCH \/groups\/[^/]+$/, "Project Owner; for tags Global Owner or Project Automation Admin"],
  [/^DELETE \/groups\/[^/]+$/, "Project Owner"],
  [/ \/groups\/[^/]+\/(?:agentapikeys|alertConfigs|controlledFeature|integrations)\b/, "Project Owner"],
  [/ \/groups\/[^/]+\/backupConfigs\b/, "Project Backup Admin or Project Owner"],
  [/ \/groups\/[^/]+\/apiKeys\b/, "Project Owner or Project User Admin"],
  [/ \/groups\/[^/]+\/clusters\b/, "Project Monitoring Admin or Project Owner"],
  [/ \/groups\/[^/]+\/automationConfig\/(?:audit|system)LogRotateConfig$/, "Project Automation Admin"],
  [/ \/globalAlertConfigs\b/, "Global Owner or Global Monitoring Admin"],
  [/ \/admin\/backup\/(?:oplog|snapshot)\//, "Global Owner or Global Backup Admin"],
  [
    / \/admin\/backup\/groups\b/,
    "Global Owner or Global Backup Admin; a global API key, since one of an organization has no such role",
  ],
  [/ \/versionManifest$/, "Global Owner or Global Automation Admin"],
  [
    /^GET \/orgs\/[^/]+\/apiKeys(?:$|\/[^/]+$)/,
    "any role in the organization, such as Organization Read Only",
  ],
  [/ \/orgs\/[^/]+\/apiKeys(?:$|\/[^/]+$)/, "Organization Owner"],
  [
    / \/orgs\/[^/]+\/apiKeys\/[^/]+\/accessList\b/,
    "Organization Owner, or none if the access list is that of the key itself",
  ],
];
