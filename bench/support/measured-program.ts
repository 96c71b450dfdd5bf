/** Runs a program of others and measures it by the system's own accounts. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { withoutProxy } from "./helper-process";

export interface Usage {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Resident memory at its peak. */
  readonly peakBytes: number;
}

/** Python can wait for a child with its accounts; Node.js cannot. @throws with what the program said */
export async function measured(
  program: string,
  args: readonly string[],
): Promise<{ usage: Usage; stdout: string }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-usage-"));
  const file = join(folder, "usage.json");
  try {
    const script = join(__dirname, "rusage.py");
    const { stdout } = await promisify(execFile)("python3", ["-I", "-S", script, file, program, ...args], {
      env: withoutProxy(process.env),
      maxBuffer: 64 * 2 ** 20,
    });
    return { usage: JSON.parse(await readFile(file, "utf8")) as Usage, stdout };
  } finally {
    await rm(folder, { recursive: true });
  }
}
