import assert from "node:assert/strict";
import { lifecycle } from "../../../src/core/lifecycle";
import { markedSoFar } from "../../../src/core/marked-secrets";
import type { Behaviour } from "../../../src/core/behaviour";
import { z } from "zod";
import { surroundings } from "./surroundings";

describe("what a program marks in open fields", () => {
  const behaviour = {
    kind: "AlertConfig",
    what: "alert configuration",
    hasServiceIds: true,
    shape: z.strictObject({ name: z.string() }),
    inputNames: ["name"],
    replaceOn: [],
    sameMeaning: () => true,
    create: async ({ say }: { say: (text: string) => void }) => {
      say("made marked-text-1");
      throw new Error("refused marked-text-1");
    },
  } as unknown as Behaviour;
  const process = surroundings();
  const { said } = process;
  const methods = lifecycle(behaviour, () => ({}) as never, process);

  it("stays out of what later calls say and throw, though they are not told of it", async () => {
    const { inputs } = await methods.check({}, { name: "marked-text-1", __secrets: ["marked-text-1"] });
    assert.deepEqual(inputs, { name: "marked-text-1" });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.deepEqual(said, ["made [secret]"]);
    assert.ok([...markedSoFar()].includes("marked-text-1"));
  });

  it("is kept for later only if it is long enough not to shred the messages of others", async () => {
    await methods.check({}, { name: "e", __secrets: ["e", "made"] });
    await assert.rejects(methods.create({ name: "e" }), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
  });
});
