import assert from "node:assert/strict";
import { problemText } from "../../../../src/core/problems";
import type { Unsettled } from "../../../../src/unknowns";
import { UNKNOWN } from "../../../../src/unknowns";
import { knownNotificationType, takesField } from "../../../../src/fields/notification";
import { SECRET_NOTIFICATION_FIELDS } from "../../../../src/fields/notification";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { validateAlert } from "../../../../src/resources/alert-config/validation";
import { BAD } from "../../../fixtures/alerts/bad";
import type { Args } from "../../../fixtures/alerts/good";
import { EMAIL, GOOD, NOTIFICATIONS, TYPES_IN_PROJECTS } from "../../../fixtures/alerts/good";
import { check } from "./checking";

const { GROUP, ORG, PAGER_DUTY, SLACK, SMS, TEAM, WEBHOOK } = NOTIFICATIONS;
const HEALTH = { operator: "LESS_THAN", threshold: 2 };
const INHERITED = ["constructor", "toString", "__proto__", "hasOwnProperty"];

const on = (eventTypeName: string, rest: Args = {}): Args => ({
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  eventTypeName,
  notifications: [EMAIL],
  ...rest,
});
const alert = (rest: Args = {}): Args => on("NO_PRIMARY", rest);
const notify = (...notifications: unknown[]): Args => alert({ notifications });
const metric = (rest: Args = {}): Args =>
  on("OUTSIDE_METRIC_THRESHOLD", {
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100, ...rest },
  });
const health = (rest: Args = {}): Args =>
  on("TOO_FEW_HEALTHY_MEMBERS", { threshold: { ...HEALTH, ...rest } });
const match = (fieldName: string, operator = "EQUALS", value = "x"): Args => ({
  matchers: [{ fieldName, operator, value }],
});
const ofMetric = (metricName: string): Args => metric({ metricName });

/** Errors and warnings as lines, the latter with a question mark. */
function problemsOf(args: Args, strictCatalog = false): string[] {
  return validateAlert(args as Unsettled<AlertArgs>, { strictCatalog }).map(
    (problem) => (problem.severity === "warning" ? "? " : "") + problemText(problem),
  );
}

const ORG_ROLES = "ORG_OWNER, ORG_MEMBER, ORG_GROUP_CREATOR, ORG_READ_ONLY";

