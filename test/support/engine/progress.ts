import type { Say } from "./context";

const INTERVAL_MS = 15_000;

/** Formats a duration: `12 s`, `3m05s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, "0")}s`;
}

/** Starts a clock; each call returns the formatted time since then. */
export function startStopwatch(): () => string {
  const start = Date.now();
  return () => formatDuration(Date.now() - start);
}

/**
 * Logs the progress of work every 15 s, with the elapsed time.
 *
 * @param describe describes the current progress
 */
export async function withProgress<T>(say: Say, describe: () => string, work: () => Promise<T>): Promise<T> {
  const elapsed = startStopwatch();
  const timer = setInterval(() => say(`${describe()}, ${elapsed()}`), INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
