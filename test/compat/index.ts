/**
 * Tries the packed package and the plugin with other versions of Node.js, Pulumi's SDKs, package managers, languages and compilers.
 * `--short`: one cell for each Node.js. A whole run writes the table of `docs/compatibility.md`.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuilt } from "../support/built";
import { repository } from "../support/repository";
import { ensureEngine } from "../support/engine/ensure-engine";
import { messageOf } from "../support/errors";
import { startRegistry } from "../support/registry/registry";
import { LANGUAGES } from "../../scripts/docs/programs";
import { CELLS, COMPILERS, PLUGIN_CELLS } from "./cells";
import { compile, openTypesProject } from "./compile";
import { runCell } from "./run-cell";
import { prepareRelease, runPluginCell } from "./run-plugin-cell";

const PAGE = join(repository, "docs/compatibility.md");

const isShort = process.argv.includes("--short");
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rows: string[] = [];
let failed = 0;

/** Runs one cell and adds its row. @param cells what was asked for, should it fail */
async function attempt(cells: readonly string[], work: () => Promise<readonly string[]>): Promise<void> {
  const started = performance.now();
  try {
    const ran = await work();
    rows.push(`| ${ran.join(" | ")} | passed |`);
  } catch (error) {
    failed++;
    rows.push(`| ${cells.join(" | ")} | **failed** |`);
    say(messageOf(error));
  }
  say(`${rows.at(-1) ?? ""} ${Math.round((performance.now() - started) / 1000)} s`);
}

async function main(): Promise<void> {
  await ensureBuilt(say);
  const { binDir, version } = await ensureEngine();
  const registry = await startRegistry();
  try {
    const isChosen = (isPart: boolean): boolean => !isShort || isPart;
    for (const cell of CELLS.filter((one) => isChosen(one.isShort))) {
      const kind = cell.isWorkspace ? `${cell.program}, in a workspace` : cell.program;
      await attempt([cell.node, cell.sdk, cell.manager, kind], async () => {
        const { node, sdk, manager } = await runCell(cell, registry.url, binDir);
        return [node, sdk, `${cell.manager.split(" ")[0] ?? ""} ${manager}`, kind];
      });
    }
    const deployed = rows.splice(0);
    const release = await prepareRelease(binDir);
    for (const cell of PLUGIN_CELLS.filter((one) => isChosen(one.isShort))) {
      const language = LANGUAGES[cell.language].replace(" with the plugin", "");
      await attempt([cell.node, language, cell.sdk], async () => {
        const [node, sdk] = await runPluginCell(cell, release);
        return [node, language, sdk];
      });
    }
    const ofPlugin = rows.splice(0);
    const project = await openTypesProject(registry.url);
    for (const { version: compilerVersion, options } of COMPILERS.filter((_, index) =>
      isChosen(index === 0),
    )) {
      const modules = String(options["module"]);
      await attempt([compilerVersion, modules], async () => [
        await compile(project.folder, compilerVersion, options),
        modules,
      ]);
    }
    await project.close();
    if (!isShort) await writeTables(version, deployed, ofPlugin, rows);
    const total = deployed.length + ofPlugin.length + rows.length;
    say(`${total - failed} passed, ${failed} failed`);
  } finally {
    await registry.close();
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

async function writeTables(
  engine: string,
  deployed: readonly string[],
  ofPlugin: readonly string[],
  compiled: readonly string[],
): Promise<void> {
  const table = [
    `Written by \`npm run compat\` on ${new Date().toISOString().slice(0, 10)}, on ${process.platform} ${process.arch} with Pulumi CLI ${engine}. Each`,
    "row installed the packed package into an empty project, and ran `up`, a second `up` without changes, `refresh` and `destroy`.",
    "",
    "| Node.js | @pulumi/pulumi | package manager | program | |",
    "|---|---|---|---|---|",
    ...deployed,
    "",
    "With the plugin, the first program of [its page](plugin.md#a-first-program) in each language, and the SDK of Pulumi for it:",
    "",
    "| Node.js | program | Pulumi's SDK | |",
    "|---|---|---|---|",
    ...ofPlugin,
    "",
    "The types compile with these compilers and the options of Pulumi's template:",
    "",
    "| TypeScript | module | |",
    "|---|---|---|",
    ...compiled,
  ].join("\n");
  const page = await readFile(PAGE, "utf8");
  await writeFile(PAGE, page.replace(/(<!-- compat -->\n)[\s\S]*?(<!-- end -->)/, `$1\n${table}\n\n$2`));
}

main().catch((error: unknown) => {
  say(messageOf(error));
  process.exitCode = 1;
});