describe("validateAlert", () => {
  describe("accepts", () => {
    const good: [what: string, args: Args][] = [
      ["a part of a type of a host", on("HOST_DOWN", match("TYPE_NAME", "STARTS_WITH", "PRI"))],
      ["an empty list of matchers for an event that takes none", on("JOINED_TEAM", { matchers: [] })],
      ["PRIMARY_ELECTED with a matcher of a replica set", on("PRIMARY_ELECTED", match("REPLICA_SET_NAME"))],
      ["a metric without documented units", metric({ metricName: "GLOBAL_LOCK_PERCENTAGE", units: "DAYS" })],
      ["the default webhook of the project", notify({ typeName: "WEBHOOK" })],
      ["a template that contains stars", notify({ ...WEBHOOK, webhookBodyTemplate: "*** {{alert}} ***" })],
    ];
    for (const [what, args] of good) it(what, () => assert.deepEqual(problemsOf(args), []));
  });

  describe("reports, with a question mark for a warning:", () => {
    const notification = (field: string, text: string): string => `notifications[0].${field}: ${text}`;
    const notAlertable =
      "? eventTypeName: the documentation marks this event as not alertable; the service may refuse it";
    const TYPE = `? ${notification("typeName", "TEAM is documented for MongoDB Atlas only…")}`;
    const UNITS_OF_RESPONSES =
      "? threshold.units: the documentation lists it in responses only; the service may ignore or refuse it";
    const unlisted = (path: string, name: string, what: string, meant: string): string =>
      `? ${path}: "${name}" is not a documented ${what} (did you mean ${meant}?)`;
    const noId = (value: string): string =>
      `${JSON.stringify(value)} is not 24 hexadecimal digits, the form of the service's ids`;
    const useless = (flag: string, type: string, others: string): string =>
      `? ${notification(flag, `has no effect with typeName ${type}; it goes with ${others}`)}`;
    const NO_ROLE = "is missing; later versions then notify every role, older ones require one";
    const odd: [args: Args, ...found: string[]][] = [
      [on("NO_PRIMRAY"), unlisted("eventTypeName", "NO_PRIMRAY", "event type", "NO_PRIMARY")],
      [on("HOST_UP"), notAlertable],
      [{ ...metric(), eventTypeName: "INSIDE_METRIC_THRESHOLD" }, notAlertable],
      [alert({ projectId: "shop" }), `? projectId: ${noId("shop")}`],
      [alert({ adoptId: "shop" }), `? adoptId: ${noId("shop")}`],
      [notify({ ...TEAM, teamId: "dba" }), TYPE, `? ${notification("teamId", noId("dba"))}`],
      [alert(match("CLUSTER_NAME", "REGEX", "a(")), "? matchers[0].value: is not a regular expression…"],
      [
        alert(match("CLUSTER_NAMES")),
        unlisted("matchers[0].fieldName", "CLUSTER_NAMES", "matcher field", "CLUSTER_NAME"),
      ],
      [
        alert(match("HOSTNAME")),
        'matchers[0].fieldName: must be one of REPLICA_SET_NAME, SHARD_NAME, CLUSTER_NAME for NO_PRIMARY, not "HOSTNAME"…',
      ],
      [on("OPLOG_BEHIND", match("CLUSTER_NAME")), "? matchers[0].fieldName: OPLOG_BEHIND is a backup event…"],
      [ofMetric("CONECTIONS"), unlisted("metricThreshold.metricName", "CONECTIONS", "metric", "CONNECTIONS")],
      [
        on("TOO_MANY_ELECTIONS", { threshold: { ...HEALTH, operator: "LESS" } }),
        "? threshold: is not documented for TOO_MANY_ELECTIONS…",
        'threshold.operator: must be GREATER_THAN or LESS_THAN, not "LESS"',
      ],
      [health({ units: "RAW" }), UNITS_OF_RESPONSES],
      [health({ units: "HOURS" }), UNITS_OF_RESPONSES],
      [health({ units: "hours" }), "threshold.units: must be one of RAW, … (did you mean HOURS?)"],
      [
        notify({ typeName: "SLAK", channelName: "#c" }),
        unlisted("notifications[0].typeName", "SLAK", "notification type", "SLACK"),
      ],
      [notify(TEAM), TYPE],
      [
        notify({ ...EMAIL, emailEnabled: true, smsEnabled: false }),
        ...["emailEnabled", "smsEnabled"].map((flag) => useless(flag, "EMAIL", "GROUP, ORG, TEAM, USER")),
      ],
      [notify({ ...WEBHOOK, roles: ["NOBODY"] }), useless("roles", "WEBHOOK", "GROUP, ORG")],
      [
        notify({ ...PAGER_DUTY, intervalMin: 10 }),
        `? ${notification("intervalMin", "may be ignored by the service: PAGER_DUTY…")}`,
      ],
      [notify({ ...GROUP, role: undefined }), `? ${notification("role", NO_ROLE)}`],
      [
        notify({ ...GROUP, role: "ORG_OWNER" }),
        `? ${notification("role", '"ORG_OWNER" is not a documented project role…')}`,
      ],
      [
        notify({ ...ORG, roles: ["ORG_OWNER", "ORG_MEMBR"] }),
        unlisted(
          "notifications[0].roles[1]",
          "ORG_MEMBR",
          `organization role, such as ${ORG_ROLES}`,
          "ORG_MEMBER",
        ),
      ],
      [
        notify({ ...SMS, mobileNumber: "home" }),
        `? ${notification("mobileNumber", '"home" does not look like a phone number')}`,
      ],
    ];
    for (const [args, ...found] of odd) {
      const { projectId: _, ...shown } = args;
      it(`${found.join(" and ")} (${JSON.stringify(shown)})`, () => {
        const lines = problemsOf(args);
        assert.equal(lines.length, found.length, lines.join("\n"));
        found.forEach((text, index) => {
          const [start = "", end] = text.split("…");
          if (end === undefined) assert.equal(lines[index], text);
          else assert.ok(lines[index]?.startsWith(start) && lines[index].endsWith(end), lines[index]);
        });
      });
    }

    for (const field of SECRET_NOTIFICATION_FIELDS) {
      it(`a mask in ${field}`, () => {
        const type = TYPES_IN_PROJECTS.find((each) => takesField(knownNotificationType(each), field));
        const mask = field.endsWith("Url") ? "https://h/****" : "***";
        assert.deepEqual(problemsOf(notify({ ...NOTIFICATIONS[type ?? assert.fail()], [field]: mask })), [
          notification(field, "looks like the masked form that the service shows; give the real value"),
        ]);
      });
    }

    it("a name that every object inherits as any other unlisted name", () => {
      const foreign = (path: string, name: string, what: string) =>
        `? ${path}: "${name}" is not a documented ${what}`;
      for (const name of INHERITED) {
        const roles = notify({ ...ORG, roles: [name] });
        const all = [notify({ typeName: name }), on(name), ofMetric(name), metric({ units: name }), roles];
        const starts = [
          foreign("notifications[0].typeName", name, "notification type"),
          foreign("eventTypeName", name, "event type"),
          foreign("metricThreshold.metricName", name, "metric"),
          "metricThreshold.units: must be RAW for CONNECTIONS",
          foreign("notifications[0].roles[0]", name, "organization role"),
          foreign("matchers[0].fieldName", name, "matcher field"),
        ];
        const lines = [...all, alert(match(name))].flatMap((args) => problemsOf(args));
        assert.equal(lines.length, starts.length, lines.join("\n"));
        starts.forEach((start, index) => assert.ok(lines[index]?.startsWith(start), lines[index]));
      }
    });
  });

  describe("reports an error in place of a warning with strictCatalog for", () => {
    for (const [what, args] of Object.entries({
      "an event": on("SOMETHING_NEW"),
      "a metric": ofMetric("NEW"),
      "a type": notify({ typeName: "PIGEON" }),
      "a role": notify({ typeName: "ORG", role: "ORG_PIGEON" }),
      "a field of a matcher": alert(match("PIGEON")),
    })) {
      it(`${what} that is not documented`, () => {
        assert.match(problemsOf(args).join(), /^\? [^?]*$/);
        assert.match(problemsOf(args, true).join(), /^[^?]* is not a documented /);
      });
    }
  });

  describe("accepts unknown values:", () => {
    const unknownOf = (...names: string[]): Args => Object.fromEntries(names.map((name) => [name, UNKNOWN]));
    const unknown: [what: string, args: Args][] = [
      ["the event", { ...metric(), eventTypeName: UNKNOWN, threshold: HEALTH, ...match("HOSTNAME") }],
      ["ids", { ...notify({ typeName: UNKNOWN, teamId: UNKNOWN }), projectId: UNKNOWN }],
      ["matchers", alert({ matchers: UNKNOWN })],
      ["a matcher", alert({ matchers: [UNKNOWN] })],
      ["parts of a matcher", alert(match(UNKNOWN, UNKNOWN, UNKNOWN))],
      ["a threshold that is required", on("OUTSIDE_METRIC_THRESHOLD", { metricThreshold: UNKNOWN })],
      ["parts of a threshold", metric(unknownOf("metricName", "operator", "threshold", "units", "mode"))],
      ["the health of members", on("TOO_FEW_HEALTHY_MEMBERS", { threshold: UNKNOWN })],
      ["notifications", alert({ notifications: UNKNOWN })],
      ["a notification", notify(UNKNOWN)],
      ["its type", notify({ typeName: UNKNOWN, roomName: "r" })],
      ["its fields", notify({ typeName: "SLACK", ...unknownOf("channelName", "apiToken") })],
      ["its times", notify({ ...SLACK, ...unknownOf("delayMin", "intervalMin") })],
      ["its flags", notify({ ...GROUP, role: UNKNOWN, emailEnabled: UNKNOWN })],
      ["its roles", notify({ typeName: "ORG", roles: UNKNOWN }, { typeName: "ORG", roles: [UNKNOWN] })],
      ["its URL", notify({ ...WEBHOOK, webhookUrl: UNKNOWN })],
    ];
    for (const [what, args] of unknown) it(what, () => assert.deepEqual(problemsOf(args), []));
  });
});

