import assert from "node:assert/strict";
import { summaryOf } from "../../../../src/resources/version-manifest/summary";

const versions = (...names: unknown[]): object => ({ versions: names.map((name) => ({ name })) });

describe("summaryOf", () => {
  it("tells the stamp, how many versions there are, and the five newest", () => {
    const names = ["8.0.9", "7.0.31", "8.0.17-ent", "8.0.17", "8.0.10", "6.0.1", "8.1.0"];
    const { canonicalSha256, ...rest } = summaryOf({ updated: 1_783_425_600_000, ...versions(...names) });
    assert.match(canonicalSha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      manifestUpdated: "2026-07-07T12:00:00.000Z",
      versionCount: 7,
      newestVersions: ["8.1.0", "8.0.17-ent", "8.0.17", "8.0.10", "8.0.9"],
    });
  });

  const odd: [manifest: Record<string, unknown>, count: number, newest: string[]][] = [
    [{}, 0, []],
    [{ versions: "none" }, 0, []],
    [{ versions: [null, 5, { name: 7 }, { name: "8.0.0" }] }, 2, ["8.0.0"]],
  ];
  for (const [manifest, count, newest] of odd) {
    it(`gets by with ${JSON.stringify(manifest)}`, () => {
      const { versionCount, newestVersions } = summaryOf(manifest);
      assert.deepEqual([versionCount, newestVersions], [count, newest]);
    });
  }

  for (const updated of [null, "yesterday", Number.NaN, Number.POSITIVE_INFINITY, 1e20]) {
    it(`has no stamp for ${String(updated)}`, () =>
      assert.equal(summaryOf({ updated }).manifestUpdated, undefined));
  }

  it("has one hash for one content, and another for another", () => {
    const hash = (text: string): string =>
      summaryOf(JSON.parse(text) as Record<string, unknown>).canonicalSha256;
    assert.equal(hash('{"a": 1, "b": {"d": 2, "c": 3}}'), hash('{"b":{"c":3,"d":2},"a":1.0}'));
    assert.notEqual(hash('{"a":[1,2]}'), hash('{"a":[2,1]}'));
  });
});
