/** The reads of a preview: bounded in time, and not a reason for it to fail unless that is asked for. */

import { isAuthError, isConfigError, isTransportError } from "../errors";
import type { ApiClient } from "../http/api-client";
import type { Context } from "./behaviour";
import type { Report } from "./engine-log";

export interface PreviewReads {
  /**
   * Runs reads with a client whose requests end in time. `undefined` when nothing was read: with `onlineChecks: false`, and
   * when the reads fail, which a warning says. After a connection was not reached its later reads are not tried.
   * @throws Error when it could not be read and `onlineChecks` is true
   */
  read<T>(context: Context, run: (context: Context) => Promise<T>): Promise<T | undefined>;
}

/** @param limitMs the longest time that the reads of one resource take */
export function createPreviewReads(limitMs: number, report: Report): PreviewReads {
  const unreached = new WeakSet<ApiClient>();
  return {
    async read(context, run) {
      const { onlineChecks } = context.settings;
      const isGivenUp = onlineChecks === undefined && unreached.has(context.api);
      if (onlineChecks === false || isGivenUp) return undefined;
      const signal = AbortSignal.timeout(limitMs);
      try {
        return await run({ ...context, api: endedBy(signal, context.api) });
      } catch (error) {
        if (isConfigError(error)) throw error;
        const message = error instanceof Error ? error.message : String(error);
        const reason = signal.aborted ? `no response within ${limitMs / 1000} s.` : message;
        const text = `The preview could not read from the service and does not show what would change there: ${reason}`;
        if (onlineChecks === true)
          throw new Error(`${text} (opsmanager:onlineChecks is true)`, { cause: error });
        // Checks may run at the same time.
        const isKnown = unreached.has(context.api);
        // A refusal concerns this one resource.
        if (signal.aborted || isTransportError(error) || isAuthError(error)) unreached.add(context.api);
        if (!isKnown) await report(undefined, "warn", context.filter(text));
        return undefined;
      }
    },
  };
}

function endedBy(signal: AbortSignal, api: ApiClient): ApiClient {
  return {
    request: (request) => api.request({ ...request, signal }),
    send: (request) => api.send({ ...request, signal }),
    close: () => api.close(),
  };
}
