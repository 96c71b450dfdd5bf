/** Downloads packages of Debian and PyPI and unpacks them below `.build/interop`, without installing them. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = resolve(__dirname, "../../.build/interop");

/** Runs a program and returns its stdout. @throws Error with its name and the end of its stderr */
export async function output(program: string, args: readonly string[], cwd?: string): Promise<string> {
  try {
    const { stdout } = await run(program, args, { cwd, maxBuffer: 64 * 1_048_576 });
    return stdout;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const reason = code === "ENOENT" ? `${program} is not installed` : stderr.trim().slice(-600);
    throw new Error(`${program} ${args.slice(0, 3).join(" ")}: ${reason}`, { cause: error });
  }
}

/** Creates a folder once; it appears only when it is complete. */
async function createOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
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

/** Unpacks Debian packages into one folder. */
export async function fetchDebianPackages(name: string, packages: readonly string[]): Promise<string> {
  return createOnce(name, async (folder) => {
    try {
      await output("apt-get", ["download", ...packages], folder);
    } catch {
      // The package lists of this machine are missing or outdated; private ones need no root.
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
    if (archives.length < packages.length) throw new Error(`apt-get downloaded only ${archives.join(", ")}`);
    for (const archive of archives) await output("dpkg-deb", ["-x", archive, "."], folder);
  });
}

/** Installs PyPI packages into a folder for PYTHONPATH. */
export async function fetchPythonPackages(name: string, packages: readonly string[]): Promise<string> {
  return createOnce(name, async (folder) => {
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
