import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Finds Chromium: `CHROMIUM_PATH`, or the first on `PATH`. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const named = env["CHROMIUM_PATH"] ?? "";
  const candidates =
    named === "" ? NAMES.flatMap((name) => folders.map((folder) => join(folder, name))) : [named];
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
