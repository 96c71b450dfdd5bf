import assert from "node:assert/strict";
import { createOwnership, nameOf, objectName } from "../../../src/core/ownership";

const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:AlertConfig";
const A = `${URN}::a`;
const B = `${URN}::b`;
const OBJECT = objectName("AlertConfig", "p/1");
const INPUTS = { projectId: "p", enabled: true };

describe("ownership", () => {
  it("spares the object that a create has made or adopted", () => {
    const ownership = createOwnership();
    assert.ok(!ownership.keeps(OBJECT));
    ownership.recordCheck(INPUTS, A, true);
    ownership.recordCreate(OBJECT, INPUTS);
    assert.ok(ownership.keeps(OBJECT));
  });

  it("spares the object of a resource that stays, whose diff follows its check", () => {
    const ownership = createOwnership();
    ownership.recordCheck(INPUTS, A, false);
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(ownership.keeps(OBJECT));
  });

  it("does not spare the object of a diff that belongs to a refresh: nothing has checked its inputs", () => {
    const ownership = createOwnership();
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(!ownership.keeps(OBJECT));
    ownership.recordCheck(INPUTS, A, true);
    ownership.recordCreate(objectName("AlertConfig", "p/2"), INPUTS);
    ownership.recordDiff([OBJECT], INPUTS);
    assert.ok(!ownership.keeps(OBJECT), "the check belonged to the create");
  });

  it("does not spare the object of a resource that the engine replaces, for which it checks the same inputs again", () => {
    const ownership = createOwnership();
    ownership.recordCheck(INPUTS, A, false);
    ownership.recordDiff([OBJECT], INPUTS);
    ownership.recordCheck({ enabled: true, projectId: "p" }, A, true);
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("spares an object although another resource with equal inputs is created or replaced", () => {
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
    assert.ok(ambiguous.keeps(OBJECT), "it may be the object of the other one");
  });

  it("remembers what was deleted in this run", () => {
    const ownership = createOwnership();
    ownership.recordDelete(OBJECT);
    assert.deepEqual([ownership.wasDeleted(OBJECT), ownership.wasDeleted("another")], [true, false]);
  });

  it("spares the object that a create is about to adopt, for an engine that deletes first", () => {
    const ownership = createOwnership();
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.ok(ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("does not spare an object that is claimed without being adopted", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.ok(!ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), undefined);
  });

  it("gives the resource that has claimed an object already, and lets the same one claim it again", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.equal(ownership.claim({ object: OBJECT, urn: B, adopts: true }), A);
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("keeps apart kinds, ids, and the servers of ids that people choose", () => {
    const names = [
      objectName("OplogS3Config", "s", "https://a"),
      objectName("OplogS3Config", "s", "https://b"),
      objectName("OplogS3Config", "t", "https://a"),
      objectName("ClusterName", "s", "https://a"),
    ];
    assert.equal(new Set(names).size, names.length);
  });

  it("remembers what a refresh has seen, without sparing it", () => {
    const ownership = createOwnership();
    ownership.recordRead(OBJECT);
    assert.ok(ownership.isKnown(OBJECT));
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("gives the name of a resource, whose URN may have a parent", () => {
    assert.equal(
      nameOf("urn:pulumi:s::p::my:Component$pulumi-nodejs:dynamic/opsmanager:AlertConfig::a"),
      "a",
    );
  });
});
