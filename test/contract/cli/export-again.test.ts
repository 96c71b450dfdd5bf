import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runExport } from "../../../src/cli/export/command";
import type { Emulator } from "../../../src/emulator";
import { addAlert, ALPHA, BETA, GAMMA, limitTo, startThreeProjects } from "../../fixtures/three-projects";

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
    const env = {
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
    };
    const code = await runExport(["--out", folder, "--force", ...args], env, (text) => {
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
  const importedNames = async (): Promise<string[]> =>
    (JSON.parse(await read("import.json")) as { resources: { name: string }[] }).resources
      .map(({ name }) => name)
      .sort();

  it("keeps the module of a project that the key can no longer read", async () => {
    assert.equal((await run()).code, 0);
    const before = await read("projects/beta.ts");
    const index = await read("index.ts");
    const names = await importedNames();
    limitTo(emulator, ALPHA, GAMMA);
    const { code, output } = await run();
    assert.equal(code, 3, output);
    assert.match(output, /^Kept: projects\/beta\.ts, since the key cannot read the project beta \(6500/m);
    assert.equal(await read("projects/beta.ts"), before);
    assert.deepEqual(await importsOf(), ["alpha", "beta", "gamma"]);
    // The key cannot read the oplog stores either.
    assert.match(output, /^Kept: the oplog stores in index\.ts, since/m);
    assert.equal(await read("index.ts"), index);
    assert.deepEqual(await importedNames(), names);
    assert.match(await read("README.md"), /pulumi config set --secret beta-host-down\.webhook\.webhookUrl/);
    assert.match(await read("README.md"), /^- 3 AlertConfig$/m);
  });

  it("keeps the module of a project that is listed and refused, and declares nothing of it twice", async () => {
    await run();
    const before = await read("projects/beta.ts");
    emulator.faults.add({
      match: { path: `/groups/${BETA}/clusters`, times: "always" },
      action: { status: 403, body: { error: 403, errorCode: "USER_UNAUTHORIZED", detail: "no" } },
    });
    const { code, output } = await run();
    assert.equal(code, 3, output);
    assert.match(output, /^Kept: projects\/beta\.ts, since the key cannot read all of the project beta/m);
    assert.equal(await read("projects/beta.ts"), before);
    assert.deepEqual(await modules(), ["alpha.ts", "beta.ts", "gamma.ts"]);
  });

  it("keeps the modules of projects that --project does not name", async () => {
    await run();
    const before = await files();
    const { code, output } = await run("--project", BETA, "--json");
    assert.equal(code, 0, output);
    const { kept, removed } = JSON.parse(output) as { kept: { what: string; reason: string }[]; removed: [] };
    assert.deepEqual(
      kept.map(({ what }) => what),
      ["projects/alpha.ts", "projects/gamma.ts"],
    );
    assert.match(kept[0]?.reason ?? "", /--project does not name the project alpha/);
    assert.deepEqual(removed, []);
    const after = await files();
    for (const name of ["projects/alpha.ts", "projects/beta.ts", "projects/gamma.ts"]) {
      assert.equal(after[join(folder, name)], before[join(folder, name)]);
    }
  });

  it("names a project as before if --project is given and the key may not list projects", async () => {
    await run();
    const before = await files();
    emulator.faults.add({ match: { path: /\/groups(\?|$)/, times: "always" }, action: { status: 403 } });
    assert.equal((await run("--project", ALPHA, "--project", BETA, "--project", GAMMA)).code, 0);
    assert.deepEqual(await files(), before);
  });

  it("removes the module of a project of which the service says that it does not exist", async () => {
    await run();
    emulator.entities("projects").delete(BETA);
    const { code, output } = await run();
    assert.equal(code, 0, output);
    assert.match(output, /^Removed: projects\/beta\.ts, since the project beta \(.*\) does not exist/m);
    assert.deepEqual(await modules(), ["alpha.ts", "gamma.ts"]);
    assert.deepEqual(await importsOf(), ["alpha", "gamma"]);
  });

  it("keeps the module if a proxy says so", async () => {
    await run();
    limitTo(emulator, ALPHA, GAMMA);
    emulator.faults.add({
      match: { path: `/groups/${BETA}/alertConfigs`, times: "always" },
      action: { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" },
    });
    const { code, output } = await run();
    assert.equal(code, 3, output);
    assert.match(output, /^Kept: projects\/beta\.ts/m);
  });

  it("gives no name of a kept module to another project", async () => {
    await run();
    const other = "650000000000000000000009";
    emulator.entities("projects").set(other, { id: other, orgId: emulator.orgId, name: "Alpha" });
    addAlert(emulator, other);
    limitTo(emulator, other);
    for (const form of ["resources", "sets"]) {
      const { code, output } = await run("--as", form);
      assert.equal(code, 3, output);
      assert.deepEqual(await modules(), ["alpha-2.ts", "alpha.ts", "beta.ts", "gamma.ts"]);
      assert.match(await read("projects/alpha-2.ts"), /requireSecret\(\s*"alpha-2/);
      const names = await importedNames();
      assert.equal(new Set(names).size, names.length);
    }
  });

  it("gives new modules no name of another file", async () => {
    await mkdir(join(folder, "projects"), { recursive: true });
    await write("projects/alpha.ts", "// My own.\n");
    await run();
    assert.equal(await read("projects/alpha.ts"), "// My own.\n");
    assert.deepEqual(await modules(), ["alpha-2.ts", "alpha.ts", "beta.ts", "gamma.ts"]);
    assert.deepEqual(await importsOf(), ["alpha-2", "beta", "gamma"]);
    await run();
    assert.deepEqual(await modules(), ["alpha-2.ts", "alpha.ts", "beta.ts", "gamma.ts"]);
  });

  it("keeps what was formatted with other line ends, or commented", async () => {
    await run();
    await write(
      "projects/beta.ts",
      `${await read("projects/beta.ts")}// Its projectId is that of production.\n`,
    );
    const index = await read("index.ts");
    await write("index.ts", index.replaceAll("\n", "\r\n"));
    limitTo(emulator, ALPHA, GAMMA);
    assert.equal((await run()).code, 3);
    assert.equal(await read("index.ts"), index);
    assert.match(await read("projects/beta.ts"), /Its projectId is that of production/);
    assert.match(
      await read("README.md"),
      /^pulumi config set --secret beta-host-down\.webhook\.webhookUrl$/m,
    );
  });

  it("refuses a module of which it cannot tell the project, before anything is written", async () => {
    await run();
    await write(
      "projects/beta.ts",
      (await read("projects/beta.ts")).replace(
        /^const projectId = .*$/m,
        'import { projectId } from "./ids";',
      ),
    );
    const before = await files();
    await assert.rejects(run(), /projects\/beta\.ts.*cannot be determined.*Nothing was written/s);
    assert.deepEqual(await files(), before);
  });

  describe("with a module of sets that several projects share", () => {
    const shared = "projects/shared-alerts.ts";
    beforeEach(async () => {
      await run("--as", "sets");
      assert.deepEqual(await modules(), ["shared-alerts.ts"]);
    });

    it("is replaced if all are read", async () => {
      const before = await files();
      const { output } = await run("--as", "sets");
      assert.doesNotMatch(output, /Kept|Removed/);
      assert.deepEqual(await files(), before);
    });

    it("takes those out of it that are exported anew", async () => {
      const names = await importedNames();
      const { code, output } = await run("--as", "sets", "--project", BETA);
      assert.equal(code, 0, output);
      assert.match(
        output,
        /^Kept: projects\/shared-alerts\.ts, since --project does not name the projects? alpha .*, gamma /m,
      );
      const text = await read(shared);
      assert.match(text, /^\/\/ The alert configurations that 2 projects have in common\.$/m);
      assert.ok(!text.includes(BETA) && text.includes(ALPHA) && text.includes(GAMMA), text);
      assert.deepEqual(await modules(), ["beta.ts", "shared-alerts.ts"]);
      assert.deepEqual(await importedNames(), names);
      assert.deepEqual((await importsOf()).sort(), ["beta", "shared-alerts"]);
      // The same once more, and then all of them.
      const before = await files();
      await run("--as", "sets", "--project", BETA);
      assert.deepEqual(await files(), before);
      await run("--as", "sets");
      assert.deepEqual(await modules(), ["shared-alerts.ts"]);
      assert.deepEqual(await importedNames(), names);
    });

    it("takes them out of it in any style", async () => {
      await write(shared, (await read(shared)).replaceAll('"', "'").replaceAll(/;$/gm, ""));
      assert.equal((await run("--as", "sets", "--project", BETA)).code, 0);
      const text = await read(shared);
      assert.ok(!text.includes(BETA) && text.includes(ALPHA) && text.includes(GAMMA), text);
    });

    it("takes those out of it that do not exist any more", async () => {
      emulator.entities("projects").delete(GAMMA);
      // What --project does not name is not asked for.
      const chosen = await run("--as", "sets", "--project", ALPHA, "--project", BETA);
      assert.match(chosen.output, /^Kept: .*, since --project does not name the project gamma/m);
      assert.ok((await read("projects/shared-alerts.ts")).includes(GAMMA));
      const { output } = await run("--as", "sets");
      assert.match(output, /^Removed: gamma in projects\/shared-alerts\.ts, since the project gamma/m);
      for (const name of await modules()) assert.ok(!(await read(`projects/${name}`)).includes(GAMMA), name);
    });

    for (const [what, change] of [
      [
        "whose projects come from elsewhere",
        (text: string) => text.replace(/^const projects = [\s\S]*?;$/m, "const projects = allProjects();"),
      ],
      [
        "whose projects are not a plain list",
        (text: string) => text.replace("const projects = {", "const projects = { ...others,"),
      ],
      [
        "with another set",
        (text: string) =>
          `${text}\nnew opsmanager.AlertConfigSet("more", { projectId: "${BETA}", alertConfigs: {} });\n`,
      ],
    ] as const) {
      it(`refuses one ${what}, before anything is written`, async () => {
        const text = await read(shared);
        const changed = change(text);
        assert.notEqual(changed, text);
        await write(shared, changed);
        const before = await files();
        await assert.rejects(
          run("--as", "sets", "--project", BETA),
          /projects\/shared-alerts\.ts.*Nothing was written/s,
        );
        assert.deepEqual(await files(), before);
      });
    }
  });

  describe("with symbolic links", () => {
    let outside: string;
    beforeEach(async () => {
      outside = await mkdtemp(join(tmpdir(), "opsmanager-"));
    });
    afterEach(async () => rm(outside, { recursive: true, force: true }));

    for (const target of [
      "index.ts",
      "Pulumi.yaml",
      "protect.ts",
      "import.json",
      "projects/alpha.ts",
      "projects",
    ]) {
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
      assert.deepEqual(await modules(), ["alpha.ts", "beta.ts", "gamma.ts"]);
    });
  });
});
