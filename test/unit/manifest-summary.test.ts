import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { PlainObject } from "../../src/json";
import { summarizeManifest } from "../../src/manifest-summary";

const parse = (text: string): PlainObject => JSON.parse(text) as PlainObject;
const hashOf = (text: string): string => summarizeManifest(parse(text)).canonicalSha256;
const versions = (...names: unknown[]): object => ({ versions: names.map((name) => ({ name })) });

/** Reverses the order of the members of every object. */
function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, item]) => [key, reverseKeys(item)]));
}

describe("summarizeManifest", () => {
  it("returns the timestamp, the number of versions and the five newest", () => {
    const names = ["8.0.9", "7.0.31", "8.0.17-ent", "8.0.17", "8.0.10", "6.0.1", "8.1.0"];
    const manifest = { updated: 1_783_425_600_000, ...versions(...names) };
    const { canonicalSha256, ...rest } = summarizeManifest(manifest);
    assert.match(canonicalSha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      manifestUpdated: "2026-07-07T12:00:00.000Z",
      versionCount: 7,
      newestVersions: ["8.1.0", "8.0.17-ent", "8.0.17", "8.0.10", "8.0.9"],
    });
  });

  const odd: [manifest: PlainObject, count: number, newest: string[]][] = [
    [{}, 0, []],
    [{ versions: "none" }, 0, []],
    [{ versions: [null, 5, { name: 7 }, { name: "8.0.0" }] }, 2, ["8.0.0"]],
  ];
  for (const [manifest, count, newest] of odd) {
    it(`accepts ${JSON.stringify(manifest)}`, () => {
      const { versionCount, newestVersions } = summarizeManifest(manifest);
      assert.deepEqual([versionCount, newestVersions], [count, newest]);
    });
  }

  for (const updated of [null, "yesterday", Number.NaN, Number.POSITIVE_INFINITY, 1e20]) {
    it(`returns no timestamp for ${String(updated)}`, () =>
      assert.equal(summarizeManifest({ updated }).manifestUpdated, undefined));
  }

  describe("canonicalSha256", () => {
    it("does not depend on white space and key order", () =>
      fc.assert(
        fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) =>
          assert.equal(
            hashOf(JSON.stringify(reverseKeys(value), undefined, "\t")),
            hashOf(JSON.stringify(value)),
          ),
        ),
      ));

    it("does not depend on the notation of texts and numbers", () =>
      assert.equal(
        hashOf('{"versions":[{"\\u0061":"\\/\\u00e4","n":1.50}],"b":1e2}'),
        hashOf('{"b":100,"versions":[{"n":1.5,"a":"/ä"}]}'),
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
      ['{"__proto__":{"a":1}}', "{}"],
    ];
    for (const [text, other] of different)
      it(`differs for ${text} and ${other}`, () => assert.notEqual(hashOf(text), hashOf(other)));
  });
});
