const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that Ctrl-C (or SIGTERM, SIGHUP) stops gracefully: its abort signal is triggered, and the process receives the
 * original signal only after the work has ended.
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
