/**
 * `npm run plugin`: builds the plugin into `.build/plugin`. `install` as an argument installs it with Pulumi's CLI, `sdks`
 * makes the SDKs, and `release [<folder>]` all files of a release.
 */

import { resolve } from "node:path";
import { messageOf } from "../../test/support/errors";
import { buildPlugin } from "./build";
import { installPlugin } from "./install";
import { writeRelease } from "./release";
import { buildSdks } from "./sdks";

async function main([part = "build", folder]: readonly string[]): Promise<string> {
  if (part === "build") return buildPlugin();
  if (part === "install") return installPlugin();
  if (part === "sdks") return Object.values(await buildSdks()).join("\n");
  if (part === "release") return writeRelease(folder === undefined ? undefined : resolve(folder));
  throw new Error(`"${part}" is not one of build, install, sdks, release.`);
}

main(process.argv.slice(2)).then(console.log, (error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
