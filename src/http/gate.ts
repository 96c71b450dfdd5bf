/** Bounds how many operations run at once. */

/** Runs a task when a place is free; places are given in the order of asking. Who is aborted stops waiting. */
export type Gate = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  const turn = async (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      const enter = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      waiting.push(enter);
    });
  return async (task, signal) => {
    signal?.throwIfAborted();
    if (free > 0) free--;
    else await turn(signal);
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
