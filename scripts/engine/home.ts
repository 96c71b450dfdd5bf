/** Where engines are kept. */

import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { pinnedVersion } from "./pinned";

// Not the system's temporary folder: there, anybody could put a "pulumi" for us to run.
const OWN_CACHE = join(dirname(dirname(__dirname)), "node_modules", ".cache");

/** The user's home folder; without one (some CI containers), a folder inside this project's node_modules. */
export function userHome(env: NodeJS.ProcessEnv): string {
  return env["HOME"] || homeOfAccount() || OWN_CACHE;
}

function homeOfAccount(): string | undefined {
  try {
    const { homedir } = userInfo();
    return existsSync(homedir) ? homedir : undefined;
  } catch {
    // The account has no entry in the system's user database.
    return undefined;
  }
}

/** Pulumi's home folder: `PULUMI_HOME`, else `.pulumi` in the user's home. */
export function pulumiHome(env: NodeJS.ProcessEnv): string {
  return env["PULUMI_HOME"] || join(userHome(env), ".pulumi");
}

/** The folder of all engine versions; the official wrapper keeps its downloads there too. */
export function versionsFolder(home: string): string {
  return join(home, "versions");
}

/** The folder of the pinned engine's programs. */
export function pinnedBinDir(home: string): string {
  return join(versionsFolder(home), pinnedVersion, "bin");
}
