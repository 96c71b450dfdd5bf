import assert from "node:assert/strict";
import { readAlertConfig, type AlertFacts } from "../../../src/emulator/alert-validation";
import { ServiceError } from "../../../src/emulator/errors";

const FACTS: AlertFacts = {
  catalogue: "strict",
  defaultWebhook: false,
  current: [],
  hasUser: (name) => name === "jane.doe@example.com",
  hasTeam: (id) => id === "63a4c0d9be17f2509c8d3e76",
  newId: () => "0123456789abcdef01234567",
};

const EMAIL = { typeName: "EMAIL", emailAddress: "dba@example.com" };
const GROUP = { typeName: "GROUP", emailEnabled: true, smsEnabled: false };
const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100 };

const event = (eventTypeName: string, more: object = {}): object => ({
  eventTypeName,
  notifications: [EMAIL],
  ...more,
});
const metric = (threshold: object): object =>
  event("OUTSIDE_METRIC_THRESHOLD", { metricThreshold: { ...METRIC, ...threshold } });
const notify = (...notifications: unknown[]): object => event("HOST_DOWN", { notifications });
const matcher = (eventTypeName: string, fieldName: string, more: object = {}): object =>
  event(eventTypeName, { matchers: [{ fieldName, operator: "EQUALS", value: "x", ...more }] });

/** `CODE parameter` of the error, or undefined if the body is valid. */
function refusal(body: unknown, facts: Partial<AlertFacts> = {}): string | undefined {
  try {
    readAlertConfig(body, { ...FACTS, ...facts });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    return [error.errorCode, ...error.parameters.slice(0, 1)].join(" ");
  }
}

