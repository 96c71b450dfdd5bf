/** Reads the peak memory of processes of the engine from /proc while they run. */

import { readdir, readFile } from "node:fs/promises";

const EVERY_MS = 100;

/** The processes of a run, and what their commands contain; the scripts are those of the Node.js SDK. */
const COMMANDS = {
  engine: /\/pulumi\0(up|refresh|destroy)\0/,
  program: /\/cmd\/run(\/|\0)/,
  provider: /\/cmd\/dynamic-provider/,
} as const;

/** The peak memory of each process in megabytes. */
export type PeakMemory = Partial<Record<keyof typeof COMMANDS, number>>;

/**
 * Runs `work` and measures the peak memory of the processes of the engine.
 * @param mark a string that occurs only in the environment of processes of this run
 * @returns no peaks without /proc
 */
export async function withPeakMemory<T>(
  mark: string,
  work: () => Promise<T>,
): Promise<{ result: T; peaks: PeakMemory }> {
  const peaks: PeakMemory = {};
  const measured = new Map<string, keyof typeof COMMANDS>();
  const others = new Set<string>();
  const poll = async (): Promise<void> => {
    for (const pid of await listProcesses()) {
      if (others.has(pid)) continue;
      let role = measured.get(pid);
      if (role === undefined) {
        const [command, environment] = await Promise.all([read(pid, "cmdline"), read(pid, "environ")]);
        // Between fork and exec, a process still has the command of its parent.
        if (!environment.includes(mark)) others.add(pid);
        role = environment.includes(mark) ? roleOf(command) : undefined;
        if (role === undefined) continue;
        measured.set(pid, role);
      }
      const peak = /^VmHWM:\s*(\d+) kB/m.exec(await read(pid, "status"))?.[1];
      if (peak !== undefined) peaks[role] = Math.max(peaks[role] ?? 0, Number(peak) / 1024);
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
    return { result, peaks };
  } finally {
    clearInterval(timer);
    await polling;
  }
}

function roleOf(command: string): keyof typeof COMMANDS | undefined {
  const roles = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];
  return roles.find((role) => COMMANDS[role].test(command));
}

async function listProcesses(): Promise<string[]> {
  return (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
}

/** Empty for a process that has ended or belongs to another user. */
async function read(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
}
