import assert from "node:assert/strict";
import { dynamicProvider } from "../../../src/dynamic/provider";
import type { CommonArgs, ResourceDefinition } from "../../../src/core/definition";
import { WITHHELD } from "../../../src/secrets/filter";
import { z } from "zod";
import { surroundings } from "../dynamic/surroundings";

describe("a secret that the process knows, such as one that the program marks in an open field,", () => {
  const definition = {
    kind: "AlertConfig",
    what: "alert configuration",
    hasServiceIds: true,
    schema: () => z.strictObject({ name: z.string() }),
    inputNames: ["name"],
    replaceOn: [],
    sameMeaning: () => true,
    create: async ({ say }: { say: (text: string) => void }, { name }: { name: string }) => {
      say(`made ${name}`);
      throw new Error(`refused ${name}`);
    },
  } as unknown as ResourceDefinition<CommonArgs, never>;
  const process = surroundings();
  const { said } = process;
  const methods = dynamicProvider(definition, () => ({}) as never, process);

  it("is masked in messages and errors of later calls, which do not receive the marker", async () => {
    const { inputs } = await methods.check({}, { name: "marked-text-1", __secrets: ["marked-text-1"] });
    assert.deepEqual(inputs, { name: "marked-text-1" });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.deepEqual(said, ["made [secret]"]);
  });

  it("is masked in the log of an unrelated request", () =>
    assert.ok(process.marked.inRequest({ path: "/things" }).includes("marked-text-1")));

  it("is masked in messages about its own resource, even if it is short", async () => {
    const { inputs } = await methods.check({}, { name: "ab12", __secrets: ["ab12"] });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
    assert.ok(process.marked.inRequest({ path: "/things/ab12" }).includes("ab12"));
    assert.ok(process.marked.inRequest({ path: "/things", json: { names: ["ab12"] } }).includes("ab12"));
  });

  it("is not masked in messages about other resources if it is short", async () => {
    await methods.check({}, { name: "e", __secrets: ["e", "made"] });
    await assert.rejects(methods.create({ name: "ab12-else" }), { message: "refused ab12-else" });
    assert.equal(said.at(-1), "made ab12-else");
    const known = process.marked.inRequest({ path: "/made-things", json: "ab12-else" });
    assert.ok(
      known.every((text) => text.length >= 6),
      String(known),
    );
  });

  it("is masked in messages about other resources if it is the secret of one", async () => {
    await methods.check({}, { name: "first", apiToken: "xoxb-of-the-first" });
    await assert.rejects(methods.create({ name: "xoxb-of-the-first" }), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
  });

  it("replaces a whole message that cannot be searched", async () => {
    const name = { deep: "ab12" as unknown };
    for (let depth = 0; depth < 20_000; depth++) name.deep = [name.deep];
    await assert.rejects(methods.create({ name }), { message: WITHHELD });
  });
});
