import assert from "node:assert/strict";
import * as fc from "fast-check";
import { UNKNOWN } from "../../../../src/core/unknowns";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson } from "../../../../src/json";
import {
  joinSecrets,
  openPart,
  secretPart,
  secretsByKey,
} from "../../../../src/resources/alert-config/notification-secrets";

const slack = (channelName: string, apiToken?: string, rest: PlainObject = {}): PlainObject => ({
  typeName: "SLACK",
  channelName,
  ...(apiToken !== undefined && { apiToken }),
  ...rest,
});
const webhook = (webhookUrl?: string, rest: PlainObject = {}): PlainObject => ({
  typeName: "WEBHOOK",
  ...(webhookUrl !== undefined && { webhookUrl }),
  ...rest,
});
const email = { typeName: "EMAIL", emailAddress: "a@example.com" };

const asSet = (notifications: readonly PlainObject[]): string[] => notifications.map(canonicalJson).sort();

describe("openPart and secretPart", () => {
  it("are the whole, and have nothing in common", () => {
    const whole = webhook("https://h", { webhookSecret: "s", delayMin: 5 });
    assert.deepEqual(openPart(whole), { typeName: "WEBHOOK", delayMin: 5 });
    assert.deepEqual(secretPart(whole), { webhookUrl: "https://h", webhookSecret: "s" });
  });
});

describe("secretsByKey", () => {
  const cases: [what: string, notifications: PlainObject[], secrets: Record<string, PlainObject>][] = [
    ["no entry where nothing is secret", [email], {}],
    [
      "an entry by type and address",
      [email, slack("#ops", "t", { delayMin: 5 })],
      { '{"channelName":"#ops","typeName":"SLACK"}': { apiToken: "t" } },
    ],
    [
      "entries by address that differ in it",
      [slack("#a", "1"), slack("#b", "2")],
      {
        '{"channelName":"#a","typeName":"SLACK"}': { apiToken: "1" },
        '{"channelName":"#b","typeName":"SLACK"}': { apiToken: "2" },
      },
    ],
    [
      "entries by all open fields where the address is the same",
      [slack("#a", "1", { delayMin: 0 }), slack("#a", "2", { delayMin: 5 })],
      {
        '{"channelName":"#a","delayMin":0,"typeName":"SLACK"}': { apiToken: "1" },
        '{"channelName":"#a","delayMin":5,"typeName":"SLACK"}': { apiToken: "2" },
      },
    ],
    [
      "entries with a number where everything is the same",
      [webhook("https://a"), webhook("https://b")],
      {
        '{"typeName":"WEBHOOK"}': { webhookUrl: "https://a" },
        '{"#":2,"typeName":"WEBHOOK"}': { webhookUrl: "https://b" },
      },
    ],
    [
      "one name for the two spellings of a type",
      [{ typeName: "HIPCHAT", roomName: "r", notificationToken: "t" }],
      { '{"roomName":"r","typeName":"HIP_CHAT"}': { notificationToken: "t" } },
    ],
  ];
  for (const [what, notifications, secrets] of cases) {
    it(`makes ${what}`, () => assert.deepEqual(secretsByKey(notifications), secrets));
  }

  it("puts no secret into a key", () => {
    const all = [
      slack("#a", "t0ken"),
      slack("#a", "t0ken-2"),
      webhook("https://t0ken"),
      webhook("https://t0ken-3", { delayMin: 1 }),
    ];
    for (const key of Object.keys(secretsByKey(all))) assert.ok(!key.includes("t0ken"), key);
  });

  it("does not depend on the order", () => {
    const all = [slack("#a", "1"), email, slack("#b", "2"), webhook("https://x")];
    assert.deepEqual(secretsByKey(all.toReversed()), secretsByKey(all));
  });
});

