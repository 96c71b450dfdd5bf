/** The folder that an export writes. */

import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../usage";
import type { FormerProgram } from "./former";
import { fileOf, MODULES_FOLDER } from "./former";

/** @throws UsageError before anything is read */
export async function refuseFilledFolder(folder: string, force: boolean): Promise<void> {
  if (force || !existsSync(folder)) return;
  const found = await readdir(folder).catch(() => undefined);
  if (found === undefined) throw new UsageError(`--out: ${folder} is not a folder`);
  if (found.length > 0)
    throw new UsageError(`--out: the folder ${folder} is not empty; --force writes into it all the same`);
}

/**
 * Refuses symbolic links, which lead out of the folder, and whatever else a file cannot replace. The folder itself may be a link.
 * @param files none to check the folder of the modules alone
 */
export async function refuseLinks(folder: string, files: Iterable<string> = []): Promise<void> {
  await refuseUnless("folder", join(folder, MODULES_FOLDER));
  for (const path of files) await refuseUnless("file", join(folder, path));
}

async function refuseUnless(kind: "file" | "folder", target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined || (kind === "file" ? found.isFile() : found.isDirectory())) return;
  const what = found.isSymbolicLink() ? "a symbolic link" : `not a ${kind}`;
  throw new Error(
    `${target} is ${what}, and would be written: remove it, or choose another --out. Nothing was written.`,
  );
}

/** Replaces the modules of an earlier export, and leaves other files in place. */
export async function writeFiles(
  folder: string,
  former: FormerProgram,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const replaced = former.modules.map(fileOf).filter((path) => !files.has(path));
  for (const path of replaced) await rm(join(folder, path));
  for (const [path, text] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
