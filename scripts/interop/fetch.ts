/** Gets what is not ours: packages of Debian and of PyPI, unpacked below `.build/interop`. Nothing is installed. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = resolve(__dirname, "../../.build/interop");

/** Runs a program; gives its output. @throws with its name and what it said */
export async function output(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd, maxBuffer: 64 * 1_048_576 });
    return stdout;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const why = code === "ENOENT" ? `${program} is not on this machine` : stderr.trim().slice(-600);
    throw new Error(`${program} ${args.slice(0, 3).join(" ")}: ${why}`, { cause: error });
  }
}

/** A folder that is made once; it appears only when it is complete. */
async function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const ready = join(FOLDER, name);
  if (existsSync(ready)) return ready;
  const draft = `${ready}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await make(draft);
  if (existsSync(ready)) rmSync(draft, { recursive: true });
  else renameSync(draft, ready);
  return ready;
}

/** Packages of Debian, unpacked into one folder. */
export async function debianPackages(name: string, packages: readonly string[]): Promise<string> {
  return once(name, async (folder) => {
    try {
      await output("apt-get", ["download", ...packages], folder);
    } catch {
      // The lists of this machine are missing or old; ours need no rights.
      const own = [
        "-o",
        `Dir::State=${folder}/state`,
        "-o",
        `Dir::Cache=${folder}/cache`,
        "-o",
        "Debug::NoLocking=1",
      ];
      for (const each of ["state/lists/partial", "cache/archives/partial"])
        mkdirSync(join(folder, each), { recursive: true });
      await output("apt-get", [...own, "update"], folder);
      await output("apt-get", [...own, "download", ...packages], folder);
    }
    const archives = readdirSync(folder).filter((file) => file.endsWith(".deb"));
    if (archives.length < packages.length) throw new Error(`apt-get brought only ${archives.join(", ")}`);
    for (const archive of archives) await output("dpkg-deb", ["-x", archive, "."], folder);
  });
}

/** Packages of PyPI, in a folder for PYTHONPATH. */
export async function pythonPackages(name: string, packages: readonly string[]): Promise<string> {
  return once(name, async (folder) => {
    await output("python3", [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-input",
      "--target",
      folder,
      ...packages,
    ]);
  });
}
