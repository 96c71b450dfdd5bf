/** Running another program so that nothing of it is left behind. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How a program is run. */
export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Ends the program when aborted. */
  readonly signal: AbortSignal;
  readonly cwd?: string;
  /** Ends the program after this time, which then counts as a failure. */
  readonly timeoutMs?: number;
  /** Called with each line of stderr. */
  readonly onErrorLine?: (line: string) => void;
  /** Ends the program once its stdout matches: for servers, which do not end by themselves. */
  readonly stopAt?: RegExp;
}

/** What a program left. */
export interface Finished {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last lines of stderr. */
  readonly stderr: string;
}

const KEPT_LINES = 15;
const PATIENCE_MS = 2_000;

/**
 * Runs a program to its end, without stdin. Resolves when it and everything that it started have ended.
 *
 * @throws Error when it cannot be started or takes too long; the signal's reason when that is aborted
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  const { signal } = options;
  signal.throwIfAborted();
  // A process group of its own, so that its children can be ended with it.
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });

  let stdout = "";
  let timedOut = false;
  const errorLines: string[] = [];
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    endGroup(child.pid, "SIGINT");
    timers.push(setTimeout(() => endGroup(child.pid, "SIGKILL"), PATIENCE_MS));
  };

  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (options.stopAt?.test(stdout) === true) stop();
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    errorLines.push(line);
    if (errorLines.length > KEPT_LINES) errorLines.shift();
    options.onErrorLine?.(line);
  });
  signal.addEventListener("abort", stop);
  if (options.timeoutMs !== undefined) {
    timers.push(
      setTimeout(() => {
        timedOut = true;
        stop();
      }, options.timeoutMs),
    );
  }

  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", (cause) => {
        reject(new Error(`${program} cannot be started (${cause.message})`, { cause }));
      });
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    if (timedOut) throw new Error(`${program} did not end within ${(options.timeoutMs ?? 0) / 1000} s`);
    return { code, stdout, stderr: errorLines.join("\n") };
  } finally {
    signal.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
  }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
