import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { PlainObject } from "../../../../src/json";
import { odditiesOf } from "../../../../src/resources/version-manifest/changes";
import type { Outline } from "../../../../src/resources/version-manifest/outline";
import { outlineOf } from "../../../../src/resources/version-manifest/outline";
import { piecesOf, piecesOfTree, sourceOf } from "../../../../src/resources/version-manifest/pieces";

const ofText = (text: string): Outline => outlineOf(piecesOf(sourceOf(Buffer.from(text))));
const digest = (text: string): string => ofText(text).summary.canonicalSha256;

/** The same content, with the members of every object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, turned(item)]),
  );
}

describe("outlineOf", () => {
  it("has one digest for one content, however it is written", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const found = digest(JSON.stringify(value));
        assert.equal(digest(JSON.stringify(turned(value), undefined, "\t")), found);
        // Of a tree `-0` is another number than of a text, which has none.
        const tree = JSON.parse(JSON.stringify(value)) as PlainObject;
        assert.equal(outlineOf(piecesOfTree(tree)).summary.canonicalSha256, found);
      }),
    ));

  it("has one digest for escapes and numbers that mean the same", () =>
    assert.equal(
      digest('{"versions":[{"\\u0061":"\\/\\u00e4","n":1.50}],"b":1e2}'),
      digest('{"b":100,"versions":[{"n":1.5,"a":"/ä"}]}'),
    ));

  const different: [text: string, other: string][] = [
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[1,2]}', '{"a":[12]}'],
    ['{"a":[[1],[2]]}', '{"a":[[1,2]]}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":[]}', '{"a":[[]]}'],
    ['{"a":[]}', '{"a":"[]"}'],
    ['{"a":[1]}', '{"a":1}'],
    ['{"a":null}', "{}"],
    ['{"a":1,"b":2}', '{"a":2,"b":1}'],
    ['{"a":{"b":1}}', '{"a":1,"b":1}'],
    ['{"a":"1"}', '{"a":1}'],
  ];
  for (const [text, other] of different) {
    it(`tells ${text} from ${other}`, () => assert.notEqual(digest(text), digest(other)));
  }

  it("looks at the last of several members of one name, as JSON.parse does", () => {
    const twice =
      '{"updated":1,"versions":[{"name":"1.0.0","isSpecialLTSVersion":true}],"updated":2000,"versions":[{"name":"2.0.0","builds":[{"url":"u"}]}]}';
    const once = JSON.stringify(JSON.parse(twice));
    assert.deepEqual(ofText(twice), ofText(once));
    assert.deepEqual([...ofText(twice).builds.keys()], ["2.0.0"]);
  });

  it("gets by with the deepest that is read", () =>
    assert.match(digest(`{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`), /^[0-9a-f]{64}$/));

  const NOW = Date.parse("2026-11-01T00:00:00Z");
  const STAMP = `"updated":${NOW}`;
  const odd: [text: string, told: string[]][] = [
    [`{${STAMP},"versions":[]}`, []],
    [`{${STAMP},"versions":{}}`, []],
    [
      `{${STAMP},"versions":[],"x":1,"y":[2]}`,
      ["it has top-level keys that are new to this provider: x, y. It is sent as it is"],
    ],
    ["{}", ['it has no "updated", so it is not checked whether the service holds a newer one']],
    ...[
      ['"soon"', '"soon"'],
      ["null", "nothing"],
      ["[1]", "an array"],
      ['{"$date":1}', "an object"],
      ["true", "true"],
      ["1e300", "1e+300"],
    ].map(([text, given]): [string, string[]] => [
      `{"updated":${text}}`,
      [
        `its "updated" must be milliseconds since 1970, not ${given}, so it is not checked whether the service holds a newer one`,
      ],
    ]),
    [
      '{"updated":1783425600}',
      ['its "updated" is 1970-01-21T15:23:45.600Z; it must be in milliseconds since 1970, not in seconds'],
    ],
    [
      '{"updated":1783425600000000}',
      [
        'its "updated" is +058484-07-04T00:00:00.000Z, more than a year from now, so later manifests would be refused as older',
      ],
    ],
    [`{"updated":${NOW + 365 * 24 * 3_600_000}}`, []],
    [
      `{${STAMP},"versions":[{"name":"a"},{"name":"b"},{"name":"a"},{"name":"b"},{"name":"c"}]}`,
      ["it has several versions of one name (a, b)"],
    ],
  ];
  for (const [text, told] of odd) {
    it(`finds what is unusual in ${text}`, () => assert.deepEqual(odditiesOf(ofText(text), NOW), told));
  }

  it("joins the builds of versions of one name", () =>
    assert.deepEqual(
      [
        ...ofText('{"versions":[{"name":"a","builds":[{"url":"1"}]},{"name":"a","builds":[{"url":"2"}]}]}')
          .builds,
      ].map(([name, builds]) => [name, builds.size]),
      [["a", 2]],
    ));

  it("counts versions without a name apart, whatever they are", () => {
    const { nameless, itemCount, builds, summary } = ofText(
      '{"versions":[{"name":"a"},{"name":""},null,{"name":7},{"version":"8.0.4"},"8.0.4"]}',
    );
    assert.deepEqual(
      [nameless, itemCount, [...builds.keys()], summary.newestVersions],
      [{ count: 5, first: 1, isDownloadList: true }, 6, ["a"], ["a"]],
    );
  });

  it("sees isSpecialLTSVersion in a version, and nowhere else", () => {
    assert.ok(ofText('{"versions":[{},{"isSpecialLTSVersion":false}]}').hasSpecialLts);
    assert.ok(
      !ofText('{"isSpecialLTSVersion":true,"versions":[{"name":"isSpecialLTSVersion"}]}').hasSpecialLts,
    );
  });
});
