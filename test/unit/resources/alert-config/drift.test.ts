import assert from "node:assert/strict";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import type { PlainObject } from "../../../../src/json";
import { alertConfig } from "../../../../src/resources/alert-config/definition";
import { baselineOf, refresh } from "../../../../src/resources/alert-config/drift";
import { openPart } from "../../../../src/secrets/notifications";
import { throughJson } from "../../../support/through-json";
import { surroundings } from "../../dynamic/surroundings";
import { connectionTo } from "../connection";
import { driftOf, refreshed } from "../refreshing";
import type { Live, REDACTIONS } from "./alerts";
import { argsOf, EMAIL, GROUP, HOOK, HOST_MATCHER, inputsOf, METRIC, PAGER, PORT_MATCHER } from "./alerts";
import { PROGRAM, responseOf, reverse, simple, SLACK } from "./alerts";

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
  const provider = () => dynamicProvider(alertConfig, () => connectionTo(() => live), surroundings());
  const { id, outs } = await provider().create(inputs);

  live = structuredClone(created);
  change(live);
  const { props: found, inputs: fresh } = await refreshed(provider, id, outs);
  const changedSecrets = found["changedSecrets"];
  assert.deepEqual(found["notificationSecrets"], inputs["notificationSecrets"]);

  const { changes } = await provider().diff(id, found, inputs);
  assert.equal(changes === false, fresh === undefined);

  // Undone, it is as declared again.
  live = created;
  const { inputs: undone = inputs, props: after } = await provider().read(id, throughJson(found));
  assert.deepEqual(driftOf(undone, inputs), {});
  assert.deepEqual(after?.["changedSecrets"], []);
  return { drift: driftOf(fresh ?? inputs, inputs), changedSecrets, same: changes === false };
}

async function noDrift(...args: Parameters<typeof refreshAfter>): Promise<void> {
  assert.deepEqual(await refreshAfter(...args), NO_DRIFT);
}

const NO_DRIFT: Outcome = { drift: {}, changedSecrets: [], same: true };

type Change = (live: Live) => void;
const change = (fields: object) => (live: Live) => void Object.assign(live, fields);
const inMetric = (fields: object) => (live: Live) => void Object.assign(live.metricThreshold ?? {}, fields);
const inThreshold = (fields: object) => (live: Live) => void Object.assign(live.threshold ?? {}, fields);
const inNotification =
  (index: number, fields: object) =>
  ({ notifications }: Live) =>
    void Object.assign(notifications[index] ?? {}, fields);
/** Changes the list of notifications. */
const inList =
  (made: (notifications: Live["notifications"]) => unknown) =>
  ({ notifications }: Live) =>
    void made(notifications);
const reversed = inList(reverse);
const withoutFirst = inList((all) => all.shift());
const REVERSED = Object.fromEntries(Object.entries(METRIC).toReversed());

const open = (program: AlertConfigBody): PlainObject[] =>
  program.notifications.map((each) => ({ ...openPart(each) }));

