import assert from "node:assert/strict";
import * as runtime from "../../src/runtime";

// The texts in every user's state call exactly this.
describe("the runtime", () => {
  it("offers configure and of, and nothing else", () =>
    assert.deepEqual(Object.keys(runtime).sort(), ["configure", "of"]));

  for (const kind of ["AlertConfig", "ClusterName", "OplogS3Config", "VersionManifest"] as const) {
    it(`has the six methods of ${kind}, always the same`, () => {
      const methods = runtime.of(kind);
      assert.deepEqual(Object.keys(methods).sort(), ["check", "create", "delete", "diff", "read", "update"]);
      assert.equal(runtime.of(kind), methods);
    });
  }

  it("says that a kind belongs to another version", () =>
    assert.throws(
      () => runtime.of("Project"),
      /This version of pulumi-opsmanager does not know the resource Project; install the version that created it/,
    ));
});
