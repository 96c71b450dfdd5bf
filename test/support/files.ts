import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

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
