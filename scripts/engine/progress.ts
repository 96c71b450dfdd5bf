/** Telling the user that something still goes on. */

import type { Say } from "./context";

const INTERVAL_MS = 15_000;

/** A time span for people: `12 s`, `3m05s`. */
export function span(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, "0")}s`;
}

/** A clock that starts now; each call tells the time since, for people. */
export function stopwatch(): () => string {
  const start = Date.now();
  return () => span(Date.now() - start);
}

/**
 * Says every 15 s how things stand, with the time since the start, until the work has ended.
 *
 * @param describe how things stand; asked each time
 */
export async function withProgress<T>(say: Say, describe: () => string, work: () => Promise<T>): Promise<T> {
  const elapsed = stopwatch();
  const timer = setInterval(() => say(`${describe()}, ${elapsed()}`), INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
