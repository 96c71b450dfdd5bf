import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { AlertConfig, AlertConfigBody } from "../../../../src/fields/alert-config";
import { matchExisting } from "../../../../src/resources/alert-config/matching";
import { meaningOf, sameAlert } from "../../../../src/resources/alert-config/compare";
import { compareDeclared } from "../../../../src/resources/alert-config/drift";
import type { AlertArgs } from "../../../../src/resources/alert-config/encoding";
import { secretPart } from "../../../../src/secrets/notifications";
import { argsOf, EMAIL, GROUP, HOOK, METRIC, PROGRAM, REDACTIONS, responseOf, simple, SLACK } from "./alerts";
import { program } from "./generators";
import type { Bodies } from "../alert-config-set/sets";
import { bodies, declaredIn } from "../alert-config-set/sets";
import { property } from "../../../support/runs";

type Redaction = (typeof REDACTIONS)[number];

const redaction = fc.constantFrom(...REDACTIONS);

function live(body: AlertConfigBody, id: string, redact: Redaction = "new"): AlertConfig {
  return { ...responseOf(body, redact), id };
}

/** The ids that are matched, by name. */
function idsOf(set: Bodies, existing: readonly AlertConfig[]): Record<string, string> {
  const matches = matchExisting(declaredIn(set), existing);
  return Object.fromEntries([...matches].map(([name, match]) => [name, match.live.id]));
}

/** Whether one would be matched with the other if they were alone. */
function fits(args: AlertArgs, existing: AlertConfig): boolean {
  return matchExisting(new Map([["only", args]]), [existing]).size === 1;
}

/** The size of the largest matching, by trying all of them. */
function largest(declared: readonly AlertArgs[], existing: readonly AlertConfig[]): number {
  const [first, ...others] = declared;
  if (first === undefined) return 0;
  const without = (one: AlertConfig) => existing.filter((other) => other !== one);
  const withFirst = existing
    .filter((each) => fits(first, each))
    .map((each) => 1 + largest(others, without(each)));
  return Math.max(largest(others, existing), ...withFirst);
}

/** Secrets of which the service shows the same. */
const token = fc.constantFrom("xoxb-alpha-0000", "xoxb-beta-0000", "xoxb-gamma-0000");

/** Alike in everything but what masks may hide, and what may be left out. */
const alike: fc.Arbitrary<AlertConfigBody> = fc
  .record(
    { apiToken: token, intervalMin: fc.constant(15), webhookSecret: fc.constantFrom("hush-1", "hush-2") },
    { requiredKeys: ["apiToken"] },
  )
  .map(({ webhookSecret, ...slack }) => {
    const hook = { typeName: "WEBHOOK", webhookUrl: `https://hooks.example.com/${slack.apiToken}` };
    return simple(
      { typeName: "SLACK", channelName: "#a", ...slack },
      webhookSecret === undefined ? hook : { ...hook, webhookSecret },
    );
  });

const named = (list: readonly AlertConfigBody[]): Bodies =>
  Object.fromEntries(list.map((body, index) => [`m${index}`, body]));
const set = fc.oneof(bodies, fc.array(alike, { maxLength: 5 }).map(named));

/** A set, and the names of those that the service has already. */
const partly = set.chain((each) =>
  fc.record({ each: fc.constant(each), made: fc.shuffledSubarray(Object.keys(each)) }),
);
const madeOf = (each: Bodies, made: readonly string[], redact: Redaction) =>
  made.map((name) => live(each[name] as AlertConfigBody, name, redact));

