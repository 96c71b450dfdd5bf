import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { containsUnknown, isUnknown, UNKNOWN } from "../../src/unknowns";

describe("unknowns", () => {
  it("have the value that the engine sends for them", () =>
    assert.equal(UNKNOWN, (pulumi.runtime as unknown as { unknownValue: string }).unknownValue));

  it("are only that exact text", () =>
    assert.equal([UNKNOWN, "", undefined, `${UNKNOWN} `, [UNKNOWN]].findLastIndex(isUnknown), 0));

  const cases: [value: unknown, contains: boolean][] = [
    [UNKNOWN, true],
    [[1, [UNKNOWN]], true],
    [{ a: { b: [{ c: UNKNOWN }] } }, true],
    [{ [UNKNOWN]: 1 }, false],
    [{ a: `x${UNKNOWN}` }, false],
    [null, false],
  ];
  for (const [value, contains] of cases) {
    it(`are ${contains ? "found" : "not found"} in ${JSON.stringify(value)}`, () =>
      assert.equal(containsUnknown(value), contains));
  }
});
