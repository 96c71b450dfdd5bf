import assert from "node:assert/strict";
import { problemText } from "../../../../src/core/problems";
import type { Unsettled } from "../../../../src/unknowns";
import { UNKNOWN } from "../../../../src/unknowns";
import { EVENT_TYPES, NOTIFICATION_TYPES, UNITS } from "../../../../src/fields/alert-catalogue";
import { fieldsRequiredBy, SECRET_NOTIFICATION_FIELDS } from "../../../../src/fields/notification";
import type { PlainObject } from "../../../../src/json";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { validateAlert } from "../../../../src/resources/alert-config/validation";
import { BAD } from "../../../fixtures/alerts/bad";
import { GOOD } from "../../../fixtures/alerts/good";
import { check } from "./checking";

const EMAIL = { typeName: "EMAIL", emailAddress: "dba@example.com" };
const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100 };
const HEALTH = { operator: "LESS_THAN", threshold: 2 };

function alert(rest: PlainObject = {}): PlainObject {
  return {
    projectId: "60a2b7c9e4b0c5571d3f8e12",
    eventTypeName: "NO_PRIMARY",
    notifications: [EMAIL],
    ...rest,
  };
}
const notify = (...notifications: unknown[]): PlainObject => alert({ notifications });
const matcher = (fieldName: string, operator = "EQUALS", value = "x"): PlainObject => ({
  fieldName,
  operator,
  value,
});

/** Errors and warnings as lines, the latter with a question mark. */
function problemsOf(args: PlainObject, strictCatalog = false): string[] {
  return validateAlert(args as Unsettled<AlertArgs>, { strictCatalog }).map(
    (problem) => (problem.severity === "warning" ? "? " : "") + problemText(problem),
  );
}

/** A valid notification of a type. */
const FULL: Record<string, PlainObject> = {
  DATADOG: { datadogApiKey: "k", datadogRegion: "EU" },
  EMAIL: { emailAddress: "a@b.c" },
  GROUP: { emailEnabled: true, smsEnabled: false, role: "GROUP_OWNER" },
  HIP_CHAT: { notificationToken: "t", roomName: "r" },
  MICROSOFT_TEAMS: { microsoftTeamsWebhookUrl: "https://h/x" },
  OPS_GENIE: { opsGenieApiKey: "k", opsGenieRegion: "EU" },
  ORG: { emailEnabled: true, smsEnabled: false, roles: ["ORG_OWNER"] },
  PAGER_DUTY: { serviceKey: "k" },
  SLACK: { apiToken: "t", channelName: "#c" },
  SMS: { mobileNumber: "+1 555 0100" },
  TEAM: { teamId: "63a4c0d9be17f2509c8d3e76", emailEnabled: true },
  USER: { username: "u", emailEnabled: true, smsEnabled: false },
  VICTOR_OPS: { victorOpsApiKey: "k", victorOpsRoutingKey: "r" },
  WEBHOOK: {
    webhookUrl: "https://h/x",
    webhookSecret: "s",
    webhookHeadersTemplate: "{}",
    webhookBodyTemplate: "{}",
  },
};

