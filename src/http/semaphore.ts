/** Limits how many operations run at once. */

import { untilAborted } from "./abort";

export function createSemaphore() {
  let taken = 0;
  const queue: { readonly places: number; enter: () => void }[] = [];

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
    const waiter = { places, enter: (): void => undefined };
    const entered = new Promise<void>((resolve) => {
      waiter.enter = resolve;
    });
    queue.push(waiter);
    admit();
    try {
      await untilAborted(entered, signal);
      return await task();
    } finally {
      const at = queue.indexOf(waiter);
      if (at < 0) taken--;
      else queue.splice(at, 1);
      admit();
    }
  };
}