describe("matchExisting", () => {
  /** An alert configuration, and the order in which the service returns its notifications. */
  const ordered = program.chain((body) =>
    fc.record({
      body: fc.constant(body),
      order: fc.shuffledSubarray([...body.notifications.keys()], { minLength: body.notifications.length }),
    }),
  );

  property(
    "finds what a create of ours has made, in any order and however the service shows secrets",
    5000,
    ordered,
    redaction,
    ({ body, order }, redact) => {
      const { notifications = [], ...rest } = live(body, "a1", redact);
      const reordered = order.flatMap((index) => notifications[index] ?? []);
      assert.ok(fits(argsOf(body), { ...rest, notifications: reordered }));
    },
  );

  it("finds alike notifications that leave out different fields, in another order", () => {
    const body = simple({ ...EMAIL, delayMin: 5 }, { ...EMAIL, intervalMin: 60 });
    const returned = [0, 5].map((delayMin) => ({ ...EMAIL, delayMin, intervalMin: 60 }));
    assert.ok(fits(argsOf(body), { ...live(body, "a1"), notifications: returned }));
    assert.ok(fits(argsOf(body), { ...live(body, "a1"), notifications: returned.toReversed() }));
  });

  property(
    "finds everything that creates of a set have made, among others and in any order, each with its own secrets",
    1000,
    partly,
    fc.array(fc.oneof(program, alike), { maxLength: 3 }),
    redaction,
    ({ each, made }, others, redact) => {
      const ours = madeOf(each, made, redact);
      const theirs = others.map((body, index) => live(body, `other ${index}`, redact));
      const matches = matchExisting(declaredIn(each), [...theirs, ...ours]);
      assert.ok(matches.size >= made.length);
      // Without others exactly these are found. Where masks leave open which it is, the secrets are written.
      const found = matchExisting(declaredIn(each), ours);
      assert.deepEqual([...found.values()].map((match) => match.live.id).sort(), made.toSorted());
      for (const [name, match] of found) {
        if (match.isAmbiguous) continue;
        const [mine = simple(), other = simple()] = [each[name], each[match.live.id]];
        assert.deepEqual(secretsOf(mine), secretsOf(other), `${name} is ${match.live.id}`);
      }
    },
  );

  property(
    "matches as many as possible, each once, and only what is the same",
    500,
    set,
    fc.array(fc.oneof(program, alike), { maxLength: 4 }),
    redaction,
    (each, others, redact) => {
      const declared = declaredIn(each);
      const existing = [...Object.values(each).slice(0, 3), ...others].map((body, index) =>
        live(body, `id-${index}`, redact),
      );
      const matches = matchExisting(declared, existing);
      assert.equal(matches.size, largest([...declared.values()], existing));
      const ids = [...matches.values()].map((match) => match.live.id);
      assert.equal(new Set(ids).size, ids.length);
      for (const [name, match] of matches) {
        const args = declared.get(name) ?? assert.fail();
        assert.ok(existing.includes(match.live));
        assert.ok(compareDeclared(args, match.live).same);
      }
    },
  );

  const OTHERS = PROGRAM.notifications.slice(1);
  const different: [what: string, rest: Partial<AlertConfigBody>][] = [
    ["another event", { eventTypeName: "HOST_DOWN" }],
    ["another threshold", { metricThreshold: { ...METRIC, threshold: 3 } }],
    ["another unit", { metricThreshold: { ...METRIC, units: "MEGABYTES" } }],
    ["no threshold", { metricThreshold: undefined }],
    ["a matcher less", { matchers: (PROGRAM.matchers ?? []).slice(1) }],
    ["a notification less", { notifications: OTHERS }],
    ["a notification more", { notifications: [...PROGRAM.notifications, EMAIL] }],
    ["the same notification once more", { notifications: [...PROGRAM.notifications, SLACK] }],
    ["a secret with another end", { notifications: [{ ...SLACK, apiToken: "xoxb-9999" }, ...OTHERS] }],
    ["another delay", { notifications: [{ ...SLACK, delayMin: 5 }, ...OTHERS] }],
  ];
  for (const [what, rest] of different) {
    it(`does not match what has ${what}`, () =>
      assert.deepEqual(idsOf({ a: PROGRAM }, [live({ ...PROGRAM, ...rest }, "a1")]), {}));
  }

  it("does not match what has a delay or a secret that the program leaves out", () => {
    assert.deepEqual(idsOf({ a: simple(EMAIL) }, [live(simple({ ...EMAIL, delayMin: 5 }), "a1")]), {});
    const { webhookSecret: _, ...without } = HOOK;
    assert.deepEqual(idsOf({ a: simple(without) }, [live(simple(HOOK), "a1")]), {});
  });

  it("prefers what has the fewest fields that the program leaves out", () => {
    const more = live(simple({ ...GROUP, intervalMin: 30 }), "more");
    const fewer = { ...more, id: "fewer", notifications: [{ ...GROUP }] };
    assert.deepEqual(idsOf({ a: simple(GROUP) }, [more, fewer]), { a: "fewer" });
  });

  it("prefers among those what shows its secrets", () => {
    const shown = live(simple(SLACK), "shown", "off");
    assert.deepEqual(idsOf({ a: simple(SLACK) }, [live(simple(SLACK), "masked"), shown]), { a: "shown" });
  });

  it("says that masks leave open which of several it is, for declared and for existing ones", () => {
    const [a = simple(), b = simple()] = ["a", "b"].map((name) =>
      simple({ ...SLACK, apiToken: `xoxb-${name}-0000` }),
    );
    const open = (declared: Bodies, existing: AlertConfig[]): boolean[] =>
      [...matchExisting(declaredIn(declared), existing).values()].map(({ isAmbiguous }) => isAmbiguous);
    assert.deepEqual(open({ a, b }, [live(a, "1")]), [true]);
    assert.deepEqual(open({ a }, [live(a, "1"), live(b, "2")]), [true]);
    assert.deepEqual(open({ a, b }, [live(a, "1"), live(b, "2")]), [true, true]);
    assert.deepEqual(open({ a, b }, [live(a, "1", "off"), live(b, "2", "off")]), [false, false]);
    assert.deepEqual(open({ a, same: a }, [live(a, "1", "off"), live(a, "2", "off")]), [false, false]);
    const [first, second] = [live(simple(EMAIL), "1"), live(simple(EMAIL), "2")];
    assert.deepEqual(open({ plain: simple(EMAIL) }, [first, second]), [false]);
  });

  it("assigns 100 equal ones among 100", () => {
    const many = named(Array.from({ length: 100 }, () => simple(EMAIL)));
    const existing = Array.from({ length: 100 }, (_, index) => live(simple(EMAIL), `id-${index}`));
    assert.equal(matchExisting(declaredIn(many), existing).size, 100);
  });
});

