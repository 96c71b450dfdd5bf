import assert from "node:assert/strict";
import { createOwnership } from "../../../src/core/ownership";
import { objectName } from "../../../src/core/ownership-table";

const URN = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:AlertConfig";
const A = `${URN}::a`;
const B = `${URN}::b`;
const OBJECT = objectName("AlertConfig", "p/1");

describe("ownership", () => {
  let ownership = createOwnership();
  beforeEach(() => void (ownership = createOwnership()));

  it("does not keep the object of a resource that is being replaced", () => {
    ownership.recordCheck(A, false);
    ownership.hold([OBJECT], A);
    ownership.recordCheck(A, false);
    assert.ok(!ownership.isReplaced(A));
    assert.ok(ownership.keeps(OBJECT));
    ownership.recordCheck(A, true);
    assert.ok(ownership.isReplaced(A));
    assert.ok(!ownership.keeps(OBJECT));
    ownership.recordCheck(B, true);
    assert.ok(!ownership.isReplaced(B), "it is new");
  });

  it("keeps an object if another resource is created, or a resource that is not known holds it", () => {
    ownership.hold([OBJECT], A);
    ownership.recordCheck(B, true);
    assert.ok(ownership.keeps(OBJECT));
    const ambiguous = createOwnership();
    ambiguous.hold([OBJECT]);
    ambiguous.recordCheck(A, true);
    assert.ok(ambiguous.keeps(OBJECT), "it may be the object of another resource");
  });

  it("waits for the resources that were neither created nor compared", () => {
    ownership.expect("set", ["AlertConfig::a", "AlertConfig::b"]);
    assert.deepEqual(ownership.unsettledFor("set"), ["AlertConfig::a", "AlertConfig::b"]);
    ownership.settle([A]);
    assert.deepEqual(ownership.unsettledFor("set"), ["AlertConfig::b"]);
    ownership.settle([B]);
    assert.deepEqual(ownership.unsettledFor("set"), []);
    ownership.announce(3);
    assert.ok(!ownership.haveAllSettled());
    ownership.announce(2);
    assert.ok(ownership.haveAllSettled());
    ownership.expect("twins", ["AlertConfig::a", "AlertConfig::a", "AlertConfig::a"]);
    ownership.settle([A.replace("pulumi-nodejs", "my:Component$pulumi-nodejs")]);
    assert.equal(ownership.unsettledFor("twins").length, 1, "they have different parents");
    assert.deepEqual(ownership.unsettledFor("another set"), []);
    ownership.expect("named", ["AlertConfig::shop-host-down"]);
    ownership.settle([`${URN}::shop-host-down`]);
    assert.deepEqual(ownership.unsettledFor("named"), []);
  });

  it("returns the other resource that declares the same, as often as it is asked", () => {
    const same = [{ path: "", meaning: "same" }];
    const declaring = [A, A, B, B].map((urn) => ownership.declare({ urn, isSet: false }, same));
    assert.deepEqual(
      declaring.map(([other]) => other?.urn),
      [undefined, undefined, A, A],
    );
  });

  it("takes an id of the service in either case, and one of an operator as it is", () => {
    assert.equal(objectName("AlertConfig", "p/AB"), objectName("AlertConfig", "P/ab"));
    assert.notEqual(objectName("Store", "AB", "https://h"), objectName("Store", "ab", "https://h"));
  });

  const places: [what: string, users: string, others: string[]][] = [
    ["lets many share a place", "a, b, a", []],
    ["lets one have a place alone, and enter again", "a alone, a alone", []],
    ["refuses a place that another has alone", "a alone, b", ["a"]],
    ["refuses to give a place that another has to one alone", "a, b alone", ["a"]],
    ["refuses a place that two want alone", "a alone, b alone", ["a"]],
    ["lets others share a place that one no longer wants alone", "a alone, a, b", []],
  ];
  for (const [what, users, others] of places)
    it(what, () => {
      const entered = users.split(", ").map((user) => {
        const [urn = "", alone] = user.split(" ");
        return ownership.enter("project p", urn, alone !== undefined);
      });
      assert.deepEqual(
        entered.filter((urn) => urn !== undefined),
        others,
      );
      assert.equal(ownership.enter("project q", "c", true), undefined);
    });

  describe("of an object that a set may adopt or delete", () => {
    const claim = (urn: string, adopts: boolean): void =>
      void ownership.claim({ object: OBJECT, urn, adopts });
    const steps: [what: string, run: () => void, is: string][] = [
      ["nobody knows", () => {}, "free"],
      ["another resource holds", () => ownership.hold([OBJECT], B), "taken, kept, known"],
      ["it holds itself", () => ownership.hold([OBJECT], A), "kept, known"],
      ["somebody holds who is not known", () => ownership.hold([OBJECT]), "taken, kept, known"],
      ["another resource adopts", () => claim(B, true), "taken, kept, known"],
      // The engine may delete before it creates.
      ["it adopts itself", () => claim(A, true), "kept, known"],
      ["another resource claims", () => claim(B, false), "free, known"],
      ["the program is known to adopt", () => ownership.reserve({ other: "b", "1": "b" }), "taken, kept"],
      // Nobody takes it for a new one.
      ["its resource is about to delete", () => ownership.release([OBJECT], B), "known"],
      ["another resource deletes", () => ownership.markForDeletion([OBJECT], B), "known"],
      ["was deleted", () => ownership.recordDelete([OBJECT]), "known, deleted"],
      ["was read in a refresh", () => ownership.recordRead([OBJECT]), "free, known"],
    ];
    for (const [what, run, is] of steps)
      it(`that ${what} is ${is}`, () => {
        run();
        const found = {
          free: ownership.isFree(OBJECT),
          taken: ownership.isHeldByAnother(OBJECT, A),
          kept: ownership.keeps(OBJECT),
          known: ownership.isKnown(OBJECT),
          deleted: ownership.wasDeleted(OBJECT),
        };
        const names = Object.entries(found).flatMap(([name, holds]) => (holds ? [name] : []));
        assert.equal(names.join(", "), is);
      });

    it("that it deletes itself is free for it alone", () => {
      ownership.markForDeletion([OBJECT], A);
      assert.deepEqual([ownership.isFree(OBJECT, A), ownership.isFree(OBJECT, B)], [true, false]);
    });

    it("that a replaced resource released is free for its replacement", () => {
      ownership.recordCheck(A, false);
      ownership.hold(["kept"], A);
      ownership.release([OBJECT], A);
      ownership.recordCheck(A, true);
      assert.ok(ownership.isFree(OBJECT));
      assert.ok(ownership.isFree("kept"));
    });

    it("that another resource released stays with it", () => {
      ownership.release([OBJECT], B);
      ownership.hold(["kept"], B);
      ownership.recordCheck(A, true);
      assert.ok(!ownership.isFree(OBJECT));
      assert.ok(!ownership.isFree("kept"));
    });

    it("that a program has announced to adopt is that of another resource, even for one that is not known", () => {
      ownership.reserve({ 1: "adopter" });
      assert.ok(ownership.isHeldByAnother(OBJECT, undefined));
    });

    it("is kept by the resource that adopts it, whoever has it", () => {
      ownership.hold([OBJECT]);
      ownership.claim({ object: OBJECT, urn: A, adopts: true });
      assert.equal(ownership.keeperOf(OBJECT), A);
    });

    it("keeps its holder when it is held again by an operation that does not know it", () => {
      ownership.hold([OBJECT], A);
      ownership.hold([OBJECT]);
      assert.ok(!ownership.isHeldByAnother(OBJECT, A));
    });
  });
});
