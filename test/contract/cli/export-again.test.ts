import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { alert, ALPHA, BETA, GAMMA, HOOK, limitTo, startProjects } from "../../fixtures/projects";
import { filesIn, useFolder } from "../../support/files";
import { STORE } from "../../unit/emulator/client";
import { exported } from "./printed";

const STANDARD = alert("HOST_DOWN", HOOK);

describe("an export into the folder of an earlier one", () => {
  let emulator: Emulator;
  const path = useFolder();
  let folder: string;

  beforeEach(async () => {
    emulator = await startProjects({ alpha: [STANDARD], beta: [STANDARD], gamma: [STANDARD] });
    emulator.oplogS3Configs.set("store", STORE);
    folder = path();
  });
  afterEach(async () => emulator.close());

  const run = async (...args: readonly string[]) => exported(emulator, "--out", folder, "--force", ...args);
  const read = async (name: string): Promise<string> => readFile(path(name), "utf8");
  const write = async (name: string, text: string): Promise<void> => writeFile(path(name), text);
  const modules = async (): Promise<string[]> => (await readdir(join(folder, "projects"))).sort();
  /** Expects that an export is refused, and changes nothing. */
  const refused = async (message: RegExp, ...args: readonly string[]): Promise<void> => {
    const before = await filesIn(folder);
    await assert.rejects(run(...args), message);
    assert.deepEqual(await filesIn(folder), before);
  };

  for (const form of ["resources", "sets"]) {
    it(`writes the same once more, over an edited index.ts (${form})`, async () => {
      await run("--as", form);
      const before = await filesIn(folder);
      await write("index.ts", "// Edited.\n");
      assert.equal((await run("--as", form)).code, 0);
      assert.deepEqual(await filesIn(folder), before);
    });

    it(`removes the module of a project that has another name now (${form})`, async () => {
      emulator.alertConfigs(BETA).add(STANDARD);
      await run("--as", form);
      emulator.entities("projects").update(BETA, { name: "delta" });
      await run("--as", form);
      const names = await modules();
      assert.ok(names.includes("delta.ts") && !names.includes("beta.ts"), names.join());
      assert.doesNotMatch(await read("index.ts"), /projects\/beta"/);
    });

    it(`refuses to leave out a project that the key can no longer read (${form})`, async () => {
      await run("--as", form);
      limitTo(emulator, ALPHA, GAMMA);
      await refused(/of an earlier export declares resources that this one has not read: /, "--as", form);
    });

    it(`refuses to leave out a project that --project does not name (${form})`, async () => {
      await run("--as", form);
      const message = new RegExp(`has not read: .*the project ${ALPHA}.*--into`, "s");
      await refused(message, "--as", form, "--project", BETA);
    });
  }

  it("refuses to leave out a project that does not exist any more, until its module is removed", async () => {
    await run();
    emulator.entities("projects").delete(BETA);
    await refused(new RegExp(`projects/beta\\.ts .*the project ${BETA}.*remove the file`, "s"));
    await rm(join(folder, "projects/beta.ts"));
    assert.equal((await run()).code, 0);
    assert.deepEqual(await modules(), ["alpha.ts", "gamma.ts", "standard.ts"]);
  });

  it("refuses to leave out the oplog stores if the key can no longer read them", async () => {
    await run();
    emulator.faults.add({ match: { path: "/admin/", times: "always" }, action: { status: 403 } });
    await refused(/index\.ts .* has not read: OplogS3Config\./);
  });

  it("refuses to leave out an alert configuration that the provider refuses by now", async () => {
    await run();
    const [first] = emulator.alertConfigs(ALPHA).list();
    const notifications = [{ typeName: "GROUP", emailEnabled: true, smsEnabled: false, intervalMin: 1 }];
    emulator.alertConfigs(ALPHA).update(first?.id ?? "", { notifications });
    await refused(/projects\/alpha\.ts .* has not read: AlertConfig\./);
  });

  it("leaves other files and folders, and gives new modules no name of theirs", async () => {
    await mkdir(join(folder, "projects/beta.ts"), { recursive: true });
    await write("projects/alpha.ts", "// My own.\n");
    for (const _ of [1, 2]) {
      await run();
      assert.equal(await read("projects/alpha.ts"), "// My own.\n");
      const names = ["alpha-2.ts", "alpha.ts", "beta-2.ts", "beta.ts", "gamma.ts", "standard.ts"];
      assert.deepEqual(await modules(), names);
    }
  });

  it("refuses to leave out a module that --into has added", async () => {
    await run();
    await write("projects/added.ts", "// Added to the program by an export.\n");
    await write("index.ts", `${await read("index.ts")}import "./projects/added";\n`);
    await refused(/index\.ts imports projects\/added\.ts, .*--into/s);
  });

  const MORE = `new opsmanager.AlertConfigSet("more", { projectId: "650000000000000000000009", alertConfigs: {} });\n`;
  const ELSEWHERE = 'import { projectId } from "./ids";';
  const edits: [what: string, path: string, change: (text: string) => string][] = [
    [
      "whose project comes from elsewhere",
      "beta",
      (text) => text.replace(/^const projectId = .*$/m, ELSEWHERE),
    ],
    ["that also declares another project", "standard", (text) => text + MORE],
  ];
  for (const [what, name, change] of edits) {
    it(`refuses to replace a module ${what}`, async () => {
      await run();
      const text = await read(`projects/${name}.ts`);
      assert.notEqual(change(text), text);
      await write(`projects/${name}.ts`, change(text));
      await refused(new RegExp(`projects/${name}\\.ts .*Nothing was written`, "s"));
    });
  }

  for (const language of ["typescript", "typescript-plugin", "yaml"]) {
    const inLanguage = ["--language", language];
    const file = language === "yaml" ? "Pulumi\\.yaml" : "projects/alpha\\.ts";

    it(`writes a program with its projects once more, and refuses to leave one out (${language})`, async () => {
      await run(...inLanguage, "--projects");
      const before = await filesIn(folder);
      assert.equal((await run(...inLanguage, "--projects")).code, 0);
      assert.deepEqual(await filesIn(folder), before);
      await refused(/was exported with --projects, which this export does not have/, ...inLanguage);
      const message = new RegExp(`${file} .* has not read: .*the project alpha`, "s");
      await refused(message, ...inLanguage, "--projects", "--project", BETA);
    });
  }

  it("refuses to leave out what a program in YAML has declared", async () => {
    const inYaml = ["--language", "yaml"];
    await run(...inYaml);
    const message = new RegExp(`Pulumi\\.yaml .* has not read: the project ${ALPHA}.*another folder`, "s");
    await refused(message, ...inYaml, "--project", BETA);
    await refused(message, "--project", BETA);
    emulator.faults.add({ match: { path: "/admin/", times: "always" }, action: { status: 403 } });
    await refused(/Pulumi\.yaml .* has not read: OplogS3Config\./, ...inYaml);
  });

  describe("with symbolic links", () => {
    const outside = useFolder();

    for (const target of ["index.ts", "Pulumi.yaml", "protect.ts", "import.json", "projects"]) {
      for (const exists of [true, false]) {
        it(`refuses to write through ${target} (${exists ? "to something" : "dangling"})`, async () => {
          const place = outside("place");
          if (exists) await (target === "projects" ? mkdir(place) : writeFile(place, "mine"));
          await symlink(place, join(folder, target));
          await assert.rejects(
            run(),
            ({ message }: Error) =>
              message.includes(join(folder, target)) && /symbolic link.*Nothing was written/s.test(message),
          );
          assert.deepEqual(await readdir(folder), [target]);
          assert.deepEqual(await readdir(outside()), exists ? ["place"] : []);
          if (exists && target !== "projects") assert.equal(await readFile(place, "utf8"), "mine");
        });
      }
    }

    it("refuses a folder in the place of a file", async () => {
      await mkdir(join(folder, "README.md"));
      await assert.rejects(run(), /README\.md is not a file.*Nothing was written/s);
      assert.deepEqual(await readdir(folder), ["README.md"]);
    });

    it("accepts one as the folder itself", async () => {
      const link = outside("link");
      await symlink(folder, link);
      assert.equal((await run("--out", link)).code, 0);
      assert.deepEqual(await modules(), ["alpha.ts", "beta.ts", "gamma.ts", "standard.ts"]);
    });
  });
});
