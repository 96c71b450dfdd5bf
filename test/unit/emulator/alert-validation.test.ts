import assert from "node:assert/strict";
import {
  readAlertConfig,
  readGlobalAlertConfig,
  type AlertFacts,
} from "../../../src/emulator/alert-validation";
import { EMAIL, refusalOf } from "./client";

const ID = "0123456789abcdef01234567";
const USERNAME = "jane.doe@example.com";
const FACTS: AlertFacts = {
  isGlobal: false,
  catalogue: "strict",
  defaultWebhook: false,
  newerFields: [],
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
const OWNERS = ["GROUP_OWNER"];
const REDACTED = "INTEGRATION_FIELDS_INVALID";
const INHERITING = JSON.parse('{"typeName":"EMAIL","__proto__":{"delayMin":-1}}');

const event = (eventTypeName: string, more: object = {}) => ({
  eventTypeName,
  notifications: [EMAIL],
  ...more,
});
const host = (more: object) => event("HOST_DOWN", more);
const metric = (change: object) => event(OUTSIDE, { metricThreshold: { ...METRIC, ...change } });
const few = (threshold: object) => event(FEW, { threshold });
const notify = (...notifications: unknown[]) => host({ notifications });
const typed = (typeName: string, more: object = {}) => notify({ typeName, ...more });
const email = (more: object) => notify({ ...EMAIL, ...more });
const webhook = (more: object) => typed("WEBHOOK", more);
const user = (more: object) => notify({ ...USER, ...more });
const group = (more: object) => notify({ ...GROUP, ...more });
const matcher = (eventTypeName: string, fieldName: string, more: object = {}) =>
  event(eventTypeName, { matchers: [{ fieldName, operator: "EQUALS", value: "x", ...more }] });
const hostname = (more: object) => matcher("HOST_DOWN", "HOSTNAME", more);

const refusal = (body: unknown): string | undefined => refusalOf(() => readAlertConfig(body, FACTS));

/** Besides those of test/contract/service, and those on which check and the emulator agree. The error code and its first parameter; `$` stands for the first notification, `#` for the first matcher, `&` for the metric. */
const REFUSED: [why: string, body: unknown, code: string][] = [
  ["a body that is not an object", [], "INVALID_JSON"],
  ["an unknown field", host({ colour: "red" }), "INVALID_ATTRIBUTE colour"],
  ["a read-only field", host({ created: "2026-01-01T00:00:00Z" }), "ATTRIBUTE_READ_ONLY created"],
  ["a wrong type", host({ enabled: "yes" }), "INVALID_JSON_ATTRIBUTE enabled"],
  ["a notification that is not an object", notify("EMAIL"), "INVALID_JSON_ATTRIBUTE $"],
  ["a metric without operator", metric({ operator: null }), "MISSING_ATTRIBUTE &.operator"],
  ["a threshold as a string", metric({ threshold: "5" }), "INVALID_JSON_ATTRIBUTE &.threshold"],
  ["another mode", metric({ mode: "SUM" }), "INVALID_ENUM_VALUE &.mode"],
  ["a threshold without number", few({ operator: "LESS_THAN" }), "MISSING_ATTRIBUTE threshold.threshold"],
  ["a matcher without value", hostname({ value: null }), "MISSING_ATTRIBUTE #.value"],
  ["a broken regular expression", hostname({ operator: "REGEX", value: "(" }), "INVALID_ATTRIBUTE #.value"],
  ["a discontinued type", typed("FLOWDOCK"), "UNSUPPORTED_NOTIFICATION_TYPE FLOWDOCK"],
  ["an unknown process type", matcher("HOST_DOWN", "TYPE_NAME"), "INVALID_ENUM_VALUE #.value"],
  ["an invalid e-mail address", email({ emailAddress: "dba" }), "INVALID_EMAIL_ADDRESS dba"],
  ["SMS without number", typed("SMS"), "MISSING_ATTRIBUTE $.mobileNumber"],
  ["VICTOR_OPS without key", typed("VICTOR_OPS"), "MISSING_ATTRIBUTE $.victorOpsApiKey"],
  ["USER without channel", user({ emailEnabled: false }), "EMAIL_OR_SMS_REQUIRED_FOR_USER_NOTIFICATION"],
  ["the id of another notification", email({ id: "a".repeat(24) }), "ATTRIBUTE_READ_ONLY $.id"],
  ["GROUP with role and roles", group({ role: "GROUP_OWNER", roles: OWNERS }), "INVALID_ATTRIBUTE $.role"],
  ["USER who is not in the project", user({ username: "eve" }), "BAD_USERNAME_IN_GROUP_REF eve"],
  ["TEAM that does not exist", typed("TEAM", { teamId: "x" }), "TEAM_NOT_FOUND x"],
  ["WEBHOOK without URL", typed("WEBHOOK"), "WEBHOOK_URL_NOT_SET"],
  ["WEBHOOK with an invalid URL", webhook({ webhookUrl: "here" }), "INVALID_ATTRIBUTE $.webhookUrl"],
  ["a webhook secret without URL", webhook({ webhookSecret: "x" }), "INVALID_ATTRIBUTE $.webhookSecret"],
  ["a field that every object inherits", notify(INHERITING), "INVALID_ATTRIBUTE $.__proto__"],
  ["a redacted key sent back", typed("PAGER_DUTY", { serviceKey: "******7890" }), `${REDACTED} $.serviceKey`],
];

const ACCEPTED: Readonly<Record<string, unknown>> = {
  "an event that only newer versions document": event("HOST_ROLLBACK"),
  "an event that the documentation marks as not alertable": event("HOST_UP"),
  "every unit of the metric's group": metric({ metricName: "MEMORY_RESIDENT", units: "PETABYTES" }),
  "a backup event with a replica set matcher": matcher("RESYNC_REQUIRED", "REPLICA_SET_NAME"),
  "the deprecated typeName": host({ typeName: "HOST" }),
  "a threshold with units, which only responses document": few({ ...LESS, units: "RAW" }),
  "a threshold on elections, as in MongoDB Atlas": event("TOO_MANY_ELECTIONS", { threshold: LESS }),
  "null for omitted fields": host({ matchers: null, metricThreshold: null }),
  "an ORG notification with nothing else": typed("ORG"),
};

describe("the validation of alert configurations", () => {
  const places: Record<string, string> = {
    $: "notifications[0]",
    "#": "matchers[0]",
    "&": "metricThreshold",
  };
  for (const [why, body, code] of REFUSED) {
    const expected = code.replace(/[$#&]/, (place) => places[place] ?? "");
    it(`refuses ${why}: ${expected}`, () => assert.equal(refusal(body), expected));
  }

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

  const GLOBAL = { ...event("NO_PRIMARY"), forAllGroups: true };
  const ADMIN = { typeName: "ADMIN" };
  for (const [what, change, expected] of [
    ["nothing about projects", { forAllGroups: null }, "MISSING_ATTRIBUTE forAllGroups"],
    ["another type", { notifications: [{ typeName: "ORG" }] }, "UNSUPPORTED_NOTIFICATION_TYPE ORG"],
    ["roles", { notifications: [{ ...GROUP, roles: OWNERS }] }, "INVALID_ATTRIBUTE notifications[0].roles"],
    ["the administrator, and projects for all", { notifications: [ADMIN], groupIds: [ID] }, undefined],
  ] as const)
    it(`${expected === undefined ? "accepts" : "refuses"} a global alert configuration with ${what}`, () => {
      const read = (): unknown =>
        readGlobalAlertConfig({ ...GLOBAL, ...change }, { ...FACTS, isGlobal: true });
      assert.equal(refusalOf(read), expected);
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
