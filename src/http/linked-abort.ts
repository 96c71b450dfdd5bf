/** What ends one operation: it follows others for as long as the operation runs. */

import { setMaxListeners } from "node:events";
import type { StopSignal } from "./stop";
import { Stop } from "./stop";

export interface LinkedAbort {
  readonly stop: Stop;
  /** Follows no longer: a signal that outlives the operation must not remember it. */
  readonly unlink: () => void;
}

/** Like `AbortSignal.any`, but with an end. `closing` ends all operations, `caller` those that it was given to. */
export function linkedAbort(closing: StopSignal, caller: AbortSignal | undefined): LinkedAbort {
  const stop = new Stop();
  const unlinkClosing = follow(stop, closing);
  if (caller === undefined) return { stop, unlink: unlinkClosing };
  // One signal may end any number of operations; that is no leak.
  setMaxListeners(0, caller);
  const unlinkCaller = follow(stop, caller);
  return {
    stop,
    unlink: () => {
      unlinkClosing();
      unlinkCaller();
    },
  };
}

function follow(stop: Stop, source: StopSignal): () => void {
  const abort = (): void => stop.abort(source.reason);
  if (source.aborted) abort();
  source.addEventListener("abort", abort);
  return () => source.removeEventListener("abort", abort);
}
