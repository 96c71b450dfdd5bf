import assert from "node:assert/strict";
import * as fc from "fast-check";
import { joinName, slug, tellApart, uniqueNames, variableName } from "../../../src/core/declaring";

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

  /** The facets of each item, and the words that tell it apart. */
  const items: [what: string, items: string[], expected: string[]][] = [
    ["nothing for one", ["a"], [""]],
    ["what one has in addition", ["group", "group user"], ["", "user"]],
    ["what each has", ["60", "600"], ["60", "600"]],
    ["the first difference", ["a | 1", "b | 2"], ["a", "b"]],
    ["a further difference of those that are still alike", ["a | 1", "b | 1", "b | 2"], ["a", "b 1", "b 2"]],
    ["nothing for twins", ["a", "a"], ["", ""]],
  ];
  for (const [what, alike, expected] of items) {
    it(`say of items that are alike ${what}`, () => {
      const facets = alike.map((each) => each.split(" | ").map((facet) => facet.split(" ")));
      const words = tellApart(facets).map((each) => each.join(" "));
      assert.deepEqual(words, expected);
    });
  }

  it("are those of variables where a program needs one", () => {
    assert.equal(variableName("#db-alerts", "SLACK"), "dbAlertsSlack");
    assert.equal(variableName("after 5", "every 15"), "after5Every15");
  });

  it("join what is not empty, and are not longer than 60 characters", () => {
    assert.equal(joinName("shop", "", "no-primary"), "shop-no-primary");
    assert.equal(joinName("x".repeat(59), "y"), "x".repeat(59));
  });
});
