import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  commonPrefix,
  joinName,
  nameApart,
  slug,
  uniqueNames,
  variableName,
} from "../../../src/core/export-names";

describe("names of an exported program", () => {
  const slugs: [text: string, expected: string][] = [
    ["Shop (EU)", "shop-eu"],
    ["Über uns", "uber-uns"],
    ["  a -- b  ", "a-b"],
    ["OUTSIDE_METRIC_THRESHOLD", "outside-metric-threshold"],
    ["^db-[0-9]+\\.example\\.com$", "db-0-9-example-com"],
    ["東京", ""],
    ["x".repeat(100), "x".repeat(60)],
  ];
  for (const [text, expected] of slugs) {
    it(`turn ${JSON.stringify(text)} into ${JSON.stringify(expected)}`, () =>
      assert.equal(slug(text), expected));
  }

  it("are words whatever the project is called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const name = slug(text) || "project-000001";
        assert.match(name, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
      }),
    );
  });

  it("are numbered where two are alike, and never twice the same", () => {
    const unique = uniqueNames();
    const names = ["a", "a", "a-2", "a", "toString"].map(unique);
    assert.deepEqual(names, ["a", "a-2", "a-2-2", "a-3", "toString"]);
  });

  /** The facets of items with the base "x", and their names. */
  const items: [what: string, items: string[], expected: string[]][] = [
    ["nothing for one", ["a"], ["x"]],
    ["what one has in addition", ["group", "group user"], ["x", "x-user"]],
    ["what each has, by its number", ["600", "60", "120"], ["x-60", "x-120", "x-600"]],
    ["the first difference", ["a | 1", "b | 2"], ["x-a", "x-b"]],
    ["another difference of those still alike", ["a | 1", "b | 1", "b | 2"], ["x-a", "x-b-1", "x-b-2"]],
    ["nothing for twins", ["a", "a"], ["x", "x"]],
  ];
  for (const [what, alike, expected] of items) {
    it(`say of items that are alike ${what}, and those of one base are together`, () => {
      const all = [...alike, ...alike].map((each, index) => ({
        base: index < alike.length ? "x" : "w",
        facets: each.split(" | ").map((facet) => facet.split(" ")),
        order: `${index}`,
      }));
      const names = nameApart(all).map(({ name }) => name);
      assert.deepEqual(names, [...expected.map((name) => name.replace("x", "w")), ...expected]);
    });
  }

  it("have all that tells hosts apart, also if they are long", () => {
    const base = "x".repeat(60);
    const hosts = ["01", "02"].map((facet) => ({ base, facets: [[facet]], order: facet }));
    assert.deepEqual(
      nameApart(hosts).map(({ name }) => name),
      [`${base}-01`, `${base}-02`],
    );
  });

  it("are those of variables where a program needs one", () => {
    assert.equal(variableName("db-alerts-slack"), "dbAlertsSlack");
  });

  it("join what is not empty, and are not longer than 60 characters", () => {
    assert.equal(joinName("shop", "", "no-primary"), "shop-no-primary");
    assert.equal(joinName("x".repeat(59), "y"), "x".repeat(59));
  });
});

describe("what names begin with", () => {
  const cases: [names: string[], expected: string][] = [
    [["orders-eu", "orders-us"], "orders"],
    [["orders", "orders-eu"], "orders"],
    [["orders-eu", "orders-eu"], "orders-eu"],
    [["orders-eu"], "orders-eu"],
    [["order", "orders"], ""],
    [["2024-eu", "2024-us"], ""],
    [[""], ""],
    [[], ""],
  ];
  for (const [names, expected] of cases)
    it(`is ${JSON.stringify(expected)} for ${names.join(", ")}`, () =>
      assert.equal(commonPrefix(names), expected));
});
