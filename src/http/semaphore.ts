/** Limits how many operations run at once. */

export function createSemaphore() {
  let taken = 0;
  const queue: { readonly places: number; readonly enter: () => void }[] = [];

  const admit = (): void => {
    for (let first = queue[0]; first !== undefined && taken < first.places; first = queue[0]) {
      queue.shift();
      taken++;
      first.enter();
    }
  };

  /**
   * Waits until fewer than `places` are taken, and holds one while the task runs. Places are given in the order of the calls.
   * An aborted caller leaves the queue with the reason of its signal.
   */
  return async <T>(places: number, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(signal?.reason as Error);
        admit();
      };
      const waiter = {
        places,
        enter: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal?.addEventListener("abort", leave);
      queue.push(waiter);
      admit();
    });
    try {
      return await task();
    } finally {
      taken--;
      admit();
    }
  };
}
