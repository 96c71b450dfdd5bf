import assert from "node:assert/strict";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import type { AlertConfigBody } from "../../../../src/fields/alert-config";
import type { PlainObject } from "../../../../src/json";
import { alertConfig } from "../../../../src/resources/alert-config/definition";
import { baselineOf, declaresFurtherSecrets, refresh } from "../../../../src/resources/alert-config/drift";
import { openPart } from "../../../../src/secrets/notifications";
import { throughJson } from "../../../support/through-json";
import { surroundings } from "../../dynamic/surroundings";
import { connectionTo } from "../connection";
import { driftOf, refreshed } from "../refreshing";
import type { Live } from "./alerts";
import { argsOf, GROUP, HOOK, HOST_MATCHER, inputsOf, METRIC, PAGER, PORT_MATCHER } from "./alerts";
import { PROGRAM, REDACTIONS, responseOf, reverse, simple, SLACK } from "./alerts";

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
  prepare?: Change,
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

const open = (program: AlertConfigBody): PlainObject[] =>
  program.notifications.map((each) => ({ ...openPart(each) }));

describe("a refresh", () => {
  describe("reports no drift for", () => {
    const harmless: [what: string, change: Change, created?: Change][] = [
      ["the order of notifications", reversed],
      ["the default of a field that the service did not return before", inMetric({ mode: "AVERAGE" })],
      ["null for a field that had a default", inMetric({ mode: null }), inMetric({ mode: "AVERAGE" })],
      ["unknown fields", change({ severity: "HIGH", typeName: "HOST_METRIC" })],
      ["unknown fields of a notification", inNotification(0, { integrationId: "i" })],
      ["the other spelling of a role", inNotification(3, { role: "GROUP_OWNER", roles: undefined })],
    ];
    for (const redact of REDACTIONS)
      for (const [what, made, created] of harmless)
        it(`${what} (secrets ${redact})`, async () => noDrift(PROGRAM, made, redact, created));
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
    const ofMetric = { metricName: "MEMORY_VIRTUAL", operator: "LESS_THAN", mode: "PEAK" };
    const inMetrics = Object.entries({ threshold: 3, units: "MEGABYTES", ...ofMetric }).map(
      ([name, value]): [string, Change, PlainObject] => [
        `the threshold's ${name}`,
        inMetric({ [name]: value }),
        { metricThreshold: { ...METRIC, [name]: value } },
      ],
    );
    const matchers = [{ ...HOST_MATCHER, value: "b" }, PORT_MATCHER];
    const { role: _, ...unnamed } = GROUP;
    const sms = { typeName: "SMS", mobileNumber: "5" };
    const added = { enabled: true, matchers: [HOST_MATCHER] };
    const threshold = { operator: "LESS_THAN", threshold: 2 };
    const members = { ...simple(GROUP), eventTypeName: "TOO_FEW_HEALTHY_MEMBERS", threshold };
    const other = { threshold: { ...threshold, threshold: 3 } };
    const changes: [what: string, change: Change, drift: PlainObject, program?: AlertConfigBody][] = [
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
      ["fields that the program leaves out", change(added), added, simple(GROUP)],
      ["the threshold of an event about members", change(other), other, members],
    ];
    for (const [what, made, drift, program = PROGRAM] of changes) {
      const outcome = { drift, changedSecrets: [], same: false };
      it(what, async () => assert.deepEqual(await refreshAfter(program, made), outcome));
    }
  });

  describe("lists secrets by path, never by value:", () => {
    const hook = (fields: object): Change => inNotification(2, fields);
    const alike = simple(
      { ...SLACK, channelName: "#a" },
      { ...SLACK, channelName: "#b", apiToken: "b-2222" },
    );
    const reversedAndChanged = inList((all) => {
      reverse(all);
      Object.assign(all[0] ?? {}, { apiToken: "****9999" });
    });
    const secrets: [what: string, change: Change, path: string, program?: AlertConfigBody][] = [
      ["changed and masked", inNotification(0, { apiToken: "************9999" }), "[0].apiToken (SLACK)"],
      ["changed and in clear", inNotification(1, { serviceKey: "another" }), "[1].serviceKey (PAGER_DUTY)"],
      ["removed", inList((all) => delete all[2]?.webhookSecret), "[2].webhookSecret (WEBHOOK)"],
      ["another host of a webhook", hook({ webhookUrl: "https://x/****" }), "[2].webhookUrl (WEBHOOK)"],
      ["added", hook({ webhookBodyTemplate: "{}" }), "[2].webhookBodyTemplate (WEBHOOK)"],
      ["the right one of two in another order", reversedAndChanged, "[1].apiToken (SLACK)", alike],
    ];
    for (const [what, made, path, program = PROGRAM] of secrets) {
      it(what, async () => {
        const changedSecrets = [`notifications${path}`];
        assert.deepEqual(await refreshAfter(program, made), { drift: {}, changedSecrets, same: false });
      });
    }

    it("the right one of two that differ in their secrets only, by the visible part of the masks", async () => {
      const program = simple({ ...PAGER, serviceKey: "first-1111" }, { ...PAGER, serviceKey: "second-2222" });
      await noDrift(program, reversed);
    });

    it("the right one of two of which one has a secret more, where masks hide everything else", async () => {
      const { webhookSecret: _, ...without } = HOOK;
      const program = simple({ ...HOOK, webhookUrl: "https://hooks.example.com/T0/other" }, without);
      await noDrift(program, reversed);
      await noDrift(program, reversed, "new", reversed);
    });
  });

  describe("when it is unclear which secret belongs to a notification,", () => {
    const first = { ...HOOK, webhookUrl: "https://first.example.com/x", delayMin: 0 };
    const second = { ...HOOK, webhookUrl: "https://second.example.com/y", delayMin: 5 };
    const program = simple(first, second, SLACK);
    const [openFirst, openSecond, openSlack] = open(program);

    const third = { typeName: "WEBHOOK", webhookUrl: "https://third.example.com/****" };
    const two = simple(SLACK, { ...SLACK, channelName: "#dev", apiToken: "xoxb-secret-9999" });
    const added = inList((all) => all.push(third));
    const cases: [what: string, declared: AlertConfigBody, change: Change, notifications: unknown[]][] = [
      ["was deleted", program, withoutFirst, [openSecond, openSlack]],
      ["was added", program, added, [openFirst, openSecond, openSlack, { typeName: "WEBHOOK" }]],
      ["got the address of another", two, inNotification(1, { channelName: "#ops" }), [openSlack, openSlack]],
    ];
    for (const [what, declared, made, notifications] of cases)
      it(`shows a notification that ${what}`, async () =>
        assert.deepEqual((await refreshAfter(declared, made)).drift, { notifications }));
  });
});

describe("refresh", () => {
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
});

describe("a secret that the service lacks", () => {
  const { webhookSecret: _, ...withoutSecret } = HOOK;
  const cases: [what: string, declared: object, live: object, isLacking: boolean][] = [
    ["is one that its type does not require", HOOK, withoutSecret, true],
    ["is none that the service has, masked", HOOK, { ...HOOK, webhookSecret: "****" }, false],
    ["is none that nobody declares", withoutSecret, withoutSecret, false],
    [
      "is none that its type requires, and that some versions never return",
      PAGER,
      { typeName: "PAGER_DUTY" },
      false,
    ],
  ];
  for (const [what, declared, live, isLacking] of cases)
    it(what, () => {
      const body = simple(declared as AlertConfigBody["notifications"][number]);
      const found = { ...responseOf(body), notifications: [live as Live["notifications"][number]] };
      assert.equal(declaresFurtherSecrets(argsOf(body), found), isLacking);
    });
});
