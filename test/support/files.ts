import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for each test of a suite. Returns its path, or that of a file in it. */
export function useFolder(): (name?: string) => string {
  let folder = "";
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "opsmanager-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (name = "") => join(folder, name);
}

/** The files of a program by path, without its packages. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "utf8")]),
  );
  return Object.fromEntries(texts) as Record<string, string>;
}
