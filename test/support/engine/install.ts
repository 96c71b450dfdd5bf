/** Installs the pinned engine into Pulumi's version folder, but only if it is complete and works. */

import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Context, Engine } from "./context";
import { findInCache } from "./find";
import { pinnedBinDir, versionsFolder } from "./home";
import { withLock } from "./lock";
import { pinnedVersion } from "./pinned";
import { checkPinnedEngine } from "./verify";

/** The folders of an installation in progress. */
export interface WorkFolders {
  /** The folder for the programs, which other processes do not use yet. */
  readonly binDir: string;
  /** A folder for temporary files, removed at the end. */
  readonly scratch: string;
}

/**
 * Installs the engine unless another process has installed it. One process at a time does so; the others wait.
 *
 * @param source the source of a newly installed engine
 * @param make fills `binDir`
 * @throws Error if `make` fails or the result is not a working engine
 */
export async function install(
  source: "download" | "build",
  context: Context,
  make: (folders: WorkFolders) => Promise<void>,
): Promise<Engine> {
  const versions = versionsFolder(context.home);
  await mkdir(versions, { recursive: true });
  const workFolder = (token: string): string => join(versions, `.${pinnedVersion}.${token}`);
  const options = {
    say: context.say,
    signal: context.signal,
    clearAfter: async (token: string) => rm(workFolder(token), { recursive: true, force: true }),
  };
  return withLock(join(versions, `.${pinnedVersion}.lock`), options, async (token) => {
    const present = await findInCache(context).catch(() => undefined);
    if (present !== undefined) return present;
    context.signal.throwIfAborted();

    const work = workFolder(token);
    try {
      const made = join(work, pinnedVersion);
      const folders = { binDir: join(made, "bin"), scratch: join(work, "scratch") };
      await mkdir(folders.binDir, { recursive: true });
      await mkdir(folders.scratch);
      await make(folders);
      await checkPinnedEngine(folders.binDir, context);
      await moveInPlace(made, dirname(pinnedBinDir(context.home)), join(work, "broken"));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return { binDir: pinnedBinDir(context.home), version: pinnedVersion, source };
  });
}

/** Moves the finished folder to its final place, after moving a broken one away. */
async function moveInPlace(made: string, final: string, aside: string): Promise<void> {
  await rename(final, aside).catch(() => undefined);
  await rename(made, final);
}