describe("validateAlert", () => {
  describe("accepts", () => {
    const good: [what: string, args: PlainObject][] = [
      ["the required arguments alone", alert()],
      [
        "matchers of a replica set",
        alert({ matchers: [matcher("REPLICA_SET_NAME"), matcher("SHARD_NAME"), matcher("CLUSTER_NAME")] }),
      ],
      [
        "matchers of a host",
        alert({
          eventTypeName: "HOST_DOWN",
          matchers: ["HOSTNAME", "PORT", "HOSTNAME_AND_PORT", "REPLICA_SET_NAME"].map((name) =>
            matcher(name),
          ),
        }),
      ],
      [
        "matchers of a sharded cluster",
        alert({
          eventTypeName: "CLUSTER_MONGOS_IS_MISSING",
          matchers: [matcher("CLUSTER_NAME"), matcher("SHARD_NAME")],
        }),
      ],
      [
        "every operator",
        alert({
          matchers: [
            "EQUALS",
            "NOT_EQUALS",
            "CONTAINS",
            "NOT_CONTAINS",
            "STARTS_WITH",
            "ENDS_WITH",
            "REGEX",
          ].map((operator) => matcher("CLUSTER_NAME", operator)),
        }),
      ],
      [
        "every type of a host",
        alert({
          eventTypeName: "HOST_DOWN",
          matchers: ["PRIMARY", "SECONDARY", "STANDALONE", "CONFIG", "MONGOS"].map((value) =>
            matcher("TYPE_NAME", "EQUALS", value),
          ),
        }),
      ],
      [
        "a part of a type of a host",
        alert({ eventTypeName: "HOST_DOWN", matchers: [matcher("TYPE_NAME", "STARTS_WITH", "PRI")] }),
      ],
      ...[
        "ADD_HOST_AUDIT",
        "ADD_HOST_TO_REPLICA_SET_AUDIT",
        "DELETE_HOST_AUDIT",
        "HOST_RESTARTED",
        "HOST_ROLLBACK",
        "REMOVE_HOST_FROM_REPLICA_SET_AUDIT",
      ].map((eventTypeName): [string, PlainObject] => [
        `${eventTypeName} with a matcher of a host`,
        alert({ eventTypeName, matchers: [matcher("HOSTNAME")] }),
      ]),
      [
        "PRIMARY_ELECTED with a matcher of a replica set",
        alert({ eventTypeName: "PRIMARY_ELECTED", matchers: [matcher("REPLICA_SET_NAME")] }),
      ],
      ...[
        "WEBHOOK_TEMPLATE_RENDER_FAILED",
        "JOINED_GROUP",
        "JOINED_ORG",
        "REMOVED_FROM_GROUP",
        "REMOVED_FROM_ORG",
        "USER_ROLES_CHANGED_AUDIT",
      ].map((eventTypeName): [string, PlainObject] => [eventTypeName, alert({ eventTypeName })]),
      [
        "an empty list of matchers for an event that takes none",
        alert({ eventTypeName: "JOINED_TEAM", matchers: [] }),
      ],
      [
        "a metric",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, mode: "AVERAGE", units: "RAW" },
        }),
      ],
      [
        "a metric in bytes",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, metricName: "MEMORY_RESIDENT", units: "GIGABYTES" },
        }),
      ],
      [
        "a metric without documented units",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, metricName: "GLOBAL_LOCK_PERCENTAGE", units: "DAYS" },
        }),
      ],
      ...[
        "DISK_PARTITION_READ_IOPS_DATA",
        "DISK_PARTITION_READ_LATENCY_DATA",
        "DISK_PARTITION_WRITE_IOPS_DATA",
        "DISK_PARTITION_WRITE_LATENCY_DATA",
        "NORMALIZED_SYSTEM_CPU_KERNEL",
        "SYSTEM_MEMORY_PERCENT_USED",
      ].map((metricName): [string, PlainObject] => [
        `the metric ${metricName} of other clients`,
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, metricName } }),
      ]),
      ["too few members", alert({ eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold: HEALTH })],
      ["too many members", alert({ eventTypeName: "TOO_MANY_UNHEALTHY_MEMBERS", threshold: HEALTH })],
      ["HIPCHAT, the other spelling of HIP_CHAT", notify({ typeName: "HIPCHAT", ...FULL["HIP_CHAT"] })],
      ["the default webhook of the project", notify({ typeName: "WEBHOOK" })],
      ["the smallest delay and interval", notify({ ...EMAIL, delayMin: 0, intervalMin: 5 })],
      [
        "a template that contains stars",
        notify({ typeName: "WEBHOOK", webhookUrl: "https://h", webhookBodyTemplate: "*** {{alert}} ***" }),
      ],
    ];
    for (const [what, args] of good) it(what, () => assert.deepEqual(problemsOf(args), []));

    for (const [typeName, fields] of Object.entries(FULL)) {
      if (typeName === "TEAM") continue;
      it(`a notification of type ${typeName}`, () =>
        assert.deepEqual(problemsOf(notify({ typeName, ...fields })), []));
    }
  });

  describe("reports", () => {
    const bad: [what: string, args: PlainObject, expected: RegExp[]][] = [
      // events
      [
        "an event that is not documented",
        alert({ eventTypeName: "NO_PRIMRAY" }),
        [/^\? eventTypeName: "NO_PRIMRAY" is not a documented event type \(did you mean NO_PRIMARY\?\)$/],
      ],
      ...["HOST_UP", "HOST_RECOVERED", "VERSION_CHANGED", "NEW_HOST", "HOST_SSL_CERTIFICATE_CURRENT"].map(
        (eventTypeName): [string, PlainObject, RegExp[]] => [
          `${eventTypeName}, which is not alertable`,
          alert({ eventTypeName }),
          [
            /^\? eventTypeName: the documentation marks this event as not alertable; the service may refuse it$/,
          ],
        ],
      ),
      [
        "INSIDE_METRIC_THRESHOLD, which is not alertable",
        alert({ eventTypeName: "INSIDE_METRIC_THRESHOLD", metricThreshold: METRIC }),
        [/^\? eventTypeName: the documentation marks this event as not alertable/],
      ],
      ...["projectId", "adoptId"].map((field): [string, PlainObject, RegExp[]] => [
        `${field} of another form than the service's ids`,
        alert({ [field]: "my-project" }),
        [
          new RegExp(
            `^\\? ${field}: "my-project" is not 24 hexadecimal digits, the form of the service's ids$`,
          ),
        ],
      ]),
      [
        "a team of another form than the service's ids",
        notify({ typeName: "TEAM", teamId: "dba" }),
        [
          /typeName: TEAM is documented for MongoDB Atlas only/,
          /^\? notifications\[0\]\.teamId: "dba" is not 24 hexadecimal digits/,
        ],
      ],
      // matchers
      [
        "matchers of an event that takes none",
        alert({ eventTypeName: "JOINED_TEAM", matchers: [matcher("HOSTNAME")] }),
        [/^matchers: JOINED_TEAM takes no matchers/],
      ],
      [
        "a field of another kind of event",
        alert({ matchers: [matcher("CLUSTER_NAME"), matcher("HOSTNAME")] }),
        [
          /^matchers\[1\]\.fieldName: must be one of REPLICA_SET_NAME, SHARD_NAME, CLUSTER_NAME for NO_PRIMARY, not "HOSTNAME"$/,
        ],
      ],
      [
        "a field of a host event for a cluster",
        alert({ eventTypeName: "SHARD_ADDED", matchers: [matcher("REPLICA_SET_NAME")] }),
        [/^matchers\[0\]\.fieldName: must be one of CLUSTER_NAME, SHARD_NAME/],
      ],
      [
        "an unknown field",
        alert({ matchers: [matcher("REPLICASET_NAME")] }),
        [/^matchers\[0\]\.fieldName: must be one of .*\(did you mean REPLICA_SET_NAME\?\)$/],
      ],
      [
        "an unknown operator",
        alert({ matchers: [matcher("CLUSTER_NAME", "EQUAL")] }),
        [/^matchers\[0\]\.operator: must be one of EQUALS, .*not "EQUAL" \(did you mean EQUALS\?\)$/],
      ],
      [
        "an unknown type of host",
        alert({ eventTypeName: "HOST_DOWN", matchers: [matcher("TYPE_NAME", "NOT_EQUALS", "ARBITER")] }),
        [
          /^matchers\[0\]\.value: must be one of PRIMARY, SECONDARY, STANDALONE, CONFIG, MONGOS when fieldName is TYPE_NAME, not "ARBITER"/,
        ],
      ],
      [
        "an invalid regular expression",
        alert({ matchers: [matcher("CLUSTER_NAME", "REGEX", "a(")] }),
        [/^\? matchers\[0\]\.value: is not a regular expression/],
      ],
      [
        "matchers of a backup event",
        alert({ eventTypeName: "OPLOG_BEHIND", matchers: [matcher("CLUSTER_NAME")] }),
        [/^\? matchers\[0\]\.fieldName: OPLOG_BEHIND is a backup event/],
      ],
      // thresholds
      [
        "a metric event without its threshold",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD" }),
        [/^metricThreshold: is missing; it is required when eventTypeName is OUTSIDE_METRIC_THRESHOLD$/],
      ],
      [
        "a metric threshold of another event",
        alert({ metricThreshold: METRIC }),
        [
          /^metricThreshold: belongs to OUTSIDE_METRIC_THRESHOLD, INSIDE_METRIC_THRESHOLD only, not to NO_PRIMARY$/,
        ],
      ],
      [
        "a metric that is not documented",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, metricName: "CONECTIONS" },
        }),
        [
          /^\? metricThreshold\.metricName: "CONECTIONS" is not a documented metric .*did you mean CONNECTIONS/,
        ],
      ],
      [
        "units of another metric",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, units: "BYTES" } }),
        [/^metricThreshold\.units: must be one of RAW for CONNECTIONS, not "BYTES"$/],
      ],
      [
        "unknown units",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, metricName: "GLOBAL_LOCK_PERCENTAGE", units: "PERCENT" },
        }),
        [/^metricThreshold\.units: must be one of RAW, .*not "PERCENT"/],
      ],
      [
        "a mode that is no longer supported",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, mode: "TOTAL" } }),
        [/^metricThreshold\.mode: must be AVERAGE; the service no longer takes TOTAL$/],
      ],
      [
        "an unknown mode",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, mode: "average" } }),
        [/^metricThreshold\.mode: must be AVERAGE, not "average"$/],
      ],
      [
        "an unknown operator of a threshold",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, operator: ">" } }),
        [/^metricThreshold\.operator: must be GREATER_THAN or LESS_THAN, not ">"$/],
      ],
      [
        "members without a threshold",
        alert({ eventTypeName: "TOO_FEW_HEALTHY_MEMBERS" }),
        [/^threshold: is missing; it is required when eventTypeName is TOO_FEW_HEALTHY_MEMBERS$/],
      ],
      [
        "a threshold of another event",
        alert({ threshold: HEALTH }),
        [
          /^threshold: belongs to TOO_FEW_HEALTHY_MEMBERS, TOO_MANY_UNHEALTHY_MEMBERS only, not to NO_PRIMARY$/,
        ],
      ],
      [
        "a threshold that only MongoDB Atlas documents",
        alert({ eventTypeName: "TOO_MANY_ELECTIONS", threshold: { ...HEALTH, operator: "LESS" } }),
        [
          /^\? threshold: is not documented for TOO_MANY_ELECTIONS/,
          /^threshold\.operator: must be .*not "LESS"/,
        ],
      ],
      ...["RAW", "HOURS"].map((units): [string, PlainObject, RegExp[]] => [
        `threshold units ${units}, which the service returns`,
        alert({ eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold: { ...HEALTH, units } }),
        [
          /^\? threshold\.units: the documentation lists it in responses only; the service may ignore or refuse it$/,
        ],
      ]),
      [
        "unknown units of a threshold",
        alert({ eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold: { ...HEALTH, units: "hours" } }),
        [/^threshold\.units: must be one of RAW, .*not "hours" \(did you mean HOURS\?\)$/],
      ],
      // notifications
      ["an empty list of notifications", notify(), [/^notifications: must have at least one item$/]],
      [
        "a second GROUP",
        notify({ typeName: "GROUP", ...FULL["GROUP"] }, EMAIL, { typeName: "GROUP", ...FULL["GROUP"] }),
        [
          /^notifications\[2\]: is the second of type GROUP \(the first is notifications\[0\]\); the service takes one at most$/,
        ],
      ],
      [
        "a type that is not documented",
        notify({ typeName: "SLAK", channelName: "#c" }),
        [
          /^\? notifications\[0\]\.typeName: "SLAK" is not a documented notification type .*did you mean SLACK/,
        ],
      ],
      [
        "a type of global alerts",
        notify({ typeName: "ADMIN" }),
        [/^notifications\[0\]\.typeName: ADMIN is for global alert configurations only/],
      ],
      [
        "a type that only MongoDB Atlas documents",
        notify({ typeName: "TEAM", teamId: "63a4c0d9be17f2509c8d3e76" }),
        [/^\? notifications\[0\]\.typeName: TEAM is documented for MongoDB Atlas only/],
      ],
      [
        "a field of another type",
        notify({ ...EMAIL, roomName: "r" }),
        [/^notifications\[0\]\.roomName: does not belong to typeName EMAIL; it goes with HIP_CHAT$/],
      ],
      [
        "a secret of another type",
        notify({ ...EMAIL, apiToken: "t0ken" }),
        [/^notifications\[0\]\.apiToken: does not belong to typeName EMAIL; it goes with SLACK$/],
      ],
      [
        "a role of another type",
        notify({ typeName: "SMS", mobileNumber: "+1 555 0100", role: "GROUP_OWNER" }),
        [/^notifications\[0\]\.role: does not belong to typeName SMS; it goes with GROUP, ORG$/],
      ],
      [
        "flags that the service returns with any type",
        notify({ ...EMAIL, emailEnabled: true, smsEnabled: false }),
        [
          /^\? notifications\[0\]\.emailEnabled: has no effect with typeName EMAIL; it goes with GROUP, ORG, TEAM, USER$/,
          /^\? notifications\[0\]\.smsEnabled: has no effect with typeName EMAIL; it goes with GROUP, ORG, TEAM, USER$/,
        ],
      ],
      ...[["GROUP_OWNER"], ["ORG_OWNER"], ["NOBODY"], []].flatMap((roles) =>
        ["SMS", "MICROSOFT_TEAMS", "WEBHOOK"].map((typeName): [string, PlainObject, RegExp[]] => [
          `roles ${JSON.stringify(roles)} that the service returns with ${typeName}`,
          notify({ typeName, ...FULL[typeName], roles }),
          [
            new RegExp(
              `^\\? notifications\\[0\\]\\.roles: has no effect with typeName ${typeName}; it goes with GROUP, ORG$`,
            ),
          ],
        ]),
      ),
      [
        "an empty field",
        notify({ typeName: "SLACK", channelName: "", apiToken: "t" }),
        [/^notifications\[0\]\.channelName: is missing; it is required when typeName is SLACK$/],
      ],
      [
        "a group that gets neither e-mail nor text messages",
        notify({ typeName: "GROUP", role: "GROUP_OWNER", emailEnabled: false, smsEnabled: false }),
        [
          /^notifications\[0\]\.emailEnabled: must be true, or smsEnabled must be: otherwise nobody is notified$/,
        ],
      ],
      [
        "a user who gets neither e-mail nor text messages",
        notify({ typeName: "USER", username: "u", emailEnabled: false, smsEnabled: false }),
        [/emailEnabled: must be true/],
      ],
      [
        "a webhook secret without a URL",
        notify({ typeName: "WEBHOOK", webhookSecret: "t0ken" }),
        [/^notifications\[0\]\.webhookSecret: requires a webhookUrl;/],
      ],
      [
        "an interval below five minutes",
        notify({ ...EMAIL, intervalMin: 4 }),
        [/^notifications\[0\]\.intervalMin: must be at least 5 \(minutes\), not 4$/],
      ],
      [
        "an interval of a type with its own",
        notify({ typeName: "PAGER_DUTY", serviceKey: "k", intervalMin: 10 }),
        [/^\? notifications\[0\]\.intervalMin: may be ignored by the service: PAGER_DUTY/],
      ],
      [
        "a delay below zero",
        notify({ ...EMAIL, delayMin: -1 }),
        [/^notifications\[0\]\.delayMin: must be at least 0 \(minutes\), not -1$/],
      ],
      [
        "role and roles at once",
        notify({
          typeName: "GROUP",
          emailEnabled: true,
          smsEnabled: true,
          role: "GROUP_OWNER",
          roles: ["GROUP_OWNER"],
        }),
        [/^notifications\[0\]\.role: and roles mean the same; declare one of them$/],
      ],
      [
        "an empty list of roles",
        notify({ typeName: "ORG", roles: [] }),
        [/^notifications\[0\]\.roles: must not be empty/],
      ],
      [
        "a group without a role",
        notify({ typeName: "GROUP", emailEnabled: true, smsEnabled: true }),
        [
          /^\? notifications\[0\]\.role: is missing; later versions of the service then notify every role, older ones require one$/,
        ],
      ],
      [
        "a role of an organization in a project",
        notify({ typeName: "GROUP", emailEnabled: true, smsEnabled: true, role: "ORG_OWNER" }),
        [/^\? notifications\[0\]\.role: "ORG_OWNER" is not a documented project role/],
      ],
      [
        "one of several roles",
        notify({ typeName: "ORG", roles: ["ORG_OWNER", "ORG_MEMBR"] }),
        [
          /^\? notifications\[0\]\.roles\[1\]: "ORG_MEMBR" is not a documented organization role .*did you mean ORG_MEMBER/,
        ],
      ],
      [
        "an invalid address",
        notify({ ...EMAIL, emailAddress: "dba" }),
        [/^notifications\[0\]\.emailAddress: must be an e-mail address, not "dba"$/],
      ],
      [
        "an invalid phone number",
        notify({ typeName: "SMS", mobileNumber: "home" }),
        [/^\? notifications\[0\]\.mobileNumber: "home" does not look like a phone number$/],
      ],
      [
        "a webhook that is not a URL",
        notify({ typeName: "WEBHOOK", webhookUrl: "t0ken" }),
        [/^notifications\[0\]\.webhookUrl: must be an http or https URL$/],
      ],
      [
        "a webhook of another scheme",
        notify({ typeName: "MICROSOFT_TEAMS", microsoftTeamsWebhookUrl: "ftp://t0ken" }),
        [/^notifications\[0\]\.microsoftTeamsWebhookUrl: must be an http or https URL$/],
      ],
    ];
    for (const [what, args, expected] of bad) {
      it(what, () => {
        const lines = problemsOf(args);
        assert.equal(lines.length, expected.length, lines.join("\n"));
        expected.forEach((pattern, index) => assert.match(lines[index] ?? "", pattern));
        assert.doesNotMatch(lines.join("\n"), /t0ken/);
      });
    }

    for (const typeName of NOTIFICATION_TYPES) {
      for (const field of fieldsRequiredBy(typeName)) {
        it(`${typeName} without ${field}`, () => {
          const { [field]: _, ...rest } = FULL[typeName] ?? {};
          assert.ok(
            problemsOf(notify({ typeName, ...rest })).includes(
              `notifications[0].${field}: is missing; it is required when typeName is ${typeName}`,
            ),
          );
        });
      }
    }

    for (const field of SECRET_NOTIFICATION_FIELDS) {
      it(`a mask in ${field}`, () => {
        const [typeName = ""] = Object.entries(FULL).find(([, fields]) => field in fields) ?? [];
        const mask = field.endsWith("Url") ? "https://h/****" : "***";
        assert.deepEqual(problemsOf(notify({ typeName, ...FULL[typeName], [field]: mask })), [
          `notifications[0].${field}: looks like the masked form that the service shows; give the real value`,
        ]);
      });
    }
  });

  describe("reports an error in place of a warning with strictCatalog for", () => {
    const names: [what: string, args: PlainObject][] = [
      ["an event", alert({ eventTypeName: "SOMETHING_NEW" })],
      [
        "a metric",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: { ...METRIC, metricName: "NEW" },
        }),
      ],
      ["a type", notify({ typeName: "PIGEON" })],
      ["a role", notify({ typeName: "ORG", role: "ORG_PIGEON" })],
    ];
    for (const [what, args] of names) {
      it(`${what} that is not documented`, () => {
        assert.match(problemsOf(args).join(), /^\? [^?]*$/);
        assert.match(problemsOf(args, true).join(), /^[^?]* is not a documented /);
      });
    }
  });

  describe("accepts unknown values:", () => {
    const unknown: [what: string, args: PlainObject][] = [
      [
        "the event",
        alert({
          eventTypeName: UNKNOWN,
          matchers: [matcher("HOSTNAME")],
          metricThreshold: METRIC,
          threshold: HEALTH,
        }),
      ],
      ["ids", { ...notify({ typeName: UNKNOWN, teamId: UNKNOWN }), projectId: UNKNOWN }],
      ["matchers", alert({ matchers: UNKNOWN })],
      ["a matcher", alert({ matchers: [UNKNOWN] })],
      ["parts of a matcher", alert({ matchers: [matcher(UNKNOWN, UNKNOWN, UNKNOWN)] })],
      [
        "a threshold that is required",
        alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: UNKNOWN }),
      ],
      [
        "parts of a threshold",
        alert({
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          metricThreshold: {
            metricName: UNKNOWN,
            operator: UNKNOWN,
            threshold: UNKNOWN,
            units: UNKNOWN,
            mode: UNKNOWN,
          },
        }),
      ],
      ["the health of members", alert({ eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold: UNKNOWN })],
      ["notifications", alert({ notifications: UNKNOWN })],
      ["a notification", notify(UNKNOWN)],
      ["its type", notify({ typeName: UNKNOWN, roomName: "r" })],
      [
        "its fields",
        notify({
          typeName: "SLACK",
          channelName: UNKNOWN,
          apiToken: UNKNOWN,
          delayMin: UNKNOWN,
          intervalMin: UNKNOWN,
        }),
      ],
      ["its flags", notify({ typeName: "GROUP", role: UNKNOWN, emailEnabled: UNKNOWN, smsEnabled: false })],
      ["its roles", notify({ typeName: "ORG", roles: UNKNOWN }, { typeName: "ORG", roles: [UNKNOWN] })],
      ["its URL", notify({ typeName: "WEBHOOK", webhookUrl: UNKNOWN, webhookSecret: "s" })],
    ];
    for (const [what, args] of unknown) it(what, () => assert.deepEqual(problemsOf(args), []));
  });

  describe("reports a name that every object inherits as any other unlisted name:", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      const notListed = `"${name}" is not a documented`;
      const cases: [what: string, args: PlainObject, expected: string][] = [
        [
          "typeName",
          notify({ typeName: name }),
          `? notifications[0].typeName: ${notListed} notification type`,
        ],
        ["eventTypeName", alert({ eventTypeName: name }), `? eventTypeName: ${notListed} event type`],
        [
          "metricName",
          alert({
            eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
            metricThreshold: { ...METRIC, metricName: name },
          }),
          `? metricThreshold.metricName: ${notListed} metric`,
        ],
        [
          "units",
          alert({ eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold: { ...METRIC, units: name } }),
          "metricThreshold.units: must be one of RAW for CONNECTIONS",
        ],
        [
          "a role",
          notify({ typeName: "ORG", roles: [name] }),
          `? notifications[0].roles[0]: ${notListed} organization role`,
        ],
        [
          "fieldName",
          alert({ matchers: [matcher(name)] }),
          "matchers[0].fieldName: must be one of REPLICA_SET_NAME",
        ],
      ];
      for (const [what, args, expected] of cases) {
        it(`${what} ${name}`, () => {
          const lines = problemsOf(args);
          assert.equal(lines.length, 1, lines.join("\n"));
          assert.ok(lines[0]?.startsWith(expected), lines[0]);
        });
      }
    }
  });

  it("reports all problems at once", () =>
    assert.equal(
      problemsOf({
        ...notify({ typeName: "SLACK" }, { ...EMAIL, intervalMin: 1 }),
        matchers: [matcher("X", "Y")],
        threshold: HEALTH,
      }).length,
      6,
    ));
});

