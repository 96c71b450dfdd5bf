import assert from "node:assert/strict";
import { readAlertConfig, type AlertFacts } from "../../../src/emulator/alert-validation";
import { ServiceError } from "../../../src/emulator/errors";
import { EMAIL, refusalOf } from "./client";

const ID = "0123456789abcdef01234567";
const USERNAME = "jane.doe@example.com";
const FACTS: AlertFacts = {
  catalogue: "strict",
  defaultWebhook: false,
  current: [],
  hasUser: (name) => name === USERNAME,
  hasTeam: (id) => id === "63a4c0d9be17f2509c8d3e76",
  newId: () => ID,
};

const GROUP = { typeName: "GROUP", emailEnabled: true, smsEnabled: false };
const USER = { ...GROUP, typeName: "USER", username: USERNAME };
const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100 };
const LESS = { operator: "LESS_THAN", threshold: 1 };
const FEW = "TOO_FEW_HEALTHY_MEMBERS";
const OUTSIDE = "OUTSIDE_METRIC_THRESHOLD";

const event = (eventTypeName: string, more: object = {}) => ({
  eventTypeName,
  notifications: [EMAIL],
  ...more,
});
const host = (more: object) => event("HOST_DOWN", more);
const metric = (change: object) => event(OUTSIDE, { metricThreshold: { ...METRIC, ...change } });
const notify = (...notifications: unknown[]) => host({ notifications });
const typed = (typeName: string, more: object = {}) => notify({ typeName, ...more });
const email = (more: object) => notify({ ...EMAIL, ...more });
const group = (more: object) => notify({ ...GROUP, ...more });
const matcher = (eventTypeName: string, fieldName: string, more: object = {}) =>
  event(eventTypeName, { matchers: [{ fieldName, operator: "EQUALS", value: "x", ...more }] });

const refusal = (body: unknown, facts: Partial<AlertFacts> = {}): string | undefined =>
  refusalOf(() => readAlertConfig(body, { ...FACTS, ...facts }));

type Bodies = Readonly<Record<string, unknown>>;

