import assert from "node:assert/strict";
import type { ManifestSummary } from "../../../../src/manifest-summary";
import type { ManifestOutline } from "../../../../src/resources/version-manifest/outline";
import { outlineManifest } from "../../../../src/resources/version-manifest/outline";
import { describeChanges, describeDrift } from "../../../../src/resources/version-manifest/comparison";
import { findLosses, findMisfits } from "../../../../src/resources/version-manifest/comparison";

const outline = (updated: number, versions: object[]): ManifestOutline =>
  outlineManifest({ updated, versions });
const version = (name: string, ...urls: string[]): object => ({ name, builds: urls.map((url) => ({ url })) });
/** More than the eight that a message lists. */
const MANY = Array.from({ length: 10 }, (_, index) => version(`8.0.${index}`));

describe("describeChanges", () => {
  it("counts builds of versions that both have, and not of added or removed versions", () =>
    assert.equal(
      describeChanges(
        outline(0, [version("1", "a", "b"), version("2", "c")]),
        outline(0, [version("1", "b", "d", "e"), version("3", "f")]),
      ),
      "The version manifest changes from 1970-01-01T00:00:00.000Z to 1970-01-01T00:00:00.000Z; " +
        "1 version added (3); 1 version removed (2); 2 builds added to existing versions; 1 build removed from existing versions.",
    ));
});

describe("findLosses", () => {
  const [FAR, ONE] = [1_783_425_600_000_000, [version("1")]];
  const OLDER = /^its timestamp 1970-\S+001Z is older than that of the service's manifest \(/;
  const unnamed = [{ version: "1" }, null as never, { name: "" }];
  type Side = [updated: number, versions: object[]];
  const cases: [title: string, live: Side, next: Side, ...found: RegExp[]][] = [
    ["the same manifest", [1, ONE], [1, ONE]],
    ["an added version", [1, ONE], [2, [...ONE, version("2")]]],
    ["removed builds of an existing version", [1, [version("1", "a")]], [1, ONE]],
    ["ten removed versions", [0, MANY], [0, []], /^it lacks 10 .* \(8\.0\.0, .* 8\.0\.7 and 2 more\)$/],
    ["an older timestamp and a removed version", [2, ONE], [1, []], OLDER, /^it lacks/],
    ["versions without a name on the service", [1, unnamed], [2, []]],
    ["an older timestamp than one above the year 9999", [FAR, []], [1, []], OLDER],
    ["a timestamp above the year 9999", [1, []], [FAR, []]],
  ];
  for (const [title, live, next, ...found] of cases)
    it(`finds ${found.length} for ${title}`, () => {
      const losses = findLosses(outline(...live), outline(...next));
      assert.equal(losses.length, found.length, losses.join());
      found.forEach((each, index) => assert.match(losses[index] ?? "", each));
    });
});

describe("findMisfits", () => {
  const trap = outline(0, [{ name: "8.0.4", isSpecialLTSVersion: true }]);
  const plain = outline(0, [version("8.0.4")]);
  const cases: [version: string | undefined, path: string, outline: ManifestOutline, found?: RegExp][] = [
    ["8.0.0.500.20250101T0000Z", "m.json", trap, /isSpecialLTSVersion/],
    ["8.0.12", "m.json", trap, /isSpecialLTSVersion/],
    ["8.0.13", "m.json", trap],
    ["7.0.12", "m.json", trap],
    ["8.1.0", "m.json", trap],
    ["8.0.12", "m.json", plain],
    [undefined, "7.0.json", trap],
    ["8.0.13", "8.0.json", plain],
    ["8.0.13", "/static/7.0.json", plain, /file name is that of series 7\.0, .* has version 8\.0\.13/],
    ["8.0.13", "manifest-7.0.json", plain, /series 7\.0/],
    ["8.0.13", "1.7.0.json", plain],
    ["7.0.1", "8.0.json", trap, /series 8\.0/],
  ];
  for (const [versionString, path, manifest, found] of cases) {
    it(`finds ${found === undefined ? "nothing" : "one"} for ${path} and ${versionString ?? "a service of unknown version"}`, () => {
      const misfits = findMisfits(manifest, path, { versionString });
      assert.equal(misfits.length, found === undefined ? 0 : 1, misfits.join());
      if (found !== undefined) assert.match(misfits[0] ?? "", found);
    });
  }
});

describe("describeDrift", () => {
  const [EARLY, LATE] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  const summary = (canonicalSha256: string, manifestUpdated?: string): ManifestSummary => ({
    canonicalSha256,
    manifestUpdated,
    versionCount: 0,
    newestVersions: [],
  });
  const newer = (live: string, uploaded: string): string =>
    `The service has a newer version manifest (${live}) than the uploaded one (${uploaded}); it is left in place.`;

  type Side = [sha256: string, updated?: string];
  type Given = string | undefined;
  type Row = [what: string, uploaded: Side, live: Side, drift: Given, said?: Given, allowDowngrade?: boolean];
  const cases: Row[] = [
    ["the same content", ["a", EARLY], ["a", LATE], undefined],
    ["a newer one", ["a", EARLY], ["b", LATE], undefined, newer(LATE, EARLY)],
    ["a newer one with allowDowngrade", ["a", EARLY], ["b", LATE], `differs (${LATE})`, undefined, true],
    ["an older one", ["a", LATE], ["b", EARLY], `older (${EARLY})`],
    ["another one of the same time", ["a", LATE], ["b", LATE], `differs (${LATE})`],
    ["one without a timestamp", ["a", LATE], ["b"], "older (no timestamp)"],
    ["a dated one after one without", ["a"], ["b", LATE], undefined, newer(LATE, "no timestamp")],
    ["another one, both without a timestamp", ["a"], ["b"], "differs (no timestamp)"],
  ];
  for (const [title, uploaded, live, drift, said, allowDowngrade = false] of cases)
    it(`returns ${drift ?? "nothing"} for ${title}`, () => {
      const messages: string[] = [];
      const say = (text: string): void => void messages.push(text);
      assert.equal(describeDrift(summary(...uploaded), summary(...live), allowDowngrade, say), drift);
      assert.deepEqual(messages, said === undefined ? [] : [said]);
    });
});
