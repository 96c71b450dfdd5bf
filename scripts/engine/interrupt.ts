/** Ctrl-C while something is half done. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does work that Ctrl-C (or SIGTERM, SIGHUP) stops in an orderly way: the work's signal is aborted, the work
 * clears up and ends, and only then does the process get the signal that it would have got at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    received ??= name;
    controller.abort(new Error(`stopped by ${name}`));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    if (received !== undefined) process.kill(process.pid, received);
  }
}
