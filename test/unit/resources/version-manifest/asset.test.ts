import assert from "node:assert/strict";
import { assetOf } from "../../../../src/resources/version-manifest/asset";
import { hashOnly } from "./engine-asset";

describe("assetOf", () => {
  it("knows what the engine passes", () => assert.equal(assetOf({ ...hashOnly("h"), path: "p" })?.path, "p"));
  for (const value of [
    "path",
    undefined,
    null,
    {},
    { path: "p" },
    { "4dabf18193072939515e22adb298388d": "other" },
  ]) {
    it(`does not take ${JSON.stringify(value)} for one`, () => assert.equal(assetOf(value), undefined));
  }
});
