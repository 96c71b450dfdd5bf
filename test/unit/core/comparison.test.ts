import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Verdict, Versions } from "../../../src/core/comparison";
import { keyOf } from "../../../src/core/key";
import {
  comparisonOf,
  pairSimilar,
  rowsOf,
  withLiveValues,
  withoutDefaults,
} from "../../../src/core/comparison";
import { pathText } from "../../../src/core/problems";
import type { Fields } from "../../../src/fields/table";
import { runs } from "../../support/runs";

const ITEM = {
  kind: { type: "string", required: true },
  value: { type: "number", default: 0 },
} as const satisfies Fields;

const SIZE = {
  threshold: { type: "number", unit: "units" },
  units: { type: "string" },
} as const satisfies Fields;

const TABLE = {
  id: { type: "string", readOnly: true },
  name: { type: "string" },
  delay: { type: "number", default: 5 },
  enabled: { type: "boolean", sent: false },
  labels: { type: "strings" },
  items: { type: { list: ITEM } },
  size: { type: { object: SIZE } },
  token: { type: "string", secret: true },
  uri: { type: "string", secret: true, masked: "userInfo" },
} as const satisfies Fields;

type Verdicts = Readonly<Record<string, Verdict>>;

function verdicts(versions: Versions): Verdicts {
  return Object.fromEntries(rowsOf(TABLE, versions).map(({ path, verdict }) => [pathText(path), verdict]));
}

describe("the rows of a comparison", () => {
  const cases: [what: string, versions: Versions, verdicts: Verdicts][] = [
    ["a field that nobody has", { declared: {}, expected: {}, live: { id: "x", other: 1 } }, {}],
    [
      "an equal field",
      { declared: { name: "a" }, expected: { name: "a" }, live: { name: "a" } },
      { name: "same" },
    ],
    [
      "another value",
      { declared: { name: "a" }, expected: { name: "a" }, live: { name: "b" } },
      { name: "changed" },
    ],
    [
      "a value as the service returned it to the write",
      { declared: { name: "a" }, expected: { name: "A" }, live: { name: "A" } },
      { name: "same" },
    ],
    [
      "a field that the service never returns",
      { declared: { name: "a" }, expected: {}, live: {} },
      { name: "same" },
    ],
    [
      "a field that the service begins to return as declared",
      { declared: { name: "a" }, expected: {}, live: { name: "a" } },
      { name: "same" },
    ],
    [
      "a field that the service no longer returns",
      { declared: { name: "a" }, expected: { name: "a" }, live: {} },
      { name: "changed" },
    ],
    [
      "a value that nobody declared",
      { declared: {}, expected: {}, live: { name: "a" } },
      { name: "undeclared" },
    ],
    [
      "a default for a field that was left out",
      { declared: {}, expected: {}, live: { delay: 5 } },
      { delay: "same" },
    ],
    [
      "no field for a default",
      { declared: { delay: 5 }, expected: { delay: 5 }, live: {} },
      { delay: "same" },
    ],
    [
      "another value than the default",
      { declared: {}, expected: {}, live: { delay: 6 } },
      { delay: "undeclared" },
    ],
    [
      "a field that is sent with a value of its own when it is left out",
      { declared: {}, expected: {}, live: { enabled: true } },
      { enabled: "changed" },
    ],
    ["its value", { declared: {}, expected: {}, live: { enabled: false } }, { enabled: "same" }],
    [
      "a set in another order",
      { declared: { labels: ["a", "b"] }, expected: { labels: ["a", "b"] }, live: { labels: ["b", "a"] } },
      { labels: "same" },
    ],
    ["an empty set for none", { declared: {}, expected: {}, live: { labels: [] } }, { labels: "same" }],
    [
      "items in another order, of which one has another value",
      {
        declared: { items: [{ kind: "a" }, { kind: "b", value: 1 }] },
        expected: {
          items: [
            { kind: "a", value: 0 },
            { kind: "b", value: 1 },
          ],
        },
        live: {
          items: [
            { kind: "b", value: 2 },
            { kind: "a", value: 0 },
          ],
        },
      },
      {
        "items[0].kind": "same",
        "items[0].value": "same",
        "items[1].kind": "same",
        "items[1].value": "changed",
      },
    ],
    [
      "an item that was removed",
      { declared: { items: [{ kind: "a" }] }, expected: { items: [{ kind: "a" }] }, live: { items: [] } },
      { "items[0]": "changed" },
    ],
    [
      "an item that was added",
      { declared: {}, expected: {}, live: { items: [{ kind: "a" }] } },
      { "items[0]": "changed" },
    ],
    [
      "a quantity in another unit",
      {
        declared: { size: { threshold: 1, units: "HOURS" } },
        expected: { size: { threshold: 1, units: "HOURS" } },
        live: { size: { threshold: 60, units: "MINUTES" } },
      },
      { "size.threshold": "same", "size.units": "same" },
    ],
    [
      "a quantity without a unit, in that of the service",
      {
        declared: { size: { threshold: 1 } },
        expected: { size: { threshold: 1 } },
        live: { size: { threshold: 1, units: "HOURS" } },
      },
      { "size.threshold": "same", "size.units": "undeclared" },
    ],
    [
      "another quantity in a unit that the service converted to",
      {
        declared: { size: { threshold: 1, units: "HOURS" } },
        expected: { size: { threshold: 60, units: "MINUTES" } },
        live: { size: { threshold: 1, units: "MINUTES" } },
      },
      { "size.threshold": "same", "size.units": "changed" },
    ],
    [
      "an object that was removed",
      { declared: { size: {} }, expected: { size: {} }, live: {} },
      { size: "changed" },
    ],
    [
      "an object that nobody declared",
      { declared: {}, expected: {}, live: { size: { threshold: 1 } } },
      { size: "undeclared" },
    ],
    [
      "a secret and its mask",
      { declared: { token: "abcd1234" }, expected: { token: "x" }, live: { token: "****1234" } },
      { token: "same" },
    ],
    [
      "a secret and another mask",
      { declared: { token: "abcd1234" }, expected: { token: "x" }, live: { token: "****9999" } },
      { token: "changed" },
    ],
    [
      "a secret that is never returned",
      { declared: { token: "abcd1234" }, expected: {}, live: {} },
      { token: "cannotTell" },
    ],
    [
      "a secret that is no longer returned",
      { declared: { token: "abcd1234" }, expected: { token: "x" }, live: { token: "" } },
      { token: "changed" },
    ],
    [
      "a secret that is not returned as a text",
      { declared: { token: "abcd1234" }, expected: { token: "x" }, live: { token: true } },
      { token: "cannotTell" },
    ],
    ["a secret that is not set", { declared: {}, expected: {}, live: { token: null } }, { token: "same" }],
    [
      "a secret that was added",
      { declared: {}, expected: {}, live: { token: "****1234" } },
      { token: "undeclared" },
    ],
    [
      "a secret that was there before",
      { declared: {}, expected: { token: "x" }, live: { token: "****1234" } },
      { token: "same" },
    ],
    [
      "a connection string with masked user info",
      {
        declared: { uri: "mongodb://u:p@a,b/" },
        expected: { uri: "x" },
        live: { uri: "mongodb://**:**@a,b/" },
      },
      { uri: "same" },
    ],
    [
      "a connection string to another host",
      {
        declared: { uri: "mongodb://u:p@a,b/" },
        expected: { uri: "x" },
        live: { uri: "mongodb://**:**@a,c/" },
      },
      { uri: "changed" },
    ],
  ];
  for (const [what, versions, expected] of cases) {
    it(`say of ${what}: ${Object.values(expected).join(", ") || "nothing"}`, () =>
      assert.deepEqual(verdicts(versions), expected));
  }

  it("hold no secret of a whole item or object", () => {
    const SECRETS = {
      items: { type: { list: { kind: ITEM.kind, token: TABLE.token } } },
    } as const satisfies Fields;
    const item = { kind: "a", token: "abcd1234" };
    const rows = rowsOf(SECRETS, { declared: { items: [item] }, expected: {}, live: { items: [] } });
    assert.deepEqual(
      rows.map(({ declared }) => declared),
      [{ kind: "a" }],
    );
  });
});

