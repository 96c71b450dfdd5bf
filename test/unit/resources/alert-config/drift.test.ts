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
  change: Change,
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

type Change = (live: Live) => void;
const change =
  (fields: object): Change =>
  (live) =>
    void Object.assign(live, fields);
const inMetric =
  (fields: object): Change =>
  (live) =>
    void Object.assign(live.metricThreshold ?? {}, fields);
const inThreshold =
  (fields: object): Change =>
  (live) =>
    void Object.assign(live.threshold ?? {}, fields);
const inNotification =
  (index: number, fields: object): Change =>
  ({ notifications }) =>
    void Object.assign(notifications[index] ?? {}, fields);

const open = (program: AlertConfigBody): PlainObject[] =>
  program.notifications.map((each) => ({ ...openPart(each) }));

describe("a refresh", () => {
  describe("reports no drift for", () => {
    const harmless: [what: string, change: Change][] = [
      ["nothing", () => undefined],
      ["timestamps and links", change({ updated: "2027-01-01T00:00:00Z", links: [{ rel: "x", href: "y" }] })],
      [
        "ids of notifications",
        (live) => live.notifications.forEach((each) => Object.assign(each, { id: "other" })),
      ],
      ["the order of notifications", (live) => reverse(live.notifications)],
      ["the order of matchers", (live) => reverse(live.matchers)],
      [
        "the order of keys",
        (live) => (live.metricThreshold = Object.fromEntries(Object.entries(METRIC).toReversed()) as never),
      ],
      ["the default of a field that the service did not return before", inMetric({ mode: "AVERAGE" })],
      ["unknown fields", change({ severity: "HIGH", typeName: "HOST_METRIC" })],
      ["unknown fields of a notification", inNotification(0, { integrationId: "i" })],
      [
        "another unit for the same quantity",
        change({ metricThreshold: { ...METRIC, threshold: 2048, units: "MEGABYTES" } }),
      ],
      ["the other spelling of a role", inNotification(3, { role: "GROUP_OWNER", roles: undefined })],
    ];
    for (const redact of ["new", "old", "off"] as const) {
      for (const [what, made] of harmless) {
        it(`${what} (secrets ${redact})`, async () =>
          assert.deepEqual(await refreshAfter(PROGRAM, made, redact), NO_DRIFT));
      }
    }

    it("a default for a field that the program leaves out", async () =>
      assert.deepEqual(await refreshAfter(simple(GROUP), () => undefined), NO_DRIFT));

    it("null for a field that the program leaves out, and that had a default", async () => {
      const created = inMetric({ mode: "AVERAGE" });
      assert.deepEqual(await refreshAfter(PROGRAM, inMetric({ mode: null }), "new", { created }), NO_DRIFT);
    });

    it("defaults that the service returns only on a read", async () => {
      const { units: _, ...metricThreshold } = METRIC;
      const program = { ...simple(EMAIL), eventTypeName: "OUTSIDE_METRIC_THRESHOLD", metricThreshold };
      const created: Change = (live) => {
        for (const field of ["enabled", "matchers"] as const) delete live[field];
        for (const field of ["delayMin", "intervalMin"] as const) delete live.notifications[0]?.[field];
      };
      const read = (live: Live): void => {
        Object.assign(live, { enabled: false, matchers: [] });
        inMetric({ units: "RAW" })(live);
        inNotification(0, { delayMin: 0 })(live);
      };
      assert.deepEqual(await refreshAfter(program, read, "new", { created }), NO_DRIFT);
    });

    for (const apiToken of ["****1234", "******************************1234", "****"])
      it(`another mask of the same secret, ${apiToken}`, async () =>
        assert.deepEqual(await refreshAfter(PROGRAM, inNotification(0, { apiToken })), NO_DRIFT));

    it("the default webhook of the project", async () => {
      const webhookUrl = "https://default.example.com/x";
      const outcome = await refreshAfter(simple({ typeName: "WEBHOOK" }), () => undefined, "new", {
        created: inNotification(0, { webhookUrl }),
      });
      assert.deepEqual(outcome, NO_DRIFT);
    });
  });

  describe("shows", () => {
    const [slack, pager, hook, group] = open(PROGRAM);
    const only = (...notifications: unknown[]): PlainObject => ({ notifications });
    const inMetrics = [
      { threshold: 3 },
      { units: "MEGABYTES" },
      { metricName: "MEMORY_VIRTUAL" },
      { operator: "LESS_THAN" },
      { mode: "PEAK" },
    ].map((fields): [string, Change, PlainObject] => [
      `the threshold's ${Object.keys(fields).join()}`,
      inMetric(fields),
      { metricThreshold: { ...METRIC, ...fields } },
    ]);
    const { role: _, ...unnamed } = GROUP;
    const sms = { typeName: "SMS", mobileNumber: "5" };
    const changes: [what: string, change: Change, drift: PlainObject][] = [
      ["the event", change({ eventTypeName: "X" }), { eventTypeName: "X" }],
      ["enabled: false", change({ enabled: false }), { enabled: false }],
      [
        "a matcher",
        change({ matchers: [{ ...HOST_MATCHER, value: "b" }, PORT_MATCHER] }),
        { matchers: [{ ...HOST_MATCHER, value: "b" }, PORT_MATCHER] },
      ],
      ["a deleted matcher", (live) => live.matchers?.pop(), { matchers: [HOST_MATCHER] }],
      ["no matchers", (live) => delete live.matchers, { matchers: [] }],
      ...inMetrics,
      ["a deleted threshold", (live) => delete live.metricThreshold, { metricThreshold: undefined }],
      [
        "a declared delay",
        inNotification(0, { delayMin: 10 }),
        only({ ...slack, delayMin: 10 }, pager, hook, group),
      ],
      [
        "an interval that the program leaves out",
        inNotification(0, { intervalMin: 60 }),
        only({ ...slack, intervalMin: 60 }, pager, hook, group),
      ],
      [
        "an address",
        inNotification(0, { channelName: "#dev" }),
        only({ ...slack, channelName: "#dev" }, pager, hook, group),
      ],
      [
        "a flag",
        inNotification(3, { smsEnabled: true }),
        only(slack, pager, hook, { ...group, smsEnabled: true }),
      ],
      ["roles", inNotification(3, { roles: ["A"] }), only(slack, pager, hook, { ...unnamed, roles: ["A"] })],
      ["a deleted notification", (live) => live.notifications.splice(1, 1), only(slack, hook, group)],
      ["the deletion of the first", (live) => live.notifications.shift(), only(pager, hook, group)],
      [
        "an added notification",
        (live) => live.notifications.unshift({ ...sms, id: "n" }),
        only(slack, pager, hook, group, sms),
      ],
      [
        "a replaced notification",
        (live) => live.notifications.splice(1, 1, sms),
        only(slack, hook, group, sms),
      ],
      ["all notifications but one", (live) => live.notifications.splice(1), only(slack)],
    ];
    for (const [what, made, drift] of changes) {
      it(what, async () =>
        assert.deepEqual(await refreshAfter(PROGRAM, made), { drift, changedSecrets: [], same: false }),
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
      const { drift } = await refreshAfter(
        simple(GROUP),
        change({ enabled: true, matchers: [HOST_MATCHER] }),
      );
      assert.deepEqual(drift, { enabled: true, matchers: [HOST_MATCHER] });
    });

    it("the threshold of an event about members", async () => {
      const threshold = { operator: "LESS_THAN", threshold: 2 };
      const program = { ...simple(GROUP), eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold };
      const units = await refreshAfter(program, inThreshold({ units: "RAW" }));
      assert.deepEqual(units, NO_DRIFT);
      const { drift } = await refreshAfter(program, inThreshold({ threshold: 3 }));
      assert.deepEqual(drift, { threshold: { ...threshold, threshold: 3 } });
    });
  });

  describe("lists secrets by path, never by value:", () => {
    const secrets: [what: string, change: Change, path: string][] = [
      [
        "changed and masked",
        inNotification(0, { apiToken: "************9999" }),
        "notifications[0].apiToken (SLACK)",
      ],
      [
        "changed and in clear text",
        inNotification(1, { serviceKey: "another" }),
        "notifications[1].serviceKey (PAGER_DUTY)",
      ],
      [
        "removed",
        ({ notifications }) => delete notifications[2]?.webhookSecret,
        "notifications[2].webhookSecret (WEBHOOK)",
      ],
      [
        "another host of a webhook",
        inNotification(2, { webhookUrl: "https://x.example.com/****" }),
        "notifications[2].webhookUrl (WEBHOOK)",
      ],
      [
        "added",
        inNotification(2, { webhookBodyTemplate: "{}" }),
        "notifications[2].webhookBodyTemplate (WEBHOOK)",
      ],
    ];
    for (const [what, made, path] of secrets) {
      it(what, async () =>
        assert.deepEqual(await refreshAfter(PROGRAM, made), {
          drift: {},
          changedSecrets: [path],
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
      const { drift } = await refreshAfter(two, inNotification(1, { channelName: "#ops" }));
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
