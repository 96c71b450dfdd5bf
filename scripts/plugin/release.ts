/** The plugin for each platform, the SDKs and their checksums, as a release has them. */

import { createHash } from "node:crypto";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VERSION } from "../../src/version";
import { repository } from "../../test/support/repository";
import { buildPlugin } from "./build";
import { packPlugin } from "./install";
import { buildSdks } from "./sdks";

/** The platforms for which Pulumi looks for a plugin by its name. The files are the same: Node.js runs them. */
const PLATFORMS = ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64"];

export async function writeRelease(folder = join(repository, ".build/release")): Promise<string> {
  await buildSdks(folder);
  const archive = await packPlugin(await buildPlugin(), folder);
  for (const platform of PLATFORMS)
    await copyFile(archive, join(folder, `pulumi-resource-opsmanager-v${VERSION}-${platform}.tar.gz`));
  await rm(archive);
  const names = (await readdir(folder)).sort();
  const sums = names.map(async (name) => {
    const hash = createHash("sha256").update(await readFile(join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  await writeFile(join(folder, "SHA256SUMS"), (await Promise.all(sums)).join(""));
  return folder;
}
