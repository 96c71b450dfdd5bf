/** Waiting for others without being bound to them. */

import type { StopSignal } from "./stop";

/** A promise that is settled from outside. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function deferred(): Deferred {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Waits, but not longer than until the signal is aborted; then it throws the signal's reason. */
export async function unlessAborted(promise: Promise<void>, signal: StopSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const { promise: aborted, resolve } = deferred();
  signal.addEventListener("abort", resolve);
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", resolve);
  }
  signal.throwIfAborted();
}

/** Waits so long, unless the signal is aborted; then it throws the signal's reason. */
export async function pause(ms: number, signal: StopSignal | undefined): Promise<void> {
  const { promise, resolve } = deferred();
  const timer = setTimeout(resolve, ms);
  try {
    await unlessAborted(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}
