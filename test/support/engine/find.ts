/** Finds an installed engine. */

import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import type { Context, Engine } from "./context";
import { messageOf } from "../errors";
import { pinnedBinDir } from "./home";
import { oldestPulumi, pinnedVersion } from "./pinned";
import { checkCompanions, checkPinnedEngine, isExecutable, readPulumiVersion } from "./verify";
import { isAtLeast } from "./version";

/** Finds the executable files of a name on PATH, in order and without duplicates. */
export async function findPrograms(name: string, pathEnv: string | undefined): Promise<string[]> {
  const found = new Map<string, string>();
  for (const folder of (pathEnv ?? "").split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name);
    if (!(await isExecutable(file))) continue;
    const real = await realpath(file);
    if (!found.has(real)) found.set(real, file);
  }
  return [...found.values()];
}

/**
 * Finds the first engine on PATH that is recent enough and complete.
 *
 * @throws Error that describes the problem of each `pulumi` on PATH
 */
export async function findOnPath(context: Context): Promise<Engine> {
  const files = await findPrograms("pulumi", context.env["PATH"]);
  if (files.length === 0) throw new Error("pulumi is not on PATH");
  const problems: string[] = [];
  for (const file of files) {
    try {
      return await checkEngine(file, context);
    } catch (error) {
      context.signal.throwIfAborted();
      problems.push(messageOf(error));
    }
  }
  throw new Error(problems.join("; "));
}

async function checkEngine(file: string, context: Context): Promise<Engine> {
  const real = await realpath(file);
  // npm prepends node_modules/.bin to PATH, which has the wrapper of the npm package.
  if (real.includes(`${sep}node_modules${sep}`)) {
    throw new Error(`${file} is the npm wrapper, which downloads without verifying`);
  }
  const version = await readPulumiVersion(file, context);
  if (!isAtLeast(version, oldestPulumi)) {
    throw new Error(`${file} is ${version.text}, older than ${oldestPulumi}`);
  }
  const binDir = await findCompleteFolder(dirname(file), dirname(real), context);
  return { binDir, version: version.text, source: "path" };
}

/** Finds the first complete folder: the one on PATH, or the target of its link. */
async function findCompleteFolder(onPath: string, linked: string, context: Context): Promise<string> {
  try {
    await checkCompanions(onPath, context);
    return onPath;
  } catch (error) {
    if (onPath === linked) throw error;
    await checkCompanions(linked, context);
    return linked;
  }
}

/**
 * Finds the pinned engine in Pulumi's version folder.
 *
 * @throws Error if it is missing, incomplete or does not work
 */
export async function findInCache(context: Context): Promise<Engine> {
  const binDir = pinnedBinDir(context.home);
  await checkPinnedEngine(binDir, context);
  return { binDir, version: pinnedVersion, source: "cache" };
}