/** By the error code and its first parameter; `$` stands for the first notification. */
const REFUSED: Readonly<Record<string, Bodies>> = {
  INVALID_JSON: { "a body that is not an object": [] },
  "INVALID_ATTRIBUTE colour": { "an unknown field": host({ colour: "red" }) },
  "ATTRIBUTE_READ_ONLY created": { "a read-only field": host({ created: "2026-01-01T00:00:00Z" }) },
  "INVALID_JSON_ATTRIBUTE enabled": { "a wrong type": host({ enabled: "yes" }) },
  "MISSING_ATTRIBUTE eventTypeName": { "a missing event": { notifications: [EMAIL] } },
  "INVALID_ENUM_VALUE eventTypeName": { "an unknown event": event("HOST_DWON") },
  "MISSING_ATTRIBUTE notifications": { "missing notifications": { eventTypeName: "HOST_DOWN" } },
  MISSING_NOTIFICATIONS: { "an empty list of notifications": notify() },
  "INVALID_JSON_ATTRIBUTE $": { "a notification that is not an object": notify("EMAIL") },

  [`MISSING_METRIC_THRESHOLD ${OUTSIDE}`]: { "a metric event without threshold": event(OUTSIDE) },
  "METRIC_THRESHOLD_PRESENT HOST_DOWN": { "a metric for another event": host({ metricThreshold: METRIC }) },
  "INVALID_ENUM_VALUE metricThreshold.metricName": {
    "an unknown metric": metric({ metricName: "CONECTIONS" }),
  },
  "MISSING_ATTRIBUTE metricThreshold.operator": { "a metric without operator": metric({ operator: null }) },
  "INVALID_ENUM_VALUE metricThreshold.operator": { "an unknown operator": metric({ operator: ">" }) },
  "INVALID_JSON_ATTRIBUTE metricThreshold.threshold": {
    "a threshold as a string": metric({ threshold: "5" }),
  },
  "UNITS_MISMATCH GIGABYTES": { "units of another group": metric({ units: "GIGABYTES" }) },
  "INVALID_ENUM_VALUE metricThreshold.units": { "units that do not exist": metric({ units: "ELEPHANTS" }) },
  TOTAL_MODE_DEPRECATED: { "the mode TOTAL": metric({ mode: "TOTAL" }) },
  "INVALID_ENUM_VALUE metricThreshold.mode": { "another mode": metric({ mode: "SUM" }) },
  [`MISSING_THRESHOLD ${FEW}`]: { "a member event without threshold": event(FEW) },
  "THRESHOLD_PRESENT NO_PRIMARY": {
    "a threshold for another event": event("NO_PRIMARY", { threshold: LESS }),
  },
  "MISSING_ATTRIBUTE threshold.threshold": {
    "a threshold without number": event(FEW, { threshold: { operator: "LESS_THAN" } }),
  },

  "INVALID_ATTRIBUTE matchers[0].fieldName": {
    "a host matcher on a replica set event": matcher("NO_PRIMARY", "HOSTNAME"),
    "a replica set matcher on a cluster event": matcher("SHARD_ADDED", "REPLICA_SET_NAME"),
    "a matcher on an agent event": matcher("AUTOMATION_AGENT_DOWN", "HOSTNAME"),
  },
  "INVALID_ENUM_VALUE matchers[0].fieldName": { "an unknown matcher field": matcher("HOST_DOWN", "COLOUR") },
  "INVALID_ENUM_VALUE matchers[0].operator": {
    "an unknown matcher operator": matcher("HOST_DOWN", "PORT", { operator: "IS" }),
  },
  "MISSING_ATTRIBUTE matchers[0].value": {
    "a matcher without value": matcher("HOST_DOWN", "PORT", { value: null }),
  },
  "INVALID_ENUM_VALUE matchers[0].value": { "an unknown process type": matcher("HOST_DOWN", "TYPE_NAME") },
  "INVALID_ATTRIBUTE matchers[0].value": {
    "a broken regular expression": matcher("HOST_DOWN", "HOSTNAME", { operator: "REGEX", value: "(" }),
  },

  "INVALID_ENUM_VALUE $.typeName": { "an unknown notification type": typed("PIGEON") },
  "NOTIFICATION_TYPE_IS_GLOBAL_ONLY ADMIN": { "a type for global alerts": typed("ADMIN") },
  "UNSUPPORTED_NOTIFICATION_TYPE FLOWDOCK": { "a discontinued type": typed("FLOWDOCK") },
  "INVALID_ATTRIBUTE $.colour": { "an unknown notification field": email({ colour: 1 }) },
  "ATTRIBUTE_READ_ONLY $.teamName": { "a read-only notification field": email({ teamName: "x" }) },
  "ATTRIBUTE_READ_ONLY $.id": { "the id of another notification": email({ id: "a".repeat(24) }) },
  "NOTIFICATION_INTERVAL_OUT_OF_RANGE 4": { "an interval below five minutes": email({ intervalMin: 4 }) },
  "ATTRIBUTE_NEGATIVE $.delayMin": { "a negative delay": email({ delayMin: -1 }) },
  "INVALID_JSON_ATTRIBUTE $.delayMin": { "a fractional delay": email({ delayMin: 0.5 }) },
  "INVALID_EMAIL_ADDRESS dba": { "an invalid e-mail address": email({ emailAddress: "dba" }) },
  "MISSING_ATTRIBUTE $.channelName": { "SLACK without channel": typed("SLACK", { apiToken: "x" }) },
  "MISSING_ATTRIBUTE $.apiToken": { "SLACK without token": typed("SLACK", { channelName: "x" }) },
  "MISSING_ATTRIBUTE $.roomName": { "HIPCHAT without room": typed("HIPCHAT", { notificationToken: "x" }) },
  "MISSING_ATTRIBUTE $.smsEnabled": { "GROUP without its switches": group({ smsEnabled: null }) },
  EMAIL_OR_SMS_REQUIRED_FOR_GROUP_NOTIFICATION: {
    "GROUP without e-mail and SMS": group({ emailEnabled: false }),
  },
  MISSING_ROLES_FOR_GROUP_NOTIFICATION: { "GROUP with an empty list of roles": group({ roles: [] }) },
  "INVALID_ENUM_VALUE $.roles": { "GROUP with an organization role": group({ roles: ["ORG_OWNER"] }) },
  "INVALID_ATTRIBUTE $.role": {
    "GROUP with role and roles": group({ role: "GROUP_OWNER", roles: ["GROUP_OWNER"] }),
  },
  TOO_MANY_GROUP_NOTIFICATIONS: { "two GROUP notifications": notify(GROUP, GROUP) },
  EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION: {
    "USER without e-mail and SMS": notify({ ...USER, emailEnabled: false }),
  },
  "BAD_USERNAME_IN_GROUP_REF eve": { "USER who is not in the project": notify({ ...USER, username: "eve" }) },
  "TEAM_NOT_FOUND x": { "TEAM that does not exist": typed("TEAM", { teamId: "x" }) },
  WEBHOOK_URL_NOT_SET: { "WEBHOOK without URL": typed("WEBHOOK") },
  "INVALID_ATTRIBUTE $.webhookUrl": {
    "WEBHOOK with an invalid URL": typed("WEBHOOK", { webhookUrl: "here" }),
  },
  "INVALID_ATTRIBUTE $.webhookSecret": {
    "a webhook secret without URL": typed("WEBHOOK", { webhookSecret: "x" }),
    "a webhook secret on another type": email({ webhookSecret: "x" }),
  },
  "INVALID_ATTRIBUTE $.__proto__": {
    "a field that every object inherits": notify(
      JSON.parse('{"typeName":"EMAIL","__proto__":{"delayMin":-1}}'),
    ),
  },
  "INTEGRATION_FIELDS_INVALID $.serviceKey": {
    "a redacted key sent back": typed("PAGER_DUTY", { serviceKey: "******7890" }),
  },
  "INTEGRATION_FIELDS_INVALID $.webhookUrl": {
    "a redacted URL sent back": typed("WEBHOOK", { webhookUrl: "https://h.example/****" }),
  },
};

