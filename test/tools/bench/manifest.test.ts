import assert from "node:assert/strict";
import { generateManifests } from "../../../bench/manifest/generate";

interface Manifest {
  readonly updated: number;
  readonly versions: readonly { readonly name: string; readonly builds: readonly object[] }[];
}

describe("bench: manifests", () => {
  it("have the requested size, and versions with builds", () => {
    const { current, next } = generateManifests(300_000);
    assert.ok(next.length >= 300_000 && next.length < 310_000, String(next.length));
    const [before, after] = [current, next].map((file) => JSON.parse(file.toString()) as Manifest) as [
      Manifest,
      Manifest,
    ];
    assert.ok(before.updated < after.updated);
    assert.equal(after.versions.length - before.versions.length, 3);
    assert.equal(new Set(after.versions.map(({ name }) => name)).size, after.versions.length);
    assert.equal(after.versions[0]?.builds.length, 16);
  });
});
