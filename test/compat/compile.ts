/** Compiles a program against the types of the packed package, with Pulumi's template options and one compiler. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../support/repository";
import { run } from "../support/run";
import { OLDEST_SDK } from "./cells";
import { compilerScript } from "./tools";

/** The options of `pulumi new typescript`, without those for modules. */
const TEMPLATE = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** A project with the package and the oldest SDK. */
export async function openTypesProject(
  registry: string,
): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "compat-types-"));
  await writeFile(join(folder, "package.json"), `{ "name": "types", "private": true }\n`);
  const program = await readFile(join(repository, "test/types/program.ts.txt"), "utf8");
  await writeFile(join(folder, "index.ts"), program);
  const packages = [`@pulumi/pulumi@${OLDEST_SDK}`, "pulumi-opsmanager", "@types/node@20"];
  const args = ["install", "--ignore-scripts", "--registry", registry, "--prefer-offline", ...packages];
  const { code, output } = await run("npm", args, { cwd: folder, env: process.env });
  assert.equal(code, 0, output);
  return { folder, close: async () => rm(folder, { recursive: true }) };
}

/** @returns the version of the compiler @throws Error with the errors of the compiler */
export async function compile(
  folder: string,
  version: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const config = { compilerOptions: { ...TEMPLATE, ...options, types: ["node"] }, files: ["index.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = await compilerScript(version);
  const tool = async (...args: string[]): Promise<string> => {
    const { code, output } = await run("node", [tsc, ...args], { cwd: folder, env: process.env });
    assert.equal(code, 0, output);
    return output;
  };
  await tool("--noEmit");
  return (await tool("--version")).replace("Version ", "").trim();
}
