import assert from "node:assert/strict";
import { createOwnership, nameOf, objectName } from "../../../src/core/ownership";

const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:AlertConfig";
const A = `${URN}::a`;
const B = `${URN}::b`;
const OBJECT = objectName("AlertConfig", "p/1");

describe("ownership", () => {
  let ownership = createOwnership();
  beforeEach(() => void (ownership = createOwnership()));

  it("does not keep the object of a resource that is being replaced", () => {
    ownership.recordCheck(A, false);
    ownership.hold(OBJECT, A);
    assert.ok(!ownership.isReplaced(A));
    ownership.recordCheck(A, true);
    assert.ok(ownership.isReplaced(A));
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("keeps an object if another resource is created, or a resource that is not known holds it", () => {
    ownership.hold(OBJECT, A);
    ownership.recordCheck(B, true);
    assert.ok(ownership.keeps(OBJECT));
    const ambiguous = createOwnership();
    ambiguous.hold(OBJECT);
    ambiguous.recordCheck(A, true);
    assert.ok(ambiguous.keeps(OBJECT), "it may be the object of another resource");
  });

  it("waits for the resources that were neither created nor compared", () => {
    ownership.expect("set", ["AlertConfig::a", "AlertConfig::b"]);
    assert.deepEqual(ownership.unsettledFor("set"), ["AlertConfig::a", "AlertConfig::b"]);
    ownership.settle([A]);
    assert.deepEqual(ownership.unsettledFor("set"), ["AlertConfig::b"]);
    ownership.recordCheck(B, true);
    assert.deepEqual(ownership.unsettledFor("set"), []);
  });

  it("records the objects deleted in this run", () => {
    ownership.recordDelete(OBJECT);
    assert.deepEqual([ownership.wasDeleted(OBJECT), ownership.wasDeleted("another")], [true, false]);
  });

  it("keeps an object that a create will adopt, since the engine may delete first", () => {
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.ok(ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("does not keep an object that is claimed but not adopted", () => {
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.ok(!ownership.keeps(OBJECT));
    assert.equal(ownership.adopterOf(OBJECT), undefined);
  });

  it("returns the resource that claimed an object first, which may claim it again", () => {
    ownership.claim({ object: OBJECT, urn: A, adopts: false });
    assert.equal(ownership.claim({ object: OBJECT, urn: A, adopts: true }), undefined);
    assert.equal(ownership.claim({ object: OBJECT, urn: B, adopts: true }), A);
    assert.equal(ownership.adopterOf(OBJECT), A);
  });

  it("distinguishes objects by kind, id, and the server of a chosen id", () => {
    const names = [
      ["OplogS3Config", "s", "https://a"],
      ["OplogS3Config", "s", "https://b"],
      ["OplogS3Config", "t", "https://a"],
      ["ClusterName", "s", "https://a"],
    ].map(([kind = "", id = "", server]) => objectName(kind, id, server));
    assert.equal(new Set(names).size, names.length);
  });

  it("records an object that a refresh read, but does not keep it", () => {
    ownership.recordRead(OBJECT);
    assert.ok(ownership.isKnown(OBJECT));
    assert.ok(!ownership.keeps(OBJECT));
  });

  it("knows an object that its resource is about to delete, so that nobody takes it for a new one", () => {
    ownership.release(OBJECT, A);
    assert.ok(ownership.isKnown(OBJECT));
    assert.ok(!ownership.isFree(OBJECT));
    assert.ok(!ownership.keeps(OBJECT));
  });

  describe("of a place", () => {
    const enter = (...users: [urn: string, alone: boolean][]): (string | undefined)[] => {
      ownership = createOwnership();
      return users.map(([urn, alone]) => ownership.enter("project p", urn, alone));
    };

    it("lets many share it, and one have it alone", () => {
      assert.deepEqual(enter([A, false], [B, false], [A, false]), [undefined, undefined, undefined]);
      assert.deepEqual(enter([A, true], [A, true]), [undefined, undefined]);
    });

    it("returns who else is there if one of two wants it alone, whichever comes first", () => {
      assert.deepEqual(enter([A, true], [B, false]), [undefined, A]);
      assert.deepEqual(enter([A, false], [B, true]), [undefined, A]);
      assert.deepEqual(enter([A, true], [B, true]), [undefined, A]);
    });

    it("goes by what a resource wanted last", () => {
      assert.deepEqual(enter([A, true], [A, false], [B, false]), [undefined, undefined, undefined]);
    });

    it("keeps places apart", () => {
      ownership.enter("project p", A, true);
      assert.equal(ownership.enter("project q", B, true), undefined);
    });
  });

  describe("of an object that a set may adopt or delete", () => {
    const claim = (urn: string, adopts: boolean): void =>
      void ownership.claim({ object: OBJECT, urn, adopts });
    const steps: [what: string, run: () => void, free: boolean, taken: boolean][] = [
      ["nobody knows", () => {}, true, false],
      ["another resource holds", () => ownership.hold(OBJECT, B), false, true],
      ["it holds itself", () => ownership.hold(OBJECT, A), false, false],
      ["somebody holds who is not known", () => ownership.hold(OBJECT), false, true],
      ["another resource adopts", () => claim(B, true), false, true],
      ["it adopts itself", () => claim(A, true), false, false],
      ["another resource claims", () => claim(B, false), true, false],
      ["the program is known to adopt", () => ownership.reserve({ other: "b", "1": "b" }), false, true],
      ["its resource is about to delete", () => ownership.release(OBJECT, B), false, false],
      ["was deleted", () => ownership.recordDelete(OBJECT), false, false],
      ["was read in a refresh", () => ownership.recordRead(OBJECT), true, false],
    ];
    for (const [what, run, free, taken] of steps) {
      it(`that ${what} says that it is ${free ? "" : "not "}free and ${taken ? "" : "not "}taken`, () => {
        run();
        assert.deepEqual([ownership.isFree(OBJECT), ownership.isTaken(OBJECT, A)], [free, taken]);
      });
    }

    it("that a replaced resource released is free for its replacement", () => {
      ownership.recordCheck(A, false);
      ownership.hold("kept", A);
      ownership.release(OBJECT, A);
      ownership.recordCheck(A, true);
      assert.ok(ownership.isFree(OBJECT));
      assert.ok(ownership.isFree("kept"));
    });

    it("that another resource released stays with it", () => {
      ownership.release(OBJECT, B);
      ownership.hold("kept", B);
      ownership.recordCheck(A, true);
      assert.ok(!ownership.isFree(OBJECT));
      assert.ok(!ownership.isFree("kept"));
    });

    it("keeps its holder when it is held again by an operation that does not know it", () => {
      ownership.hold(OBJECT, A);
      ownership.hold(OBJECT);
      assert.ok(!ownership.isTaken(OBJECT, A));
    });
  });

  it("returns the name of a resource from a URN with a parent type", () => {
    const urn = "urn:pulumi:s::p::my:Component$pulumi-nodejs:dynamic/opsmanager:AlertConfig::a";
    assert.equal(nameOf(urn), "a");
  });
});
