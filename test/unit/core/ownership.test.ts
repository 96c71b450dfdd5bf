import assert from "node:assert/strict";
import { createOwnership, nameOf, objectName } from "../../../src/core/ownership";

const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:AlertConfig";
const A = `${URN}::a`;
const B = `${URN}::b`;
const OBJECT = objectName("AlertConfig", "p/1");
const INPUTS = { projectId: "p", enabled: true };

describe("ownership", () => {
  it("keeps the object that a create returned", () => {
    const ownership = createOwnership();
    assert.ok(!ownership.keeps(OBJECT));
    ownership.recordCheck(INPUTS, A, true);
    ownership.recordCreate(OBJECT, INPUTS);
    assert.ok(ownership.keeps(OBJECT));
  });

  it("keeps the object of a resource whose diff follows its check", () => {
    const ownership = createOwnership();
    ownership.recordCheck(INPUTS, A, false);
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(ownership.keeps(OBJECT));
  });

  it("does not keep the object of a diff in a refresh, whose inputs were not checked", () => {
    const ownership = createOwnership();
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(!ownership.keeps(OBJECT));
    ownership.recordCheck(INPUTS, A, true);
    ownership.recordCreate(objectName("AlertConfig", "p/2"), INPUTS);
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(!ownership.keeps(OBJECT), "the check belonged to the create");
  });

  it("does not keep the object of a replaced resource, whose inputs the engine checks twice", () => {
    const ownership = createOwnership();
    ownership.recordCheck(INPUTS, A, false);
    ownership.recordDiff([OBJECT], INPUTS);
    ownership.recordCheck({ enabled: true, projectId: "p" }, A, true);
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("keeps an object if another resource with equal inputs is created or replaced", () => {
    const ownership = createOwnership();
    ownership.recordCheck(INPUTS, A, false);
    ownership.recordDiff([OBJECT], INPUTS);
    ownership.recordCheck(INPUTS, B, true);
    assert.ok(ownership.keeps(OBJECT));
    const ambiguous = createOwnership();
    ambiguous.recordCheck(INPUTS, A, false);
    ambiguous.recordCheck(INPUTS, B, false);
    ambiguous.recordDiff([OBJECT], INPUTS);
    ambiguous.recordCheck(INPUTS, A, true);
    assert.ok(ambiguous.keeps(OBJECT), "it may be the object of the other resource");
  });

  it("records the objects deleted in this run", () => {
    const ownership = createOwnership();
    ownership.recordDelete(OBJECT);
    assert.deepEqual([ownership.wasDeleted(OBJECT), ownership.wasDeleted("another")], [true, false]);
  });

  it("keeps an object that a create will adopt, since the engine may delete first", () => {
    const ownership = createOwnership();
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.ok(ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("does not keep an object that is claimed but not adopted", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.ok(!ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), undefined);
  });

  it("returns the resource that claimed an object first, which may claim it again", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.equal(ownership.claim({ object: OBJECT, urn: B, adopts: true }), A);
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("distinguishes objects by kind, id, and the server of a chosen id", () => {
    const names = [
      objectName("OplogS3Config", "s", "https://a"),
      objectName("OplogS3Config", "s", "https://b"),
      objectName("OplogS3Config", "t", "https://a"),
      objectName("ClusterName", "s", "https://a"),
    ];
    assert.equal(new Set(names).size, names.length);
  });

  it("records an object that a refresh read, but does not keep it", () => {
    const ownership = createOwnership();
    ownership.recordRead(OBJECT);
    assert.ok(ownership.isKnown(OBJECT));
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("knows an object that its resource is about to delete, so that nobody takes it for a new one", () => {
    const ownership = createOwnership();
    ownership.release(OBJECT, A);
    assert.ok(ownership.isKnown(OBJECT));
    assert.ok(!ownership.isFree(OBJECT));
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("returns the name of a resource from a URN with a parent type", () => {
    assert.equal(
      nameOf("urn:pulumi:s::p::my:Component$pulumi-nodejs:dynamic/opsmanager:AlertConfig::a"),
      "a",
    );
  });
});
