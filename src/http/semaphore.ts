/** Limits how many operations run at once. */

/**
 * Waits until fewer than `places` are taken, takes one and returns the function that releases it. Places are given in
 * the order of the calls. An aborted caller leaves the queue with the reason of its signal.
 */
export type Semaphore = (places: number, signal?: AbortSignal) => Promise<() => void>;

export function createSemaphore(): Semaphore {
  let taken = 0;
  const queue: { readonly places: number; readonly enter: () => void }[] = [];

  const admit = (): void => {
    for (let first = queue[0]; first !== undefined && taken < first.places; first = queue[0]) {
      queue.shift();
      taken++;
      first.enter();
    }
  };

  const release = (): void => {
    taken--;
    admit();
  };

  return async (places, signal) => {
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
    return release;
  };
}
