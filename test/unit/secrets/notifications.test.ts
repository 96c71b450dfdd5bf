import assert from "node:assert/strict";
import * as fc from "fast-check";
import { UNKNOWN } from "../../../src/unknowns";
import type { AlertNotification, OpenNotification } from "../../../src/fields/notification";
import { canonicalJson, withoutUndefined } from "../../../src/json";
import type { SecretsByKey } from "../../../src/secrets/notifications";
import {
  differingSecrets,
  hasForeignSecrets,
  joinSecrets,
  openPart,
  secretPart,
  secretsAmong,
  splitSecrets,
} from "../../../src/secrets/notifications";
import { runs } from "../../support/runs";

type Rest = Partial<AlertNotification>;
const slack = (channelName: string, apiToken?: string, rest: Rest = {}): AlertNotification =>
  withoutUndefined({ typeName: "SLACK", channelName, apiToken, ...rest });
const webhook = (webhookUrl?: string, rest: Rest = {}): AlertNotification =>
  withoutUndefined({ typeName: "WEBHOOK", webhookUrl, ...rest });
const email = { typeName: "EMAIL", emailAddress: "a@example.com" };

/** The notifications with their secrets. */
function join(notifications: readonly OpenNotification[], secrets: unknown): AlertNotification[] {
  return joinSecrets(notifications, secrets).notifications;
}

/** The notifications of which it is unclear which secrets belong to them. */
function unclear(notifications: readonly OpenNotification[], secrets: unknown): readonly string[] {
  return joinSecrets(notifications, secrets).unclear?.notifications ?? [];
}

describe("openPart and secretPart", () => {
  it("are the whole notification and have no field in common", () => {
    const whole = webhook("https://h", { webhookSecret: "s", delayMin: 5 });
    assert.deepEqual(openPart(whole), { typeName: "WEBHOOK", delayMin: 5 });
    assert.deepEqual(secretPart(whole), { webhookUrl: "https://h", webhookSecret: "s" });
  });
});

describe("secretsAmong", () => {
  it("are the paths of secrets that an input should not have", () => {
    const found = secretsAmong([email, slack("#a", "t"), webhook("https://h", { webhookSecret: "s" })]);
    const [first, second] = ["webhookUrl", "webhookSecret"].map((field) => `notifications[2].${field}`);
    assert.deepEqual(found.toSorted(), ["notifications[1].apiToken", second, first]);
  });

  it("are none of what is unknown, of another type, or null", () => {
    for (const notifications of [UNKNOWN, undefined, [UNKNOWN, "x", null], [{ ...email, apiToken: null }]])
      assert.deepEqual(secretsAmong(notifications), []);
  });
});

describe("hasForeignSecrets", () => {
  const [ours, theirs] = [splitSecrets([slack("#a", "ours")]), splitSecrets([slack("#a", "theirs")])];
  const cases: [what: string, secrets: unknown, sealed: unknown, olds: unknown, found: boolean][] = [
    ["one that the program declares", ours, ours, undefined, false],
    ["one that the state has", theirs, ours, theirs, false],
    ["another one", theirs, ours, ours, true],
    ["another one beside a declared one", { ...ours, more: { apiToken: "x" } }, ours, undefined, true],
    ["what the program declares is unknown", theirs, UNKNOWN, undefined, false],
    ["the map is unknown", UNKNOWN, ours, undefined, false],
  ];
  for (const [what, secrets, sealed, olds, found] of cases)
    it(`is ${found} for ${what}`, () => assert.equal(hasForeignSecrets(secrets, sealed, olds), found));
});

describe("differingSecrets", () => {
  it("names each secret that the same notification did not have before, in whatever order", () => {
    const before = [slack("#a", "1"), slack("#a", "2"), webhook("https://h", { webhookSecret: "s" }), email];
    const after = [email, webhook("https://h", { webhookSecret: "t" }), slack("#a", "1"), slack("#a", "3")];
    assert.deepEqual(differingSecrets(before, after), [
      "notifications[1].webhookSecret (WEBHOOK)",
      "notifications[3].apiToken (SLACK)",
    ]);
    assert.deepEqual(differingSecrets(before, before.toReversed().toReversed()), []);
  });

  it("names those of a notification that was added, or goes to another address", () => {
    const token = ["notifications[0].apiToken (SLACK)"];
    assert.deepEqual(differingSecrets([], [slack("#a", "1")]), token);
    assert.deepEqual(differingSecrets([slack("#a", "1")], [slack("#b", "1")]), token);
    assert.deepEqual(differingSecrets([slack("#a", "1")], []), []);
  });
});

