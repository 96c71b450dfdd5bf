/** Bounds how many operations run at once. */

/**
 * Runs a task when fewer than `places` are running; places are given in the order of asking. Who is aborted stops
 * waiting.
 */
export type Gate = <T>(places: number, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function createGate(): Gate {
  let running = 0;
  const waiting: { readonly places: number; readonly enter: () => void }[] = [];

  const admit = (): void => {
    for (;;) {
      const first = waiting[0];
      if (first === undefined || running >= first.places) return;
      waiting.shift();
      running++;
      first.enter();
    }
  };

  const turn = async (places: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
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
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(waiter);
      admit();
    });

  return async (places, task, signal) => {
    signal?.throwIfAborted();
    await turn(places, signal);
    try {
      return await task();
    } finally {
      running--;
      admit();
    }
  };
}
