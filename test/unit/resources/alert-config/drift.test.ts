import assert from "node:assert/strict";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson } from "../../../../src/json";
import { alertConfig } from "../../../../src/resources/alert-config/definition";
import {
  argsOfLive,
  baselineOf,
  compareDeclared,
  refresh,
} from "../../../../src/resources/alert-config/drift";
import { openPart } from "../../../../src/secrets/notifications";
import { surroundings } from "../../dynamic/surroundings";
import { connectionTo } from "../connection";
import type { Live } from "./alerts";
import {
  argsOf,
  EMAIL,
  GROUP,
  HOOK,
  HOST_MATCHER,
  inputsOf,
  MATCHERS,
  METRIC,
  PAGER,
  PORT_MATCHER,
  PROGRAM,
  REDACTIONS,
  responseOf,
  reverse,
  simple,
  SLACK,
} from "./alerts";

interface Outcome {
  /** The inputs that differ from the declared ones, by name. */
  drift: PlainObject;
  changedSecrets: unknown;
  /** Whether the next update finds nothing to do. */
  same: boolean;
}

/** Creates an alert configuration, changes it in the service, and refreshes. */
async function refreshAfter(
  program: AlertConfigBody,
  change: (live: Live) => void,
  redact: (typeof REDACTIONS)[number] = "new",
  { created: prepare }: { readonly created?: (live: Live) => void } = {},
): Promise<Outcome> {
  const inputs = inputsOf(program);
  const created = responseOf(program, redact);
  prepare?.(created);
  let live = created;
  // A refresh runs in a process of its own.
  const read = async (state: PlainObject): ReturnType<typeof provider.read> => {
    const connection = connectionTo(() => live);
    return dynamicProvider(alertConfig, () => connection, surroundings()).read(id, throughJson(state));
  };
  const connection = connectionTo(() => live);
  const provider = dynamicProvider(alertConfig, () => connection, surroundings());
  const { id, outs } = await provider.create(inputs);

  live = structuredClone(created);
  change(live);
  const { props: found = {}, inputs: fresh } = await read(outs);
  const changedSecrets = found["changedSecrets"];
  if (fresh === undefined) assert.deepEqual(found, throughJson(outs));
  assert.deepEqual(found["notificationSecrets"], inputs["notificationSecrets"]);
  assert.deepEqual(fresh?.["changedSecrets"] ?? [], changedSecrets);

  const again = await read(found);
  assert.equal(again.inputs, undefined, "a second refresh found something else");
  assert.deepEqual(again.props, throughJson(found));

  const { changes } = await provider.diff(id, found, inputs);
  assert.equal(changes === false, fresh === undefined);

  // Undone, it is as declared again.
  live = created;
  const { inputs: undone = inputs, props: after } = await read(found);
  assert.deepEqual(driftOf(undone, inputs), {});
  assert.deepEqual(after?.["changedSecrets"], []);
  return { drift: driftOf(fresh ?? inputs, inputs), changedSecrets, same: changes === false };
}

function driftOf(fresh: PlainObject, inputs: PlainObject): PlainObject {
  const names = new Set([...Object.keys(fresh), ...Object.keys(inputs)]);
  names.delete("changedSecrets");
  const isSame = (name: string): boolean =>
    canonicalJson(fresh[name] ?? null) === canonicalJson(inputs[name] ?? null);
  return Object.fromEntries([...names].filter((name) => !isSame(name)).map((name) => [name, fresh[name]]));
}

/** The state as it comes back from the engine. */
function throughJson(state: PlainObject): PlainObject {
  return JSON.parse(JSON.stringify(state)) as PlainObject;
}

const NO_DRIFT: Outcome = { drift: {}, changedSecrets: [], same: true };

const open = (program: AlertConfigBody): PlainObject[] =>
  program.notifications.map((each) => ({ ...openPart(each) }));

