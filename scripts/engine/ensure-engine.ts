/** Sees to it that there is a Pulumi engine. */

import { allWays, type Context, type Engine, type Say, type Way } from "./context";
import { buildWithGo } from "./build-with-go";
import { downloadRelease, officialReleases, type ReleaseSource } from "./download";
import { EngineError, type Failure } from "./engine-error";
import { messageOf } from "./errors";
import { findInCache, findOnPath } from "./find";
import { pulumiHome } from "./home";
import { install } from "./install";
import { interruptible } from "./interrupt";
import { waysOf } from "./ways";

export type { Engine, Say, Way } from "./context";

/** What `ensureEngine` may be told. */
export interface EngineOptions {
  /** Pulumi's home folder. @default `PULUMI_HOME`, else `~/.pulumi` */
  readonly home?: string;
  /** Where programs are looked for. @default `PATH` */
  readonly pathEnv?: string;
  /** Told what is done. @default a line on stderr */
  readonly log?: Say;
  /** The ways that are tried, in the fixed order. @default what `OPSMANAGER_ENGINE` says, else all */
  readonly ways?: readonly Way[];
  /** Where releases are downloaded from. @default Pulumi's own host */
  readonly releases?: ReleaseSource;
}

/**
 * Finds a usable engine, or gets one: on PATH, in Pulumi's version folder, by download, by building it with Go.
 * Safe to call at the same time in several processes, which then share one download or build. Ctrl-C leaves
 * nothing half done behind.
 *
 * @throws {@link EngineError} when no way led to an engine; its message says why, and what can be done
 */
export async function ensureEngine(options: EngineOptions = {}): Promise<Engine> {
  const env = { ...process.env, ...(options.pathEnv === undefined ? {} : { PATH: options.pathEnv }) };
  const wanted = options.ways ?? waysOf(env);
  const ways = allWays.filter((way) => wanted.includes(way));
  return interruptible(async (signal) => {
    const context: Context = {
      home: options.home ?? pulumiHome(env),
      env,
      say: options.log ?? ((line) => process.stderr.write(`engine: ${line}\n`)),
      signal,
    };
    const attempts = attemptsOf(context, options.releases ?? officialReleases);
    const failures: Failure[] = [];
    for (const way of ways) {
      try {
        const engine = await attempts[way]();
        context.say(`Pulumi ${engine.version} in ${engine.binDir} (${engine.source})`);
        return engine;
      } catch (error) {
        signal.throwIfAborted();
        const reason = messageOf(error);
        context.say(`${way}: ${reason.split("\n")[0]}`);
        failures.push({ way, reason });
      }
    }
    throw new EngineError(failures);
  });
}

function attemptsOf(context: Context, releases: ReleaseSource): Readonly<Record<Way, () => Promise<Engine>>> {
  return {
    path: async () => findOnPath(context),
    cache: async () => findInCache(context),
    download: async () =>
      install("download", context, async (workshop) => downloadRelease(releases, workshop, context)),
    build: async () => install("build", context, async (workshop) => buildWithGo(workshop, context)),
  };
}
