/** The user's choice of a way. */

import { allWays, type Way } from "./context";

const choices: Readonly<Record<string, readonly Way[]>> = {
  path: ["path"],
  download: ["cache", "download"],
  build: ["cache", "build"],
};

/**
 * The ways that `OPSMANAGER_ENGINE` allows: all without it, else `path`, or `download` or `build`, which are
 * done once and found in the version folder afterwards.
 *
 * @throws Error when it has another value
 */
export function waysOf(env: NodeJS.ProcessEnv): readonly Way[] {
  const choice = env["OPSMANAGER_ENGINE"];
  if (!choice) return allWays;
  const ways = choices[choice];
  if (ways === undefined) {
    const known = Object.keys(choices).join(", ");
    throw new Error(`OPSMANAGER_ENGINE is "${choice}", which is none of: ${known}`);
  }
  return ways;
}
