import assert from "node:assert/strict";
import { lifecycle } from "../../../src/core/lifecycle";
import { markedInRequest } from "../../../src/core/marked-secrets";
import type { CommonArgs, ResourceDefinition } from "../../../src/core/definition";
import { WITHHELD } from "../../../src/secret-filter";
import { z } from "zod";
import { surroundings } from "./surroundings";

describe("what a program marks in open fields", () => {
  const definition = {
    kind: "AlertConfig",
    what: "alert configuration",
    hasServiceIds: true,
    schema: () => z.strictObject({ name: z.string() }),
    inputNames: ["name"],
    replaceOn: [],
    fromInputs: (inputs: object) => inputs,
    sameMeaning: () => true,
    create: async ({ say }: { say: (text: string) => void }, { name }: { name: string }) => {
      say(`made ${name}`);
      throw new Error(`refused ${name}`);
    },
  } as unknown as ResourceDefinition<CommonArgs, never>;
  const process = surroundings();
  const { said } = process;
  const methods = lifecycle(definition, () => ({}) as never, process);

  it("stays out of what later calls say and throw, though they are not told of it", async () => {
    const { inputs } = await methods.check({}, { name: "marked-text-1", __secrets: ["marked-text-1"] });
    assert.deepEqual(inputs, { name: "marked-text-1" });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.deepEqual(said, ["made [secret]"]);
  });

  it("stays out of the log of a request that has nothing else to do with it", () =>
    assert.ok(markedInRequest({ path: "/things" }).includes("marked-text-1")));

  it("is kept out of what is said about its own resource, however short it is", async () => {
    const { inputs } = await methods.check({}, { name: "ab12", __secrets: ["ab12"] });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
    assert.ok(markedInRequest({ path: "/things/ab12" }).includes("ab12"));
    assert.ok(markedInRequest({ path: "/things", json: { names: ["ab12"] } }).includes("ab12"));
  });

  it("leaves the messages of other resources alone if it is short", async () => {
    await methods.check({}, { name: "e", __secrets: ["e", "made"] });
    await assert.rejects(methods.create({ name: "ab12-else" }), { message: "refused ab12-else" });
    assert.equal(said.at(-1), "made ab12-else");
    assert.deepEqual(
      markedInRequest({ path: "/made-things", json: "ab12-else" }).filter((text) => text.length < 6),
      [],
    );
  });

  it("a message that cannot be searched is dropped", async () => {
    const name = { deep: "ab12" as unknown };
    for (let depth = 0; depth < 20_000; depth++) name.deep = [name.deep];
    await assert.rejects(methods.create({ name }), { message: WITHHELD });
  });
});
