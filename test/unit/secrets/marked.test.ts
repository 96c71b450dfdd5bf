import assert from "node:assert/strict";
import { WITHHELD } from "../../../src/secrets/filter";
import { scene } from "../dynamic/scene";

describe("a secret that the process knows, such as one that the program marks in an open field,", () => {
  const { methods, process } = scene({
    replaceOn: [],
    create: async ({ say }, { projectId }) => {
      say(`made ${projectId}`);
      throw new Error(`refused ${projectId}`);
    },
  });
  const { said } = process;
  /** What a check of a resource with this text returns. */
  const checked = async (projectId: string, secrets: object) =>
    (await methods.check({}, { projectId, ...secrets })).inputs;

  it("is masked in messages and errors of later calls, which do not receive the marker", async () => {
    const inputs = await checked("marked-text-1", { __secrets: ["marked-text-1"] });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.deepEqual(said, ["made [secret]"]);
  });

  it("is masked in the log of an unrelated request", () =>
    assert.ok(process.marked.inRequest({ path: "/things" }).includes("marked-text-1")));

  it("is masked in messages about its own resource, even if it is short", async () => {
    const inputs = await checked("ab12", { __secrets: ["ab12"] });
    await assert.rejects(methods.create(inputs), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
    assert.ok(process.marked.inRequest({ path: "/things/ab12" }).includes("ab12"));
    assert.ok(process.marked.inRequest({ path: "/things", json: { names: ["ab12"] } }).includes("ab12"));
  });

  it("is not masked in messages about other resources if it is short", async () => {
    await checked("e", { __secrets: ["e", "made"] });
    await assert.rejects(methods.create({ projectId: "ab12-else" }), { message: "refused ab12-else" });
    assert.equal(said.at(-1), "made ab12-else");
    const known = process.marked.inRequest({ path: "/made-things", json: "ab12-else" });
    assert.ok(
      known.every((text) => text.length >= 6),
      String(known),
    );
  });

  it("is masked in messages about other resources if it is the secret of one", async () => {
    await checked("first", { apiToken: "xoxb-of-the-first" });
    await assert.rejects(methods.create({ projectId: "xoxb-of-the-first" }), { message: "refused [secret]" });
    assert.equal(said.at(-1), "made [secret]");
  });

  it("replaces a whole message that cannot be searched", async () => {
    const projectId = { deep: "ab12" as unknown };
    for (let depth = 0; depth < 20_000; depth++) projectId.deep = [projectId.deep];
    await assert.rejects(methods.create({ projectId }), { message: WITHHELD });
  });
});