const REFUSED: readonly [why: string, body: unknown, code: string][] = [
  ["a body that is not an object", [], "INVALID_JSON"],
  ["an unknown field", event("HOST_DOWN", { colour: "red" }), "INVALID_ATTRIBUTE colour"],
  [
    "a read-only field",
    event("HOST_DOWN", { created: "2026-01-01T00:00:00Z" }),
    "ATTRIBUTE_READ_ONLY created",
  ],
  ["a wrong type", event("HOST_DOWN", { enabled: "yes" }), "INVALID_JSON_ATTRIBUTE enabled"],
  ["a missing event", { notifications: [EMAIL] }, "MISSING_ATTRIBUTE eventTypeName"],
  ["an unknown event", event("HOST_DWON"), "INVALID_ENUM_VALUE eventTypeName"],
  ["missing notifications", { eventTypeName: "HOST_DOWN" }, "MISSING_ATTRIBUTE notifications"],
  ["an empty list of notifications", notify(), "MISSING_NOTIFICATIONS"],
  ["a notification that is not an object", notify("EMAIL"), "INVALID_JSON_ATTRIBUTE notifications[0]"],

  [
    "a metric event without threshold",
    event("OUTSIDE_METRIC_THRESHOLD"),
    "MISSING_METRIC_THRESHOLD OUTSIDE_METRIC_THRESHOLD",
  ],
  [
    "a metric threshold for another event",
    event("HOST_DOWN", { metricThreshold: METRIC }),
    "METRIC_THRESHOLD_PRESENT HOST_DOWN",
  ],
  [
    "an unknown metric",
    metric({ metricName: "CONECTIONS" }),
    "INVALID_ENUM_VALUE metricThreshold.metricName",
  ],
  ["a metric without operator", metric({ operator: null }), "MISSING_ATTRIBUTE metricThreshold.operator"],
  ["an unknown operator", metric({ operator: ">" }), "INVALID_ENUM_VALUE metricThreshold.operator"],
  [
    "a threshold that is a string",
    metric({ threshold: "5" }),
    "INVALID_JSON_ATTRIBUTE metricThreshold.threshold",
  ],
  ["units of another group", metric({ units: "GIGABYTES" }), "UNITS_MISMATCH GIGABYTES"],
  ["units that do not exist", metric({ units: "ELEPHANTS" }), "INVALID_ENUM_VALUE metricThreshold.units"],
  ["the mode TOTAL", metric({ mode: "TOTAL" }), "TOTAL_MODE_DEPRECATED"],
  ["another mode", metric({ mode: "SUM" }), "INVALID_ENUM_VALUE metricThreshold.mode"],

  [
    "a member event without threshold",
    event("TOO_FEW_HEALTHY_MEMBERS"),
    "MISSING_THRESHOLD TOO_FEW_HEALTHY_MEMBERS",
  ],
  [
    "a threshold for another event",
    event("NO_PRIMARY", { threshold: { operator: "LESS_THAN", threshold: 1 } }),
    "THRESHOLD_PRESENT NO_PRIMARY",
  ],
  [
    "a threshold without number",
    event("TOO_FEW_HEALTHY_MEMBERS", { threshold: { operator: "LESS_THAN" } }),
    "MISSING_ATTRIBUTE threshold.threshold",
  ],

  [
    "a host matcher on a replica set event",
    matcher("NO_PRIMARY", "HOSTNAME"),
    "INVALID_ATTRIBUTE matchers[0].fieldName",
  ],
  [
    "a replica set matcher on a cluster event",
    matcher("SHARD_ADDED", "REPLICA_SET_NAME"),
    "INVALID_ATTRIBUTE matchers[0].fieldName",
  ],
  [
    "a matcher on an agent event",
    matcher("AUTOMATION_AGENT_DOWN", "HOSTNAME"),
    "INVALID_ATTRIBUTE matchers[0].fieldName",
  ],
  ["an unknown matcher field", matcher("HOST_DOWN", "COLOUR"), "INVALID_ENUM_VALUE matchers[0].fieldName"],
  [
    "an unknown matcher operator",
    matcher("HOST_DOWN", "PORT", { operator: "IS" }),
    "INVALID_ENUM_VALUE matchers[0].operator",
  ],
  [
    "a matcher without value",
    matcher("HOST_DOWN", "PORT", { value: null }),
    "MISSING_ATTRIBUTE matchers[0].value",
  ],
  ["an unknown process type", matcher("HOST_DOWN", "TYPE_NAME"), "INVALID_ENUM_VALUE matchers[0].value"],
  [
    "a broken regular expression",
    matcher("HOST_DOWN", "HOSTNAME", { operator: "REGEX", value: "(" }),
    "INVALID_ATTRIBUTE matchers[0].value",
  ],

  [
    "an unknown notification type",
    notify({ typeName: "PIGEON" }),
    "INVALID_ENUM_VALUE notifications[0].typeName",
  ],
  ["a type for global alerts", notify({ typeName: "ADMIN" }), "NOTIFICATION_TYPE_IS_GLOBAL_ONLY ADMIN"],
  ["a discontinued type", notify({ typeName: "FLOWDOCK" }), "UNSUPPORTED_NOTIFICATION_TYPE FLOWDOCK"],
  [
    "an unknown notification field",
    notify({ ...EMAIL, colour: 1 }),
    "INVALID_ATTRIBUTE notifications[0].colour",
  ],
  [
    "a read-only notification field",
    notify({ ...EMAIL, teamName: "x" }),
    "ATTRIBUTE_READ_ONLY notifications[0].teamName",
  ],
  [
    "the id of another notification",
    notify({ ...EMAIL, id: "aaaaaaaaaaaaaaaaaaaaaaaa" }),
    "ATTRIBUTE_READ_ONLY notifications[0].id",
  ],
  [
    "an interval below five minutes",
    notify({ ...EMAIL, intervalMin: 4 }),
    "NOTIFICATION_INTERVAL_OUT_OF_RANGE 4",
  ],
  ["a negative delay", notify({ ...EMAIL, delayMin: -1 }), "ATTRIBUTE_NEGATIVE notifications[0].delayMin"],
  [
    "a fractional delay",
    notify({ ...EMAIL, delayMin: 0.5 }),
    "INVALID_JSON_ATTRIBUTE notifications[0].delayMin",
  ],
  ["EMAIL without address", notify({ typeName: "EMAIL" }), "MISSING_ATTRIBUTE notifications[0].emailAddress"],
  [
    "an invalid e-mail address",
    notify({ typeName: "EMAIL", emailAddress: "dba" }),
    "INVALID_EMAIL_ADDRESS dba",
  ],
  ["SMS without number", notify({ typeName: "SMS" }), "MISSING_ATTRIBUTE notifications[0].mobileNumber"],
  [
    "SLACK without channel",
    notify({ typeName: "SLACK", apiToken: "x" }),
    "MISSING_ATTRIBUTE notifications[0].channelName",
  ],
  [
    "SLACK without token",
    notify({ typeName: "SLACK", channelName: "x" }),
    "MISSING_ATTRIBUTE notifications[0].apiToken",
  ],
  [
    "DATADOG without key",
    notify({ typeName: "DATADOG" }),
    "MISSING_ATTRIBUTE notifications[0].datadogApiKey",
  ],
  [
    "HIPCHAT without room",
    notify({ typeName: "HIPCHAT", notificationToken: "x" }),
    "MISSING_ATTRIBUTE notifications[0].roomName",
  ],
  [
    "PAGER_DUTY without key",
    notify({ typeName: "PAGER_DUTY" }),
    "MISSING_ATTRIBUTE notifications[0].serviceKey",
  ],
  [
    "OPS_GENIE without key",
    notify({ typeName: "OPS_GENIE" }),
    "MISSING_ATTRIBUTE notifications[0].opsGenieApiKey",
  ],
  [
    "VICTOR_OPS without key",
    notify({ typeName: "VICTOR_OPS" }),
    "MISSING_ATTRIBUTE notifications[0].victorOpsApiKey",
  ],
  [
    "MICROSOFT_TEAMS without URL",
    notify({ typeName: "MICROSOFT_TEAMS" }),
    "MISSING_ATTRIBUTE notifications[0].microsoftTeamsWebhookUrl",
  ],
  [
    "GROUP without its switches",
    notify({ typeName: "GROUP", emailEnabled: true }),
    "MISSING_ATTRIBUTE notifications[0].smsEnabled",
  ],
  [
    "GROUP without e-mail and SMS",
    notify({ ...GROUP, emailEnabled: false }),
    "EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION",
  ],
  [
    "GROUP with an empty list of roles",
    notify({ ...GROUP, roles: [] }),
    "MISSING_ROLES_FOR_GROUP_NOTIFICATION",
  ],
  [
    "GROUP with an organization role",
    notify({ ...GROUP, roles: ["ORG_OWNER"] }),
    "INVALID_ENUM_VALUE notifications[0].roles",
  ],
  [
    "GROUP with role and roles",
    notify({ ...GROUP, role: "GROUP_OWNER", roles: ["GROUP_OWNER"] }),
    "INVALID_ATTRIBUTE notifications[0].role",
  ],
  ["two GROUP notifications", notify(GROUP, GROUP), "TOO_MANY_GROUP_NOTIFICATIONS"],
  [
    "USER without e-mail and SMS",
    notify({ typeName: "USER", username: "jane.doe@example.com", emailEnabled: false, smsEnabled: false }),
    "EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION",
  ],
  [
    "USER who is not in the project",
    notify({ typeName: "USER", username: "eve", emailEnabled: true, smsEnabled: false }),
    "BAD_USERNAME_IN_GROUP_REF eve",
  ],
  ["TEAM that does not exist", notify({ typeName: "TEAM", teamId: "x" }), "TEAM_NOT_FOUND x"],
  ["WEBHOOK without URL", notify({ typeName: "WEBHOOK" }), "WEBHOOK_URL_NOT_SET"],
  [
    "WEBHOOK with an invalid URL",
    notify({ typeName: "WEBHOOK", webhookUrl: "here" }),
    "INVALID_ATTRIBUTE notifications[0].webhookUrl",
  ],
  [
    "a webhook secret without URL",
    notify({ typeName: "WEBHOOK", webhookSecret: "x" }),
    "INVALID_ATTRIBUTE notifications[0].webhookSecret",
  ],
  [
    "a webhook secret on another type",
    notify({ ...EMAIL, webhookSecret: "x" }),
    "INVALID_ATTRIBUTE notifications[0].webhookSecret",
  ],
  ...["constructor", "toString", "__proto__"].flatMap(
    (name): [why: string, body: unknown, code: string][] => [
      [`the event ${name}`, event(name), "INVALID_ENUM_VALUE eventTypeName"],
      [`the metric ${name}`, metric({ metricName: name }), "INVALID_ENUM_VALUE metricThreshold.metricName"],
      [`the units ${name}`, metric({ units: name }), "INVALID_ENUM_VALUE metricThreshold.units"],
      [
        `the notification type ${name}`,
        notify({ ...EMAIL, typeName: name }),
        "INVALID_ENUM_VALUE notifications[0].typeName",
      ],
      [`the role ${name}`, notify({ ...GROUP, role: name }), "INVALID_ENUM_VALUE notifications[0].roles"],
    ],
  ),
  [
    "a field that every object inherits",
    notify(JSON.parse('{"typeName":"EMAIL","emailAddress":"a@b.c","__proto__":{"delayMin":-1}}')),
    "INVALID_ATTRIBUTE notifications[0].__proto__",
  ],
  [
    "a redacted key sent back",
    notify({ typeName: "PAGER_DUTY", serviceKey: "******7890" }),
    "INTEGRATION_FIELDS_INVALID notifications[0].serviceKey",
  ],
  [
    "a redacted URL sent back",
    notify({ typeName: "WEBHOOK", webhookUrl: "https://h.example/****" }),
    "INTEGRATION_FIELDS_INVALID notifications[0].webhookUrl",
  ],
];