describe("splitSecrets", () => {
  const A = 'SLACK {"channelName":"#a"}';
  const B = 'SLACK {"channelName":"#b"}';
  const late = { delayMin: 5, intervalMin: 10 };
  const three = [slack("#a", "1", { delayMin: 0 }), slack("#b", "2"), slack("#a", "3", late)];
  const hooks = [webhook("a"), webhook(), webhook("b", { delayMin: 5 })];
  const numbered = { "WEBHOOK {} #2": {}, "WEBHOOK {} #3": { webhookUrl: "b" } };
  const group = { roles: ["GROUP_OWNER"], emailEnabled: true };
  const genie = { typeName: "OPS_GENIE", opsGenieApiKey: "k", opsGenieRegion: null as never };
  const pigeon = { typeName: "PIGEON", apiToken: "1" };
  const pigeons = [{ role: "A" }, { apiToken: "2", roles: ["A"] }].map((more) => ({ ...pigeon, ...more }));
  const PIGEON = 'PIGEON {"roles":["A"]}';
  const hipchat = { typeName: "HIPCHAT", roomName: "r", notificationToken: "t" };
  const HIP_CHAT = 'HIP_CHAT {"roomName":"r"}';
  const token = (apiToken: string): AlertNotification => ({ apiToken }) as AlertNotification;
  const cases: [what: string, notifications: AlertNotification[], secrets: SecretsByKey][] = [
    ["no entry without a secret", [email], {}],
    ["an entry by type and address", [email, slack("#a", "t", { delayMin: 5 })], { [A]: token("t") }],
    ["an entry for each address", [slack("#a", "1"), slack("#b", "2")], { [A]: token("1"), [B]: token("2") }],
    ["numbered entries by address", three, { [A]: token("1"), [B]: token("2"), [`${A} #2`]: token("3") }],
    ["a counted entry without a secret", hooks, { "WEBHOOK {}": { webhookUrl: "a" }, ...numbered }],
    ["one key whatever other types use", [webhook("h", group)], { "WEBHOOK {}": { webhookUrl: "h" } }],
    ["the same key without fields that are null", [genie], { "OPS_GENIE {}": { opsGenieApiKey: "k" } }],
    ["one key for the spellings of roles", pigeons, { [PIGEON]: token("1"), [`${PIGEON} #2`]: token("2") }],
    ["one key for the spellings of a type", [hipchat], { [HIP_CHAT]: { notificationToken: "t" } }],
  ];
  for (const [what, notifications, secrets] of cases)
    it(`makes ${what}`, () => assert.deepEqual(splitSecrets(notifications), secrets));
});

