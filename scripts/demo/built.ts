/** Sees to it that `dist` is of the current sources: the provider process loads the package, not TypeScript. */

import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../engine/errors";
import { runToEnd } from "./process";
import { repository } from "./repository";

const DIST = join(repository, "dist");
const WORKSHOP = join(repository, ".build");

/**
 * Builds `dist` if it is missing or older than a source.
 *
 * @param say told what was found or done
 */
export async function ensureBuilt(say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const [built, changed] = await Promise.all([builtAt(), changedAt()]);
  if (built > changed) {
    say("dist is built of the current sources");
    return;
  }
  say(built === 0 ? "dist is missing; building it" : "dist is older than the sources; building it anew");
  await build(signal);
}

/** Builds aside and swaps, so that nobody ever loads a half-written file. */
async function build(signal: AbortSignal | undefined): Promise<void> {
  await mkdir(WORKSHOP, { recursive: true });
  const folder = await mkdtemp(join(WORKSHOP, "dist-"));
  try {
    const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
    const fresh = join(folder, "fresh");
    const { code, output } = await runToEnd(
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

async function builtAt(): Promise<number> {
  const index = await stat(join(DIST, "index.js")).catch(ignoreMissing);
  return index?.mtimeMs ?? 0;
}

async function changedAt(): Promise<number> {
  const sources = await readdir(join(repository, "src"), { recursive: true });
  const files = ["tsconfig.json", "tsconfig.build.json", ...sources.map((file) => join("src", file))];
  const stats = await Promise.all(files.map(async (file) => stat(join(repository, file))));
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
  return undefined;
}
