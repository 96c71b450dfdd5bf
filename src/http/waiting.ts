/** Waiting for others without being bound to them. */

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
export async function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const { promise: aborted, resolve } = deferred();
  signal.addEventListener("abort", resolve, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", resolve);
  }
  signal.throwIfAborted();
}
