import assert from "node:assert/strict";
import { nearest } from "../../../src/core/suggest";

const KNOWN = ["NO_PRIMARY", "HOST_DOWN", "HOST_UP", "OUTSIDE_METRIC_THRESHOLD"];

describe("nearest", () => {
  const cases: [given: string, name: string | undefined][] = [
    ["NO_PRIMARY", "NO_PRIMARY"],
    ["no_primary", "NO_PRIMARY"],
    ["NO_PRIMRAY", "NO_PRIMARY"],
    ["HOST_DWN", "HOST_DOWN"],
    ["OUTSIDE_METRICS_TRESHOLD", "OUTSIDE_METRIC_THRESHOLD"],
    ["SOMETHING_ELSE_ENTIRELY", undefined],
    ["", undefined],
    ["X", undefined],
  ];
  for (const [given, name] of cases) {
    it(`returns ${String(name)} for ${JSON.stringify(given)}`, () =>
      assert.equal(nearest(given, KNOWN), name));
  }

  it("prefers the closest of several names", () => assert.equal(nearest("HOST_UPP", KNOWN), "HOST_UP"));
  it("returns undefined without names", () => assert.equal(nearest("A", []), undefined));
});
