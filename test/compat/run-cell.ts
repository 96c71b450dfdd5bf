/** Runs one cell: installs the packed package into an empty project, and deploys it with the real engine to an emulator. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Cell } from "./cells";
import { projectOf } from "./projects";
import { managerScript } from "./tools";
import { openWorkplace } from "./workplace";

/** The versions that a cell really used. */
export interface Ran {
  readonly node: string;
  readonly sdk: string;
  readonly manager: string;
}

/** @throws Error with the output of the first command that fails */
export async function runCell(cell: Cell, registry: string, binDir: string): Promise<Ran> {
  const { folder, command, deploy, node, close } = await openWorkplace(cell.node, [binDir]);
  try {
    const project = projectOf(cell, registry);
    for (const [name, text] of Object.entries(project.files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const script = await managerScript(cell.manager);
    const cwd = join(folder, project.folder);
    await command(folder, "node", script, "install");
    await deploy(cwd);

    const resolve = createRequire(pathToFileURL(join(cwd, "index.js"))).resolve;
    const sdk = await readFile(resolve("@pulumi/pulumi/package.json"), "utf8");
    return {
      node: await node(),
      sdk: (JSON.parse(sdk) as { version: string }).version,
      manager: await command(folder, "node", script, "--version"),
    };
  } finally {
    await close();
  }
}
