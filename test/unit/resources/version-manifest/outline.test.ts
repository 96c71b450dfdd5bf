import assert from "node:assert/strict";
import type { PlainObject } from "../../../../src/json";
import type { ManifestOutline } from "../../../../src/resources/version-manifest/outline";
import { outlineManifest } from "../../../../src/resources/version-manifest/outline";

const parse = (text: string): PlainObject => JSON.parse(text) as PlainObject;
const outlineOf = (text: string): ManifestOutline => outlineManifest(parse(text));
const hashOf = (text: string): string => outlineOf(text).summary.canonicalSha256;
const version = (name: string): object => ({ name, builds: [] });

describe("outlineManifest", () => {
  it("has the timestamp, the number of versions and the five newest", () => {
    const names = ["8.0.9", "7.0.31", "8.0.17-ent", "8.0.17", "8.0.10", "6.0.1", "8.1.0"];
    const manifest = { updated: 1_783_425_600_000, versions: names.map(version) };
    const { canonicalSha256, ...rest } = outlineManifest(manifest).summary;
    assert.match(canonicalSha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      manifestUpdated: "2026-07-07T12:00:00.000Z",
      versionCount: 7,
      newestVersions: ["8.1.0", "8.0.17-ent", "8.0.17", "8.0.10", "8.0.9"],
    });
  });

  it("has a hash that depends neither on white space nor on the order of keys", () =>
    assert.equal(
      hashOf('{"b":[1,{"d":2,"c":3}],"a":{"f":4,"e":5}}'),
      hashOf(' {"a":{"e":5,"f":4},\n"b":[1, {"c":3,"d":2}]}'),
    ));

  const different: [text: string, other: string][] = [
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[1,2]}', '{"a":[12]}'],
    ['{"a":[[1],[2]]}', '{"a":[[1,2]]}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":[1]}', '{"a":1}'],
    ['{"a":null}', "{}"],
    ['{"a":{"b":1}}', '{"a":1,"b":1}'],
    ['{"a":1}', '{"b":1}'],
    ['{"__proto__":{"a":1}}', "{}"],
  ];
  for (const [text, other] of different)
    it(`has other hashes for ${text} and ${other}`, () => assert.notEqual(hashOf(text), hashOf(other)));

  it("joins the builds of versions of the same name", () => {
    const of = (url: string): object => ({ name: "a", builds: [{ url }] });
    const { builds } = outlineManifest({ versions: [of("1"), of("2")] });
    assert.deepEqual([...builds], [["a", new Set(["1", "2"])]]);
  });

  it("ignores builds that are not objects", () => {
    const { builds } = outlineOf('{"versions":[{"name":"a","builds":[1,null]},{"name":"b","builds":{}}]}');
    assert.deepEqual([...builds.keys(), ...builds.values()], ["a", "b", new Set(), new Set()]);
  });

  it("counts items without a name separately, of any type", () => {
    const { defects, builds, summary } = outlineOf(
      '{"versions":[{"name":"a"},{"name":""},null,{"name":7},{"version":"8.0.4"},"8.0.4"]}',
    );
    assert.deepEqual([[...builds.keys()], summary.newestVersions, summary.versionCount], [["a"], ["a"], 4]);
    assert.match(defects.join(), /\(5 of 6, the first is versions\[1\]\).*list of downloads/);
  });

  it("finds isSpecialLTSVersion only in versions", () => {
    assert.ok(outlineOf('{"versions":[{},{"isSpecialLTSVersion":false}]}').hasSpecialLts);
    assert.ok(
      !outlineOf('{"isSpecialLTSVersion":true,"versions":[{"name":"isSpecialLTSVersion"}]}').hasSpecialLts,
    );
  });
});

describe("the defects of a manifest", () => {
  const UNNAMED = "it has versions without a name";
  const cases: [title: string, manifest: PlainObject, ...found: string[]][] = [
    ["versions with names", { versions: [version("8.0.4")] }],
    ["a version with both name and version", { versions: [{ ...version("8.0.4"), version: "8.0.4" }] }],
    ["no versions", {}, 'it has no list of versions ("versions")'],
    ["versions that are null", { versions: null }, 'its "versions" is not a list'],
    ["an empty list", { versions: [] }, "its list of versions is empty"],
    [
      "an unnamed version",
      { versions: [version("8.0.4"), {}] },
      `${UNNAMED} (1 of 2, the first is versions[1])`,
    ],
    [
      "a list of downloads",
      { versions: [{ version: "8.0.4" }] },
      'it has versions without a name (1 of 1, the first is versions[0]). With "version" in place of "name" it looks like MongoDB\'s list of downloads; the manifest is another file: https://opsmanager.mongodb.com/static/version_manifest/<major.minor of Ops Manager>.json',
    ],
  ];
  for (const [title, manifest, ...found] of cases)
    it(`reports the right defects for ${title}`, () =>
      assert.deepEqual(outlineManifest(manifest).defects, found));
});

describe("the oddities of a manifest", () => {
  const NOW = Date.parse("2026-11-01T00:00:00Z");
  const DATED = `"updated":${NOW}`;
  const odd: [text: string, ...found: string[]][] = [
    [`{${DATED},"versions":[]}`],
    [`{${DATED},"versions":{}}`],
    [
      `{${DATED},"versions":[],"x":1,"y":[2]}`,
      "it has top-level keys that this provider does not know: x, y. It is sent unmodified",
    ],
    ["{}", 'it has no "updated", so whether the service has a newer one is not checked'],
    ...[
      ['"soon"', '"soon"'],
      ["1e300", "1e+300"],
    ].map(([text, given]): [string, string] => [
      `{"updated":${text}}`,
      `its "updated" must be milliseconds since 1970, not ${given}, so whether the service has a newer one is not checked`,
    ]),
    [
      '{"updated":1783425600}',
      'its "updated" is 1970-01-21T15:23:45.600Z; it must be in milliseconds since 1970, not in seconds',
    ],
    [
      '{"updated":1783425600000000}',
      'its "updated" is +058484-07-04T00:00:00.000Z, more than a year from now, so later manifests would be refused as older',
    ],
    [`{"updated":${NOW + 365 * 24 * 3_600_000}}`],
    [
      `{${DATED},"versions":[{"name":"a"},{"name":"b"},{"name":"a"},{"name":"b"},{"name":"c"}]}`,
      "it has several versions of the same name (a, b)",
    ],
  ];
  for (const [text, ...found] of odd)
    it(`reports the right oddities of ${text}`, () =>
      assert.deepEqual(outlineManifest(parse(text), NOW).oddities, found));
});
