/** Creates a Pulumi project of a program outside the repository, like that of a user. */

import { copyFile, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { buildPlugin } from "../../scripts/plugin/build";

const PROGRAMS = join(__dirname, "programs");
/** The modules that every program imports. */
const SHARED = ["alerts.ts", "given.ts"];
const PACKAGES = ["@pulumi", "urllib"];

/** Creates the project in a new folder and returns its path. */
export async function writeProject(parent: string, program: string): Promise<string> {
  const folder = await mkdtemp(join(parent, "program-"));
  const plugins =
    program === "plugin"
      ? `plugins: { providers: [{ name: opsmanager, path: ${await buildPlugin(join(parent, "plugin"))} }] }\n`
      : "";
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await Promise.all([
    writeFile(join(folder, "Pulumi.yaml"), `name: bench\nruntime: nodejs\n${plugins}`),
    writeFile(join(folder, "package.json"), JSON.stringify({ name: "bench", private: true })),
    ...SHARED.map(async (file) => copyFile(join(PROGRAMS, file), join(folder, file))),
    copyFile(join(PROGRAMS, `${program}.ts`), join(folder, "index.ts")),
    symlink(repository, join(modules, "pulumi-opsmanager")),
    ...PACKAGES.map(async (name) => symlink(join(repository, "node_modules", name), join(modules, name))),
  ]);
  return folder;
}
