/** The peak memory of processes that the engine starts, read off Linux's /proc while they run. */

import { readdir, readFile } from "node:fs/promises";

const EVERY_MS = 100;
/** How the Node.js SDK starts the process of dynamic providers. */
const PROVIDER = "/cmd/dynamic-provider";

/**
 * Runs `work` and gives the peak of the provider process meanwhile.
 * @param mark a text that only the environment of this run's processes holds
 * @returns megabytes, or `undefined` where there is no /proc
 */
export async function withPeakMemory<T>(
  mark: string,
  work: () => Promise<T>,
): Promise<{ result: T; peakMb: number | undefined }> {
  const peaks: number[] = [];
  const providers = new Set<string>();
  const others = new Set<string>();
  const look = async (): Promise<void> => {
    for (const pid of await processes()) {
      if (others.has(pid)) continue;
      if (!providers.has(pid)) {
        const [command, environment] = await Promise.all([read(pid, "cmdline"), read(pid, "environ")]);
        // Between fork and exec a process still has the command of its parent.
        if (!environment.includes(mark)) others.add(pid);
        if (!environment.includes(mark) || !command.includes(PROVIDER)) continue;
        providers.add(pid);
      }
      const peak = /^VmHWM:\s*(\d+) kB/m.exec(await read(pid, "status"))?.[1];
      if (peak !== undefined) peaks.push(Number(peak) / 1024);
    }
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, EVERY_MS);
  try {
    const result = await work();
    return { result, peakMb: peaks.length === 0 ? undefined : Math.max(...peaks) };
  } finally {
    clearInterval(timer);
    await looking;
  }
}

async function processes(): Promise<string[]> {
  return (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
}

/** Empty for a process that has ended or is somebody else's. */
async function read(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
