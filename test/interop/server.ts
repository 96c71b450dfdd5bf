/** Starts server programs for checks. */

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";

const START_LIMIT_MS = 60_000;

export interface Server {
  readonly origin: string;
  /** Its name and version. */
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts a program and waits until `ready` returns its port. @throws Error with its output if it ends before */
export async function startProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: (output: string) => { port: number; name: string } | undefined,
): Promise<Server> {
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const found = await new Promise<{ port: number; name: string }>((resolve, reject) => {
    let output = "";
    const poll = (): void => {
      const at = ready(output);
      if (at === undefined) return;
      clearInterval(timer);
      clearTimeout(limit);
      resolve(at);
    };
    // Polls, because a program may log to a file only.
    const timer = setInterval(poll, 50);
    const limit = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${program} was not ready within ${START_LIMIT_MS / 1000} s: ${output.slice(-800)}`));
    }, START_LIMIT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      poll();
    };
    child.once("close", () => {
      clearInterval(timer);
      clearTimeout(limit);
    });
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${program} exited with ${code}: ${output.slice(-800)}`)));
  });
  return {
    origin: `http://127.0.0.1:${found.port}`,
    name: found.name,
    stop: async () => {
      child.stdin?.end();
      child.kill("SIGTERM");
      await ended;
    },
  };
}
