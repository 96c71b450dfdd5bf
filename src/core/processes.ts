/** Other processes of this machine: whether one still runs, and which engine started this one. */

import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** A process that no other one is taken for, although ids are used again. */
export interface ProcessId {
  readonly pid: number;
  /** Its start, in a unit of the system. Empty where the system does not tell. */
  readonly start: string;
}

interface ProcessInfo extends ProcessId {
  readonly parent: number;
}

/** A provider process. */
export interface Participant extends ProcessId {
  /** Its parents up to the engine. Empty where the system does not tell, and for a process that the engine only attaches to. */
  readonly parents: readonly ProcessId[];
}

/** This process. @param isChild whether the engine started it */
export function thisProcess(isChild: boolean): Participant {
  const { pid } = process;
  return { pid, start: infoOf(pid)?.start ?? "", parents: isChild ? parentsUpToEngine(process.ppid) : [] };
}

/** The engine starts the host of dynamic providers through a shell. */
const SHELL = /^(?:.*\/)?(?:(?:ba|da|a|z|k)?sh|busybox)$/;

function parentsUpToEngine(pid: number): ProcessId[] {
  const found = infoOf(pid);
  if (found === undefined) return [];
  const { start, parent } = found;
  const isShell = SHELL.test(commandLineOf({ pid })?.[0] ?? "");
  return [{ pid, start }, ...(isShell ? parentsUpToEngine(parent) : [])];
}

/** Whether the process still runs, and its engine with it: a provider may outlive an engine that was killed. */
export function isAlive({ parents, ...own }: Participant): boolean {
  return runs(own) && parents.every(runs);
}

export function runs({ pid, start }: ProcessId): boolean {
  const found = infoOf(pid);
  if (found !== undefined) return found.start === start;
  if (process.platform === "linux") return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The command line of a process; `undefined` where the system does not tell. */
export function commandLineOf({ pid }: Pick<ProcessId, "pid">): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return ps(pid, "args")?.split(" ");
  }
}

/** The names of what separates this process from those of other containers, which may have the same folder for temporary files. */
export function namespaces(): string[] {
  return ["pid", "net"].flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/ns/${name}`)];
    } catch {
      return [];
    }
  });
}

function infoOf(pid: number): ProcessInfo | undefined {
  if (process.platform === "linux") return infoInProc(pid);
  const [parent, start] = ["ppid", "lstart"].map((field) => ps(pid, field));
  return parent === undefined || start === undefined ? undefined : { pid, start, parent: Number(parent) };
}

function infoInProc(pid: number): ProcessInfo | undefined {
  try {
    // proc(5): the name in parentheses, which may contain spaces, then the state, the parent, and as the 20th field the start.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, and its parent has not taken note of it.
    return state === "Z" ? undefined : { pid, start: rest[17] ?? "", parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function ps(pid: number, field: string): string | undefined {
  if (process.platform === "win32") return undefined;
  try {
    return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}
