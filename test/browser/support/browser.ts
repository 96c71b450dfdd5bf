/** Chromium: the installed one, or that of Debian. */

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const INSTRUCTIONS =
  "The browser tests require Chromium: install it, or set CHROMIUM_PATH to an installed one.\n" +
  "On Debian, as root: apt-get update && apt-get install -y chromium";

/** Installs Chromium if it is missing. @returns its path */
export function ensureBrowser(): string {
  const found = findBrowser() ?? install();
  if (found === undefined) throw new Error(INSTRUCTIONS);
  return found;
}

function install(): string | undefined {
  if (process.env["CHROMIUM_PATH"] !== undefined)
    throw new Error(`CHROMIUM_PATH is not an executable file.\n${INSTRUCTIONS}`);
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) throw new Error(INSTRUCTIONS);
  console.log("Installing Chromium with apt-get.");
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", "chromium");
  return findBrowser();
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("apt-get", ["-q", ...args], { env, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed.\n${INSTRUCTIONS}`);
}

/** Finds Chromium: `CHROMIUM_PATH`, or the first on `PATH`. */
function findBrowser({ env } = process): string | undefined {
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

/** Starts Chromium without what it would do in the background. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = ensureBrowser();
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const args = ["--no-sandbox", "--disable-component-update", "--disable-sync", ...quiet];
  return chromium.launch({ executablePath, args });
}