describe("joinSecrets", () => {
  const late = webhook("https://x", { delayMin: 5 });
  const declared = [slack("#a", "1"), email, slack("#b", "2"), late, webhook()];
  const secrets = splitSecrets(declared);
  const open = declared.map(openPart);

  it("gives a type that takes no secret the declared one, so that a check can refuse it", () => {
    const all = [email, { ...email, emailAddress: "b@example.com", apiToken: "t" }];
    assert.deepEqual(join(all.map(openPart), splitSecrets(all)), all);
  });

  it("gives a notification that was changed by hand its own secrets if it is the only one left of its type", () => {
    const keys = splitSecrets([slack("#a", "1"), slack("#b", "2")]);
    assert.deepEqual(join([slack("#hand"), slack("#b")], keys), [slack("#hand", "1"), slack("#b", "2")]);
    const changed = open.map((each) => (each.channelName === "#a" ? { ...each, channelName: "#c" } : each));
    assert.deepEqual(join(changed, secrets)[0], slack("#c", "1"));
    const delayed = open.map((each) => (each.channelName === "#b" ? { ...each, delayMin: 9 } : each));
    assert.deepEqual(join(delayed, secrets)[2], slack("#b", "2", { delayMin: 9 }));
  });

  it("gives notifications with an unknown address their own secrets", () => {
    const all = [slack(UNKNOWN, "1"), slack("#b", "2"), slack(UNKNOWN, "3")];
    assert.deepEqual(join(all.map(openPart), splitSecrets(all)), all);
  });

  const slacks = [slack("#a", "1"), slack("#b", "2")];
  const hooks = [webhook("https://a"), webhook("https://b")];
  const guesses: [what: string, before: AlertNotification[], now: AlertNotification[]][] = [
    ["one of two was deleted", hooks, [webhook()]],
    ["a third was added", hooks, [webhook(), webhook(), webhook()]],
    ["one got the address of the other", slacks, [slack("#b"), slack("#b")]],
    ["two were changed", slacks, [slack("#c"), slack("#d")]],
    ["one of two was deleted and one changed", slacks, [slack("#c")]],
  ];
  for (const [what, before, now] of guesses)
    it(`does not guess when ${what}, and reports it for a write`, () => {
      const names = now.map(({ typeName }, index) => `notifications[${index}] (${typeName})`);
      const found = joinSecrets(now, splitSecrets(before));
      assert.deepEqual(found.notifications, now);
      assert.deepEqual(found.unclear, { notifications: names, secrets: splitSecrets(before) });
    });

  for (const nothing of [undefined, null, {}, "text"])
    it(`leaves notifications unchanged without secrets (${JSON.stringify(nothing)})`, () =>
      assert.deepEqual(join(open, nothing), open));

  it("gives no secret under a key that it has not made", () => {
    const foreign = { "not a key": { apiToken: "1" } };
    assert.deepEqual(join([slack("#a")], foreign), [slack("#a")]);
    assert.deepEqual(unclear([slack("#a")], foreign), ["notifications[0] (SLACK)"]);
  });

  it("makes required secrets unknown if the secrets are unknown as a whole", () => {
    const joined = join([slack("#a"), email, webhook()], UNKNOWN);
    assert.deepEqual(joined, [slack("#a", UNKNOWN), email, webhook()]);
  });

  for (const given of [UNKNOWN, secrets])
    it(`leaves an unknown notification unchanged (secrets ${given === UNKNOWN ? "unknown" : "known"})`, () => {
      const [unknown, known] = join([UNKNOWN as unknown as AlertNotification, slack("#a")], given);
      assert.equal(unknown, UNKNOWN);
      assert.equal(known?.apiToken, given === UNKNOWN ? UNKNOWN : "1");
    });

  // --- properties ---

  const delayMin = fc.nat(2);
  const intervalMin = fc.constantFrom(5, 10);
  const channels = fc.constantFrom("#a", "#b");
  const regions = fc.constantFrom("US", "EU");
  const text = fc.string();
  type Fields<T> = { [K in keyof T]: fc.Arbitrary<T[K]> };
  const typed = <T>(typeName: string, fields: Fields<T>, requiredKeys: (keyof T)[] = []) =>
    fc.record(fields, { requiredKeys }).map((rest): AlertNotification => ({ typeName, ...rest }));
  const groups = { roles: fc.subarray(["A", "B"]), emailEnabled: fc.boolean() };
  const notification = fc.oneof(
    typed("SLACK", { channelName: channels, apiToken: text, delayMin, intervalMin }, ["channelName"]),
    typed("WEBHOOK", { webhookUrl: text, webhookSecret: text, delayMin }),
    typed("OPS_GENIE", { opsGenieApiKey: text, opsGenieRegion: regions, delayMin, intervalMin }),
    typed("GROUP", groups, ["roles", "emailEnabled"]),
  );
  const list = fc.array(notification, { maxLength: 7 });

  /** The fields that identify the notifications above: a secret stays while they do not change. */
  const addressOf = ({ typeName, channelName, opsGenieRegion }: AlertNotification): string =>
    canonicalJson({ typeName, channelName, opsGenieRegion });

  /** The same list after changes of fields that are not the address, or of none, as `ignoreChanges` and people make them. */
  const [later, other] = [fc.nat(3), fc.constantFrom(5, 15)];
  const otherFields = fc.record(
    { delayMin: later, intervalMin: other, emailEnabled: fc.boolean() },
    { requiredKeys: [] },
  );
  const changed = list.chain((all) => {
    const changes = fc.array(otherFields, { minLength: all.length, maxLength: all.length });
    return fc.record({ all: fc.constant(all), changes });
  });
  const holds = <T>(values: fc.Arbitrary<T>, check: (value: T) => void): void =>
    fc.assert(fc.property(values, check), { numRuns: runs(3000) });

  it("gives each of any list its own secrets after changes of all fields that are neither address nor secret", () =>
    holds(changed, ({ all, changes }) => {
      const now = all.map((each, index) => ({ ...openPart(each), ...changes[index] }));
      const whole = now.map((each, index) => ({ ...each, ...secretPart(all[index] ?? assert.fail()) }));
      assert.deepEqual(join(now, splitSecrets(all)), whole);
      assert.deepEqual(unclear(now, splitSecrets(all)), []);
    }));

  // Some are deleted, some occur twice, all are in another order.
  const edited = changed.chain(({ all, changes }) => {
    const picked = fc.array(fc.nat(Math.max(0, all.length - 1)), { maxLength: 9 });
    const now = picked.map((indexes) =>
      indexes.flatMap((at, index): AlertNotification[] => {
        const each = all[at];
        return each === undefined ? [] : [{ ...openPart(each), ...changes[index] }];
      }),
    );
    return fc.record({ all: fc.constant(all), now });
  });
  it("never gives a secret to another type or address, and reports each notification that gets none, after any change", () =>
    holds(edited, ({ all, now }) => {
      const byKey = splitSecrets(all);
      const reported = new Set(unclear(now, byKey));
      const joinedNow = join(now, byKey);
      const given = joinedNow.map(secretPart).filter((part) => Object.keys(part).length > 0);
      const left = Object.values(byKey).map(canonicalJson);
      for (const part of given.map(canonicalJson)) {
        assert.ok(left.includes(part), "a secret was given twice");
        left.splice(left.indexOf(part), 1);
      }
      joinedNow.forEach((joined, index) => {
        const isAlike = (each: AlertNotification) => addressOf(each) === addressOf(joined);
        const isCounted = all.filter(isAlike).length === now.filter(isAlike).length;
        const mine = canonicalJson(secretPart(joined));
        const isReported = reported.has(`notifications[${index}] (${joined.typeName})`);
        assert.equal(isReported, !isCounted && joined.typeName !== "GROUP");
        if (isReported) assert.equal(mine, "{}");
        else assert.ok(all.some((each) => isAlike(each) && canonicalJson(secretPart(each)) === mine));
      });
    }));
});