function secretsOf({ notifications }: AlertConfigBody): string[] {
  return notifications.map((each) => JSON.stringify(secretPart(each))).sort();
}

describe("meaningOf", () => {
  property(
    "is equal exactly for those that sameAlert accepts",
    2000,
    program,
    program,
    fc.boolean(),
    (one, other, isRelated) => {
      const a = argsOf(one);
      const notifications = one.notifications.toReversed().map(({ role, ...each }) => ({
        ...each,
        ...(role !== undefined && { roles: [role] }),
      }));
      const enabled = one.enabled ?? false;
      const related = { ...one, enabled, matchers: (one.matchers ?? []).toReversed(), notifications };
      const b = argsOf(isRelated ? related : other);
      const isSame = meaningOf(a) === meaningOf(b);
      assert.equal(sameAlert(a, b), isSame);
      assert.equal(sameAlert(b, a), isSame);
      if (isRelated) assert.ok(isSame);
    },
  );

  it("differs for each field that is written, and for what must be written again", () => {
    const base = argsOf(PROGRAM);
    const others: Partial<AlertArgs>[] = [
      { projectId: "q" },
      { eventTypeName: "HOST_DOWN" },
      { enabled: false },
      { matchers: [] },
      { metricThreshold: undefined },
      { threshold: { operator: "LESS_THAN", threshold: 1 } },
      { notifications: [] },
      { secretsVersion: 2 },
      { changedSecrets: ["notifications[0].apiToken (SLACK)"] },
      { unclear: { notifications: ["notifications[0] (SLACK)"], secrets: {} } },
    ];
    const meanings = [base, ...others.map((other) => ({ ...base, ...other }))].map(meaningOf);
    assert.equal(new Set(meanings).size, meanings.length);
  });
});
