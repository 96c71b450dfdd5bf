/** Runs programs so that they can be ended together with everything that they started. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How a program is run. */
export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the program after this time, which then counts as a failure. */
  readonly timeoutMs?: number;
  /** Called with each line of stderr. */
  readonly onErrorLine?: (line: string) => void;
  /** Ends a server, which does not end by itself, once its stdout matches. */
  readonly stopAt?: RegExp;
}

/** The result of a program. */
export interface Finished {
  /** `null` if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last lines of stderr. */
  readonly stderr: string;
  /** Stdout and stderr in the order in which they were written. */
  readonly output: string;
  /** The time from its start to the end of its output. */
  readonly seconds: number;
}

const MAX_ERROR_LINES = 15;

/** When the second SIGINT and SIGKILL follow the first SIGINT: Pulumi ends its plugins gracefully only on the first. */
const INTERRUPT_MS = 3_000;
const KILL_MS = 6_000;

/**
 * Runs a program to its end, without stdin. Resolves when it and everything that it started have ended.
 *
 * @throws Error if it cannot be started or takes too long; the reason of the signal if that is aborted
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  const { cwd, env, signal } = options;
  signal?.throwIfAborted();
  const startedAt = performance.now();
  // Its own process group, so that its children can be ended with it, and Ctrl-C in a terminal does not reach it directly.
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });

  let stdout = "";
  let output = "";
  let timedOut = false;
  const errorLines: string[] = [];
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    signalGroup(child.pid, "SIGINT");
    timers.push(
      setTimeout(() => signalGroup(child.pid, "SIGINT"), INTERRUPT_MS),
      setTimeout(() => signalGroup(child.pid, "SIGKILL"), KILL_MS),
    );
  };

  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
    if (options.stopAt?.test(stdout) === true) stop();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  createInterface({ input: child.stderr }).on("line", (line) => {
    errorLines.push(line);
    if (errorLines.length > MAX_ERROR_LINES) errorLines.shift();
    options.onErrorLine?.(line);
  });
  signal?.addEventListener("abort", stop);
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
    signal?.throwIfAborted();
    if (timedOut) throw new Error(`${program} did not end within ${(options.timeoutMs ?? 0) / 1000} s`);
    const seconds = (performance.now() - startedAt) / 1000;
    return { code, stdout, stderr: errorLines.join("\n"), output, seconds };
  } finally {
    signal?.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
  }
}

/** Runs a program to its end. @returns what it prints @throws Error with its output if it fails */
export async function succeed(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, output, stdout } = await run(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  return stdout;
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}