describe("joinSecrets", () => {
  const declared = [
    slack("#a", "1"),
    email,
    slack("#b", "2"),
    webhook("https://x", { delayMin: 5 }),
    webhook(),
  ];
  const secrets = secretsByKey(declared);
  const open = declared.map(openPart);

  it("gives the whole back", () => assert.deepEqual(joinSecrets(open, secrets), declared));

  it("gives each its own after a change of order", () =>
    assert.deepEqual(joinSecrets(open.toReversed(), secrets), declared.toReversed()));

  it("gives nobody the secret of one that is deleted", () => {
    const all = declared.slice(0, -1);
    for (const [index] of all.entries()) {
      const rest = all.filter((_, at) => at !== index);
      assert.deepEqual(joinSecrets(rest.map(openPart), secretsByKey(all)), rest);
    }
  });

  it("gives one that was added by hand no secret of another", () => {
    const added = slack("#new");
    assert.deepEqual(joinSecrets([added, ...open], secrets), [added, ...declared]);
  });

  it("gives one that was changed by hand its own, when it is the only one left of its type", () => {
    const changed = open.map((each) =>
      each["channelName"] === "#a" ? { ...each, channelName: "#c" } : each,
    );
    assert.deepEqual(joinSecrets(changed, secrets)[0], slack("#c", "1"));
    const delayed = open.map((each) => (each["channelName"] === "#b" ? { ...each, delayMin: 9 } : each));
    assert.deepEqual(joinSecrets(delayed, secrets)[2], slack("#b", "2", { delayMin: 9 }));
  });

  it("guesses nothing where two of a type were changed", () => {
    const changed = [slack("#c"), slack("#d")];
    assert.deepEqual(joinSecrets(changed, secretsByKey([slack("#a", "1"), slack("#b", "2")])), changed);
  });

  it("does not mix those of one type and address that differ in another field", () => {
    const two = [webhook("https://late", { delayMin: 5 }), webhook("https://now", { delayMin: 0 })];
    assert.deepEqual(joinSecrets(two.map(openPart).toReversed(), secretsByKey(two)), two.toReversed());
  });

  it("does not give the secret of a plain one to one that says more", () => {
    const two = [webhook(undefined, { delayMin: 5 }), webhook("https://x")];
    assert.deepEqual(joinSecrets(two.map(openPart), secretsByKey(two)), two);
    const others = [
      { typeName: "VICTOR_OPS", victorOpsRoutingKey: "r" },
      { typeName: "VICTOR_OPS", victorOpsApiKey: "k" },
    ];
    assert.deepEqual(joinSecrets(others.map(openPart), secretsByKey(others)), others);
  });

  for (const nothing of [undefined, null, {}, "text"]) {
    it(`leaves them as they are without secrets (${JSON.stringify(nothing)})`, () =>
      assert.deepEqual(joinSecrets(open, nothing), open));
  }

  it("does not touch what it was given", () => {
    const before = structuredClone(open);
    joinSecrets(open, secrets);
    assert.deepEqual(open, before);
  });

  it("stands for secrets that are not known yet", () =>
    assert.deepEqual(joinSecrets([slack("#a"), email, webhook()], UNKNOWN), [
      slack("#a", UNKNOWN),
      email,
      webhook(),
    ]));

  for (const given of [UNKNOWN, secrets]) {
    it(`leaves a notification alone that is not known yet (secrets ${given === UNKNOWN ? "unknown" : "known"})`, () => {
      const [unknown, known] = joinSecrets([UNKNOWN as unknown as PlainObject, slack("#a")], given);
      assert.equal(unknown, UNKNOWN);
      assert.equal(known?.["apiToken"], given === UNKNOWN ? UNKNOWN : "1");
    });
  }

  // --- properties ---

  const notification = fc.oneof(
    fc.record(
      {
        typeName: fc.constant("SLACK"),
        channelName: fc.constantFrom("#a", "#b"),
        apiToken: fc.string(),
        delayMin: fc.nat(2),
        intervalMin: fc.constantFrom(5, 10),
      },
      { requiredKeys: ["typeName", "channelName"] },
    ),
    fc.record(
      {
        typeName: fc.constant("WEBHOOK"),
        webhookUrl: fc.string(),
        webhookSecret: fc.string(),
        delayMin: fc.nat(2),
      },
      { requiredKeys: ["typeName"] },
    ),
    fc.record(
      {
        typeName: fc.constantFrom("OPS_GENIE"),
        opsGenieApiKey: fc.string(),
        opsGenieRegion: fc.constantFrom("US", "EU"),
        delayMin: fc.nat(2),
        intervalMin: fc.constantFrom(5, 10),
      },
      { requiredKeys: ["typeName"] },
    ),
    fc.record({ typeName: fc.constant("GROUP"), roles: fc.subarray(["A", "B"]), emailEnabled: fc.boolean() }),
  );
  const list = fc.array(notification, { maxLength: 7 }) as fc.Arbitrary<PlainObject[]>;

  it("gives any list back, but for the order of those that are alike in every open field", () =>
    fc.assert(
      fc.property(list, (all) => {
        const joined = joinSecrets(all.map(openPart), secretsByKey(all));
        assert.deepEqual(joined.map(openPart), all.map(openPart));
        assert.deepEqual(asSet(joined), asSet(all));
      }),
      { numRuns: 3000 },
    ));

  it("gives any list back after a change of order", () =>
    fc.assert(
      fc.property(list, (all) => {
        const joined = joinSecrets(all.map(openPart).toReversed(), secretsByKey(all));
        assert.deepEqual(asSet(joined), asSet(all));
      }),
      { numRuns: 3000 },
    ));
});
