import assert from "node:assert/strict";
import { changesOf, defectsOf, lossesOf, misfits } from "../../../../src/resources/version-manifest/changes";
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
        "1 version added (3); 1 version removed (2); 2 builds added in versions that stay; 1 build removed in versions that stay.",
    ));
});

describe("defectsOf", () => {
  const cases: [title: string, manifest: Record<string, unknown>, found: string[]][] = [
    ["versions with names", { versions: [version("8.0.4")] }, []],
    ["no versions", {}, ['it has no list of versions ("versions")']],
    ["versions that are null", { versions: null }, ['its "versions" is not a list']],
    ["an empty list", { versions: [] }, ["its list of versions is empty"]],
    [
      "a version without a name",
      { versions: [version("8.0.4"), { builds: [] }] },
      ["1 of its 2 versions have no name, the first is versions[1]"],
    ],
    [
      "a list of downloads",
      { versions: [{ version: "8.0.4" }] },
      [
        '1 of its 1 version have no name, the first is versions[0]; with "version" in its place this looks like MongoDB\'s list of downloads, and the manifest is another file: https://opsmanager.mongodb.com/static/version_manifest/<major.minor of Ops Manager>.json',
      ],
    ],
  ];
  for (const [title, manifest, found] of cases)
    it(`describes ${title}`, () => assert.deepEqual(defectsOf(outlineOf(piecesOfTree(manifest))), found));

  it("does not take another field of a version for its name", () =>
    assert.deepEqual(defectsOf(outline(0, [{ ...version("8.0.4"), version: "8.0.4" }])), []));
});

describe("lossesOf", () => {
  const cases: [title: string, live: Outline, next: Outline, found: RegExp[]][] = [
    ["nothing of the same", outline(1, [version("1")]), outline(1, [version("1")]), []],
    ["nothing of more", outline(1, [version("1")]), outline(2, [version("1"), version("2")]), []],
    [
      "removed builds of a version that stays not",
      outline(1, [version("1", "a")]),
      outline(1, [version("1")]),
      [],
    ],
    [
      "an older stamp",
      outline(2, []),
      outline(1, []),
      [/^it is of 1970-\S+001Z, older .* \(1970-\S+002Z\)$/],
    ],
    ["a removed version", outline(1, [version("1")]), outline(2, []), [/^it lacks 1 version that .* \(1\)$/]],
    ["both", outline(2, [version("1")]), outline(1, []), [/^it is of/, /^it lacks/]],
    [
      "nothing of versions that have no name on the service",
      outline(1, [{ version: "1" }, null as never, { name: "" }]),
      outline(2, []),
      [],
    ],
    [
      "an older stamp than one of the year 58487",
      outline(1_783_425_600_000_000, []),
      outline(1, []),
      [/^it is of/],
    ],
    ["no older stamp in the year 58487", outline(1, []), outline(1_783_425_600_000_000, []), []],
  ];
  for (const [title, live, next, found] of cases)
    it(`describes ${title}`, () => {
      const losses = lossesOf(live, next);
      assert.equal(losses.length, found.length, losses.join());
      found.forEach((each, index) => assert.match(losses[index] ?? "", each));
    });

  it("names eight removed versions and counts the others", () => {
    const many = Array.from({ length: 10 }, (_, index) => version(`8.0.${index}`));
    assert.deepEqual(lossesOf(outline(0, many), outline(0, [])), [
      "it lacks 10 versions that the service offers (8.0.0, 8.0.1, 8.0.2, 8.0.3, 8.0.4, 8.0.5, 8.0.6, 8.0.7 and 2 more)",
    ]);
  });
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
