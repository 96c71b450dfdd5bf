import assert from "node:assert/strict";
import { createIdentity } from "../../../src/dynamic/identity";

const INPUTS = { projectId: "p", enabled: true };
const SAME = { enabled: true, projectId: "p" };

describe("the resource of a call", () => {
  it("is the one whose check returned the inputs, also after the create", () => {
    const identity = createIdentity();
    assert.equal(identity.urnOf(INPUTS), undefined);
    identity.recordCheck(INPUTS, "a");
    assert.deepEqual(identity.take(SAME), { urn: "a", settled: ["a"] });
    assert.equal(identity.urnOf(SAME), "a");
  });

  it("is certain at once if the same resource was checked twice", () => {
    const identity = createIdentity();
    for (const urn of ["a", "a"]) identity.recordCheck(INPUTS, urn);
    assert.deepEqual(identity.take(INPUTS), { urn: "a", settled: ["a"] });
  });

  it("is not known to the diff of a refresh, which follows no check", () => {
    const identity = createIdentity();
    assert.equal(identity.take(INPUTS), undefined);
    identity.recordCheck(INPUTS, "a");
    identity.take(INPUTS);
    assert.equal(identity.take(INPUTS), undefined, "the check belonged to the first");
  });

  it("is one of several that were checked with equal inputs, which are all known after the last of them", () => {
    const identity = createIdentity();
    identity.recordCheck(INPUTS, "a");
    identity.recordCheck(INPUTS, "b");
    assert.equal(identity.urnOf(INPUTS), undefined);
    assert.deepEqual(identity.take(INPUTS), { urn: undefined, settled: [] });
    assert.deepEqual(identity.take(INPUTS), { urn: undefined, settled: ["a", "b"] });
  });

  it("has no URN outside of a run of a program", () => {
    const identity = createIdentity();
    identity.recordCheck(INPUTS, undefined);
    assert.deepEqual(identity.take(INPUTS), { urn: undefined, settled: [] });
  });
});
