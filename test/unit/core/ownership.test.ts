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
    assert.ok(!ownership.spares(OBJECT));
    ownership.checked(INPUTS, A, true);
    ownership.created(OBJECT, INPUTS);
    assert.ok(ownership.spares(OBJECT));
  });

  it("spares the object of a resource that stays, whose diff follows its check", () => {
    const ownership = createOwnership();
    ownership.checked(INPUTS, A, false);
    ownership.diffed([OBJECT], INPUTS);
    assert.ok(ownership.spares(OBJECT));
  });

  it("does not spare the object of a diff that belongs to a refresh: nothing has checked its inputs", () => {
    const ownership = createOwnership();
    ownership.diffed([OBJECT], INPUTS);
    assert.ok(!ownership.spares(OBJECT));
    ownership.checked(INPUTS, A, true);
    ownership.created(objectName("AlertConfig", "p/2"), INPUTS);
    ownership.diffed([OBJECT], INPUTS);
    assert.ok(!ownership.spares(OBJECT), "the check belonged to the create");
  });

  it("does not spare the object of a resource that the engine replaces, for which it checks the same inputs again", () => {
    const ownership = createOwnership();
    ownership.checked(INPUTS, A, false);
    ownership.diffed([OBJECT], INPUTS);
    ownership.checked({ enabled: true, projectId: "p" }, A, true);
    assert.ok(!ownership.spares(OBJECT));
  });

  it("spares an object although another resource with equal inputs is created or replaced", () => {
    const ownership = createOwnership();
    ownership.checked(INPUTS, A, false);
    ownership.diffed([OBJECT], INPUTS);
    ownership.checked(INPUTS, B, true);
    assert.ok(ownership.spares(OBJECT));
    const ambiguous = createOwnership();
    ambiguous.checked(INPUTS, A, false);
    ambiguous.checked(INPUTS, B, false);
    ambiguous.diffed([OBJECT], INPUTS);
    ambiguous.checked(INPUTS, A, true);
    assert.ok(ambiguous.spares(OBJECT), "it may be the object of the other one");
  });

  it("remembers what was deleted in this run", () => {
    const ownership = createOwnership();
    ownership.removed(OBJECT);
    assert.deepEqual([ownership.wasRemoved(OBJECT), ownership.wasRemoved("another")], [true, false]);
  });

  it("spares the object that a create is about to adopt, for an engine that deletes first", () => {
    const ownership = createOwnership();
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.ok(ownership.spares(OBJECT));
    assert.equal(ownership.adopter(OBJECT), A);
  });

  it("does not spare an object that is claimed without being adopted", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.ok(!ownership.spares(OBJECT));
    assert.equal(ownership.adopter(OBJECT), undefined);
  });

  it("gives the resource that has claimed an object already, and lets the same one claim it again", () => {
    const ownership = createOwnership();
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.equal(ownership.claim({ object: OBJECT, urn: B, adopts: true }), A);
    assert.equal(ownership.adopter(OBJECT), A);
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
    ownership.see(OBJECT);
    assert.ok(ownership.isSeen(OBJECT));
    assert.ok(!ownership.spares(OBJECT));
  });

  it("gives the name of a resource, whose URN may have a parent", () => {
    assert.equal(
      nameOf("urn:pulumi:s::p::my:Component$pulumi-nodejs:dynamic/opsmanager:AlertConfig::a"),
      "a",
    );
  });
});
