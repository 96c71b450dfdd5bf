/** The two builds of the package between which a round upgrades. */

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../support/repository";
import { run, succeed } from "../../support/run";

/** Inside the repository, so that a build finds its dependencies. */
export const WORK_FOLDER = join(repository, ".build/soak");

/**
 * `from` in the result says what `before` is, for a reader.
 * @param from the earlier revision; by default that of the newest tag, or a copy of this build if there is none
 */
export async function prepareBuilds(from = process.env["UPGRADE_FROM"]) {
  await mkdir(WORK_FOLDER, { recursive: true });
  const revision = from ?? (await newestTag());
  if (revision !== undefined) {
    const before = await buildRevision(revision);
    return { before, now: repository, from: revision };
  }
  const before = join(WORK_FOLDER, "copy");
  await rm(before, { recursive: true, force: true });
  for (const name of ["dist", "package.json"])
    await cp(join(repository, name), join(before, name), { recursive: true });
  return { before, now: repository, from: "a copy of this build, because there is no release yet" };
}

async function newestTag(): Promise<string | undefined> {
  const { code, stdout } = await run("git", ["describe", "--tags", "--abbrev=0"], here);
  return code === 0 ? stdout.trim() : undefined;
}

const here = { cwd: repository, env: process.env };

async function buildRevision(revision: string): Promise<string> {
  const commit = (await succeed("git", ["rev-parse", "--verify", `${revision}^{commit}`], here)).trim();
  const folder = join(WORK_FOLDER, commit);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(join(WORK_FOLDER, "draft-"));
  await succeed("git", ["archive", "--output", `${draft}.tar`, commit], here);
  await succeed("tar", ["-xf", `${draft}.tar`, "-C", draft], here);
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  await succeed(process.execPath, [compiler, "-p", join(draft, "tsconfig.build.json")], here);
  await rm(`${draft}.tar`);
  await rename(draft, folder);
  return folder;
}
