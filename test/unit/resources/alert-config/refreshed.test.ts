import assert from "node:assert/strict";
import type { AlertConfig, Notification } from "../../../../src/api/alert-configs";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson, jsonEqual } from "../../../../src/json";
import { sameAlert } from "../../../../src/resources/alert-config/meaning";
import { openPart } from "../../../../src/resources/alert-config/notification-secrets";
import { described, fulfils, refreshed } from "../../../../src/resources/alert-config/refreshed";
import type { Written } from "../../../../src/resources/alert-config/written";
import { recalled, remembered, written } from "../../../../src/resources/alert-config/written";
import type { Program } from "./alerts";
import { answerOf, GROUP, HOOK, inputsOf, MATCHERS, METRIC, PAGER, PROGRAM, SLACK, turn } from "./alerts";

interface Outcome {
  /** What departs from the declared inputs, by name. */
  drift: PlainObject;
  changedSecrets: string[];
  same: boolean;
}

/** A refresh after somebody changed what the service holds. */
function refresh(
  program: Program,
  change: (live: AlertConfig & { notifications: Notification[] }) => void,
  redact: "new" | "old" | "off" = "new",
): Outcome {
  const inputs = inputsOf(program);
  const answer = answerOf(program, redact);
  const before = throughState(written(inputs, answer), inputs);
  const live = structuredClone(answer) as AlertConfig & { notifications: Notification[] };
  change(live);
  const { inputs: fresh, changedSecrets } = refreshed(before, inputs["notificationSecrets"], live);
  const names = new Set([...Object.keys(fresh), ...Object.keys(inputs)]);
  const drift: PlainObject = {};
  for (const name of names) {
    if (name === "projectId" || name === "notificationSecrets") continue;
    if (canonicalJson(fresh[name] ?? null) !== canonicalJson(inputs[name] ?? null)) drift[name] = fresh[name];
  }
  const after = { ...inputs, ...fresh, ...(changedSecrets.length > 0 && { changedSecrets }) };
  if (!("metricThreshold" in fresh)) delete (after as PlainObject)["metricThreshold"];
  // A later refresh compares with the same baseline, whatever stands beside it by then.
  throughState(before, after);
  return { drift, changedSecrets, same: sameAlert(after, inputs) };
}

/** What comes back of a baseline that was put into the state, which holds plain JSON, beside these inputs. */
function throughState(before: Written, inputs: PlainObject): Written {
  const { known } = JSON.parse(JSON.stringify({ known: remembered(before, inputs) })) as {
    known?: ReturnType<typeof remembered>;
  };
  const after = recalled(known, inputs);
  assert.ok(jsonEqual(after, before), JSON.stringify([before, known, after], null, 1));
  return after;
}

const open = (program: Program): PlainObject[] => program.notifications.map(openPart);