describe("the check of an alert configuration", () => {
  describe("refuses", () => {
    for (const [args, path, message] of BAD) {
      it(`${path} of ${JSON.stringify(args)}`, async () => {
        const { failures } = await check(args);
        const reasons = failures.map(({ reason }) => reason);
        assert.ok(
          reasons.some((reason) => reason.startsWith(`${path}: `) && message.test(reason)),
          reasons.join("\n") || "nothing was refused",
        );
        assert.ok(failures.every(({ property }) => property === ""));
      });
    }
  });

  describe("accepts", () => {
    for (const [title, args] of GOOD) {
      it(title, async () => {
        assert.deepEqual((await check(args)).failures, []);
      });
    }
  });

  it("has an example of each event category, notification type, unit and missing field", () => {
    const texts = GOOD.map(([, args]) => JSON.stringify(args));
    const categories = new Set([...EVENT_TYPES.values()].map(({ category }) => category));
    for (const category of categories) {
      const names = [...EVENT_TYPES].filter(([, each]) => each.category === category).map(([name]) => name);
      assert.ok(
        texts.some((text) => names.some((name) => text.includes(`"eventTypeName":"${name}"`))),
        category,
      );
    }
    for (const type of NOTIFICATION_TYPES) {
      assert.ok(
        texts.some((text) => text.includes(`"typeName":"${type}"`)),
        type,
      );
      for (const field of fieldsRequiredBy(type)) {
        const isMissing = ([args, path, message]: (typeof BAD)[number]): boolean =>
          path === `notifications[0].${field}` &&
          message.test(`is missing; it is required when typeName is ${type}`) &&
          JSON.stringify(args).includes(`"typeName":"${type}"`);
        assert.ok(BAD.some(isMissing), `${type} without ${field}`);
      }
    }
    for (const units of UNITS)
      assert.ok(
        texts.some((text) => text.includes(`"units":"${units}"`)),
        units,
      );
  });

  it("refuses arguments of names that every object inherits", async () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      const foreign = JSON.parse(`{ "${name}": { "a": 1 } }`) as object;
      const email = { typeName: "EMAIL", emailAddress: "a@b.c" };
      const places: [args: Record<string, unknown>, path: string][] = [
        [{ eventTypeName: "NO_PRIMARY", notifications: [email], ...foreign }, name],
        [
          { eventTypeName: "NO_PRIMARY", notifications: [{ ...email, ...foreign }] },
          `notifications[0].${name}`,
        ],
      ];
      for (const [args, path] of places) {
        const { failures } = await check(args);
        const reasons = failures.map(({ reason }) => reason).join("\n");
        assert.ok(reasons.startsWith(`${path}: `), `${path}: ${reasons || "nothing was refused"}`);
      }
    }
  });

  it("repeats no value that the program marks as secret, however long and in whichever argument", async () => {
    const secret = `not-an-address-${"0123456789".repeat(12)}`;
    const marked = { typeName: "EMAIL", emailAddress: secret, delayMin: secret };
    const { failures } = await check({
      eventTypeName: "NO_PRIMARY",
      enabled: secret,
      notifications: [marked],
      __secrets: [secret],
    });
    assert.ok(failures.length >= 3);
    for (const { reason } of failures) assert.equal(reason.includes(secret.slice(0, 30)), false, reason);
  });
});
