/** Runs one cell of the plugin: the first program of `docs/plugin.md` in a language, installed as that page says. */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blocksOf, readPage, valueOf } from "../../scripts/docs/blocks";
import type { Language } from "../../scripts/docs/programs";
import { buildPlugin } from "../../scripts/plugin/build";
import { ensureLanguageHost } from "../../scripts/plugin/language-hosts";
import { GO_MODULE } from "../../scripts/plugin/schema";
import type { Sdks } from "../../scripts/plugin/sdks";
import { buildSdks } from "../../scripts/plugin/sdks";
import { pluginsOf } from "../e2e/support/plugin";
import type { PluginCell } from "./cells";
import type { Workplace } from "./workplace";
import { openWorkplace } from "./workplace";

/** What all cells use. */
export interface Release {
  readonly plugin: string;
  readonly sdks: Sdks;
  /** The folders of the engine and of the language hosts. */
  readonly path: readonly string[];
}

/** Builds the plugin, its SDKs, and the language hosts that the engine lacks. */
export async function prepareRelease(binDir: string): Promise<Release> {
  const path = [binDir];
  for (const language of ["go", "python", "yaml"] as const)
    path.push(await ensureLanguageHost(language, binDir));
  return { plugin: await buildPlugin(), sdks: await buildSdks(), path };
}

/** How a language installs its SDK and Pulumi's, and the version of Pulumi's SDK that it got. */
const INSTALL: Readonly<
  Record<Language, (place: Workplace, sdks: Sdks, version: string) => Promise<string>>
> = {
  async ts({ folder, command }, { nodejs }, version) {
    await writeFile(join(folder, "package.json"), "{}\n");
    const flags = ["--silent", "--no-audit", "--no-fund"];
    await command(folder, "npm", "install", ...flags, nodejs, `@pulumi/pulumi@${version}`);
    const installed = await readFile(join(folder, "node_modules/@pulumi/pulumi/package.json"), "utf8");
    return (JSON.parse(installed) as { version: string }).version;
  },
  async python({ folder, command }, { python }, version) {
    await command(folder, "python3", "-m", "venv", "venv");
    const pulumi = version === "latest" ? "pulumi" : `pulumi==${version}`;
    const flags = ["--quiet", "--disable-pip-version-check"];
    await command(folder, "venv/bin/pip", "install", ...flags, python, pulumi);
    const installed = "import importlib.metadata; print(importlib.metadata.version('pulumi'))";
    return command(folder, "venv/bin/python", "-c", installed);
  },
  async go({ folder, command }, { go }, version) {
    await mkdir(join(folder, "opsmanager-sdk"));
    await command(folder, "tar", "-xzf", go, "-C", "opsmanager-sdk");
    await command(folder, "go", "mod", "init", "first");
    await command(folder, "go", "mod", "edit", "-replace", `${GO_MODULE}=./opsmanager-sdk`);
    await command(folder, "go", "get", `${PULUMI_GO}@${version}`);
    await command(folder, "go", "mod", "tidy");
    return (await command(folder, "go", "list", "-m", "-f", "{{.Version}}", PULUMI_GO)).slice(1);
  },
  yaml: async () => "–",
};

const PULUMI_GO = "github.com/pulumi/pulumi/sdk/v3";
const RUNTIMES: Readonly<Record<Language, string>> = {
  ts: "nodejs",
  python: "{ name: python, options: { toolchain: pip, virtualenv: venv } }",
  go: "go",
  yaml: "yaml",
};
const FILES: Readonly<Record<Language, string>> = {
  ts: "index.ts",
  python: "__main__.py",
  go: "main.go",
  yaml: "Pulumi.yaml",
};

/** The first program of the page in a language. */
function programOf(language: Language): string {
  const found = blocksOf(readPage("docs/plugin.md")).find(
    (block) => block.language === language && valueOf(block.mark, "file") === FILES[language],
  );
  return found?.text ?? assert.fail(`docs/plugin.md has no program in ${language}`);
}

/** @returns the versions of Node.js and of Pulumi's SDK @throws Error with the output of the first command that fails */
export async function runPluginCell(
  { node, language, sdk }: PluginCell,
  { plugin, sdks, path }: Release,
): Promise<readonly [node: string, sdk: string]> {
  const place = await openWorkplace(node, path);
  try {
    const { folder } = place;
    const program = programOf(language);
    await writeFile(join(folder, FILES[language]), program);
    const project = language === "yaml" ? program : `name: first\nruntime: ${RUNTIMES[language]}\n`;
    await writeFile(join(folder, "Pulumi.yaml"), project + pluginsOf(plugin));
    const version = await INSTALL[language](place, sdks, sdk);
    await place.deploy(folder);
    return [await place.node(), version];
  } finally {
    await place.close();
  }
}
