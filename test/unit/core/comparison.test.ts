import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Verdict, Versions } from "../../../src/core/rows";
import type { Carried } from "../../../src/core/carried";
import { keyOf } from "../../../src/core/key";
import { comparisonOf } from "../../../src/core/comparison";
import { pairSimilar, rowsOf } from "../../../src/core/rows";
import { withLiveValues, withoutDefaults } from "../../../src/core/comparison";
import { pathText } from "../../../src/core/problems";
import type { Fields } from "../../../src/fields/table";
import { property } from "../../support/runs";

const ITEM = {
  kind: { type: "string", required: true },
  value: { type: "number", default: 0 },
} as const satisfies Fields;

const STRING = { type: "string" } as const;
const SIZE = { threshold: { type: "number", unit: "units" }, units: STRING } as const satisfies Fields;

const TABLE = {
  id: { type: "string", readOnly: true },
  name: { type: "string" },
  delay: { type: "number", default: 5 },
  enabled: { type: "boolean", sent: false },
  labels: { type: "strings" },
  items: { type: { list: ITEM } },
  size: { type: { object: SIZE } },
  pause: { type: "number", adjustable: true },
  mail: { type: "string", shownIfSet: true, ignoresCase: true },
  limit: { type: { object: { most: { type: "number", default: 0 } } } },
  token: { type: "string", secret: true },
  uri: { type: "string", secret: true, masked: "userInfo" },
} as const satisfies Fields;

type Verdicts = Readonly<Record<string, Verdict>>;

function verdicts(versions: Versions): Verdicts {
  return Object.fromEntries(rowsOf(TABLE, versions).map(({ path, verdict }) => [pathText(path), verdict]));
}

