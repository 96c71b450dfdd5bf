/** The process of the provider, dynamic or a plugin, which an engine started by this process has started. */

import { execFileSync } from "node:child_process";
import { codeOf } from "../../support/errors";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Ends the provider as a crash does; with a changed configuration there may be two. @throws Error if none is running */
export function killProvider(): void {
  const found = descendants(process.pid).filter(({ command }) =>
    /dynamic-provider|check-node\.cjs/.test(command),
  );
  if (found.length === 0) throw new Error("no provider is running");
  // The engine may start Node.js through another process with the same arguments, which ends by itself.
  const last = found.filter(({ pid }) => !found.some(({ parent }) => parent === pid));
  for (const { pid } of last) kill(pid);
}

/**
 * Ends an update or a destroy at once, as when a machine fails: the engine, the program and the provider.
 * @throws Error if none is running
 */
export function killRun(): void {
  const engine = runningEngine();
  for (const { pid } of [engine, ...descendants(engine.pid)]) kill(pid);
}

/** Interrupts an update or a destroy, as Ctrl-C does. @throws Error if none is running */
export function interruptRun(): void {
  process.kill(runningEngine().pid, "SIGINT");
}

/** Whether any process has this text in its command. */
export function isRunning(text: string): boolean {
  return processes().some(({ command }) => command.includes(text));
}

function runningEngine(): Process {
  const engine = descendants(process.pid).find(({ command }) => /\/pulumi (up|destroy) /.test(command));
  if (engine === undefined) throw new Error("no update is running");
  return engine;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended in the meantime.
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

function descendants(ancestor: number): Process[] {
  const all = processes();
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(ancestor);
}

function processes(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line): Process[] => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
