/** Builds the plugin and installs it with Pulumi's CLI, as a user installs an archive. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { ensureEngine } from "../../test/support/engine/ensure-engine";
import { succeed } from "../../test/support/run";
import { VERSION } from "../../src/version";
import { buildPlugin } from "./build";

/** Packs the folder of a plugin. @returns the path of the archive */
export async function packPlugin(folder: string, into: string): Promise<string> {
  const archive = join(into, `pulumi-resource-opsmanager-v${VERSION}.tar.gz`);
  await mkdir(into, { recursive: true });
  await succeed("tar", ["-czf", archive, "-C", folder, "."], { env: process.env });
  return archive;
}

export async function installPlugin(): Promise<string> {
  const archive = await packPlugin(await buildPlugin(), join(repository, ".build"));
  // Not the `pulumi` of node_modules, which npm puts first on PATH and which downloads the CLI.
  const pulumi = join((await ensureEngine()).binDir, "pulumi");
  const given = ["opsmanager", VERSION, "--file", archive, "--reinstall"];
  process.stdout.write(
    await succeed(pulumi, ["plugin", "install", "resource", ...given], { env: process.env }),
  );
  return archive;
}
