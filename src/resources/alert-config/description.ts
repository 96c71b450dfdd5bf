/** What an AlertConfig and a GlobalAlertConfig are. */

import type { Description } from "../../core/description";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../../fields/alert-config";
import { SECRETS_VERSION } from "../../fields/options";
import type { Fields } from "../../fields/table";
import { LINKS } from "../../fields/table";
import { omit } from "../../json";

const IDS = {
  projectId: {
    type: "string",
    required: true,
    doc: "The id of the project. A change replaces the alert configuration.",
  },
} as const satisfies Fields;

const OPTIONS = {
  secretsVersion: SECRETS_VERSION,
  adoptId: {
    type: "string",
    createOnly: true,
    doc: "The id of an existing alert configuration that the first create adopts, as a plain string. A later change has no effect.",
    otherwise: "none",
  },
} as const satisfies Fields;

const OUTPUTS = {
  alertConfigId: {
    type: "string",
    stable: true,
    always: true,
    doc: "The id of the alert configuration, which the service generates.",
  },
  groupId: { type: "string", stable: true, doc: "The id of the project, as the service returns it." },
  created: {
    type: "string",
    stable: true,
    doc: "When the alert configuration was created, ISO 8601 in UTC.",
  },
  updated: {
    type: "string",
    doc: "When the alert configuration was last changed, ISO 8601 in UTC; as of the last write or of a refresh that found a change.",
  },
  links: {
    type: LINKS.type,
    stable: true,
    always: true,
    doc: "Links to the alert configuration and related objects; as of the last write or of a refresh that found a change.",
  },
  changedSecrets: {
    type: "strings",
    always: true,
    doc: "The paths of secrets that were changed or added outside Pulumi, never their values. The next `pulumi up` restores them.",
  },
} as const satisfies Fields;

/** What both kinds have in common. */
const COMMON = {
  options: OPTIONS,
  hiddenInputs: ["unclear"],
  moved: "A changed connection must lead to the same alert configuration.",
  encrypted: ["notificationSecrets", "__written"],
} as const;

export const ALERT_CONFIG_DESCRIPTION: Description = {
  ...COMMON,
  kind: "AlertConfig",
  what: "alert configuration",
  text: "An alert configuration of a project. A preview checks it against the rules of the API: the event decides which matchers and thresholds are allowed, and the type of a notification decides which fields it accepts. Destroying the resource deletes it.",
  role: "Project Owner.",
  example: `new opsmanager.AlertConfig("replication-lag", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "SECONDARY" }],
  metricThreshold: {
    metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
    operator: "GREATER_THAN",
    threshold: 60,
    units: "SECONDS",
  },
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: config.requireSecret("pagerDutyKey"), delayMin: 5 },
    { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 },
  ],
});`,
  ids: IDS,
  object: ALERT_CONFIG,
  outputs: OUTPUTS,
  lookUp: { object: "an existing alert configuration", id: "`<projectId>/<alertConfigId>`" },
};

export const GLOBAL_ALERT_CONFIG_DESCRIPTION: Description = {
  ...COMMON,
  kind: "GlobalAlertConfig",
  what: "global alert configuration",
  text: "A global alert configuration: it applies to all projects, to those with a tag, or to those that it names. Destroying the resource deletes it; one that the service ships comes back when the service restarts, so disable it with `enabled: false` instead.",
  role: "Global Owner or Global Monitoring Admin.",
  example: `new opsmanager.GlobalAlertConfig("host-down", {
  eventTypeName: "HOST_DOWN",
  enabled: true,
  forAllGroups: true,
  tags: ["production"],
  notifications: [{ typeName: "ADMIN", delayMin: 0, intervalMin: 15 }],
});`,
  ids: {},
  object: GLOBAL_ALERT_CONFIG,
  outputs: omit(OUTPUTS, ["groupId"]),
  lookUp: { object: "an existing global alert configuration", id: "`<alertConfigId>`" },
};
