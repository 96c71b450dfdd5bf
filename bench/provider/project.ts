/** Creates a Pulumi project of a program outside the repository, like that of a user. */

import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlugin } from "../../scripts/plugin/build";
import { buildSdks } from "../../scripts/plugin/sdks";
import { createOnce } from "../../src/core/once";
import { pluginsOf } from "../../test/e2e/support/plugin";
import { repository } from "../../test/support/repository";
import { succeed } from "../../test/support/run";

/** A file of the folder `programs`, and which form of the provider it imports. */
export interface Program {
  readonly file: "by-hand" | "floor" | "sets" | "single";
  readonly plugin?: boolean;
}

const PROGRAMS = join(__dirname, "programs");
/** The modules that every program imports. */
const SHARED = ["alerts.ts", "given.ts"];
const PACKAGES = ["@pulumi", "urllib"];
const SDK = "@pulumi-opsmanager/opsmanager";

const once = createOnce();
const plugin = async (): Promise<string> => once("plugin", async () => buildPlugin());
const sdk = async (): Promise<string> => once("sdk", async () => (await buildSdks()).nodejs);

/** Creates the project in a new folder and returns its path. */
export async function writeProject(parent: string, { file, plugin: isOfPlugin }: Program): Promise<string> {
  const folder = await mkdtemp(join(parent, "program-"));
  const plugins = isOfPlugin ? pluginsOf(await plugin()) : "";
  const source = await readFile(join(PROGRAMS, `${file}.ts`), "utf8");
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, SDK), { recursive: true });
  await Promise.all([
    writeFile(join(folder, "Pulumi.yaml"), `name: bench\nruntime: nodejs\n${plugins}`),
    writeFile(join(folder, "package.json"), JSON.stringify({ name: "bench", private: true })),
    ...SHARED.map(async (name) => copyFile(join(PROGRAMS, name), join(folder, name))),
    writeFile(
      join(folder, "index.ts"),
      isOfPlugin ? source.replaceAll('"pulumi-opsmanager"', `"${SDK}"`) : source,
    ),
    symlink(repository, join(modules, "pulumi-opsmanager")),
    ...PACKAGES.map(async (name) => symlink(join(repository, "node_modules", name), join(modules, name))),
  ]);
  if (isOfPlugin)
    await succeed("tar", ["-xzf", await sdk(), "-C", join(modules, SDK), "--strip-components=1"], {
      env: process.env,
    });
  return folder;
}