describe("the rows of a comparison", () => {
  type Triple = [declared: object, expected: object, live: object];
  /** The service returned to the write what was declared. */
  const kept = (declared: object, live: object): Triple => [declared, declared, live];
  const seen = (live: object): Triple => [{}, {}, live];
  const A0 = { kind: "a", value: 0 };
  const B1 = { kind: "b", value: 1 };
  const withItems = (...items: object[]) => ({ items });
  const sized = (threshold: number, units?: string) => ({
    size: units === undefined ? { threshold } : { threshold, units },
  });
  const HOUR = sized(1, "HOURS");
  const SAME_ITEMS: Verdicts = { "items[0].kind": "same", "items[0].value": "same", "items[1].kind": "same" };
  const ofSize = (threshold: Verdict, units: Verdict) => ({
    "size.threshold": threshold,
    "size.units": units,
  });
  const toHost = (host: string): Triple => [
    { uri: "mongodb://u:p@a,b/" },
    { uri: "x" },
    { uri: `mongodb://**:**@a,${host}/` },
  ];
  /** A secret, of which the service returned something to the write, and then this. */
  const secret = (token: unknown): Triple => [{ token: "abcd1234" }, { token: "x" }, { token }];
  /** A verdict alone is that of the only field. */
  const cases: [what: string, versions: Triple, verdicts: Verdict | Verdicts][] = [
    ["a field that nobody has", seen({ id: "x", other: 1 }), {}],
    ["an equal field", kept({ name: "a" }, { name: "a" }), "same"],
    ["another value", kept({ name: "a" }, { name: "b" }), "changed"],
    [
      "another value as the service returned it to the write",
      [{ name: "a" }, { name: "A" }, { name: "A" }],
      "changed",
    ],
    ["another value that the service may store", [{ pause: 7 }, { pause: 60 }, { pause: 60 }], "same"],
    [
      "a declared value in place of the one that the service had stored",
      [{ pause: 7 }, { pause: 60 }, { pause: 7 }],
      "same",
    ],
    [
      "another value than the one that the service had stored",
      [{ pause: 7 }, { pause: 60 }, { pause: 30 }],
      "changed",
    ],
    [
      "an address in lower case",
      [{ mail: "DBA@a.example" }, { mail: "dba@a.example" }, { mail: "dba@a.example" }],
      "same",
    ],
    ["another address", kept({ mail: "dba@a.example" }, { mail: "dbb@a.example" }), "changed"],
    ["no address, from the write on", [{ mail: "dba@a.example" }, {}, {}], "changed"],
    ["no set, from the write on", [{ labels: ["a"] }, {}, {}], { labels: "changed" }],
    [
      "a default in place of what was declared, from the write on",
      [{ delay: 6 }, { delay: 5 }, {}],
      "changed",
    ],
    [
      "fewer items, from the write on",
      [withItems(A0, B1), withItems(A0), withItems(A0)],
      { "items[0].kind": "same", "items[0].value": "same", "items[1]": "changed" },
    ],
    ["no items, from the write on", [withItems(A0), {}, {}], { "items[0]": "changed" }],
    [
      "another item, from the write on",
      [withItems(A0), withItems({ kind: "c" }), withItems({ kind: "c" })],
      { "items[0].kind": "changed", "items[0].value": "same" },
    ],
    [
      "another quantity, from the write on",
      [HOUR, sized(2, "HOURS"), sized(2, "HOURS")],
      ofSize("changed", "same"),
    ],
    ["no object, from the write on", [{ limit: { most: 1 } }, {}, {}], { limit: "changed" }],
    [
      "an object of which nothing is set, from the write on",
      [{ limit: { most: 0 } }, {}, {}],
      { limit: "same" },
    ],
    ["a field that the service never returns", [{ name: "a" }, {}, {}], "same"],
    ["a field that the service begins to return as declared", [{ name: "a" }, {}, { name: "a" }], "same"],
    ["a field that the service no longer returns", kept({ name: "a" }, {}), "changed"],
    ["another value for a field that was not returned", [{ name: "a" }, {}, { name: "b" }], "changed"],
    ["another value than the service had filled in", [{}, { name: "a" }, { name: "b" }], "changed"],
    ["no value where the service had filled one in", [{}, { name: "a" }, {}], { name: "changed" }],
    ["a value that nobody declared", seen({ name: "a" }), "undeclared"],
    ["a default for a field that was left out", seen({ delay: 5 }), "same"],
    ["no field for a default", kept({ delay: 5 }, {}), "same"],
    ["another value than the default", seen({ delay: 6 }), "undeclared"],
    ["a field that is sent with a fixed value when it is left out", seen({ enabled: true }), "changed"],
    ["its value", seen({ enabled: false }), "same"],
    ["a set in another order", kept({ labels: ["a", "b"] }, { labels: ["b", "a"] }), "same"],
    ["an empty set for none", seen({ labels: [] }), "same"],
    [
      "items in another order, of which one has another value",
      [withItems({ kind: "a" }, B1), withItems(A0, B1), withItems({ kind: "b", value: 2 }, A0)],
      { ...SAME_ITEMS, "items[1].value": "changed" },
    ],
    [
      "items as the service returned them before, in another order",
      [
        withItems({ kind: "a" }, B1),
        withItems(B1, { kind: "a", value: 7 }),
        withItems({ kind: "a", value: 7 }, B1),
      ],
      { ...SAME_ITEMS, "items[1].value": "same" },
    ],
    ["an item that was removed", kept({ items: [{ kind: "a" }] }, { items: [] }), { "items[0]": "changed" }],
    ["an item that was added", [{ items: [] }, {}, { items: [{ kind: "a" }] }], { "items[0]": "changed" }],
    ["items that nobody declared", seen({ items: [{ kind: "a" }] }), "undeclared"],
    [
      "items as the service had filled them in",
      [{}, { items: [{ kind: "a" }] }, { items: [{ kind: "a" }] }],
      "same",
    ],
    ["a quantity in another unit", kept(HOUR, sized(60, "MINUTES")), ofSize("same", "same")],
    ["a quantity without a unit, in that of the service", kept(sized(1), HOUR), ofSize("same", "undeclared")],
    ["a new value, converted", [HOUR, sized(60, "MINUTES"), sized(1, "MINUTES")], ofSize("same", "changed")],
    ["an object that was removed", kept(HOUR, {}), { size: "changed" }],
    ["an object as the service had filled it in", [{}, sized(1), sized(1)], "same"],
    ["another object than the service had filled in", [{}, sized(1), sized(2)], "changed"],
    ["an object that nobody declared", seen({ size: { threshold: 1 } }), "undeclared"],
    ["a secret and its mask", secret("****1234"), "same"],
    ["a secret and another mask", secret("****9999"), "changed"],
    ["a secret that is never returned", [{ token: "abcd1234" }, {}, {}], "cannotTell"],
    ["a secret that is no longer returned", secret(""), "changed"],
    ["a secret that is not returned as a text", secret(true), "cannotTell"],
    ["a secret that is not set", seen({ token: null }), "same"],
    ["a secret that was added", seen({ token: "****1234" }), "undeclared"],
    ["a secret that was there before", [{}, { token: "x" }, { token: "****1234" }], "same"],
    ["a connection string with masked user info", toHost("b"), "cannotTell"],
    ["a connection string to another host", toHost("c"), "changed"],
  ];
  for (const [what, [declared, expected, live], found] of cases) {
    const shown = typeof found === "string" ? found : Object.values(found).join(", ");
    it(`say of ${what}: ${shown || "nothing"}`, () => {
      const [field = ""] = Object.keys({ ...declared, ...live });
      const all = typeof found === "string" ? { [field]: found } : found;
      assert.deepEqual(verdicts({ declared, expected, live }), all);
    });
  }

  it("hold no secret of a whole item or object", () => {
    const SECRETS = {
      items: { type: { list: { kind: ITEM.kind, token: TABLE.token } } },
    } as const satisfies Fields;
    const item = { kind: "a", token: "abcd1234" };
    const rows = rowsOf(SECRETS, { declared: { items: [item] }, expected: {}, live: { items: [] } });
    const shown = rows.map(({ declared }) => declared);
    assert.deepEqual(shown, [{ kind: "a" }]);
  });
});

