import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlainObject } from "../../../src/json";
import { omit } from "../../../src/json";
import { managed, useEmulator } from "../resources/managed";
import { exported } from "./printed";

interface Imported {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: PlainObject;
  readonly outputs: PlainObject;
}

describe("the option --projects of an export", () => {
  const emulator = useEmulator();
  let out: string;
  beforeEach(() => void (out = mkdtempSync(join(tmpdir(), "opsmanager-projects-"))));
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  const read = (path: string): string => readFileSync(join(out, path), "utf8");
  const importedProjects = (): Imported[] =>
    (JSON.parse(read("import.json")) as { resources: Imported[] }).resources.filter(({ type }) =>
      type.endsWith(":Project"),
    );

  for (const form of ["resources", "sets"]) {
    it(`declares the projects, whose ids the other resources take (${form})`, async () => {
      assert.equal((await exported(emulator, "--out", out, "--projects", "--as", form)).code, 0);
      const module = read("projects/shop-production.ts");
      const declared = `const project = new opsmanager.Project("shop-production-project", {
  name: "shop-production",
  orgId: "${emulator.orgId}",
  tags: ["PRODUCTION", "TEAM-SHOP"],
});

const projectId = project.id;
`;
      assert.ok(module.includes(declared), module);
      assert.ok(!module.includes(emulator.projectId), module);
      const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) =>
        statSync(join(out, file)).isFile(),
      );
      for (const { agentApiKey = "" } of emulator.snapshot().projects)
        for (const file of files) assert.ok(!read(file).includes(agentApiKey), file);
    });
  }

  it("takes the projects over without a write", async () => {
    await exported(emulator, "--out", out, "--projects");
    const all = importedProjects();
    assert.deepEqual(
      all.map(({ id }) => id),
      emulator.snapshot().projects.map(({ id }) => id),
    );
    for (const { name, id, inputs, outputs } of all) {
      const project = managed("Project", emulator, { name });
      await project.import({
        id,
        inputs: omit(inputs, ["__provider"]),
        outputs: omit(outputs, ["__provider"]),
      });
      assert.equal(await project.refresh(), "same");
      assert.equal(await project.up(omit(inputs, ["__provider"])), "same");
    }
    assert.equal(emulator.counters.writes, 0);
  });

  it("is necessary for a Project", async () => {
    await exported(emulator, "--out", out);
    assert.deepEqual(importedProjects(), []);
    assert.ok(read("projects/shop-production.ts").includes(`const projectId = "${emulator.projectId}";`));
  });
});