/** The field without which a notification of a type is refused. */
const REQUIRED = {
  EMAIL: "emailAddress",
  SMS: "mobileNumber",
  DATADOG: "datadogApiKey",
  PAGER_DUTY: "serviceKey",
  OPS_GENIE: "opsGenieApiKey",
  VICTOR_OPS: "victorOpsApiKey",
  MICROSOFT_TEAMS: "microsoftTeamsWebhookUrl",
};

const ACCEPTED: Bodies = {
  "an event that only newer versions document": event("HOST_ROLLBACK"),
  "an event that the documentation marks as not alertable": event("HOST_UP"),
  "every unit of the metric's group": metric({ metricName: "MEMORY_RESIDENT", units: "PETABYTES" }),
  "a backup event with a replica set matcher": matcher("RESYNC_REQUIRED", "REPLICA_SET_NAME"),
  "a process type": matcher("HOST_DOWN", "TYPE_NAME", { value: "MONGOS" }),
  "a prefix of a process type": matcher("HOST_DOWN", "TYPE_NAME", { operator: "STARTS_WITH", value: "PRI" }),
  "the deprecated typeName": host({ typeName: "HOST" }),
  "a threshold with units, which only responses document": event(FEW, {
    threshold: { ...LESS, units: "RAW" },
  }),
  "a threshold on elections, as in MongoDB Atlas": event("TOO_MANY_ELECTIONS", { threshold: LESS }),
  "null for omitted fields": host({ matchers: null, metricThreshold: null }),
  "an ORG notification with nothing else": typed("ORG"),
};

