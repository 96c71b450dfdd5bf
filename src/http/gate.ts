/** Bounds how many operations run at once. */

/** Runs a task when a place is free; places are given in the order of asking. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