describe("the check of an alert configuration", () => {
  describe("refuses", () => {
    for (const [args, path, message] of BAD) {
      it(`${path} of ${JSON.stringify(args)}`, async () => {
        const { failures } = await check(args);
        const reasons = failures.map(({ reason }) => reason);
        assert.match(reasons[0] ?? "nothing was refused", message);
        const others = reasons.filter((reason) => !reason.startsWith(`${path}: `));
        assert.deepEqual(others, []);
        assert.doesNotMatch(reasons.join(), /xoxb-1|s3cr3t|hooks\.example/);
        assert.ok(failures.every(({ property }) => property === ""));
      });
    }
  });

  describe("accepts", () => {
    for (const [title, args] of GOOD) {
      const isOdd =
        /^notification TEAM$|^inside|of other types|units of a threshold|not alertable|every type/.test(
          title,
        );
      it(`${title}${isOdd ? " (with a warning)" : ""}`, async () => {
        assert.deepEqual((await check(args)).failures, []);
        assert.equal(problemsOf({ projectId: "60a2b7c9e4b0c5571d3f8e12", ...args }).length > 0, isOdd);
      });
    }
  });

  it("repeats no value that the program marks as secret, however long and in whichever argument", async () => {
    const secret = `not-an-address-${"0123456789".repeat(12)}`;
    const notifications = [{ typeName: "EMAIL", emailAddress: secret, delayMin: secret }];
    const args = { eventTypeName: "NO_PRIMARY", enabled: secret, notifications, __secrets: [secret] };
    const { failures } = await check(args);
    assert.ok(failures.length >= 3);
    for (const { reason } of failures) assert.equal(reason.includes(secret.slice(0, 30)), false, reason);
  });
});
