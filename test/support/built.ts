/** Builds `dist` if necessary: the provider process loads the package, not TypeScript. */

import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./errors";
import { run } from "./run";
import { repository } from "./repository";

const DIST = join(repository, "dist");
const WORK_FOLDER = join(repository, ".build");

/**
 * Builds `dist` if it is missing or older than a source.
 *
 * @param say receives progress messages
 */
export async function ensureBuilt(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const [built, changed] = await Promise.all([findBuildTime(), findChangeTime()]);
  if (built > changed) {
    say("dist is up to date");
    return;
  }
  say(built === 0 ? "dist is missing; building it" : "dist is older than the sources; rebuilding it");
  await build(signal);
}

/** Builds into another folder and swaps, so that no process loads a partially written file. */
async function build(signal: AbortSignal | undefined): Promise<void> {
  await mkdir(WORK_FOLDER, { recursive: true });
  const folder = await mkdtemp(join(WORK_FOLDER, "dist-"));
  try {
    const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
    const fresh = join(folder, "fresh");
    const { code, output } = await run(
      process.execPath,
      [tsc, "-p", "tsconfig.build.json", "--outDir", fresh],
      { cwd: repository, env: process.env, signal },
    );
    if (code !== 0) throw new Error(`The sources do not compile:\n${output.trim()}`);
    await rename(DIST, join(folder, "old")).catch(ignoreMissing);
    await rename(fresh, DIST);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findBuildTime(): Promise<number> {
  const index = await stat(join(DIST, "index.js")).catch(ignoreMissing);
  return index?.mtimeMs ?? 0;
}

async function findChangeTime(): Promise<number> {
  const sources = await readdir(join(repository, "src"), { recursive: true });
  const files = ["tsconfig.json", "tsconfig.build.json", ...sources.map((file) => join("src", file))];
  const stats = await Promise.all(files.map(async (file) => stat(join(repository, file))));
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
  return undefined;
}