const ACCEPTED: readonly [why: string, body: unknown][] = [
  ["an event that only newer versions document", event("HOST_ROLLBACK")],
  ["an event that the documentation marks as not alertable", event("HOST_UP")],
  ["every unit of the metric's group", metric({ metricName: "MEMORY_RESIDENT", units: "PETABYTES" })],
  ["a backup event with a replica set matcher", matcher("RESYNC_REQUIRED", "REPLICA_SET_NAME")],
  ["a process type", matcher("HOST_DOWN", "TYPE_NAME", { value: "MONGOS" })],
  [
    "a prefix of a process type",
    matcher("HOST_DOWN", "TYPE_NAME", { operator: "STARTS_WITH", value: "PRI" }),
  ],
  ["the deprecated typeName", event("HOST_DOWN", { typeName: "HOST" })],
  [
    "a threshold with units, which only responses document",
    event("TOO_FEW_HEALTHY_MEMBERS", { threshold: { operator: "LESS_THAN", threshold: 2, units: "RAW" } }),
  ],
  [
    "a threshold on elections, as in MongoDB Atlas",
    event("TOO_MANY_ELECTIONS", { threshold: { operator: "GREATER_THAN", threshold: 2 } }),
  ],
  ["null for omitted fields", event("HOST_DOWN", { matchers: null, metricThreshold: null })],
  ["an ORG notification with nothing else", notify({ typeName: "ORG" })],
];

