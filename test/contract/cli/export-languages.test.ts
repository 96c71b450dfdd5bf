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
import { exported, importedIn } from "./printed";

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
      const text = await readFile(join(folder, "p/Pulumi.yaml"), "utf8");
      const { config, variables, resources } = parse(text) as Exported;
      for (const id of Object.values(variables)) assert.equal(text.split(id).length, 2, `${id} is repeated`);

      const inventory = await readInventory(connectionsTo(emulator)(undefined), [], new Map());
      const declared = resourcesOf(yamlProgram(programOf(inventory, form)));
      assert.deepEqual(Object.keys(resources).sort(), declared.map(({ name }) => name).sort());
      for (const { kind, name, args, secrets } of declared) {
        const { type, properties, options } = resources[name] ?? assert.fail(name);
        assert.deepEqual([type, options], [`opsmanager:${kind}`, { protect: true }]);
        const keys = secrets.map(({ key }) => [key, null] as const);
        const found = read(properties, new Map([...Object.entries(variables), ...keys]));
        if (kind !== "VersionManifest") assert.deepEqual(found, args);
        for (const { key } of secrets) assert.deepEqual(config[key], { type: "string", secret: true });
      }
    });

  it("names the ids of projects and the secrets after what they are, without repeating a word", async () => {
    await fillInstallation(emulator, 3);
    await exported(emulator, "--out", join(folder, "p"), "--language", "yaml");
    const { config, variables } = parse(await readFile(join(folder, "p/Pulumi.yaml"), "utf8")) as Exported;
    assert.deepEqual(Object.keys(variables).slice(0, 6), [
      "shopEuId",
      "shopEu2Id",
      "uberUnsId",
      "project000003Id",
      "classId",
      "project2024MigrationId",
    ]);
    const keys = Object.keys(config);
    for (const key of [
      "datadogApiKey",
      "euOpsGenieApiKey",
      "dbaVictorOpsApiKey",
      "analyticsNoPrimaryWebhookUrl",
      "analyticsNoPrimaryWebhookUrl2",
      "uberUnsNoPrimaryMicrosoftTeamsWebhookUrl",
    ])
      assert.ok(keys.includes(key), keys.join(" "));
    assert.deepEqual(
      keys.filter((key) => /([A-Z][A-Za-z]+)\1/.test(key)),
      [],
    );
  });

  it("has no reference to a name that begins with a digit, which no other language can have", async () => {
    await exported(emulator, "--out", join(folder, "p"), "--language", "yaml", "--projects");
    const text = await readFile(join(folder, "p/Pulumi.yaml"), "utf8");
    assert.doesNotMatch(text, /\$\{\d/);
    const { resources } = parse(text) as Exported;
    const { properties } = resources["project-2024-migration-project"] ?? assert.fail(text);
    assert.equal(properties["name"], "2024 migration");
    const imported = importedIn(await readFile(join(folder, "p/import.json"), "utf8"));
    assert.deepEqual(imported.map(({ name }) => name).sort(), Object.keys(resources).sort());
  });

  it("says of each store whether backups may use it, so that it depends on no default", async () => {
    await exported(emulator, "--out", join(folder, "p"), "--language", "yaml");
    const { resources } = parse(await readFile(join(folder, "p/Pulumi.yaml"), "utf8")) as Exported;
    const stores = Object.values(resources).filter(({ type }) => /Store$|OplogS3Config$/.test(type));
    const declared = stores.map(({ properties }) => String(properties["assignmentEnabled"]));
    assert.deepEqual(declared.sort(), ["false", "true", "true"]);
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
  readonly variables: Readonly<Record<string, string>>;
  readonly resources: Readonly<
    Record<string, { type: string; properties: PlainObject; options: PlainObject }>
  >;
}

/** What Pulumi reads: two dollars are one. @param names the values of references; a declaration has `null` in place of a secret */
function read(value: unknown, names: ReadonlyMap<string, string | null>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => read(item, names));
  if (isPlainObject(value)) return mapValues(value, (item) => read(item, names));
  if (typeof value !== "string") return value;
  const [, name = ""] = /^\$\{(.*)\}$/.exec(value) ?? [];
  return names.has(name) ? names.get(name) : value.replaceAll("$$", () => "$");
}