describe("the validation of alert configurations", () => {
  for (const [code, bodies] of Object.entries(REFUSED))
    for (const [why, body] of Object.entries(bodies)) {
      const expected = code.replace("$", "notifications[0]");
      it(`refuses ${why}: ${expected}`, () => assert.equal(refusal(body), expected));
    }

  for (const [type, field] of Object.entries(REQUIRED))
    it(`refuses ${type} without ${field}`, () =>
      assert.equal(refusal(typed(type)), `MISSING_ATTRIBUTE notifications[0].${field}`));

  for (const [why, body] of Object.entries(ACCEPTED))
    it(`accepts ${why}`, () => assert.equal(refusal(body), undefined));

  for (const name of ["constructor", "toString", "__proto__"])
    it(`knows nothing by the name ${name}, which every object inherits`, () => {
      const refused = (body: unknown, path: string): void =>
        assert.equal(refusal(body), `INVALID_ENUM_VALUE ${path}`);
      refused(event(name), "eventTypeName");
      refused(metric({ metricName: name }), "metricThreshold.metricName");
      refused(metric({ units: name }), "metricThreshold.units");
      refused(email({ typeName: name }), "notifications[0].typeName");
      refused(group({ role: name }), "notifications[0].roles");
    });

  it("names an unknown notification type as it was sent", () => {
    for (const typeName of ["PIGEON", "constructor", "toString"]) {
      const isNamed = (error: unknown): boolean =>
        error instanceof ServiceError && error.parameters[1] === typeName;
      assert.throws(() => readAlertConfig(email({ typeName }), FACTS), isNamed);
    }
  });

  it("accepts a WEBHOOK without URL if the project has a default", () =>
    assert.equal(refusal(typed("WEBHOOK"), { defaultWebhook: true }), undefined));

  it("accepts any event and metric with an open catalogue", () => {
    for (const body of [matcher("SOMETHING_NEW", "HOSTNAME"), metric({ metricName: "SOMETHING_NEW" })])
      assert.equal(refusal(body, { catalogue: "open" }), undefined);
  });

  it("fills in defaults", () => {
    const notifications = [EMAIL, { typeName: "PAGER_DUTY", serviceKey: "k", intervalMin: 5 }];
    assert.deepEqual(readAlertConfig(event(OUTSIDE, { metricThreshold: METRIC, notifications }), FACTS), {
      enabled: false,
      eventTypeName: OUTSIDE,
      matchers: [],
      metricThreshold: { ...METRIC, mode: "AVERAGE", units: "RAW" },
      notifications: [
        { ...EMAIL, id: ID, delayMin: 0, intervalMin: 60 },
        { id: ID, typeName: "PAGER_DUTY", delayMin: 0, serviceKey: "k" },
      ],
    });
  });

  it("keeps flags and roles of every type, and the units of a threshold, as sent", () => {
    const threshold = { ...LESS, units: "HOURS" };
    const sms = { typeName: "SMS", mobileNumber: "+1 555 0100", smsEnabled: false, roles: ["GROUP_OWNER"] };
    const body = event(FEW, { threshold, notifications: [{ ...EMAIL, emailEnabled: true }, sms] });
    const read = readAlertConfig(body, FACTS);
    const [first, second] = read.notifications;
    assert.equal(first?.["emailEnabled"], true);
    assert.deepEqual([second?.["smsEnabled"], second?.["roles"]], [false, ["GROUP_OWNER"]]);
    assert.deepEqual(read.threshold, threshold);
  });

  it("converts role to roles and HIPCHAT to HIP_CHAT, and drops fields of other types", () => {
    const hipchat = { typeName: "HIPCHAT", notificationToken: "t", roomName: "r", emailAddress: "a@b" };
    const { notifications } = readAlertConfig(notify({ ...GROUP, role: "GROUP_OWNER" }, hipchat), FACTS);
    const [all, chat] = notifications;
    assert.ok(all !== undefined && chat !== undefined);
    assert.deepEqual([all["roles"], "role" in all], [["GROUP_OWNER"], false]);
    assert.deepEqual([chat.typeName, "emailAddress" in chat], ["HIP_CHAT", false]);
  });
});
