import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runExport } from "../../../src/cli/export/command";
import type { Emulator } from "../../../src/emulator";
import { addAlert, ALPHA, BETA, GAMMA, limitTo, startThreeProjects } from "../../fixtures/three-projects";
import { environmentOf } from "./printed";

interface Run {
  readonly code: number;
  readonly output: string;
}

describe("an export into the folder of an earlier one", () => {
  let emulator: Emulator;
  let folder: string;

  beforeEach(async () => {
    emulator = await startThreeProjects();
    folder = await mkdtemp(join(tmpdir(), "opsmanager-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await emulator.close();
  });

  const run = async (...args: readonly string[]): Promise<Run> => {
    let output = "";
    const code = await runExport(["--out", folder, "--force", ...args], environmentOf(emulator), (text) => {
      output += text;
    });
    return { code, output };
  };
  const read = async (path: string): Promise<string> => readFile(join(folder, path), "utf8");
  const write = async (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
  const modules = async (): Promise<string[]> => (await readdir(join(folder, "projects"))).sort();
  const files = async (): Promise<Record<string, string>> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const)),
    );
  };
  const importsOf = async (): Promise<string[]> =>
    [...(await read("index.ts")).matchAll(/^import "\.\/projects\/(.*)";$/gm)].map(([, name = ""]) => name);
  /** Expects that an export is refused, and changes nothing. */
  const refused = async (message: RegExp, ...args: readonly string[]): Promise<void> => {
    const before = await files();
    await assert.rejects(run(...args), message);
    assert.deepEqual(await files(), before);
  };

  for (const form of ["resources", "sets"]) {
    it(`writes the same once more (${form})`, async () => {
      await run("--as", form);
      const before = await files();
      assert.equal((await run("--as", form)).code, 0);
      assert.deepEqual(await files(), before);
    });

    it(`removes the module of a project that has another name now (${form})`, async () => {
      addAlert(emulator, BETA);
      await run("--as", form);
      emulator.entities("projects").update(BETA, { name: "delta" });
      await run("--as", form);
      const names = await modules();
      assert.ok(names.includes("delta.ts") && !names.includes("beta.ts"), names.join());
      assert.ok(!(await importsOf()).includes("beta"));
    });

    it(`refuses to leave out a project that the key can no longer read (${form})`, async () => {
      await run("--as", form);
      limitTo(emulator, ALPHA, GAMMA);
      await refused(/of an earlier export declares resources that this one has not read: /, "--as", form);
    });

    it(`refuses to leave out a project that --project does not name (${form})`, async () => {
      await run("--as", form);
      await refused(
        new RegExp(`has not read: .*the project ${ALPHA}.*--into`, "s"),
        "--as",
        form,
        "--project",
        BETA,
      );
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

  it("gives new modules no name of another file", async () => {
    await mkdir(join(folder, "projects"), { recursive: true });
    await write("projects/alpha.ts", "// My own.\n");
    for (const _ of [1, 2]) {
      await run();
      assert.equal(await read("projects/alpha.ts"), "// My own.\n");
      assert.deepEqual(await modules(), ["alpha-2.ts", "alpha.ts", "beta.ts", "gamma.ts", "standard.ts"]);
    }
  });

  it("refuses to leave out a module that --into has added", async () => {
    await run();
    await write("projects/added.ts", "// Added to the program by an export.\n");
    await write("index.ts", `${await read("index.ts")}import "./projects/added";\n`);
    await refused(/index\.ts imports projects\/added\.ts, .*--into/s);
  });

  const edits: [what: string, path: string, change: (text: string) => string][] = [
    [
      "whose project comes from elsewhere",
      "projects/beta.ts",
      (text) => text.replace(/^const projectId = .*$/m, 'import { projectId } from "./ids";'),
    ],
    [
      "that also declares another project",
      "projects/standard.ts",
      (text) =>
        `${text}new opsmanager.AlertConfigSet("more", { projectId: "650000000000000000000009", alertConfigs: {} });\n`,
    ],
  ];
  for (const [what, path, change] of edits) {
    it(`refuses to replace a module ${what}`, async () => {
      await run();
      const text = await read(path);
      await write(path, change(text));
      assert.notEqual(await read(path), text);
      await refused(new RegExp(`${path.replace(".", "\\.")} .*Nothing was written`, "s"));
    });
  }

  describe("with symbolic links", () => {
    let outside: string;
    beforeEach(async () => {
      outside = await mkdtemp(join(tmpdir(), "opsmanager-"));
    });
    afterEach(async () => rm(outside, { recursive: true, force: true }));

    for (const target of ["index.ts", "Pulumi.yaml", "protect.ts", "import.json", "projects"]) {
      for (const exists of [true, false]) {
        it(`refuses to write through ${target} (${exists ? "to something" : "dangling"})`, async () => {
          const place = join(outside, "place");
          if (exists && target === "projects") await mkdir(place);
          else if (exists) await writeFile(place, "mine");
          if (target.includes("/")) await mkdir(join(folder, "projects"));
          await symlink(place, join(folder, target));
          const before = await readdir(folder, { recursive: true });
          await assert.rejects(run(), (error: Error) => {
            assert.ok(error.message.includes(join(folder, target)), error.message);
            assert.match(error.message, /symbolic link.*Nothing was written/s);
            return true;
          });
          assert.deepEqual(await readdir(folder, { recursive: true }), before);
          assert.deepEqual(await readdir(outside), exists ? ["place"] : []);
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
      const link = join(outside, "link");
      await symlink(folder, link);
      assert.equal((await run("--out", link)).code, 0);
      assert.deepEqual(await modules(), ["alpha.ts", "beta.ts", "gamma.ts", "standard.ts"]);
    });
  });
});
