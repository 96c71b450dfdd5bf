/** Finds an engine that is on this machine already. */

import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import type { Context, Engine } from "./context";
import { messageOf } from "./errors";
import { pinnedBinDir } from "./home";
import { oldestPulumi, pinnedVersion } from "./pinned";
import { checkCompanions, checkPinnedEngine, isExecutable, pulumiVersion } from "./verify";
import { isAtLeast } from "./version";

/** The files of a name that PATH leads to, first come first, each file once. */
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
 * The first engine on PATH that is new enough and complete.
 *
 * @throws Error that says what is wrong with each `pulumi` on PATH
 */
export async function findOnPath(context: Context): Promise<Engine> {
  const files = await findPrograms("pulumi", context.env["PATH"]);
  if (files.length === 0) throw new Error("there is no pulumi on PATH");
  const problems: string[] = [];
  for (const file of files) {
    try {
      return await engineAt(file, context);
    } catch (error) {
      context.signal.throwIfAborted();
      problems.push(messageOf(error));
    }
  }
  throw new Error(problems.join("; "));
}

async function engineAt(file: string, context: Context): Promise<Engine> {
  const real = await realpath(file);
  // npm puts node_modules/.bin in front of PATH, and with it the wrapper of the npm package.
  if (real.includes(`${sep}node_modules${sep}`)) {
    throw new Error(`${file} is the npm wrapper, which downloads without verifying`);
  }
  const version = await pulumiVersion(file, context);
  if (!isAtLeast(version, oldestPulumi)) {
    throw new Error(`${file} is ${version.text}, older than ${oldestPulumi}`);
  }
  const binDir = await completeFolder(dirname(file), dirname(real), context);
  return { binDir, version: version.text, source: "path" };
}

/** The first folder that is complete: the one on PATH, or the one that a link there leads to. */
async function completeFolder(onPath: string, linked: string, context: Context): Promise<string> {
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
 * The pinned engine in Pulumi's version folder.
 *
 * @throws Error when it is not there, or not complete and working
 */
export async function findInCache(context: Context): Promise<Engine> {
  const binDir = pinnedBinDir(context.home);
  await checkPinnedEngine(binDir, context);
  return { binDir, version: pinnedVersion, source: "cache" };
}
