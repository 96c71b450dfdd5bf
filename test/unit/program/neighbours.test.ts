import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { UNKNOWN } from "../../../src/unknowns";
import { announce, announcedCount, neighboursOf } from "../../../src/program/neighbours";
import { mockEngine, valueOf } from "../resources/registered";

/** What a set of the project learns. */
async function learned(project: unknown): Promise<unknown> {
  return valueOf(pulumi.output(neighboursOf(announce("AlertConfigSet::set", project), project)));
}

const NONE = { neighbours: [], undecided: [], adopted: {} };

describe("the neighbours of a set", () => {
  beforeEach(mockEngine);

  it("are the other resources of its project, also those that are declared after it", async () => {
    announce("AlertConfig::before", "p");
    const found = learned("p");
    announce("AlertConfig::after", "P");
    announce("AlertConfig::elsewhere", "q");
    assert.deepEqual(await found, { ...NONE, neighbours: ["AlertConfig::before", "AlertConfig::after"] });
  });

  it("include resources whose project is known later, if it is known by then", async () => {
    announce("AlertConfig::output", pulumi.output("p"));
    announce("AlertConfig::promise", Promise.resolve("p"));
    announce("AlertConfig::elsewhere", pulumi.output("q"));
    for (const project of ["p", pulumi.output("p"), pulumi.secret("p")]) {
      const { neighbours } = (await learned(project)) as { neighbours: string[] };
      assert.deepEqual(neighbours.slice(0, 2), ["AlertConfig::output", "AlertConfig::promise"]);
    }
  });

  it("leave open whether a resource whose project is not known is one of them", async () => {
    announce("AlertConfig::never", new Promise(() => {}));
    announce("AlertConfig::known", "p");
    const found = { neighbours: ["AlertConfig::known"], undecided: ["AlertConfig::never"] };
    assert.deepEqual(await learned("p"), { ...NONE, ...found });
  });

  it("name resources of the same name twice, which have different parents", async () => {
    const neighbours = ["AlertConfig::lag", "AlertConfig::lag"];
    for (const name of neighbours) announce(name, "p");
    assert.deepEqual(await learned("p"), { ...NONE, neighbours });
  });

  it("name what any of them adopts, in whatever project", async () => {
    announce("AlertConfig::one", "p", "1");
    announce("AlertConfig::two", pulumi.output("p"), "2");
    announce("AlertConfig::three", "q", "3");
    announce("AlertConfig::four", "p");
    const { adopted } = (await learned("p")) as { adopted: object };
    assert.deepEqual(adopted, { "1": "one", "2": "two", "3": "three" });
  });

  it("are those of one run of a program", async () => {
    announce("AlertConfig::one", "p", "1");
    await mockEngine();
    assert.deepEqual(await learned("p"), NONE);
  });

  it("are counted after the program has run", async () => {
    const count = announcedCount();
    announce("AlertConfig::one", "p");
    announce("AlertConfig::two", UNKNOWN);
    assert.equal(await count, 2);
  });
});
