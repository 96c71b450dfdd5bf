/** A program of a stranger: a folder outside the repository in which the package is installed. */

import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../../scripts/demo/repository";

const IMPORTS = `import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";
`;

/** Makes the folder and gives its path. */
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

/** Puts another program into the folder; the imports of both packages are added. */
export async function writeProgram(folder: string, program: string): Promise<void> {
  await writeFile(join(folder, "index.ts"), `${IMPORTS}${program}`);
}
