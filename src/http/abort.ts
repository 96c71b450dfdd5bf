/** Abort signals for requests. */

/** Node.js fires a longer timer at once (Node.js documentation, "setTimeout"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `AbortSignal.timeout` for any time. */
export function timeoutSignal(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.ceil(ms), LONGEST_TIMER_MS));
}

/** A signal that is aborted so long after another one. */
export function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const abortLater = (): void => {
    setTimeout(() => controller.abort(signal.reason), ms).unref();
  };
  if (signal.aborted) abortLater();
  else signal.addEventListener("abort", abortLater, { once: true });
  return controller.signal;
}

/** `AbortSignal.any` for signals that may be absent. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/**
 * Waits for the promise until the signal is aborted; then throws the signal's reason.
 * undici needs this: it notices an abort only once the request has a connection.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
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
