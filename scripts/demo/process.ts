/** Running a program, so that it can be ended together with everything that it started. */

import { spawn } from "node:child_process";

/** How a program is run. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What a program left. */
export interface Finished {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output and standard error in the order in which they came. */
  readonly output: string;
  /** From its start to the end of its output. */
  readonly seconds: number;
}

/** Pulumi ends its plugins in an orderly way on the first signal, and at once on the second. */
const PATIENCE_MS = [3_000, 6_000] as const;

/**
 * Runs a program to its end, without stdin.
 *
 * @throws Error when it cannot be started; the signal's reason when that is aborted
 */
export async function runToEnd(
  program: string,
  args: readonly string[],
  { cwd, env, signal }: RunOptions,
): Promise<Finished> {
  signal?.throwIfAborted();
  // A process group of its own: Ctrl-C in a terminal reaches it through us only, and once.
  const startedAt = performance.now();
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const timers: NodeJS.Timeout[] = [];
  const stop = (): void => {
    signalGroup(child.pid, "SIGINT");
    timers.push(
      setTimeout(() => signalGroup(child.pid, "SIGINT"), PATIENCE_MS[0]),
      setTimeout(() => signalGroup(child.pid, "SIGKILL"), PATIENCE_MS[1]),
    );
  };
  signal?.addEventListener("abort", stop);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", (cause) => {
        reject(new Error(`${program} cannot be started (${cause.message})`, { cause }));
      });
      child.once("close", resolve);
    });
    signal?.throwIfAborted();
    return { code, stdout, output, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    signal?.removeEventListener("abort", stop);
    timers.forEach(clearTimeout);
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
