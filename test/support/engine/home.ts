/** The folders of engines. */

import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { repository } from "../repository";
import { pinnedVersion } from "./pinned";

// Not the temporary folder of the system, where other users could place a program.
const OWN_CACHE = join(repository, "node_modules", ".cache");

/** The user's home folder, or a folder in node_modules if there is none, as in some CI containers. */
export function userHome(env: NodeJS.ProcessEnv): string {
  return env["HOME"] || homeOfAccount() || OWN_CACHE;
}

function homeOfAccount(): string | undefined {
  try {
    const { homedir } = userInfo();
    return existsSync(homedir) ? homedir : undefined;
  } catch {
    // The account is not in the user database of the system.
    return undefined;
  }
}

/** Pulumi's home folder: `PULUMI_HOME`, else `.pulumi` in the user's home. */
export function pulumiHome(env: NodeJS.ProcessEnv): string {
  return env["PULUMI_HOME"] || join(userHome(env), ".pulumi");
}

/** The folder of all engine versions, which the npm package `pulumi` also uses. */
export function versionsFolder(home: string): string {
  return join(home, "versions");
}

/** The folder with the programs of the pinned engine. */
export function pinnedBinDir(home: string): string {
  return join(versionsFolder(home), pinnedVersion, "bin");
}
