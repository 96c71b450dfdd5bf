import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { programOf, resourcesOf } from "../../../src/cli/export/declarations";
import { readInventory } from "../../../src/cli/export/inventory";
import { yamlProgram } from "../../../src/cli/export/yaml-program";
import type { PlainObject } from "../../../src/json";
import { isPlainObject, mapValues } from "../../../src/json";
import { fillInstallation, INSTALLATION } from "../../fixtures/installation";
import { connectionsTo, useEmulator } from "../resources/managed";
import { exported } from "./printed";

/** Texts that YAML or Pulumi could read as something else. */
const ODD = [
  "${x.y}",
  "$${x}",
  "yes",
  "1e3",
  " - a: b # c",
  'a "quoted" \\ text',
  "line 1\nline 2",
  "\u202e",
  "@a",
  "",
];

describe("an export in YAML", () => {
  const emulator = useEmulator(INSTALLATION);
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "export-"))));
  afterEach(async () => rm(folder, { recursive: true }));

  for (const form of ["resources", "sets"] as const)
    it(`has the arguments of every resource, and references in place of secrets (${form})`, async () => {
      await fillInstallation(emulator, 3);
      const [project = ""] = emulator
        .entities("projects")
        .list()
        .map(({ id }) => id);
      for (const value of ODD.filter((text) => text !== ""))
        emulator.alertConfigs(project).add({
          eventTypeName: "HOST_DOWN",
          matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value }],
          notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 5 }],
        } as object);
      const { code, output } = await exported(
        emulator,
        "--out",
        join(folder, "p"),
        "--as",
        form,
        "--language",
        "yaml",
      );
      assert.equal(code, 0, output);
      const { config, resources } = parse(await readFile(join(folder, "p/Pulumi.yaml"), "utf8")) as Exported;

      const inventory = await readInventory(connectionsTo(emulator)(undefined), [], new Map());
      const declared = resourcesOf(yamlProgram(programOf(inventory, form)));
      assert.deepEqual(Object.keys(resources).sort(), declared.map(({ name }) => name).sort());
      for (const { kind, name, args, secrets } of declared) {
        const { type, properties, options } = resources[name] ?? assert.fail(name);
        assert.deepEqual([type, options], [`opsmanager:${kind}`, { protect: true }]);
        const found = read(properties, new Set(secrets.map(({ key }) => key)));
        if (kind !== "VersionManifest") assert.deepEqual(found, args);
        for (const { key } of secrets) assert.deepEqual(config[key], { type: "string", secret: true });
      }
    });

  it("is refused together with --into and --alert, which write for the classes, and for another language", async () => {
    for (const flags of [
      ["--into", folder],
      ["--alert", "a/b"],
    ])
      await assert.rejects(exported(emulator, ...flags, "--language", "yaml"), /--language belongs to --out/);
    await assert.rejects(
      exported(emulator, "--out", join(folder, "p"), "--language", "python"),
      /--language must be one of typescript, typescript-plugin, yaml, not "python"/,
    );
  });
});

interface Exported {
  readonly config: PlainObject;
  readonly resources: Readonly<
    Record<string, { type: string; properties: PlainObject; options: PlainObject }>
  >;
}

/** What Pulumi reads: two dollars are one. @param keys those of secrets, in place of which a declaration has `null` */
function read(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => read(item, keys));
  if (isPlainObject(value)) return mapValues(value, (item) => read(item, keys));
  if (typeof value !== "string") return value;
  const [, key = ""] = /^\$\{(.*)\}$/.exec(value) ?? [];
  return keys.has(key) ? null : value.replaceAll("$$", () => "$");
}
