import assert from "node:assert/strict";
import * as fc from "fast-check";
import { applyDelta, deltaOf, isEmptyDelta } from "../../../src/core/delta";
import type { PlainObject } from "../../../src/json";
import { jsonEqual } from "../../../src/json";

describe("deltas", () => {
  // JSON has no negative zero.
  const item = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
  const object = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.option(item, { nil: undefined }), {
    noNullPrototype: true,
  });

  it("convert any object into any other", () => {
    fc.assert(
      fc.property(object, object, (base: PlainObject, value: PlainObject) => {
        const delta = JSON.parse(JSON.stringify(deltaOf(base, value))) as ReturnType<typeof deltaOf>;
        assert.ok(jsonEqual(applyDelta(base, delta), value));
        assert.equal(isEmptyDelta(delta), jsonEqual(base, value));
      }),
    );
  });

  it("contain only the differences", () => {
    const base = { same: [1, { x: 1 }], other: 1, gone: true };
    const value = { same: [1, { x: 1 }], other: 2, come: "text" };
    assert.deepEqual(deltaOf(base, value), { set: { other: 2, come: "text" }, unset: ["gone"] });
    assert.deepEqual(deltaOf(base, base), {});
    assert.deepEqual(applyDelta(base, undefined), base);
  });
});
