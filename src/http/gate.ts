/** Bounds how many operations run at once. */

import type { StopSignal } from "./stop";

/**
 * Waits until fewer than `places` are taken, takes one, and gives what leaves it again, which is to be called once.
 * Places are given in the order of asking. Who is aborted stops waiting.
 */
export type Gate = (places: number, signal?: StopSignal) => (() => void) | Promise<() => void>;

export function createGate(): Gate {
  let taken = 0;
  const waiting: { readonly places: number; readonly enter: () => void }[] = [];

  const admit = (): void => {
    for (;;) {
      const first = waiting[0];
      if (first === undefined || taken >= first.places) return;
      waiting.shift();
      taken++;
      first.enter();
    }
  };

  const leave = (): void => {
    taken--;
    admit();
  };

  const turn = async (places: number, signal: StopSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal?.reason);
        admit();
      };
      const waiter = {
        places,
        enter: () => {
          signal?.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      signal?.addEventListener("abort", giveUp);
      waiting.push(waiter);
      admit();
    });

  return (places, signal) => {
    signal?.throwIfAborted();
    if (waiting.length > 0 || taken >= places) return turn(places, signal).then(() => leave);
    taken++;
    return leave;
  };
}
