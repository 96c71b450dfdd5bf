/** Checks that a folder contains a working engine. */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "./context";
import { pinnedVersion } from "./pinned";
import { run } from "../run";
import { parseVersion, type Version } from "./version";

const LIMIT_MS = 20_000;

/** Whether a file exists and is executable. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Reads the version of a `pulumi`.
 *
 * @throws Error if it does not run or prints no version
 */
export async function readPulumiVersion(file: string, context: Context): Promise<Version> {
  const { code, stdout, stderr } = await run(file, ["version"], {
    env: { ...context.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    signal: context.signal,
    timeoutMs: LIMIT_MS,
  });
  const version = parseVersion(stdout);
  if (code !== 0 || version === undefined) {
    throw new Error(`${file} version failed: ${stderr || stdout || `exit code ${code}`}`);
  }
  return version;
}

/**
 * Checks the programs that `pulumi` requires: a working Node.js language host and the launcher of dynamic providers.
 *
 * @throws Error that names the program that is missing or does not run
 */
export async function checkCompanions(binDir: string, context: Context): Promise<void> {
  await requireExecutable(binDir, "pulumi-resource-pulumi-nodejs");
  const host = await requireExecutable(binDir, "pulumi-language-nodejs");
  // A language host prints its port and then waits for the engine.
  const port = /^\d+\s/;
  const { stdout, stderr, code } = await run(host, [], {
    env: context.env,
    signal: context.signal,
    timeoutMs: LIMIT_MS,
    stopAt: port,
  });
  if (!port.test(stdout)) throw new Error(`${host} does not start: ${stderr || `exit code ${code}`}`);
}

async function requireExecutable(binDir: string, name: string): Promise<string> {
  const file = join(binDir, name);
  if (!(await isExecutable(file))) throw new Error(`${binDir} has no executable ${name}`);
  return file;
}

/**
 * Checks that a folder contains the complete and working pinned engine.
 *
 * @throws Error that describes the problem
 */
export async function checkPinnedEngine(binDir: string, context: Context): Promise<void> {
  const file = await requireExecutable(binDir, "pulumi");
  const version = await readPulumiVersion(file, context);
  if (version.text !== pinnedVersion) throw new Error(`${file} is ${version.text}, not ${pinnedVersion}`);
  await checkCompanions(binDir, context);
}
