/** The machine and time of a measurement. */

import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { resolve } from "node:path";

export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly node: string;
  readonly system: string;
  readonly date: string;
  /** With `+` if the working tree differs from it. */
  readonly commit: string;
  /** The load average of the minute before. */
  readonly loadBefore: number;
}

export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    date: new Date().toISOString(),
    commit: commit(),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

export function describeMachine(machine: Machine): string {
  const { cores, cpu, memoryGiB, node, system, date, commit: at, loadBefore } = machine;
  return (
    `${date.slice(0, 10)}, commit ${at}; ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node.js ${node}; ` +
    `load before ${loadBefore.toFixed(2)}.`
  );
}

/** Ignores changed results, which may have just been written. */
function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: resolve(__dirname, "../.."), encoding: "utf8" }).trim();
  try {
    const differs = git("status", "--porcelain", "--", "src", "bench", ":!bench/results") !== "";
    return `${git("rev-parse", "--short", "HEAD")}${differs ? "+" : ""}`;
  } catch {
    return "unknown";
  }
}