describe("refreshed", () => {
  describe("sees no difference in what the service does by itself", () => {
    const harmless: [
      what: string,
      change: (live: AlertConfig & { notifications: Notification[] }) => void,
    ][] = [
      ["nothing", () => undefined],
      [
        "stamps, links and ids",
        (live) => Object.assign(live, { updated: "2027-01-01T00:00:00Z", links: [{ rel: "x", href: "y" }] }),
      ],
      [
        "ids of notifications",
        (live) => live.notifications.forEach((each) => Object.assign(each, { id: "other" })),
      ],
      ["the order of notifications", (live) => turn(live.notifications)],
      ["the order of matchers", (live) => turn(live.matchers)],
      [
        "the order of keys",
        (live) =>
          Object.assign(live, {
            metricThreshold: Object.fromEntries(Object.entries(live.metricThreshold ?? {}).toReversed()),
          }),
      ],
      [
        "fields that nobody knows",
        (live) => Object.assign(live, { severity: "HIGH", typeName: "HOST_METRIC" }),
      ],
      [
        "fields of a notification that nobody knows",
        (live) => Object.assign(live.notifications[0] ?? {}, { integrationId: "i" }),
      ],
      [
        "another unit for the same size",
        (live) =>
          Object.assign(live, { metricThreshold: { ...METRIC, threshold: 2048, units: "MEGABYTES" } }),
      ],
      [
        "the other spelling of a role",
        (live) => Object.assign(live.notifications[3] ?? {}, { role: "GROUP_OWNER", roles: undefined }),
      ],
    ];
    for (const redact of ["new", "old", "off"] as const) {
      for (const [what, change] of harmless) {
        it(`${what} (secrets ${redact})`, () =>
          assert.deepEqual(refresh(PROGRAM, change, redact), { drift: {}, changedSecrets: [], same: true }));
      }
    }

    it("a default for what the program leaves out, words repeated letter for letter", () => {
      const program = { eventTypeName: "NO_PRIMARY", notifications: [GROUP] };
      assert.deepEqual(
        refresh(program, () => undefined),
        { drift: {}, changedSecrets: [], same: true },
      );
    });

    it("another number of stars", () => {
      const outcome = refresh(PROGRAM, ({ notifications }) => {
        Object.assign(notifications[0] ?? {}, { apiToken: "****1234" });
        Object.assign(notifications[1] ?? {}, { serviceKey: "******************************5678" });
      });
      assert.deepEqual(outcome, { drift: {}, changedSecrets: [], same: true });
    });

    it("a mask that shows nothing", () => {
      const outcome = refresh(PROGRAM, ({ notifications }) =>
        Object.assign(notifications[0] ?? {}, { apiToken: "****" }),
      );
      assert.deepEqual(outcome, { drift: {}, changedSecrets: [], same: true });
    });
  });

  describe("sees what somebody changed", () => {
    const without = (list: PlainObject[], index: number): PlainObject[] =>
      list.filter((_, at) => at !== index);
    const with_ = (index: number, fields: PlainObject): PlainObject[] =>
      open(PROGRAM).map((each, at) => (at === index ? { ...each, ...fields } : each));
    const changes: [
      what: string,
      change: (live: AlertConfig & { notifications: Notification[] }) => void,
      drift: PlainObject,
    ][] = [
      [
        "the event",
        (live) => Object.assign(live, { eventTypeName: "INSIDE_METRIC_THRESHOLD" }),
        { eventTypeName: "INSIDE_METRIC_THRESHOLD" },
      ],
      ["off", (live) => Object.assign(live, { enabled: false }), { enabled: false }],
      [
        "a matcher",
        (live) => Object.assign(live.matchers?.[0] ?? {}, { value: "b" }),
        { matchers: [{ ...MATCHERS[0], value: "b" }, MATCHERS[1]] },
      ],
      ["a matcher less", (live) => live.matchers?.pop(), { matchers: [MATCHERS[0]] }],
      ["no matchers", (live) => delete live.matchers, { matchers: [] }],
      [
        "the size of a threshold",
        (live) => Object.assign(live.metricThreshold ?? {}, { threshold: 3 }),
        { metricThreshold: { ...METRIC, threshold: 3 } },
      ],
      [
        "the unit of a threshold",
        (live) => Object.assign(live.metricThreshold ?? {}, { units: "MEGABYTES" }),
        { metricThreshold: { ...METRIC, units: "MEGABYTES" } },
      ],
      [
        "the metric",
        (live) => Object.assign(live.metricThreshold ?? {}, { metricName: "MEMORY_VIRTUAL" }),
        { metricThreshold: { ...METRIC, metricName: "MEMORY_VIRTUAL" } },
      ],
      [
        "the operator",
        (live) => Object.assign(live.metricThreshold ?? {}, { operator: "LESS_THAN" }),
        { metricThreshold: { ...METRIC, operator: "LESS_THAN" } },
      ],
      [
        "a mode that the program leaves out",
        (live) => Object.assign(live.metricThreshold ?? {}, { mode: "AVERAGE" }),
        { metricThreshold: { ...METRIC, mode: "AVERAGE" } },
      ],
      ["no threshold", (live) => delete live.metricThreshold, { metricThreshold: undefined }],
      [
        "a declared time",
        (live) => Object.assign(live.notifications[0] ?? {}, { delayMin: 10 }),
        { notifications: with_(0, { delayMin: 10 }) },
      ],
      [
        "a time that the program leaves out",
        (live) => Object.assign(live.notifications[0] ?? {}, { intervalMin: 60 }),
        { notifications: with_(0, { intervalMin: 60 }) },
      ],
      [
        "an address",
        (live) => Object.assign(live.notifications[0] ?? {}, { channelName: "#dev" }),
        { notifications: with_(0, { channelName: "#dev" }) },
      ],
      [
        "a flag",
        (live) => Object.assign(live.notifications[3] ?? {}, { smsEnabled: true }),
        { notifications: with_(3, { smsEnabled: true }) },
      ],
      [
        "roles",
        (live) => Object.assign(live.notifications[3] ?? {}, { roles: ["GROUP_READ_ONLY"] }),
        {
          notifications: [
            ...open(PROGRAM).slice(0, 3),
            { typeName: "GROUP", emailEnabled: true, smsEnabled: false, roles: ["GROUP_READ_ONLY"] },
          ],
        },
      ],
      [
        "a notification less",
        (live) => live.notifications.splice(1, 1),
        { notifications: without(open(PROGRAM), 1) },
      ],
      [
        "the first notification less",
        (live) => live.notifications.shift(),
        { notifications: without(open(PROGRAM), 0) },
      ],
      [
        "one more notification",
        (live) => live.notifications.unshift({ typeName: "EMAIL", emailAddress: "x@y.z", id: "n" }),
        { notifications: [...open(PROGRAM), { typeName: "EMAIL", emailAddress: "x@y.z" }] },
      ],
      [
        "another notification in the place of one",
        (live) => live.notifications.splice(1, 1, { typeName: "SMS", mobileNumber: "5" } as Notification),
        { notifications: [...without(open(PROGRAM), 1), { typeName: "SMS", mobileNumber: "5" }] },
      ],
      [
        "all notifications but one",
        (live) => live.notifications.splice(1),
        { notifications: [open(PROGRAM)[0]] },
      ],
    ];
    for (const [what, change, drift] of changes) {
      it(what, () => assert.deepEqual(refresh(PROGRAM, change), { drift, changedSecrets: [], same: false }));
    }

    it("of two alike, the one that was changed", () => {
      const program = {
        eventTypeName: "NO_PRIMARY",
        notifications: [
          { ...SLACK, channelName: "#a" },
          { ...SLACK, channelName: "#b" },
        ],
      };
      const { drift } = refresh(program, ({ notifications }) => {
        turn(notifications);
        Object.assign(notifications[0] ?? {}, { delayMin: 9 });
      });
      assert.deepEqual(drift["notifications"], [open(program)[0], { ...open(program)[1], delayMin: 9 }]);
    });

    it("what was added where the program has nothing", () => {
      const program = { eventTypeName: "NO_PRIMARY", notifications: [GROUP] };
      const { drift } = refresh(program, (live) =>
        Object.assign(live, { enabled: true, matchers: [MATCHERS[0]] }),
      );
      assert.deepEqual(drift, { enabled: true, matchers: [MATCHERS[0]] });
    });

    it("the threshold of an event about members", () => {
      const threshold = { operator: "LESS_THAN", threshold: 2 };
      const program = { eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold, notifications: [GROUP] };
      assert.deepEqual(
        refresh(program, (live) => Object.assign(live.threshold ?? {}, { units: "RAW" })).drift,
        {},
      );
      assert.deepEqual(
        refresh(program, (live) => Object.assign(live.threshold ?? {}, { threshold: 3 })).drift,
        {
          threshold: { ...threshold, threshold: 3 },
        },
      );
    });
  });

  describe("tells secrets by name, never by value", () => {
    const secrets: [
      what: string,
      change: (live: { notifications: Notification[] }) => void,
      named: string[],
    ][] = [
      [
        "changed, behind a mask",
        ({ notifications }) => Object.assign(notifications[0] ?? {}, { apiToken: "************9999" }),
        ["notifications[0].apiToken (SLACK)"],
      ],
      [
        "changed, in clear",
        ({ notifications }) => Object.assign(notifications[1] ?? {}, { serviceKey: "another" }),
        ["notifications[1].serviceKey (PAGER_DUTY)"],
      ],
      [
        "taken away",
        ({ notifications }) => delete notifications[2]?.webhookSecret,
        ["notifications[2].webhookSecret (WEBHOOK)"],
      ],
      [
        "another host of a webhook",
        ({ notifications }) =>
          Object.assign(notifications[2] ?? {}, { webhookUrl: "https://evil.example.com/****" }),
        ["notifications[2].webhookUrl (WEBHOOK)"],
      ],
      [
        "added",
        ({ notifications }) => Object.assign(notifications[2] ?? {}, { webhookBodyTemplate: "{}" }),
        ["notifications[2].webhookBodyTemplate (WEBHOOK)"],
      ],
    ];
    for (const [what, change, named] of secrets) {
      it(what, () =>
        assert.deepEqual(refresh(PROGRAM, change), { drift: {}, changedSecrets: named, same: false }),
      );
    }

    it("of those that were put in another order, the right one", () => {
      const program = {
        eventTypeName: "NO_PRIMARY",
        notifications: [
          { ...SLACK, channelName: "#a", apiToken: "first-1111" },
          { ...SLACK, channelName: "#b", apiToken: "second-2222" },
        ],
      };
      assert.deepEqual(refresh(program, ({ notifications }) => turn(notifications)).changedSecrets, []);
      const { changedSecrets } = refresh(program, ({ notifications }) => {
        turn(notifications);
        Object.assign(notifications[0] ?? {}, { apiToken: "****9999" });
      });
      assert.deepEqual(changedSecrets, ["notifications[1].apiToken (SLACK)"]);
    });

    it("of two alike but for their secrets, by what their masks show", () => {
      const program = {
        eventTypeName: "NO_PRIMARY",
        notifications: [
          { ...PAGER, serviceKey: "first-1111" },
          { ...PAGER, serviceKey: "second-2222" },
        ],
      };
      assert.deepEqual(
        refresh(program, ({ notifications }) => turn(notifications)),
        { drift: {}, changedSecrets: [], same: true },
      );
    });

    it("a default webhook of the project is no change", () => {
      const program = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "WEBHOOK" }] };
      const inputs = inputsOf(program);
      const answer = answerOf({
        ...program,
        notifications: [{ typeName: "WEBHOOK", webhookUrl: "https://default.example.com/x" }],
      });
      const { changedSecrets } = refreshed(written(inputs, answer), inputs["notificationSecrets"], answer);
      assert.deepEqual(changedSecrets, []);
    });
  });
});

