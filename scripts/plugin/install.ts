/** `npm run plugin:install`: builds the plugin and installs it with Pulumi's CLI, as a user installs an archive. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../demo/repository";
import { ensureEngine } from "../engine/ensure-engine";
import { run } from "../engine/run";
import { VERSION } from "../../src/version";
import { buildPlugin } from "./build";

/** Packs the folder of a plugin. @returns the path of the archive */
export async function packPlugin(folder: string, into: string): Promise<string> {
  const archive = join(into, `pulumi-resource-opsmanager-v${VERSION}.tar.gz`);
  await mkdir(into, { recursive: true });
  await succeed("tar", ["-czf", archive, "-C", folder, "."]);
  return archive;
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(program, args, { cwd: repository, env: process.env });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  process.stdout.write(output);
}

async function main(): Promise<void> {
  const archive = await packPlugin(await buildPlugin(), join(repository, ".build"));
  // Not the `pulumi` of node_modules, which npm puts first on PATH and which downloads the CLI.
  const pulumi = join((await ensureEngine()).binDir, "pulumi");
  await succeed(pulumi, [
    "plugin",
    "install",
    "resource",
    "opsmanager",
    VERSION,
    "--file",
    archive,
    "--reinstall",
  ]);
  console.log(archive);
}

if (require.main === module) void main();