describe("the pairs of items that have no id", () => {
  const pairs = (ours: readonly object[], theirs: readonly object[]) =>
    pairSimilar(
      ours.map((each) => ({ expected: each })),
      theirs.map((each) => ({ ...each })),
    );
  const [a1, a2, b1, b2] = [
    { kind: "a", value: 1 },
    { kind: "a", value: 2 },
    { kind: "b", value: 1 },
    { kind: "b", value: 2 },
  ];

  it("are equal ones, in any order", () => assert.deepEqual(pairs([a1, a2], [a2, a1]), [1, 0]));

  it("are equal ones, even if an earlier item is similar", () =>
    assert.deepEqual(pairs([a2, a1], [a1]), [undefined, 0]));

  it("ignore fields that only the service has", () =>
    assert.deepEqual(
      pairs(
        [a1, b1],
        [
          { ...b1, more: true },
          { ...a1, more: true },
        ],
      ),
      [1, 0],
    ));

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

  it("agree on what is the same", () =>
    fc.assert(
      fc.property(object, object, (declared, live) => {
        const isSame = rowsOf(TABLE, { declared, expected: declared, live }).every(
          ({ verdict }) => verdict === "same",
        );
        assert.equal(isSame, key(declared) === key(live));
      }),
      { numRuns: runs(5_000) },
    ));

  it("agree after the values of the service were taken over", () =>
    fc.assert(
      fc.property(object, object, (declared, live) => {
        const rows = rowsOf(TABLE, { declared, expected: declared, live });
        assert.equal(key(withLiveValues(declared, rows)), key(live));
      }),
      { numRuns: runs(5_000) },
    ));

  it("distinguish secrets only where they are asked for", () => {
    const keys = (secrets: boolean): string[] =>
      ["a", "b"].map((token) => keyOf(TABLE, { token }, { secrets }));
    assert.equal(new Set(keys(false)).size, 1);
    assert.equal(new Set(keys(true)).size, 2);
  });
});

describe("an object without its defaults", () => {
  it("has the fields whose values do not mean the same as none", () =>
    assert.deepEqual(withoutDefaults(TABLE, { delay: 5, name: "a", other: 5 }), { name: "a", other: 5 }));
});

describe("what a write would change", () => {
  it("lists what differs, and what it removes, only if something is not as declared", () => {
    const declared = { name: "a", token: "abcd1234" };
    const live = { name: "a", delay: 6, token: "****1234", uri: "x" };
    const of = (theirs: object) =>
      comparisonOf(rowsOf(TABLE, { declared, expected: { name: "a" }, live: theirs }));
    assert.deepEqual(of(live), { same: true, changes: [], changedSecrets: [], unverifiedSecrets: [] });
    assert.deepEqual(of({ ...live, name: "b", token: "****9999" }), {
      same: false,
      changes: ['name: "b" => "a"', "delay: 6 => (unset)", "uri: is not declared and will be removed"],
      changedSecrets: ["token"],
      unverifiedSecrets: [],
    });
  });
});
