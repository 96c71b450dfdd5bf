import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { omit } from "../../../src/json";
import { filesIn, useFolder } from "../../support/files";
import { managed, useEmulator } from "../resources/managed";
import { exported, importedIn } from "./printed";

describe("the option --projects of an export", () => {
  const emulator = useEmulator();
  const out = useFolder();
  const read = (path: string): string => readFileSync(out(path), "utf8");
  const importedProjects = () => importedIn(read("import.json"), "Project");

  for (const form of ["resources", "sets"]) {
    it(`declares the projects, whose ids the other resources take (${form})`, async () => {
      assert.equal((await exported(emulator, "--out", out(), "--projects", "--as", form)).code, 0);
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
      const files = Object.entries(await filesIn(out()));
      for (const { agentApiKey = "" } of emulator.snapshot().projects)
        for (const [file, text] of files) assert.ok(!text.includes(agentApiKey), file);
    });
  }

  it("takes the projects over without a write", async () => {
    await exported(emulator, "--out", out(), "--projects");
    const all = importedProjects();
    assert.deepEqual(
      all.map(({ id }) => id),
      emulator.snapshot().projects.map(({ id }) => id),
    );
    for (const { name, id, inputs, outputs } of all) {
      const project = managed("Project", emulator, { name });
      await project.import({ id, inputs, outputs });
      assert.equal(await project.refresh(), "same");
      assert.equal(await project.up(omit(inputs, ["__provider"])), "same");
    }
    assert.equal(emulator.counters.writes, 0);
  });

  it("is necessary for a Project", async () => {
    await exported(emulator, "--out", out());
    assert.deepEqual(importedProjects(), []);
    assert.ok(read("projects/shop-production.ts").includes(`const projectId = "${emulator.projectId}";`));
  });
});