describe("a refresh", () => {
  describe("reports no drift for", () => {
    const harmless: [what: string, change: Change][] = [
      ["nothing", () => undefined],
      ["timestamps and links", change({ updated: "2027-01-01T00:00:00Z", links: [{ rel: "x", href: "y" }] })],
      ["ids of notifications", inList((all) => all.forEach((each) => Object.assign(each, { id: "other" })))],
      ["the order of notifications", reversed],
      ["the order of matchers", (live) => reverse(live.matchers)],
      ["the order of keys", change({ metricThreshold: REVERSED })],
      ["the default of a field that the service did not return before", inMetric({ mode: "AVERAGE" })],
      ["unknown fields", change({ severity: "HIGH", typeName: "HOST_METRIC" })],
      ["unknown fields of a notification", inNotification(0, { integrationId: "i" })],
      ["another unit for the same quantity", inMetric({ threshold: 2048, units: "MEGABYTES" })],
      ["the other spelling of a role", inNotification(3, { role: "GROUP_OWNER", roles: undefined })],
    ];
    for (const redact of ["new", "old", "off"] as const) {
      for (const [what, made] of harmless) {
        it(`${what} (secrets ${redact})`, async () => noDrift(PROGRAM, made, redact));
      }
    }

    it("a default for a field that the program leaves out", async () =>
      noDrift(simple(GROUP), () => undefined));

    it("null for a field that the program leaves out, and that had a default", async () =>
      noDrift(PROGRAM, inMetric({ mode: null }), "new", { created: inMetric({ mode: "AVERAGE" }) }));

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
      await noDrift(program, read, "new", { created });
    });

    for (const apiToken of ["****1234", "******************************1234", "****"])
      it(`another mask of the same secret, ${apiToken}`, async () =>
        noDrift(PROGRAM, inNotification(0, { apiToken })));

    it("the default webhook of the project", async () => {
      const created = inNotification(0, { webhookUrl: "https://default.example.com/x" });
      await noDrift(simple({ typeName: "WEBHOOK" }), () => undefined, "new", { created });
    });
  });

  describe("shows", () => {
    const [slack, pager, hook, group] = open(PROGRAM);
    const only = (...notifications: unknown[]): PlainObject => ({ notifications });
    /** Fields of the first notification, and of the last. */
    const first = (fields: object): [Change, PlainObject] => [
      inNotification(0, fields),
      only({ ...slack, ...fields }, pager, hook, group),
    ];
    const last = (fields: object): [Change, PlainObject] => [
      inNotification(3, fields),
      only(slack, pager, hook, { ...group, ...fields }),
    ];
    const inMetrics = Object.entries({
      threshold: 3,
      units: "MEGABYTES",
      metricName: "MEMORY_VIRTUAL",
      operator: "LESS_THAN",
      mode: "PEAK",
    }).map(([name, value]): [string, Change, PlainObject] => [
      `the threshold's ${name}`,
      inMetric({ [name]: value }),
      { metricThreshold: { ...METRIC, [name]: value } },
    ]);
    const matchers = [{ ...HOST_MATCHER, value: "b" }, PORT_MATCHER];
    const { role: _, ...unnamed } = GROUP;
    const sms = { typeName: "SMS", mobileNumber: "5" };
    const changes: [what: string, change: Change, drift: PlainObject][] = [
      ["the event", change({ eventTypeName: "X" }), { eventTypeName: "X" }],
      ["enabled: false", change({ enabled: false }), { enabled: false }],
      ["a matcher", change({ matchers }), { matchers }],
      ["a deleted matcher", (live) => live.matchers?.pop(), { matchers: [HOST_MATCHER] }],
      ["no matchers", (live) => delete live.matchers, { matchers: [] }],
      ...inMetrics,
      ["a deleted threshold", (live) => delete live.metricThreshold, { metricThreshold: undefined }],
      ["a declared delay", ...first({ delayMin: 10 })],
      ["an interval that the program leaves out", ...first({ intervalMin: 60 })],
      ["an address", ...first({ channelName: "#dev" })],
      ["a flag", ...last({ smsEnabled: true })],
      ["roles", inNotification(3, { roles: ["A"] }), only(slack, pager, hook, { ...unnamed, roles: ["A"] })],
      ["a deleted notification", inList((all) => all.splice(1, 1)), only(slack, hook, group)],
      ["the deletion of the first", withoutFirst, only(pager, hook, group)],
      ["an addition", inList((all) => all.unshift({ ...sms, id: "n" })), only(...open(PROGRAM), sms)],
      ["a replaced notification", inList((all) => all.splice(1, 1, sms)), only(slack, hook, group, sms)],
      ["all notifications but one", inList((all) => all.splice(1)), only(slack)],
    ];
    for (const [what, made, drift] of changes) {
      const outcome = { drift, changedSecrets: [], same: false };
      it(what, async () => assert.deepEqual(await refreshAfter(PROGRAM, made), outcome));
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
      const fields = { enabled: true, matchers: [HOST_MATCHER] };
      assert.deepEqual((await refreshAfter(simple(GROUP), change(fields))).drift, fields);
    });

    it("the threshold of an event about members", async () => {
      const threshold = { operator: "LESS_THAN", threshold: 2 };
      const program = { ...simple(GROUP), eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold };
      await noDrift(program, inThreshold({ units: "RAW" }));
      const { drift } = await refreshAfter(program, inThreshold({ threshold: 3 }));
      assert.deepEqual(drift, { threshold: { ...threshold, threshold: 3 } });
    });
  });

  describe("lists secrets by path, never by value:", () => {
    const hook = (fields: object): Change => inNotification(2, fields);
    const secrets: [what: string, change: Change, path: string][] = [
      ["changed and masked", inNotification(0, { apiToken: "************9999" }), "[0].apiToken (SLACK)"],
      ["changed and in clear", inNotification(1, { serviceKey: "another" }), "[1].serviceKey (PAGER_DUTY)"],
      ["removed", inList((all) => delete all[2]?.webhookSecret), "[2].webhookSecret (WEBHOOK)"],
      ["another host of a webhook", hook({ webhookUrl: "https://x/****" }), "[2].webhookUrl (WEBHOOK)"],
      ["added", hook({ webhookBodyTemplate: "{}" }), "[2].webhookBodyTemplate (WEBHOOK)"],
    ];
    for (const [what, made, path] of secrets) {
      it(what, async () => {
        const changedSecrets = [`notifications${path}`];
        assert.deepEqual(await refreshAfter(PROGRAM, made), { drift: {}, changedSecrets, same: false });
      });
    }

    it("the right one after a change of order", async () => {
      const program = simple(
        { ...SLACK, channelName: "#a", apiToken: "first-1111" },
        { ...SLACK, channelName: "#b", apiToken: "second-2222" },
      );
      assert.deepEqual((await refreshAfter(program, reversed)).changedSecrets, []);
      const { changedSecrets } = await refreshAfter(program, ({ notifications }) => {
        reverse(notifications);
        Object.assign(notifications[0] ?? {}, { apiToken: "****9999" });
      });
      assert.deepEqual(changedSecrets, ["notifications[1].apiToken (SLACK)"]);
    });

    it("the right one of two that differ in their secrets only, by the visible part of the masks", async () => {
      const program = simple({ ...PAGER, serviceKey: "first-1111" }, { ...PAGER, serviceKey: "second-2222" });
      await noDrift(program, reversed);
    });

    it("the right one of two of which one has a secret more, where masks hide everything else", async () => {
      const { webhookSecret: _, ...without } = HOOK;
      const program = simple({ ...HOOK, webhookUrl: "https://hooks.example.com/T0/other" }, without);
      await noDrift(program, reversed);
      await noDrift(program, reversed, "new", { created: reversed });
    });
  });

  describe("when it is unclear which secret belongs to a notification,", () => {
    const first = { ...HOOK, webhookUrl: "https://first.example.com/x", delayMin: 0 };
    const second = { ...HOOK, webhookUrl: "https://second.example.com/y", delayMin: 5 };
    const program = simple(first, second, SLACK);
    const [openFirst, openSecond, openSlack] = open(program);

    it("shows a notification that was deleted", async () => {
      const { drift } = await refreshAfter(program, withoutFirst);
      assert.deepEqual(drift, { notifications: [openSecond, openSlack] });
    });

    it("shows a notification that was added", async () => {
      const third = { typeName: "WEBHOOK", webhookUrl: "https://third.example.com/****" };
      const added = inList((all) => all.push(third));
      const { drift } = await refreshAfter(program, added);
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
    const hooks = [
      { ...HOOK, delayMin: 0 },
      { ...HOOK, webhookSecret: "other", delayMin: 5 },
    ];
    const args = argsOf(simple(SLACK, ...hooks));
    const live = responseOf(args, "off");
    const notifications = live.notifications.slice(1).toReversed();
    const { args: found } = refresh(args, baselineOf(args, live), { ...live, notifications });
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
    const rooms = found.notifications.map(({ roomName, notificationToken: secret }) => [roomName, secret]);
    assert.equal(rooms.join("; "), "a,; c,secret-1111");
  });

  it("gives a notification that was added no secret, since it may be masked", () => {
    const args = argsOf(simple(SLACK));
    const live = responseOf(args);
    const { args: found } = refresh(args, baselineOf(args, live), responseOf(simple(SLACK, HOOK), "off"));
    assert.deepEqual(found.notifications, [SLACK, { typeName: "WEBHOOK", delayMin: 0, intervalMin: 15 }]);
  });
});
