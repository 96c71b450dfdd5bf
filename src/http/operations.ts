/** The operations of a client that are under way. */

import { setMaxListeners } from "node:events";
import type { StopListener, StopSignal } from "./stop";
import { Stop } from "./stop";

export interface Operations {
  /** Begins one, which `caller` may end; like `AbortSignal.any`, but with an end of its own. */
  begin(caller: AbortSignal | undefined): Operation;
  /** Ends all, and those that begin later as well. */
  abort(reason: unknown): void;
}

export interface Operation {
  readonly stop: Stop;
  /** It is over: a signal that outlives it must not remember it. */
  readonly end: () => void;
}

export function createOperations(): Operations {
  const running = new Set<Stop>();
  const closing = new Stop();
  return {
    begin(caller) {
      const stop = new Stop();
      if (closing.aborted) stop.abort(closing.reason);
      running.add(stop);
      const abort = caller && follow(stop, caller);
      return {
        stop,
        end: () => {
          running.delete(stop);
          if (abort !== undefined) caller?.removeEventListener("abort", abort);
        },
      };
    },
    abort(reason) {
      closing.abort(reason);
      for (const stop of running) stop.abort(reason);
    },
  };
}

function follow(stop: Stop, caller: AbortSignal & StopSignal): StopListener {
  const abort = (): void => stop.abort(caller.reason);
  if (caller.aborted) abort();
  // One signal may end any number of operations; that is no leak.
  setMaxListeners(0, caller);
  caller.addEventListener("abort", abort);
  return abort;
}
