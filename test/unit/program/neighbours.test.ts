import assert from "node:assert/strict";
import { announce, neighboursOf } from "../../../src/program/neighbours";
import { mockEngine, valueOf } from "../resources/registered";
import * as pulumi from "@pulumi/pulumi";

describe("the neighbours of a resource", () => {
  beforeEach(mockEngine);

  it("are the other resources of its place, also those that are declared after it", async () => {
    announce("AlertConfig::before", "p");
    const found = neighboursOf("AlertConfigSet::set", "p");
    announce("AlertConfigSet::set", "p");
    announce("AlertConfig::after", "p");
    announce("AlertConfig::elsewhere", "q");
    assert.deepEqual(await found.neighbours, ["AlertConfig::before", "AlertConfig::after"]);
  });

  it("leave out what is known later, whose provider compares it", async () => {
    announce("AlertConfig::later", pulumi.output("p"));
    announce("AlertConfig::later", Promise.resolve("p"));
    announce("AlertConfig::missing", undefined);
    assert.deepEqual(await neighboursOf("AlertConfigSet::set", "p").neighbours, []);
    announce("AlertConfig::known", "p");
    assert.deepEqual(await neighboursOf("AlertConfigSet::set", pulumi.output("p")).neighbours, []);
  });

  it("name what any of them adopts, in whatever place", async () => {
    const { adopted } = neighboursOf("AlertConfigSet::set", "p");
    announce("AlertConfig::one", "p", "AlertConfig  p/1");
    announce("AlertConfig::two", pulumi.output("p"), "AlertConfig  p/2");
    announce("AlertConfig::three", "q", "AlertConfig  q/3");
    announce("AlertConfig::four", "p");
    assert.deepEqual(await adopted, ["AlertConfig  p/1", "AlertConfig  p/2", "AlertConfig  q/3"]);
  });

  it("are those of one run of a program", async () => {
    announce("AlertConfig::one", "p", "AlertConfig  p/1");
    await mockEngine();
    const { neighbours, adopted } = neighboursOf("AlertConfigSet::set", "p");
    assert.deepEqual([await neighbours, await adopted], [[], []]);
  });

  it("are passed as they are when the program has run", async () => {
    announce("AlertConfig::one", "p");
    assert.deepEqual(await valueOf(pulumi.output(neighboursOf("AlertConfigSet::set", "p"))), {
      neighbours: ["AlertConfig::one"],
      adopted: [],
    });
  });
});
