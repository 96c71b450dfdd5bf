/** The ways to get an engine, in the order in which they are tried. */
export const allWays = ["path", "cache", "download", "build"] as const;

/** A way to get an engine. */
export type Way = (typeof allWays)[number];

/** A usable engine: `pulumi`, its Node.js language host and the launcher of dynamic providers, in one folder. */
export interface Engine {
  /** The folder of the programs, to be prepended to PATH. */
  readonly binDir: string;
  /** The output of `pulumi version` without the leading `v`. */
  readonly version: string;
  /** The way in which it was found. */
  readonly source: Way;
}

/** Logs a short line for the user. */
export type Say = (line: string) => void;

/** The context of every step. */
export interface Context {
  /** Pulumi's home folder, which stores engines. */
  readonly home: string;
  /** The environment of child processes. */
  readonly env: NodeJS.ProcessEnv;
  readonly say: Say;
  /** Aborted on Ctrl-C; ends child processes and waits. */
  readonly signal: AbortSignal;
}

const choices: Readonly<Record<string, readonly Way[]>> = {
  path: ["path"],
  download: ["cache", "download"],
  build: ["cache", "build"],
};

/**
 * Reads the allowed ways from `OPSMANAGER_ENGINE`: all by default, else `path`, `download` or `build`. The last two look
 * in the version folder first.
 *
 * @throws Error for another value
 */
export function readWays(env: NodeJS.ProcessEnv): readonly Way[] {
  const choice = env["OPSMANAGER_ENGINE"];
  if (!choice) return allWays;
  const ways = choices[choice];
  if (ways === undefined) {
    const known = Object.keys(choices).join(", ");
    throw new Error(`OPSMANAGER_ENGINE must be one of ${known}, not "${choice}"`);
  }
  return ways;
}