describe("the pairs of items that have no id", () => {
  const pairs = (ours: readonly object[], theirs: readonly object[]) =>
    pairSimilar(
      ours.map((each) => ({ expected: each })),
      theirs.map((each) => ({ ...each })),
    );
  const [a1, a2] = [1, 2].map((value) => ({ kind: "a", value })) as [object, object];
  const [b1, b2] = [1, 2].map((value) => ({ kind: "b", value })) as [object, object];

  it("are equal ones, in any order", () => assert.deepEqual(pairs([a1, a2], [a2, a1]), [1, 0]));

  it("are equal ones, even if an earlier item is similar", () =>
    assert.deepEqual(pairs([a2, a1], [a1]), [undefined, 0]));

  it("ignore fields that only the service has", () => {
    const theirs = [b1, a1].map((each) => ({ ...each, more: true }));
    assert.deepEqual(pairs([a1, b1], theirs), [1, 0]);
  });

  it("have the same first field otherwise", () => assert.deepEqual(pairs([a1, b1], [b2, a2]), [1, 0]));

  it("are what is left at last, each once", () => {
    assert.deepEqual(pairs([a1], [b1]), [0]);
    assert.deepEqual(pairs([a1, a2], [b1]), [0, undefined]);
    assert.deepEqual(pairs([a1, a1], [a1, a1]), [0, 1]);
  });
});

const item = fc.record(
  { kind: fc.constantFrom("a", "b"), value: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: ["kind"] },
);
const object = fc.record(
  {
    name: fc.constantFrom("a", "b"),
    delay: fc.integer({ min: 6, max: 8 }),
    enabled: fc.boolean(),
    labels: fc.uniqueArray(fc.constantFrom("x", "y", "z")),
    items: fc.array(item, { maxLength: 3 }),
    size: fc.record({ threshold: fc.integer({ min: 1, max: 2 }), units: fc.constantFrom("RAW", "PERCENT") }),
  },
  { requiredKeys: [] },
);

describe("the key and the rows of a comparison", () => {
  const key = (value: object): string => keyOf(TABLE, value, { secrets: true });

  property("agree on what is the same", 5_000, object, object, (declared, live) => {
    const rows = rowsOf(TABLE, { declared, expected: declared, live });
    const isSame = rows.every(({ verdict }) => verdict === "same");
    assert.equal(isSame, key(declared) === key(live));
  });

  property(
    "agree after the values of the service were taken over",
    5_000,
    object,
    object,
    (declared, live) => {
      const rows = rowsOf(TABLE, { declared, expected: declared, live });
      assert.equal(key(withLiveValues(declared, rows)), key(live));
    },
  );

  it("distinguish secrets only where they are asked for", () => {
    const keys = (secrets: boolean): string[] =>
      ["a", "b"].map((token) => keyOf(TABLE, { token }, { secrets }));
    assert.equal(new Set(keys(false)).size, 1);
    assert.equal(new Set(keys(true)).size, 2);
  });
});

describe("an object without its defaults", () => {
  const B0 = { kind: "b", value: 0 };
  it("has the fields whose values do not mean the same as none", () =>
    assert.deepEqual(
      withoutDefaults(
        { ...TABLE, item: { type: { object: ITEM } } },
        { delay: 5, name: "a", other: 5, labels: [], items: [B0], item: { kind: "b", value: 0 } },
      ),
      { name: "a", other: 5, items: [B0], item: { kind: "b" } },
    ));
});

describe("what a write would change", () => {
  it("lists what differs, except what it carries over, only if something is not as declared", () => {
    const declared = { name: "a", token: "abcd1234" };
    const live = { name: "a", delay: 6, token: "****1234", uri: "x" };
    const carried = { kept: [], lost: [["uri"]] };
    const of = (theirs: object, kept: Carried["kept"] = []) =>
      comparisonOf(rowsOf(TABLE, { declared, expected: { name: "a" }, live: theirs }), { ...carried, kept });
    const lostSecrets = ["uri"];
    const nothing = { changes: [], changedSecrets: [], unverifiedSecrets: [] };
    assert.deepEqual(of(live), { ...nothing, same: true, lostSecrets });
    const other = { ...live, name: "b", token: "****9999" };
    const changed = { same: false, lostSecrets, changedSecrets: ["token"], unverifiedSecrets: [] };
    assert.deepEqual(of(other), { ...changed, changes: ['name: "b" => "a"', "delay: 6 => (unset)"] });
    const kept = [{ path: ["delay"], value: 6 }];
    assert.deepEqual(of(other, kept), { ...changed, changes: ['name: "b" => "a"'] });
  });
});
