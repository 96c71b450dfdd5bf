/** Runs a program and measures its resource usage. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { withoutProxy } from "./helper-process";

export interface Usage {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Uses Python, since Node.js cannot read the resource usage of a child. @throws Error with the output of the program */
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