describe("the validation of alert configurations", () => {
  for (const [why, body, code] of REFUSED)
    it(`refuses ${why}: ${code}`, () => assert.equal(refusal(body), code));

  for (const [why, body] of ACCEPTED) it(`accepts ${why}`, () => assert.equal(refusal(body), undefined));

  it("names an unknown notification type as it was sent", () => {
    for (const typeName of ["PIGEON", "constructor", "toString"]) {
      assert.throws(
        () => readAlertConfig(notify({ ...EMAIL, typeName }), FACTS),
        (error) => error instanceof ServiceError && error.parameters[1] === typeName,
      );
    }
  });

  it("accepts a WEBHOOK without URL if the project has a default", () => {
    assert.equal(refusal(notify({ typeName: "WEBHOOK" }), { defaultWebhook: true }), undefined);
  });

  it("accepts any event and metric with an open catalogue", () => {
    const body = event("SOMETHING_NEW", {
      matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "a" }],
    });
    assert.equal(refusal(body, { catalogue: "open" }), undefined);
    assert.equal(refusal(metric({ metricName: "SOMETHING_NEW" }), { catalogue: "open" }), undefined);
  });

  it("fills in defaults", () => {
    const body = event("OUTSIDE_METRIC_THRESHOLD", {
      metricThreshold: METRIC,
      notifications: [EMAIL, { typeName: "PAGER_DUTY", serviceKey: "k", intervalMin: 5 }],
    });
    const id = "0123456789abcdef01234567";
    assert.deepEqual(readAlertConfig(body, FACTS), {
      enabled: false,
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      matchers: [],
      metricThreshold: { ...METRIC, mode: "AVERAGE", units: "RAW" },
      notifications: [
        { id, typeName: "EMAIL", delayMin: 0, intervalMin: 60, emailAddress: "dba@example.com" },
        { id, typeName: "PAGER_DUTY", delayMin: 0, serviceKey: "k" },
      ],
    });
  });

  it("keeps flags and roles of every type, and the units of a threshold, as sent", () => {
    const { notifications, threshold } = readAlertConfig(
      event("TOO_FEW_HEALTHY_MEMBERS", {
        threshold: { operator: "LESS_THAN", threshold: 2, units: "HOURS" },
        notifications: [
          { ...EMAIL, emailEnabled: true },
          { typeName: "SMS", mobileNumber: "+1 555 0100", smsEnabled: false, roles: ["GROUP_OWNER"] },
        ],
      }),
      FACTS,
    );
    assert.equal(notifications[0]?.["emailEnabled"], true);
    assert.equal(notifications[1]?.["smsEnabled"], false);
    assert.deepEqual(notifications[1]["roles"], ["GROUP_OWNER"]);
    assert.deepEqual(threshold, { operator: "LESS_THAN", threshold: 2, units: "HOURS" });
  });

  it("converts role to roles and HIPCHAT to HIP_CHAT, and drops fields of other types", () => {
    const [group, chat] = readAlertConfig(
      notify(
        { ...GROUP, role: "GROUP_OWNER" },
        { typeName: "HIPCHAT", notificationToken: "t", roomName: "r", emailAddress: "a@b" },
      ),
      FACTS,
    ).notifications;
    assert.deepEqual(group?.["roles"], ["GROUP_OWNER"]);
    assert.ok(group !== undefined && !("role" in group));
    assert.equal(chat?.typeName, "HIP_CHAT");
    assert.ok(chat !== undefined && !("emailAddress" in chat));
  });
});
