/** Reads the peak memory of processes of the engine from /proc while they run. */

import { readdir, readFile } from "node:fs/promises";

const EVERY_MS = 100;
/** The script with which the Node.js SDK starts the process of dynamic providers. */
const PROVIDER = "/cmd/dynamic-provider";

/**
 * Runs `work` and measures the peak memory of the provider process.
 * @param mark a string that occurs only in the environment of processes of this run
 * @returns megabytes, or `undefined` without /proc
 */
export async function withPeakMemory<T>(
  mark: string,
  work: () => Promise<T>,
): Promise<{ result: T; peakMb: number | undefined }> {
  const peaks: number[] = [];
  const providers = new Set<string>();
  const others = new Set<string>();
  const poll = async (): Promise<void> => {
    for (const pid of await listProcesses()) {
      if (others.has(pid)) continue;
      if (!providers.has(pid)) {
        const [command, environment] = await Promise.all([read(pid, "cmdline"), read(pid, "environ")]);
        // Between fork and exec, a process still has the command of its parent.
        if (!environment.includes(mark)) others.add(pid);
        if (!environment.includes(mark) || !command.includes(PROVIDER)) continue;
        providers.add(pid);
      }
      const peak = /^VmHWM:\s*(\d+) kB/m.exec(await read(pid, "status"))?.[1];
      if (peak !== undefined) peaks.push(Number(peak) / 1024);
    }
  };
  let polling: Promise<void> | undefined;
  const timer = setInterval(() => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }, EVERY_MS);
  try {
    const result = await work();
    return { result, peakMb: peaks.length === 0 ? undefined : Math.max(...peaks) };
  } finally {
    clearInterval(timer);
    await polling;
  }
}

async function listProcesses(): Promise<string[]> {
  return (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
}

/** Empty for a process that has ended or belongs to another user. */
async function read(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
