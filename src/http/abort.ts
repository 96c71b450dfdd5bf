/** Abort signals for operations. */

import { setMaxListeners } from "node:events";

/** Node.js fires a longer timer at once (Node.js documentation, "setTimeout"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The abort signal of one operation. `end` must be called, so that no timer and no listener outlives the operation. */
export interface AbortScope {
  readonly signal: AbortSignal;
  startTimeout(ms: number): void;
  isTimedOut(): boolean;
  end(): void;
}

/**
 * Creates a signal that is aborted with any of `parents` or by its timeout. `AbortSignal.any` and `AbortSignal.timeout` leave
 * their timers and references to the garbage collector, which costs more than signing and sending a request.
 */
export function createAbortScope(...parents: readonly (AbortSignal | undefined)[]): AbortScope {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isTimedOut = false;
  const links = parents
    .filter((parent) => parent !== undefined)
    .map((parent) => {
      const abort = (): void => controller.abort(parent.reason);
      // Any number of operations may use one signal.
      setMaxListeners(0, parent);
      parent.addEventListener("abort", abort);
      if (parent.aborted) abort();
      return { parent, abort };
    });
  return {
    signal: controller.signal,
    startTimeout(ms) {
      timer = setTimeout(
        () => {
          isTimedOut = true;
          controller.abort();
        },
        Math.min(ms, LONGEST_TIMER_MS),
      );
    },
    isTimedOut: () => isTimedOut,
    end() {
      clearTimeout(timer);
      for (const { parent, abort } of links) parent.removeEventListener("abort", abort);
    },
  };
}

/**
 * Waits for the promise until the signal is aborted; then throws the signal's reason.
 * undici needs this: it notices an abort only once the request has a connection.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort);
  });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
