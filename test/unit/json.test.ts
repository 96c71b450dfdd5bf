import assert from "node:assert/strict";
import * as fc from "fast-check";
import { canonicalJson, isDeeperThan, isPlainObject, jsonEqual } from "../../src/json";
import { withoutNullFields, withoutNulls, withoutUndefined } from "../../src/json";

describe("json", () => {
  const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  const depths: [what: string, value: unknown, isDeeper: boolean][] = [
    ["a string", "a", false],
    ["two levels", { a: [1] }, false],
    ["three levels", { a: [{}] }, true],
    ["three levels after shallow items", [1, [2], { b: "c" }, { d: { e: 1 } }], true],
    ["three levels below a __proto__ key", JSON.parse('{"__proto__":{"a":{}}}'), true],
    ["200,000 levels", nested(200_000), true],
  ];
  for (const [what, value, isDeeper] of depths) {
    it(`${isDeeper ? "finds" : "does not find"} more than two levels in ${what}`, () =>
      assert.equal(isDeeperThan(value, 2), isDeeper));
  }

  it("removes undefined at any depth, and keeps null, false, 0 and the empty string", () => {
    const rest = { e: { f: undefined }, g: [false, 0, ""] };
    const value = { a: undefined, b: [1, undefined, { c: undefined, d: null }], ...rest };
    assert.deepEqual(withoutUndefined(value), { b: [1, { d: null }], e: {}, g: [false, 0, ""] });
  });

  it("removes undefined and null at any depth", () => {
    const value = { a: null, b: [1, null, { c: undefined }], d: [false, 0, ""] };
    assert.deepEqual(withoutNulls(value), { b: [1, {}], d: [false, 0, ""] });
  });

  it("removes null fields, but not null items", () => {
    const value = { a: null, b: [1, null, { c: null, d: [null] }] };
    assert.deepEqual(withoutNullFields(value), { b: [1, null, { d: [null] }] });
  });

  const equal: [a: unknown, b: unknown, same: boolean][] = [
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, true],
    [[1, 2], [2, 1], false],
    [{ a: null }, {}, false],
    [{ a: 1 }, { a: "1" }, false],
    [0, false, false],
    [undefined, undefined, true],
    [undefined, null, false],
    [[], {}, false],
  ];
  for (const [a, b, same] of equal) {
    it(`compares ${JSON.stringify(a)} and ${JSON.stringify(b)} as ${same ? "equal" : "different"}`, () => {
      assert.equal(jsonEqual(a, b), same);
      assert.equal(jsonEqual(b, a), same);
    });
  }

  it("serializes equal values to the same text", () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: "x" }), '{"a":"x","b":[{"c":2,"d":1}]}');
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (!isPlainObject(value)) return value;
      const entries = Object.entries(value).toReversed();
      return Object.fromEntries(entries.map(([key, item]) => [key, shuffled(item)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(canonicalJson(shuffled(value)), canonicalJson(value));
        assert.ok(jsonEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value))));
      }),
    );
  });
});