describe("fulfils", () => {
  const inputs = inputsOf(PROGRAM);
  it("a live one that is as declared, whatever it has beside", () => {
    for (const redact of ["new", "old", "off"] as const)
      assert.ok(fulfils(inputs, answerOf(PROGRAM, redact)));
    const more = answerOf({
      ...PROGRAM,
      notifications: PROGRAM.notifications.map((each) => ({ intervalMin: 60, ...each })),
    });
    assert.ok(fulfils(inputs, more));
  });

  const other: [what: string, change: PlainObject][] = [
    ["another event", { eventTypeName: "NO_PRIMARY" }],
    ["off", { enabled: false }],
    ["another size", { metricThreshold: { ...METRIC, threshold: 3 } }],
    ["another matcher", { matchers: [MATCHERS[0]] }],
    ["a notification less", { notifications: [SLACK, PAGER, HOOK] }],
    [
      "a notification more",
      { notifications: [...PROGRAM.notifications, { typeName: "EMAIL", emailAddress: "a@b.c" }] },
    ],
    ["another time", { notifications: [{ ...SLACK, delayMin: 5 }, PAGER, HOOK, GROUP] }],
    ["another secret", { notifications: [{ ...SLACK, apiToken: "xoxb-secret-9999" }, PAGER, HOOK, GROUP] }],
  ];
  for (const [what, change] of other) {
    it(`not one with ${what}`, () => assert.ok(!fulfils(inputs, answerOf({ ...PROGRAM, ...change }))));
  }
});

describe("described", () => {
  it("tells a live one without secrets, ids and stamps", () =>
    assert.deepEqual(described(answerOf({ ...PROGRAM, notifications: [SLACK, GROUP] })), {
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      enabled: true,
      matchers: MATCHERS,
      metricThreshold: METRIC,
      notifications: [
        { typeName: "SLACK", channelName: "#ops", delayMin: 0, intervalMin: 15 },
        {
          typeName: "GROUP",
          emailEnabled: true,
          smsEnabled: false,
          delayMin: 0,
          intervalMin: 15,
          roles: ["GROUP_OWNER"],
        },
      ],
    }));
});