describe("a refresh", () => {
  describe("reports no drift for", () => {
    const harmless: [what: string, change: (live: Live) => void][] = [
      ["nothing", () => undefined],
      [
        "timestamps and links",
        (live) => Object.assign(live, { updated: "2027-01-01T00:00:00Z", links: [{ rel: "x", href: "y" }] }),
      ],
      [
        "ids of notifications",
        (live) => live.notifications.forEach((each) => Object.assign(each, { id: "other" })),
      ],
      ["the order of notifications", (live) => reverse(live.notifications)],
      ["the order of matchers", (live) => reverse(live.matchers)],
      [
        "the order of keys",
        (live) =>
          Object.assign(live, {
            metricThreshold: Object.fromEntries(Object.entries(live.metricThreshold ?? {}).toReversed()),
          }),
      ],
      [
        "the default of a field that the service did not return before",
        (live) => Object.assign(live.metricThreshold ?? {}, { mode: "AVERAGE" }),
      ],
      ["unknown fields", (live) => Object.assign(live, { severity: "HIGH", typeName: "HOST_METRIC" })],
      [
        "unknown fields of a notification",
        (live) => Object.assign(live.notifications[0] ?? {}, { integrationId: "i" }),
      ],
      [
        "another unit for the same quantity",
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
        it(`${what} (secrets ${redact})`, async () =>
          assert.deepEqual(await refreshAfter(PROGRAM, change, redact), NO_DRIFT));
      }
    }

    it("a default for a field that the program leaves out", async () =>
      assert.deepEqual(await refreshAfter(simple(GROUP), () => undefined), NO_DRIFT));

    it("another number of stars", async () => {
      const outcome = await refreshAfter(PROGRAM, ({ notifications }) => {
        Object.assign(notifications[0] ?? {}, { apiToken: "****1234" });
        Object.assign(notifications[1] ?? {}, { serviceKey: "******************************5678" });
      });
      assert.deepEqual(outcome, NO_DRIFT);
    });

    it("a mask that shows nothing", async () => {
      const outcome = await refreshAfter(PROGRAM, ({ notifications }) =>
        Object.assign(notifications[0] ?? {}, { apiToken: "****" }),
      );
      assert.deepEqual(outcome, NO_DRIFT);
    });

    it("the default webhook of the project", async () => {
      const webhookUrl = "https://default.example.com/x";
      const outcome = await refreshAfter(simple({ typeName: "WEBHOOK" }), () => undefined, "new", {
        created: ({ notifications }) => Object.assign(notifications[0] ?? {}, { webhookUrl }),
      });
      assert.deepEqual(outcome, NO_DRIFT);
    });
  });

  describe("shows", () => {
    const without = (list: PlainObject[], index: number): PlainObject[] =>
      list.filter((_, at) => at !== index);
    const withFields = (index: number, fields: PlainObject): PlainObject[] =>
      open(PROGRAM).map((each, at) => (at === index ? { ...each, ...fields } : each));
    const changes: [what: string, change: (live: Live) => void, drift: PlainObject][] = [
      [
        "the event",
        (live) => Object.assign(live, { eventTypeName: "INSIDE_METRIC_THRESHOLD" }),
        { eventTypeName: "INSIDE_METRIC_THRESHOLD" },
      ],
      ["enabled: false", (live) => Object.assign(live, { enabled: false }), { enabled: false }],
      [
        "a matcher",
        (live) => Object.assign(live.matchers?.[0] ?? {}, { value: "b" }),
        { matchers: [{ ...HOST_MATCHER, value: "b" }, PORT_MATCHER] },
      ],
      ["a deleted matcher", (live) => live.matchers?.pop(), { matchers: [HOST_MATCHER] }],
      ["no matchers", (live) => delete live.matchers, { matchers: [] }],
      [
        "the value of a threshold",
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
        (live) => Object.assign(live.metricThreshold ?? {}, { mode: "PEAK" }),
        { metricThreshold: { ...METRIC, mode: "PEAK" } },
      ],
      ["a deleted threshold", (live) => delete live.metricThreshold, { metricThreshold: undefined }],
      [
        "a declared delay",
        (live) => Object.assign(live.notifications[0] ?? {}, { delayMin: 10 }),
        { notifications: withFields(0, { delayMin: 10 }) },
      ],
      [
        "an interval that the program leaves out",
        (live) => Object.assign(live.notifications[0] ?? {}, { intervalMin: 60 }),
        { notifications: withFields(0, { intervalMin: 60 }) },
      ],
      [
        "an address",
        (live) => Object.assign(live.notifications[0] ?? {}, { channelName: "#dev" }),
        { notifications: withFields(0, { channelName: "#dev" }) },
      ],
      [
        "a flag",
        (live) => Object.assign(live.notifications[3] ?? {}, { smsEnabled: true }),
        { notifications: withFields(3, { smsEnabled: true }) },
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
        "a deleted notification",
        (live) => live.notifications.splice(1, 1),
        { notifications: without(open(PROGRAM), 1) },
      ],
      [
        "the deletion of the first notification",
        (live) => live.notifications.shift(),
        { notifications: without(open(PROGRAM), 0) },
      ],
      [
        "an added notification",
        (live) => live.notifications.unshift({ typeName: "EMAIL", emailAddress: "x@y.z", id: "n" }),
        { notifications: [...open(PROGRAM), { typeName: "EMAIL", emailAddress: "x@y.z" }] },
      ],
      [
        "a replaced notification",
        (live) => live.notifications.splice(1, 1, { typeName: "SMS", mobileNumber: "5" }),
        { notifications: [...without(open(PROGRAM), 1), { typeName: "SMS", mobileNumber: "5" }] },
      ],
      [
        "all notifications but one",
        (live) => live.notifications.splice(1),
        { notifications: [open(PROGRAM)[0]] },
      ],
    ];
    for (const [what, change, drift] of changes) {
      it(what, async () =>
        assert.deepEqual(await refreshAfter(PROGRAM, change), { drift, changedSecrets: [], same: false }),
      );
    }

    it("the right one of two alike", async () => {
      const program = simple({ ...SLACK, channelName: "#a" }, { ...SLACK, channelName: "#b" });
      const { drift } = await refreshAfter(program, ({ notifications }) => {
        reverse(notifications);
        Object.assign(notifications[0] ?? {}, { delayMin: 9 });
      });
      assert.deepEqual(drift["notifications"], [open(program)[0], { ...open(program)[1], delayMin: 9 }]);
    });

    it("fields that the program leaves out", async () => {
      const { drift } = await refreshAfter(simple(GROUP), (live) =>
        Object.assign(live, { enabled: true, matchers: [HOST_MATCHER] }),
      );
      assert.deepEqual(drift, { enabled: true, matchers: [HOST_MATCHER] });
    });

    it("the threshold of an event about members", async () => {
      const threshold = { operator: "LESS_THAN", threshold: 2 };
      const program = { ...simple(GROUP), eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold };
      const units = await refreshAfter(program, (live) =>
        Object.assign(live.threshold ?? {}, { units: "RAW" }),
      );
      assert.deepEqual(units, NO_DRIFT);
      const { drift } = await refreshAfter(program, (live) =>
        Object.assign(live.threshold ?? {}, { threshold: 3 }),
      );
      assert.deepEqual(drift, { threshold: { ...threshold, threshold: 3 } });
    });
  });

  describe("lists secrets by path, never by value:", () => {
    const secrets: [what: string, change: (live: Live) => void, named: string[]][] = [
      [
        "changed and masked",
        ({ notifications }) => Object.assign(notifications[0] ?? {}, { apiToken: "************9999" }),
        ["notifications[0].apiToken (SLACK)"],
      ],
      [
        "changed and in clear text",
        ({ notifications }) => Object.assign(notifications[1] ?? {}, { serviceKey: "another" }),
        ["notifications[1].serviceKey (PAGER_DUTY)"],
      ],
      [
        "removed",
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
      it(what, async () =>
        assert.deepEqual(await refreshAfter(PROGRAM, change), {
          drift: {},
          changedSecrets: named,
          same: false,
        }),
      );
    }

    it("the right one after a change of order", async () => {
      const program = simple(
        { ...SLACK, channelName: "#a", apiToken: "first-1111" },
        { ...SLACK, channelName: "#b", apiToken: "second-2222" },
      );
      const reversed = await refreshAfter(program, ({ notifications }) => reverse(notifications));
      assert.deepEqual(reversed.changedSecrets, []);
      const { changedSecrets } = await refreshAfter(program, ({ notifications }) => {
        reverse(notifications);
        Object.assign(notifications[0] ?? {}, { apiToken: "****9999" });
      });
      assert.deepEqual(changedSecrets, ["notifications[1].apiToken (SLACK)"]);
    });

    it("the right one of two that differ in their secrets only, by the visible part of the masks", async () => {
      const program = simple({ ...PAGER, serviceKey: "first-1111" }, { ...PAGER, serviceKey: "second-2222" });
      assert.deepEqual(await refreshAfter(program, ({ notifications }) => reverse(notifications)), NO_DRIFT);
    });

    it("the right one of two of which one has a secret more, where masks hide everything else", async () => {
      const { webhookSecret: _, ...without } = HOOK;
      const program = simple({ ...HOOK, webhookUrl: "https://hooks.example.com/T0/other" }, without);
      const swap = ({ notifications }: Live): void => reverse(notifications);
      assert.deepEqual(await refreshAfter(program, swap), NO_DRIFT);
      assert.deepEqual(await refreshAfter(program, swap, "new", { created: swap }), NO_DRIFT);
    });
  });

  describe("when it is unclear which secret belongs to a notification,", () => {
    const first = { ...HOOK, webhookUrl: "https://first.example.com/x", delayMin: 0 };
    const second = { ...HOOK, webhookUrl: "https://second.example.com/y", delayMin: 5 };
    const program = simple(first, second, SLACK);
    const [openFirst, openSecond, openSlack] = open(program);

    it("shows a notification that was deleted", async () => {
      const { drift } = await refreshAfter(program, ({ notifications }) => notifications.shift());
      assert.deepEqual(drift, { notifications: [openSecond, openSlack] });
    });

    it("shows a notification that was added", async () => {
      const { drift } = await refreshAfter(program, ({ notifications }) =>
        notifications.push({ typeName: "WEBHOOK", webhookUrl: "https://third.example.com/****" }),
      );
      assert.deepEqual(drift, { notifications: [openFirst, openSecond, openSlack, { typeName: "WEBHOOK" }] });
    });

    it("shows a notification that got the address of another", async () => {
      const other = { ...SLACK, channelName: "#dev", apiToken: "xoxb-secret-9999" };
      const two = simple(SLACK, other);
      const { drift } = await refreshAfter(two, ({ notifications }) =>
        Object.assign(notifications[1] ?? {}, { channelName: "#ops" }),
      );
      assert.deepEqual(drift, { notifications: [openSlack, openSlack] });
    });
  });
});

describe("refresh", () => {
  it("gives each notification that is still there its own secrets", () => {
    const args = argsOf(
      simple(SLACK, { ...HOOK, delayMin: 0 }, { ...HOOK, webhookSecret: "other", delayMin: 5 }),
    );
    const live = responseOf(args, "off");
    const { args: found } = refresh(args, baselineOf(args, live), {
      ...live,
      notifications: live.notifications.slice(1).toReversed(),
    });
    assert.deepEqual(found.notifications, args.notifications.slice(1));
  });

  it("finds a notification by its address, whatever the fields are that its type does not use", () => {
    const chat = { typeName: "HIP_CHAT", roomName: "a", delayMin: 5 };
    const other = { typeName: "HIP_CHAT", roomName: "b", delayMin: 10, notificationToken: "secret-1111" };
    const args = argsOf(simple(chat, other));
    const live = responseOf(args);
    const [first, second] = live.notifications;
    const changed = [
      { ...first, typeName: "HIP_CHAT", roomName: "c" },
      { ...second, typeName: "HIP_CHAT", roomName: "a", channelName: "#stray" },
    ];
    const { args: found } = refresh(args, baselineOf(args, live), { ...live, notifications: changed });
    assert.deepEqual(
      found.notifications.map(({ roomName, notificationToken }) => [roomName, notificationToken]),
      [
        ["a", undefined],
        ["c", "secret-1111"],
      ],
    );
  });

  it("gives a notification that was added no secret, since it may be masked", () => {
    const args = argsOf(simple(SLACK));
    const live = responseOf(args);
    const { args: found } = refresh(args, baselineOf(args, live), responseOf(simple(SLACK, HOOK), "off"));
    assert.deepEqual(found.notifications, [SLACK, { typeName: "WEBHOOK", delayMin: 0, intervalMin: 15 }]);
  });
});

describe("compareDeclared", () => {
  const isFulfilled = (live: Live): boolean => compareDeclared(argsOf(PROGRAM), live).same;

  it("accepts a live alert configuration that is as declared, whatever it has besides", () => {
    for (const redact of REDACTIONS) assert.ok(isFulfilled(responseOf(PROGRAM, redact)));
    const notifications = PROGRAM.notifications.map((each) => ({ intervalMin: 60, ...each }));
    assert.ok(isFulfilled(responseOf({ ...PROGRAM, notifications })));
  });

  const others: [what: string, change: Partial<AlertConfigBody>][] = [
    ["another event", { eventTypeName: "NO_PRIMARY" }],
    ["enabled: false", { enabled: false }],
    ["another threshold", { metricThreshold: { ...METRIC, threshold: 3 } }],
    ["another matcher", { matchers: [HOST_MATCHER] }],
    ["a missing notification", { notifications: [SLACK, PAGER, HOOK] }],
    ["another notification", { notifications: [...PROGRAM.notifications, EMAIL] }],
    ["another delay", { notifications: [{ ...SLACK, delayMin: 5 }, PAGER, HOOK, GROUP] }],
    ["another secret", { notifications: [{ ...SLACK, apiToken: "xoxb-secret-9999" }, PAGER, HOOK, GROUP] }],
  ];
  for (const [what, change] of others) {
    it(`does not accept one with ${what}`, () =>
      assert.ok(!isFulfilled(responseOf({ ...PROGRAM, ...change }))));
  }
});

describe("argsOfLive", () => {
  it("leaves out secrets, ids and timestamps", () =>
    assert.deepEqual(argsOfLive("p", responseOf({ ...PROGRAM, notifications: [SLACK, GROUP] })), {
      projectId: "p",
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
