import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changesIn } from "../../scripts/demo/events";
import { openSandbox, type PulumiRun, type Sandbox, type Stack } from "../../scripts/demo/sandbox";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { AlertConfig } from "../../src/emulator/entities";
import { secretValues } from "../fixtures/installation-secrets";
import { failedWith, stateOf, succeeded } from "./support/assertions";
import { exportTo, install, prefixed, type Summary } from "./support/exported";
import { connectionTo } from "./support/playground";
import { prepared } from "./support/prepared";
import { SECOND_PROJECT } from "./support/resources";

const MODULE = "projects/shop-production.ts";
const NAME = "shop-production-connections-primary";
/** The resource in the module, with its arguments except the project. */
const ALERT = new RegExp(
  `new opsmanager\\.AlertConfig\\(\\s*"${NAME}", \\{\\s*projectId,([^]*?\\n)\\}\\);\\n`,
);
const alert = (name: string, projectId: string, options = ""): string =>
  `new opsmanager.AlertConfig("${name}", { projectId${projectId},$1}${options});\n`;

describe("an exported program", function () {
  let emulator: Emulator;
  let sandbox: Sandbox;
  let folder: string;
  let stack: Stack;
  let original: string;
  /** What the import led to. */
  let imported: { readonly alerts: readonly AlertConfig[]; readonly state: PulumiRun };

  before(async () => {
    const binDir = await prepared();
    emulator = await startEmulator();
    sandbox = await openSandbox({ binDir, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
    folder = join(sandbox.folder, "program");
    const { stdout } = await exportTo(emulator, folder, "--json");
    const { secrets } = JSON.parse(stdout) as Summary;
    const values = secretValues(emulator, secrets, await readFile(join(folder, "import.json"), "utf8"));
    await install(folder);
    stack = await sandbox.createStack({
      project: folder,
      name: "production",
      config: { ...connectionTo(emulator), ...prefixed(values) },
    });
    succeeded(await stack.run("import", "--file", "import.json", "--generate-code=false"));
    succeeded(await up());
    original = await readFile(join(folder, MODULE), "utf8");
    emulator.clearRequests();
    imported = { alerts: emulator.alertConfigs().list(), state: await stack.stack("export") };
  });
  after(async () => {
    await sandbox?.close();
    await emulator?.close();
  });
  // Each test begins after the import.
  afterEach(async () => {
    await writeFile(join(folder, MODULE), original);
    for (const each of imported.alerts) emulator.alertConfigs().set(each.id, each);
    await stack.restore(imported.state.stdout);
    emulator.clearRequests();
  });

  const up = async (...flags: readonly string[]): Promise<PulumiRun> =>
    stack.run("up", "--skip-preview", ...flags);
  const edit = async (change: (text: string) => string): Promise<void> => {
    const text = await readFile(join(folder, MODULE), "utf8");
    const changed = change(text);
    assert.notEqual(changed, text);
    await writeFile(join(folder, MODULE), changed);
  };
  const alertIds = (): string[] =>
    emulator
      .alertConfigs()
      .list()
      .map(({ id }) => id);
  const urnOf = async (name: string): Promise<string> =>
    (await stateOf(stack))[name]?.urn ?? assert.fail(`${name} is not in the state`);
  const release = async (): Promise<void> => {
    const { code, output } = await stack.state("unprotect", await urnOf(NAME), "--yes");
    assert.equal(code, 0, output);
  };
  const replaceAlert = async (replacement: string): Promise<void> =>
    edit((text) => text.replace(ALERT, replacement));

  const unprotected = async (): Promise<string[]> =>
    Object.entries(await stateOf(stack)).flatMap(([name, { protect }]) => (protect === true ? [] : [name]));

  it("loses no resource by a removed line or a destroy until it is released by its URN", async () => {
    const before = alertIds();
    failedWith(await stack.run("destroy", "--skip-preview"), "protected");
    await replaceAlert("");
    failedWith(await up(), NAME, "protected");
    assert.deepEqual(alertIds(), before);
    assert.equal(emulator.counters.writes, 0);
    await release();
    const run = await up();
    succeeded(run);
    assert.deepEqual(
      changesIn(run.events).map(({ resource, op }) => [resource, op]),
      [[NAME, "delete"]],
    );
  });

  it("renames a resource by an alias, without unprotecting it", async () => {
    await replaceAlert(alert("renamed", "", `, { aliases: [{ name: "${NAME}" }] }`));
    succeeded(await up("--expect-no-changes"));
  });

  it("moves an alert configuration into a set, without a write, after it was unprotected", async () => {
    const before = alertIds();
    await replaceAlert(
      'new opsmanager.AlertConfigSet("moved", { projectId, alertConfigs: { connections: {$1} } });\n',
    );
    await release();
    succeeded(await up());
    assert.deepEqual(alertIds(), before);
    assert.equal(emulator.counters.writes, 0);
    assert.equal((await stateOf(stack))["moved"]?.protect, true);
  });

  it("replaces a resource that was unprotected, and protects the replacement", async () => {
    await replaceAlert(alert(NAME, `: "${SECOND_PROJECT}"`));
    failedWith(await stack.run("preview"), NAME, "protection");
    await release();
    succeeded(await up());
    assert.equal(emulator.alertConfigs(SECOND_PROJECT).list().length, 1);
    assert.equal((await stateOf(stack))[NAME]?.protect, true);
  });

  it("stops managing an alert configuration, which stays", async () => {
    const before = alertIds();
    await replaceAlert("");
    assert.equal((await stack.state("delete", await urnOf(NAME), "--force", "--yes")).code, 0);
    succeeded(await up("--expect-no-changes"));
    assert.deepEqual(alertIds(), before);
  });

  it("does not protect a resource if its options or the configuration say so, without a write", async () => {
    await replaceAlert(alert(NAME, "", ", { protect: false }"));
    succeeded(await up());
    assert.deepEqual(await unprotected(), [NAME]);
    await stack.configure({ "ops-manager:protect": "false" });
    succeeded(await up());
    assert.deepEqual((await unprotected()).sort(), Object.keys(await stateOf(stack)).sort());
    assert.equal(emulator.counters.writes, 0);
  });
});
