import assert from "node:assert/strict";
import * as runtime from "../../src/runtime";
import { KIND_NAMES } from "./resources/kinds";

// The provider text in the state of every user calls exactly these names.
describe("the runtime", () => {
  it("exports only configure and of", () =>
    assert.deepEqual(Object.keys(runtime).sort(), ["configure", "of"]));

  for (const kind of KIND_NAMES) {
    it(`returns the same six methods of ${kind} at each call`, () => {
      const methods = runtime.of(kind);
      assert.deepEqual(Object.keys(methods).sort(), ["check", "create", "delete", "diff", "read", "update"]);
      assert.equal(runtime.of(kind), methods);
    });
  }

  it("reports an unknown kind as one of another version", () =>
    assert.throws(
      () => runtime.of("Team"),
      /This version of pulumi-opsmanager does not know the resource Team; install the version that created it/,
    ));
});
