/** The reads of a preview: they are bounded in time, and a failure stops the preview only with `onlineChecks: true`. */

import { isAuthError, isConfigError, isTransportError, messageOf } from "../errors";
import type { ApiClient } from "../http/api-client";
import { withSignal } from "../http/api-client";
import type { Context } from "./definition";
import type { Report } from "./report";

export interface PreviewReads {
  /**
   * Runs reads with a client whose requests end in time. Returns `undefined` when nothing was read: with `onlineChecks: false`,
   * and when the reads fail, which is logged as a warning. After a connection was not reached, its later reads are not tried.
   * @throws Error when the reads fail and `onlineChecks` is true
   */
  read<T>(context: Context, run: (context: Context) => Promise<T>): Promise<T | undefined>;
}

/** @param limitMs the time limit for the reads of one resource */
export function createPreviewReads(limitMs: number, report: Report): PreviewReads {
  const unreached = new WeakSet<ApiClient>();
  return {
    async read(context, run) {
      const { onlineChecks } = context.settings;
      const isSkipped = onlineChecks === undefined && unreached.has(context.api);
      if (onlineChecks === false || isSkipped) return undefined;
      const signal = AbortSignal.timeout(limitMs);
      try {
        return await run({ ...context, api: withSignal(context.api, signal) });
      } catch (error) {
        if (isConfigError(error)) throw error;
        const reason = signal.aborted ? `no response within ${limitMs / 1000} s.` : messageOf(error);
        const text = `The preview could not read from the service and does not show what would change there: ${reason}`;
        if (onlineChecks === true)
          throw new Error(`${text} (opsmanager:onlineChecks is true)`, { cause: error });
        // Checks may run at the same time.
        const isKnown = unreached.has(context.api);
        // A refusal concerns this resource alone.
        if (signal.aborted || isTransportError(error) || isAuthError(error)) unreached.add(context.api);
        if (!isKnown) await report(undefined, "warn", context.filter(text));
        return undefined;
      }
    },
  };
}
