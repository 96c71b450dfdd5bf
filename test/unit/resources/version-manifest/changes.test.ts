import assert from "node:assert/strict";
import { changesOf, misfits } from "../../../../src/resources/version-manifest/changes";
import type { Outline } from "../../../../src/resources/version-manifest/outline";
import { outlineOf } from "../../../../src/resources/version-manifest/outline";
import { piecesOfTree } from "../../../../src/resources/version-manifest/pieces";

const outline = (updated: number, versions: object[]): Outline =>
  outlineOf(piecesOfTree({ updated, versions }));
const version = (name: string, ...urls: string[]): object => ({ name, builds: urls.map((url) => ({ url })) });

describe("changesOf", () => {
  it("names eight versions and counts the others", () => {
    const many = Array.from({ length: 10 }, (_, index) => version(`8.0.${index}`));
    assert.equal(
      changesOf(outline(0, []), outline(1_000, many)),
      "The version manifest changes from 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:01.000Z; " +
        "10 versions added (8.0.0, 8.0.1, 8.0.2, 8.0.3, 8.0.4, 8.0.5, 8.0.6, 8.0.7 and 2 more).",
    );
  });

  it("counts builds in versions that both have, and not those of versions that come or go", () =>
    assert.equal(
      changesOf(
        outline(0, [version("1", "a", "b"), version("2", "c")]),
        outline(0, [version("1", "b", "d", "e"), version("3", "f")]),
      ),
      "The version manifest changes from 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:00.000Z; " +
        "1 versions added (3); 1 versions removed (2); 2 builds added in versions that stay; 1 builds removed in versions that stay.",
    ));
});

describe("misfits", () => {
  const trap = outline(0, [{ name: "8.0.4", isSpecialLTSVersion: true }]);
  const plain = outline(0, [version("8.0.4")]);
  const cases: [versionString: string | undefined, path: string, outline: Outline, found: RegExp[]][] = [
    ["8.0.0.500.20250101T0000Z", "m.json", trap, [/isSpecialLTSVersion/]],
    ["8.0.12", "m.json", trap, [/isSpecialLTSVersion/]],
    ["8.0.13", "m.json", trap, []],
    ["7.0.12", "m.json", trap, []],
    ["8.1.0", "m.json", trap, []],
    ["8.0.12", "m.json", plain, []],
    [undefined, "7.0.json", trap, []],
    ["8.0.13", "8.0.json", plain, []],
    [
      "8.0.13",
      "/static/version_manifest/7.0.json",
      plain,
      [/named after series 7\.0, .* of version 8\.0\.13/],
    ],
    ["8.0.13", "manifest-7.0.json", plain, [/series 7\.0/]],
    ["8.0.13", "1.7.0.json", plain, []],
    ["7.0.1", "8.0.json", trap, [/series 8\.0/]],
  ];
  for (const [versionString, path, manifest, found] of cases) {
    it(`finds ${found.length} for ${path} and ${versionString ?? "a service that does not say"}`, () => {
      const told = misfits(manifest, path, { versionString });
      assert.equal(told.length, found.length, told.join());
      found.forEach((each, index) => assert.match(told[index] ?? "", each));
    });
  }
});
