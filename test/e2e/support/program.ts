/** A user's program: a folder outside the repository in which the package is installed. */

import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as ts from "typescript";
import { repository } from "../../support/repository";

const IMPORTS = `import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";
`;

/** The runtime of a compiled program: loading a compiler takes an eighth of the time of a run. */
export const JAVASCRIPT = "{ name: nodejs, options: { typescript: false } }";
const COMPILED: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
};

/** Creates the folder and returns its path. */
export async function writeProject(parent: string, program: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "program-"));
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await Promise.all([
    writeFile(join(folder, "Pulumi.yaml"), `name: stranger\nruntime: ${JAVASCRIPT}\n`),
    writeFile(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true })),
    linkPackages(modules, ["@pulumi/pulumi"]),
    writeProgram(folder, program),
  ]);
  return folder;
}

/**
 * Links packages of the repository, and this package without the repository around it: the engine walks through `node_modules` in
 * each run.
 */
export async function linkPackages(modules: string, names: readonly string[]): Promise<void> {
  const ours = join(modules, "pulumi-opsmanager");
  await Promise.all(
    [ours, join(modules, "@pulumi")].map(async (folder) => mkdir(folder, { recursive: true })),
  );
  await Promise.all([
    ...["package.json", "dist"].map(async (file) => symlink(join(repository, file), join(ours, file))),
    ...names.map(async (name) => symlink(join(repository, "node_modules", name), join(modules, name))),
  ]);
}

/** Writes a program into the folder and adds the imports of both packages. */
export async function writeProgram(folder: string, program: string): Promise<void> {
  await writeSource(folder, `${IMPORTS}${program}`);
}

/** Writes the whole source of a program in TypeScript into the folder, as what it compiles to. */
export async function writeSource(folder: string, source: string): Promise<void> {
  const { outputText } = ts.transpileModule(source, { compilerOptions: COMPILED });
  await writeFile(join(folder, "index.js"), outputText);
}
