import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runtime } from "@pulumi/pulumi";
import { quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../support/repository";
import { PROTECT } from "../../src/cli/export/program";
import { startEmulator } from "../../src/emulator";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const own = readManifest(".");
const [major, minor] = own.version.split(".");

const examples = readdirSync(join(repository, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
  .map(({ name }) => `examples/${name}`);
/** All but those with files for other projects. */
const projects = examples.filter((folder) => folder !== "examples/pipelines");

describe("the projects that users copy", () => {
  it("are the documented examples", () => {
    const readme = readFileSync(join(repository, "examples/README.md"), "utf8");
    const documented = [...readme.matchAll(/^\| \[([\w-]+)\]/gm)].map(([, name]) => `examples/${name}`);
    assert.deepEqual(documented.sort(), [...examples].sort());
  });

  it("require the configuration that the table of the README lists for them", () => {
    const listed: Record<string, string[]> = {};
    for (const { key, users } of configurationTable())
      if (!key.startsWith("opsmanager:")) listed[key] = users.sort();
    const required: Record<string, string[]> = {};
    for (const folder of [...projects].sort()) {
      const program = readFileSync(join(repository, folder, "index.ts"), "utf8");
      const calls = program.matchAll(/\brequire(?:Secret|Object<.*?>)?\("(\w+)"\)/g);
      for (const key of new Set([...calls].map(([, name = ""]) => name)))
        (required[key] ??= []).push(basename(folder));
    }
    assert.deepEqual(listed, required);
  });

  it("run with the values in that table against a new emulator", async () => {
    const emulator = await startEmulator();
    try {
      const { "opsmanager:baseUrl": _, ...config } = quickstartConfig(emulator);
      const values = new Map(configurationTable().map(({ key, value }) => [key, value]));
      assert.equal(values.get("opsmanager:privateKey"), emulator.privateKey);
      for (const [key, value] of Object.entries(config))
        if (typeof value === "string") assert.equal(values.get(key), value, key);
    } finally {
      await emulator.close();
    }
  });

  it("have one and the same protection, which is that of an exported program, but switched off", () => {
    const texts = [...projects, "template"]
      .map((folder) => join(repository, folder, "protect.ts"))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, "utf8"));
    assert.ok(texts.length > 5);
    assert.equal(new Set(texts).size, 1);
    const code = (text: string): string => text.slice(text.indexOf("import "));
    assert.equal(code(texts[0] ?? ""), code(PROTECT).replace("?? true", "?? false"));
  });

  it("run under mocks with the protection switched on", async () => {
    await runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
    runtime.setAllConfig({ "project:protect": "true" });
    require(join(repository, "examples/alert-config/protect.ts"));
  });

  for (const folder of [...projects, "template"]) {
    describe(folder, () => {
      it("imports the protection first if it declares resources", () => {
        const program = readFileSync(join(repository, folder, "index.ts"), "utf8");
        const declares = program.includes("new opsmanager.");
        const first = /^import .*$/m.exec(program)?.[0];
        assert.equal(first === 'import "./protect";', declares, first);
        assert.equal(existsSync(join(repository, folder, "protect.ts")), declares);
      });

      it("depends on this version, on the tested one of Pulumi's SDK, and on the same tools as this package", () => {
        const { private: isPrivate, dependencies, devDependencies } = readManifest(folder);
        assert.equal(isPrivate, true);
        assert.deepEqual(dependencies, {
          "@pulumi/pulumi": `^${own.devDependencies["@pulumi/pulumi"]}`,
          "pulumi-opsmanager": `^${major}.${minor}.0`,
        });
        assert.ok("typescript" in devDependencies);
        for (const [tool, range] of Object.entries(devDependencies))
          assert.equal(range, own.devDependencies[tool], tool);
      });
    });
  }
});

/** The rows of the table with the configuration keys: key or keys, examples, value. */
function configurationTable(): { key: string; users: string[]; value: string | undefined }[] {
  const readme = readFileSync(join(repository, "examples/README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| (`.*) \| (.*) \| (?:any|`(.*)`) \|$/gm)];
  return rows.flatMap(([, keys = "", users = "", value]) =>
    [...keys.matchAll(/`(.*?)`/g)].map(([, key = ""]) => ({ key, users: users.split(", "), value })),
  );
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8")) as Manifest;
}
