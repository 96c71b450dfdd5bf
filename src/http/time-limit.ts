/** Ends what takes longer than it may. */

/** Begins to count; gives what ends the counting. `expire` is called when the time is over, once. */
export type TimeLimit = (expire: () => void) => () => void;

/** A longer one fires at once (Node.js documentation, "setTimeout"). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One limit for many at once: a timer for each costs as much as signing a request. @param ms counted for each by itself */
export function createTimeLimit(ms: number): TimeLimit {
  // In the order of their ends, since all may take as long.
  const running = new Set<{ readonly endsAt: number; readonly expire: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  const watchFor = (remainingMs: number): void => {
    timer = setTimeout(endDue, Math.min(Math.ceil(remainingMs), LONGEST_TIMER_MS));
    // It outlives what it watches, and whatever is under way keeps the process alive by itself.
    timer.unref();
  };

  const endDue = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const each of running) {
      if (each.endsAt > now) return watchFor(each.endsAt - now);
      running.delete(each);
      each.expire();
    }
  };

  return (expire) => {
    const each = { endsAt: performance.now() + ms, expire };
    running.add(each);
    if (timer === undefined) watchFor(ms);
    return () => running.delete(each);
  };
}
