/** One signal that follows others for as long as an operation runs. */

import { setMaxListeners } from "node:events";

export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Follows no longer: a signal that outlives the operation must not remember it. */
  unlink(): void;
}

/** Like `AbortSignal.any`, but with an end. */
export function linkedAbort(sources: readonly (AbortSignal | undefined)[]): LinkedAbort {
  const controller = new AbortController();
  // Each layer that waits listens for a while; that is no leak.
  setMaxListeners(0, controller.signal);
  const unlinks = sources.map((source) => {
    if (source === undefined) return () => undefined;
    const follow = (): void => controller.abort(source.reason);
    if (source.aborted) follow();
    // One signal may end any number of operations.
    setMaxListeners(0, source);
    source.addEventListener("abort", follow, { once: true });
    return () => source.removeEventListener("abort", follow);
  });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => unlinks.forEach((unlink) => unlink()),
  };
}
