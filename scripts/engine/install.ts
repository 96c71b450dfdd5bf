/** Puts the pinned engine into Pulumi's version folder: complete and checked, or not at all. */

import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Context, Engine } from "./context";
import { findInCache } from "./find";
import { pinnedBinDir, versionsFolder } from "./home";
import { withLock } from "./lock";
import { pinnedVersion } from "./pinned";
import { checkPinnedEngine } from "./verify";

/** What an installation is made with. */
export interface Workshop {
  /** Where the programs are to be put; nobody else sees it yet. */
  readonly binDir: string;
  /** For whatever else is needed on the way; removed at the end. */
  readonly scratch: string;
}

/**
 * Makes the engine, unless another process has made it meanwhile. One process at a time does so; the others
 * wait for it.
 *
 * @param source said of an engine that was made here
 * @param make fills the workshop's `binDir`
 * @throws Error when the making fails, or when what was made is not a working engine
 */
export async function install(
  source: "download" | "build",
  context: Context,
  make: (workshop: Workshop) => Promise<void>,
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
      const workshop = { binDir: join(made, "bin"), scratch: join(work, "scratch") };
      await mkdir(workshop.binDir, { recursive: true });
      await mkdir(workshop.scratch);
      await make(workshop);
      await checkPinnedEngine(workshop.binDir, context);
      await putInPlace(made, dirname(pinnedBinDir(context.home)), join(work, "broken"));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return { binDir: pinnedBinDir(context.home), version: pinnedVersion, source };
  });
}

/** Renames the finished folder to its final name; a broken one that is in its place goes aside first. */
async function putInPlace(made: string, final: string, aside: string): Promise<void> {
  await rename(final, aside).catch(() => undefined);
  await rename(made, final);
}
