/** Makes the folder of the plugin, `.build/plugin`: the shim, one bundle, and the schema. */

import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { repository } from "../../test/support/repository";
import { packageSchema } from "./schema";

const FOLDER = join(repository, ".build/plugin");

/** @returns the folder */
export async function buildPlugin(folder = FOLDER): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(repository, "plugin"), folder, { recursive: true });
  await writeFile(join(folder, "schema.json"), `${JSON.stringify(packageSchema())}\n`);
  await build({
    entryPoints: [join(repository, "src/native/main.ts")],
    outfile: join(folder, "provider.cjs"),
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minify: true,
    // A message quotes no names of functions.
    legalComments: "none",
    logLevel: "warning",
  });
  return folder;
}
