import assert from "node:assert/strict";
import { asAsset, getAssetPath } from "../../../../src/resources/version-manifest/asset";
import { hashOnly } from "./engine-asset";

describe("asAsset", () => {
  it("accepts an asset of the engine", () =>
    assert.equal(asAsset({ ...hashOnly("h"), path: "p" })?.path, "p"));
  const other = { "4dabf18193072939515e22adb298388d": "other" };
  for (const value of ["path", undefined, null, {}, { path: "p" }, other]) {
    it(`refuses ${JSON.stringify(value)}`, () => assert.equal(asAsset(value), undefined));
  }
});

describe("getAssetPath", () => {
  it("returns the path of a file", () => assert.equal(getAssetPath({ path: "a/7.0.json" }), "a/7.0.json"));
  it("returns the path of a URL without its query", () =>
    assert.equal(getAssetPath({ uri: "https://example.com/a/7.0.json?sig=8.0.json#9" }), "/a/7.0.json"));
  it("returns an empty path for an invalid URL", () => assert.equal(getAssetPath({ uri: "7.0.json" }), ""));
});
