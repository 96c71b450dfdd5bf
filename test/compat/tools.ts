/** Node.js, package managers and compilers in several versions, from the npm registry. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../support/repository";
import { run } from "../support/run";
import type { PackageManager } from "./cells";

const FOLDER = join(repository, ".build/compat");

const MANAGERS: Readonly<Record<Exclude<PackageManager, "npm">, readonly [name: string, version: string]>> = {
  // The newest that is a script: later ones are a program for one platform.
  pnpm: ["pnpm", "11"],
  "yarn 1": ["yarn", "1"],
  "yarn 4": ["@yarnpkg/cli-dist", "4"],
};

/** The folder with the program `node` of a major version. */
export async function nodeFolder(major: string): Promise<string> {
  return join(await installed(`node-${process.platform}-${process.arch}`, major), "bin");
}

/** The script of a package manager, which any Node.js can run; npm is the one of this machine. */
export async function managerScript(manager: PackageManager): Promise<string> {
  if (manager !== "npm") return commandOf(await installed(...MANAGERS[manager]));
  const { stdout } = await run("bash", ["-c", "command -v npm"], { env: process.env });
  return realpathSync(stdout.trim());
}

/** The script `tsc` of a version. */
export async function compilerScript(version: string): Promise<string> {
  return commandOf(await installed("typescript", version));
}

/** Installs a package into a folder of its own, once. Returns its folder. */
async function installed(name: string, version: string): Promise<string> {
  const folder = join(FOLDER, `${name.replace("/", "-")}-${version}`);
  const at = join(folder, "node_modules", name);
  if (!existsSync(at)) {
    await mkdir(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", `${name}@${version}`];
    const { code, output } = await run("npm", args, { cwd: folder, env: process.env });
    if (code !== 0) throw new Error(output);
  }
  return at;
}

function commandOf(folder: string): string {
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const [first = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  return join(folder, first);
}
