/** Finds or installs a Pulumi engine. */

import { allWays, readWays, type Context, type Engine, type Say, type Way } from "./context";
import { buildWithGo } from "./build-with-go";
import { downloadRelease, officialReleases, type ReleaseSource } from "./download";
import { messageOf } from "../errors";
import { findInCache, findOnPath } from "./find";
import { pulumiHome } from "./home";
import { install } from "./install";
import { interruptible } from "./interrupt";
import { oldestGo, oldestPulumi, pinnedVersion } from "./pinned";

export type { Engine, Say, Way } from "./context";

/** A way that failed. */
export interface Failure {
  readonly way: Way;
  readonly reason: string;
}

const advice: Readonly<Record<Way, string | undefined>> = {
  path: `install Pulumi ${oldestPulumi} or later on PATH: https://www.pulumi.com/docs/install/`,
  cache: undefined,
  download: "allow access to https://get.pulumi.com (HTTPS_PROXY is supported)",
  build: `install Go ${oldestGo} or later (https://go.dev/dl/) and let it reach a module proxy (GOPROXY)`,
};

/** All ways failed. The message lists each way with its error, and possible remedies. */
export class EngineError extends Error {
  constructor(readonly failures: readonly Failure[]) {
    const tried = failures.map(({ way, reason }) => `  ${way}: ${reason.replaceAll("\n", "\n    ")}`);
    const remedies = failures.flatMap(({ way }) => advice[way] ?? []).map((text) => `  - ${text}`);
    super(
      [
        `No usable Pulumi engine (${pinnedVersion}) was found. Tried:`,
        ...tried,
        ...(remedies.length === 0 ? [] : ["Do one of the following:", ...remedies]),
      ].join("\n"),
    );
    this.name = "EngineError";
  }
}

/** The options of `ensureEngine`. */
export interface EngineOptions {
  /** Pulumi's home folder. @default `PULUMI_HOME`, else `~/.pulumi` */
  readonly home?: string;
  /** Where programs are searched. @default `PATH` */
  readonly pathEnv?: string;
  /** Receives progress messages. @default a line on stderr */
  readonly log?: Say;
  /** The ways to try, in the fixed order. @default `OPSMANAGER_ENGINE`, else all */
  readonly ways?: readonly Way[];
  /** Where releases are downloaded from. @default Pulumi's own host */
  readonly releases?: ReleaseSource;
}

/**
 * Finds a usable engine on PATH or in Pulumi's version folder, else downloads it or builds it with Go. Concurrent processes
 * share one download or build. Ctrl-C leaves no partial installation.
 *
 * @throws {@link EngineError} if all ways fail
 */
export async function ensureEngine(options: EngineOptions = {}): Promise<Engine> {
  const env = { ...process.env, ...(options.pathEnv === undefined ? {} : { PATH: options.pathEnv }) };
  const wanted = options.ways ?? readWays(env);
  const ways = allWays.filter((way) => wanted.includes(way));
  return interruptible(async (signal) => {
    const context: Context = {
      home: options.home ?? pulumiHome(env),
      env,
      say: options.log ?? ((line) => process.stderr.write(`engine: ${line}\n`)),
      signal,
    };
    const attempts = createAttempts(context, options.releases ?? officialReleases);
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

function createAttempts(
  context: Context,
  releases: ReleaseSource,
): Readonly<Record<Way, () => Promise<Engine>>> {
  return {
    path: async () => findOnPath(context),
    cache: async () => findInCache(context),
    download: async () =>
      install("download", context, async (folders) => downloadRelease(releases, folders, context)),
    build: async () => install("build", context, async (folders) => buildWithGo(folders, context)),
  };
}
