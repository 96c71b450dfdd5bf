/** A user's program: a folder outside the repository in which the package is installed. */

import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../../scripts/demo/repository";

const IMPORTS = `import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";
`;

/** Creates the folder and returns its path. */
export async function writeProject(parent: string, program: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "program-"));
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await Promise.all([
    writeFile(join(folder, "Pulumi.yaml"), "name: stranger\nruntime: nodejs\n"),
    writeFile(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true })),
    symlink(repository, join(modules, "pulumi-opsmanager")),
    symlink(join(repository, "node_modules", "@pulumi"), join(modules, "@pulumi")),
    writeProgram(folder, program),
  ]);
  return folder;
}

/** Writes a program into the folder and adds the imports of both packages. */
export async function writeProgram(folder: string, program: string): Promise<void> {
  await writeFile(join(folder, "index.ts"), `${IMPORTS}${program}`);
}
