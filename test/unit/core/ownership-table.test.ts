import assert from "node:assert/strict";
import { createOwnership, tableOf } from "../../../src/core/ownership";
import { createTable, objectName } from "../../../src/core/ownership-table";
import type { RunEvent } from "../../../src/core/run-log";

const URN = "urn:pulumi:s::p::opsmanager:index:";
const SET = `${URN}AlertConfigSet::set`;
const OTHER = `${URN}AlertConfig::other`;
const CLASS = "urn:pulumi:s::p::pulumi-nodejs:dynamic/opsmanager:AlertConfig::of-class";
const [ONE, TWO] = ["1", "2"].map((id) => objectName("AlertConfig", `p/${id}`)) as [string, string];

describe("the resources in the place of a set", () => {
  const entering = (urn: string, name: string | undefined, isNew = false): RunEvent[] => [
    ["check", { urn, isNew, isSet: urn === SET, place: { name, alone: false }, declared: [] }],
  ];
  const neighbours = (...events: RunEvent[][]) => tableOf(events.flat()).facts.neighboursOf(SET);

  it("are those with a state, by what is known of their projects, and what resources adopt", () => {
    const adopting: RunEvent = ["claim", { object: ONE, urn: CLASS, adopts: true }];
    const naming: RunEvent = ["claim", { object: TWO, urn: CLASS, adopts: false }];
    const found = neighbours(
      entering(SET, "p"),
      entering(OTHER, "p"),
      entering(CLASS, undefined),
      entering(`${URN}AlertConfig::elsewhere`, "q"),
      entering(`${URN}AlertConfig::new`, "p", true),
      [adopting, naming],
    );
    assert.deepEqual(found, {
      neighbours: ["AlertConfig::other"],
      undecided: ["AlertConfig::of-class"],
      adopted: { "1": "of-class" },
    });
  });

  it("are all undecided while its own project is not known", () =>
    assert.deepEqual(neighbours(entering(SET, undefined), entering(OTHER, "p"), entering(CLASS, undefined)), {
      neighbours: [],
      undecided: ["AlertConfig::of-class"],
      adopted: {},
    }));

  it("are not known of a set that the run has not seen", () =>
    assert.equal(neighbours(entering(OTHER, "p")), undefined));

  it("conflict only if one of two in a known place wants it alone", () => {
    const { changes } = createTable();
    assert.equal(changes.enter(undefined, SET, true), undefined);
    assert.equal(changes.enter(undefined, OTHER, false), undefined);
    assert.equal(changes.enter("p", OTHER, false), undefined);
    assert.equal(changes.enter("p", SET, true), OTHER);
    assert.equal(changes.enter("p", CLASS, false), SET);
    assert.equal(changes.enter("q", SET, true), undefined);
  });
});

describe("a check of a resource, as one event", () => {
  const check = { urn: CLASS, isNew: true, isSet: false, declared: [] };

  it("announces how many resources the program has, and that a new one has no other objects", () => {
    const ownership = createOwnership();
    ownership.check({ ...check, announced: 2 });
    assert.ok(!ownership.haveAllSettled());
    ownership.check({ ...check, urn: OTHER });
    assert.ok(!ownership.haveAllSettled(), "only those of the classes are announced");
    ownership.check({ ...check, urn: `${CLASS}-2` });
    assert.ok(ownership.haveAllSettled());
  });

  it("does not settle a resource that exists", () => {
    const ownership = createOwnership();
    ownership.check({ ...check, isNew: false, announced: 1 });
    assert.ok(!ownership.haveAllSettled());
  });

  it("tells a set which resources it has to wait for", () => {
    const ownership = createOwnership();
    assert.ok(!ownership.knowsNeighbours(SET));
    ownership.check({ ...check, urn: OTHER });
    assert.ok(!ownership.knowsNeighbours(OTHER));
    ownership.check({ ...check, urn: SET, isSet: true, expected: ["AlertConfig::of-class"] });
    assert.ok(ownership.knowsNeighbours(SET));
    assert.ok(!ownership.knowsNeighbours(undefined));
    assert.deepEqual(ownership.unsettledFor(SET), ["AlertConfig::of-class"]);
  });
});

describe("objects that a set takes over", () => {
  it("are held and claimed by it, unless another resource has or deletes them", () => {
    const ownership = createOwnership();
    ownership.hold([TWO], OTHER);
    assert.deepEqual(ownership.adopt([ONE, TWO], SET), [TWO]);
    assert.ok(ownership.isHeld(ONE));
    assert.equal(ownership.adopterOf(ONE), SET);
    assert.equal(ownership.claim({ object: ONE, urn: OTHER, adopts: true }), SET);
    assert.ok(ownership.isHeldByAnother(ONE, OTHER));
    assert.ok(!ownership.isHeldByAnother(ONE, SET));
  });

  it("are only held by a resource that is not certain", () => {
    const ownership = createOwnership();
    assert.deepEqual(ownership.adopt([ONE], undefined), []);
    assert.ok(ownership.isHeld(ONE));
    assert.equal(ownership.adopterOf(ONE), undefined);
  });
});

describe("objects that are marked for deletion", () => {
  it("are those that no other resource has", () => {
    const ownership = createOwnership();
    ownership.hold([ONE], OTHER);
    assert.deepEqual(ownership.markForDeletion([ONE, TWO], SET), [ONE]);
    assert.equal(ownership.deleterOf(ONE), undefined);
    assert.deepEqual(ownership.deleterOf(TWO), { urn: SET });
    assert.deepEqual(ownership.markForDeletion([ONE], OTHER), [], "its own");
    assert.deepEqual(ownership.markForDeletion([ONE], OTHER, true), [ONE], "the whole resource");
    assert.deepEqual(ownership.markForDeletion([ONE], undefined), [ONE], "it may be that of another one");
  });
});

describe("the resources with objects in a project", () => {
  it("are named, or else their objects", () => {
    const ownership = createOwnership();
    ownership.hold([ONE], OTHER);
    ownership.hold([TWO]);
    ownership.hold([objectName("AlertConfig", "q/3")], OTHER);
    assert.deepEqual(ownership.holdersIn("P"), ['"other"', "p/2"]);
  });
});

describe("creations whose end is not known", () => {
  const creation = { id: "a", collection: "p", content: "c", outline: "o", writer: "w" };
  const statesIn = (ownership: ReturnType<typeof createOwnership>) =>
    ownership.creationsIn("p").map(({ id, state }) => [id, state]);

  it("are listed by their collection, in the order in which they were begun, until they end", () => {
    const ownership = createOwnership();
    ownership.beginCreation(creation);
    ownership.beginCreation({ ...creation, id: "b" });
    ownership.beginCreation({ ...creation, id: "c", collection: "q" });
    ownership.loseCreation("b");
    ownership.loseCreation("unheard");
    assert.deepEqual(statesIn(ownership), [
      ["a", "sent"],
      ["b", "lost"],
    ]);
    ownership.giveUpCreation("a");
    ownership.endCreation("b", ONE, OTHER);
    assert.deepEqual(statesIn(ownership), [["a", "unknown"]]);
    assert.ok(ownership.isHeldByAnother(ONE, SET));
    ownership.endCreation("a");
    assert.deepEqual(statesIn(ownership), []);
    assert.ok(!ownership.isHeld(TWO));
  });
});
