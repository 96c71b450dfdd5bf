import assert from "node:assert/strict";
import * as fc from "fast-check";
import { UNKNOWN } from "../../../../src/core/unknowns";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson } from "../../../../src/json";
import {
  ambiguousSecrets,
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
      "entries with a number where the address is the same, whatever the delays are",
      [
        slack("#a", "1", { delayMin: 0 }),
        slack("#b", "2"),
        slack("#a", "3", { delayMin: 5, intervalMin: 10 }),
      ],
      {
        '{"channelName":"#a","typeName":"SLACK"}': { apiToken: "1" },
        '{"channelName":"#b","typeName":"SLACK"}': { apiToken: "2" },
        '{"#":2,"channelName":"#a","typeName":"SLACK"}': { apiToken: "3" },
      },
    ],
    [
      "an entry for a webhook without a secret, which has its place among the others",
      [webhook("https://a"), webhook(), webhook("https://b", { delayMin: 5 })],
      {
        '{"typeName":"WEBHOOK"}': { webhookUrl: "https://a" },
        '{"#":2,"typeName":"WEBHOOK"}': {},
        '{"#":3,"typeName":"WEBHOOK"}': { webhookUrl: "https://b" },
      },
    ],
    [
      "no difference by fields that the type does not use",
      [webhook("https://a", { roles: ["GROUP_OWNER"], emailEnabled: true })],
      { '{"typeName":"WEBHOOK"}': { webhookUrl: "https://a" } },
    ],
    [
      "no difference by fields that are null",
      [{ typeName: "OPS_GENIE", opsGenieApiKey: "k", opsGenieRegion: null }],
      { '{"typeName":"OPS_GENIE"}': { opsGenieApiKey: "k" } },
    ],
    [
      "one key for the two spellings of roles, of a type that is not known",
      [
        { typeName: "PIGEON", apiToken: "1", role: "A" },
        { typeName: "PIGEON", apiToken: "2", roles: ["A"] },
      ],
      {
        '{"roles":["A"],"typeName":"PIGEON"}': { apiToken: "1" },
        '{"#":2,"roles":["A"],"typeName":"PIGEON"}': { apiToken: "2" },
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

  it("gives each its own after a change of order", () => {
    const all = declared.slice(0, -1);
    assert.deepEqual(joinSecrets(all.map(openPart).toReversed(), secretsByKey(all)), all.toReversed());
  });

  it("gives a type that takes no secret the one that it was given, so that a check can refuse it", () => {
    const all = [email, { ...email, emailAddress: "b@example.com", apiToken: "t" }];
    assert.deepEqual(joinSecrets(all.map(openPart), secretsByKey(all)), all);
  });

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

  it("gives those of one type and address their own by their order, whatever became of their other fields", () => {
    const two = [webhook("https://now", { delayMin: 0 }), webhook("https://late", { delayMin: 5 })];
    const delays = [
      [20, 21],
      [5, 0],
      [5, 5],
    ];
    for (const [first, second] of delays) {
      const ignored = [webhook(undefined, { delayMin: first }), webhook(undefined, { delayMin: second })];
      assert.deepEqual(joinSecrets(ignored, secretsByKey(two)), [
        webhook("https://now", { delayMin: first }),
        webhook("https://late", { delayMin: second }),
      ]);
    }
  });

  it("gives one of two its own when its address was changed by hand", () => {
    const keys = secretsByKey([slack("#a", "1"), slack("#b", "2")]);
    assert.deepEqual(joinSecrets([slack("#hand"), slack("#b")], keys), [
      slack("#hand", "1"),
      slack("#b", "2"),
    ]);
  });

  it("knows the two spellings of a type", () => {
    const chat = { roomName: "r", notificationToken: "t" };
    const keys = secretsByKey([{ typeName: "HIPCHAT", ...chat }]);
    assert.deepEqual(joinSecrets([{ typeName: "HIP_CHAT", roomName: "r" }], keys), [
      { typeName: "HIP_CHAT", ...chat },
    ]);
  });

  it("gives those with an address that is not known yet their own", () => {
    const all = [slack(UNKNOWN, "1"), slack("#b", "2"), slack(UNKNOWN, "3")];
    assert.deepEqual(joinSecrets(all.map(openPart), secretsByKey(all)), all);
  });

  for (const [what, before, now] of [
    ["one of two is gone", [webhook("https://a"), webhook("https://b")], [webhook()]],
    ["a third was added", [webhook("https://a"), webhook("https://b")], [webhook(), webhook(), webhook()]],
    ["one got the address of the other", [slack("#a", "1"), slack("#b", "2")], [slack("#b"), slack("#b")]],
    ["two were changed", [slack("#a", "1"), slack("#b", "2")], [slack("#c"), slack("#d")]],
    ["one of two is gone, one was changed", [slack("#a", "1"), slack("#b", "2")], [slack("#c")]],
  ] satisfies [string, PlainObject[], PlainObject[]][]) {
    it(`guesses nothing where ${what}, and reports it for a write`, () => {
      assert.deepEqual(joinSecrets(now, secretsByKey(before)), now);
      assert.deepEqual(
        ambiguousSecrets(now, secretsByKey(before)),
        now.map(({ typeName }, index) => `notifications[${index}] (${String(typeName)})`),
      );
    });
  }

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

  const notification = fc
    .oneof(
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
      fc.record({
        typeName: fc.constant("GROUP"),
        roles: fc.subarray(["A", "B"]),
        emailEnabled: fc.boolean(),
      }),
    )
    .map((each): PlainObject => ({ ...each }));
  const list = fc.array(notification, { maxLength: 7 });

  /** What identifies the notifications above: what a change by hand must not touch for a secret to stay. */
  const addressOf = ({ typeName, channelName, opsGenieRegion }: PlainObject): string =>
    canonicalJson({ typeName, channelName, opsGenieRegion });

  /** The same list after changes of fields that are no address, as `ignoreChanges` and people make them. */
  const otherFields = fc.record({
    delayMin: fc.nat(3),
    intervalMin: fc.constantFrom(5, 15),
    emailEnabled: fc.boolean(),
  });
  const changed = list.chain((all) =>
    fc.record({
      all: fc.constant(all),
      changes: fc.array(otherFields, { minLength: all.length, maxLength: all.length }),
    }),
  );

  it("gives any list back", () =>
    fc.assert(
      fc.property(list, (all) => {
        assert.deepEqual(joinSecrets(all.map(openPart), secretsByKey(all)), all);
        assert.deepEqual(ambiguousSecrets(all.map(openPart), secretsByKey(all)), []);
      }),
      { numRuns: 3000 },
    ));

  it("gives each of any list its own after a change of all fields that are neither address nor secret", () =>
    fc.assert(
      fc.property(changed, ({ all, changes }) => {
        const now = all.map((each, index) => ({ ...openPart(each), ...changes[index] }));
        const joined = joinSecrets(now, secretsByKey(all));
        assert.deepEqual(joined.map(secretPart), all.map(secretPart));
        assert.deepEqual(ambiguousSecrets(now, secretsByKey(all)), []);
      }),
      { numRuns: 3000 },
    ));

  it("gives each of any list the secrets of one of its type and address after a change of order", () =>
    fc.assert(
      fc.property(
        list.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, now]) => {
          const joined = joinSecrets(now.map(openPart), secretsByKey(all));
          const said = (each: PlainObject): string => addressOf(each) + canonicalJson(secretPart(each));
          assert.deepEqual(joined.map(said).sort(), all.map(said).sort());
        },
      ),
      { numRuns: 3000 },
    ));

  it("never gives a secret to one of another type or address, and reports each that it gives none, after any change", () =>
    fc.assert(
      fc.property(
        changed.chain(({ all, changes }) =>
          fc.record({
            all: fc.constant(all),
            // Some are gone, some are there twice, all in another order.
            now: fc.array(fc.nat(Math.max(0, all.length - 1)), { maxLength: 9 }).map((indexes) =>
              indexes.flatMap((at, index): PlainObject[] => {
                const each = all[at];
                return each === undefined ? [] : [{ ...openPart(each), ...changes[index] }];
              }),
            ),
          }),
        ),
        ({ all, now }) => {
          const byKey = secretsByKey(all);
          const reported = new Set(ambiguousSecrets(now, byKey));
          joinSecrets(now, byKey).forEach((joined, index) => {
            const alike = all.filter((each) => addressOf(each) === addressOf(joined));
            const isCounted =
              alike.length === now.filter((each) => addressOf(each) === addressOf(joined)).length;
            const given = canonicalJson(secretPart(joined));
            const isReported = reported.has(`notifications[${index}] (${String(joined["typeName"])})`);
            assert.equal(isReported, !isCounted && joined["typeName"] !== "GROUP");
            if (isReported) assert.equal(given, "{}");
            else assert.ok(alike.some((each) => canonicalJson(secretPart(each)) === given));
          });
        },
      ),
      { numRuns: 3000 },
    ));
});

describe("ambiguousSecrets", () => {
  const secrets = secretsByKey([slack("#a", "1"), webhook("https://x"), email]);

  it("has nothing to report of what a program declares", () =>
    assert.deepEqual(ambiguousSecrets([slack("#a"), webhook(), email], secrets), []));

  it("has nothing to report of one that is gone, alone of its type", () =>
    assert.deepEqual(ambiguousSecrets([webhook(), email], secrets), []));

  it("has nothing to report of the project's default webhook", () =>
    assert.deepEqual(ambiguousSecrets([webhook()], secretsByKey([webhook()])), []));

  it("reports one that was added by hand, whose secret is not known", () => {
    assert.deepEqual(ambiguousSecrets([slack("#a"), slack("#new"), webhook(), email], secrets), [
      "notifications[1] (SLACK)",
    ]);
    assert.deepEqual(ambiguousSecrets([email, webhook()], undefined), ["notifications[1] (WEBHOOK)"]);
  });

  it("says nothing of what is not known yet", () => {
    assert.deepEqual(ambiguousSecrets([slack("#new"), webhook()], UNKNOWN), []);
    assert.deepEqual(ambiguousSecrets([UNKNOWN as unknown as PlainObject], secrets), []);
  });
});
