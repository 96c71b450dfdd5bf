import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PulumiRun } from "../support/sandbox";
import type { AlertConfig } from "../../src/emulator/entities";
import { deleted, did, failedWith, stateOf, succeeded } from "./support/assertions";
import { useExport } from "./support/exported";
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
  const { playground } = useExport(this);
  let path: string;
  let original: string;
  /** What the import led to. */
  let imported: { readonly alerts: readonly AlertConfig[]; readonly state: PulumiRun };

  before(async () => {
    const { emulator, folder, stack } = playground;
    succeeded(await stack.run("import", "--file", "import.json", "--generate-code=false"));
    succeeded(await up());
    path = join(folder, MODULE);
    original = await readFile(path, "utf8");
    emulator.clearRequests();
    imported = { alerts: playground.alerts(), state: await stack.stack("export") };
  });
  // Each test begins after the import.
  afterEach(async () => {
    const { emulator, stack } = playground;
    await writeFile(path, original);
    for (const each of imported.alerts) emulator.alertConfigs().set(each.id, each);
    await stack.restore(imported.state.stdout);
    emulator.clearRequests();
  });

  const up = async (...flags: readonly string[]): Promise<PulumiRun> => playground.run("up", ...flags);
  const replaceAlert = async (replacement: string): Promise<void> => {
    const changed = original.replace(ALERT, replacement);
    assert.notEqual(changed, original);
    await writeFile(path, changed);
  };
  const alertIds = (): string[] => playground.alerts().map(({ id }) => id);
  const urnOf = async (name: string): Promise<string> =>
    (await stateOf(playground.stack))[name]?.urn ?? assert.fail(`${name} is not in the state`);
  const release = async (): Promise<void> => {
    const { code, output } = await playground.stack.state("unprotect", await urnOf(NAME), "--yes");
    assert.equal(code, 0, output);
  };
  const unprotected = async (): Promise<string[]> =>
    Object.entries(await stateOf(playground.stack)).flatMap(([name, { protect }]) =>
      protect === true ? [] : [name],
    );

  it("loses no resource by a removed line or a destroy until it is released by its URN", async () => {
    const before = alertIds();
    failedWith(await playground.run("destroy"), "protected");
    await replaceAlert("");
    failedWith(await up(), NAME, "protected");
    assert.deepEqual(alertIds(), before);
    assert.equal(playground.emulator.counters.writes, 0);
    await release();
    did(await up(), [deleted(NAME)]);
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
    assert.equal(playground.emulator.counters.writes, 0);
    assert.equal((await stateOf(playground.stack))["moved"]?.protect, true);
  });

  it("replaces a resource that was unprotected, and protects the replacement", async () => {
    await replaceAlert(alert(NAME, `: "${SECOND_PROJECT}"`));
    failedWith(await playground.run("preview"), NAME, "protection");
    await release();
    succeeded(await up());
    assert.equal(playground.alerts(SECOND_PROJECT).length, 1);
    assert.equal((await stateOf(playground.stack))[NAME]?.protect, true);
  });

  it("stops managing an alert configuration, which stays", async () => {
    const before = alertIds();
    await replaceAlert("");
    assert.equal((await playground.stack.state("delete", await urnOf(NAME), "--force", "--yes")).code, 0);
    succeeded(await up("--expect-no-changes"));
    assert.deepEqual(alertIds(), before);
  });

  it("does not protect a resource if its options or the configuration say so, without a write", async () => {
    await replaceAlert(alert(NAME, "", ", { protect: false }"));
    succeeded(await up());
    assert.deepEqual(await unprotected(), [NAME]);
    await playground.stack.configure({ "ops-manager:protect": "false" });
    succeeded(await up());
    assert.deepEqual((await unprotected()).sort(), Object.keys(await stateOf(playground.stack)).sort());
    assert.equal(playground.emulator.counters.writes, 0);
  });
});
