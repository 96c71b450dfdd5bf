import assert from "node:assert/strict";
import { assetOf, pathOf } from "../../../../src/resources/version-manifest/asset";
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

describe("pathOf", () => {
  it("is that of the file", () => assert.equal(pathOf({ path: "a/7.0.json" }), "a/7.0.json"));
  it("is that of the URL, without its query", () =>
    assert.equal(pathOf({ uri: "https://example.com/a/7.0.json?sig=8.0.json#9.0.json" }), "/a/7.0.json"));
  it("is nothing of what is no URL", () => assert.equal(pathOf({ uri: "7.0.json" }), ""));
});
