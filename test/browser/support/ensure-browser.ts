/** Installs Chromium if it is missing and prints its path on stdout; progress goes to stderr. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser } from "./find-browser";

const INSTRUCTIONS =
  "The browser tests require Chromium: install it, or set CHROMIUM_PATH to an installed one.\n" +
  "On Debian, as root: apt-get update && apt-get install -y chromium";

function install(): void {
  if (process.env["CHROMIUM_PATH"] !== undefined)
    throw new Error(`CHROMIUM_PATH is not an executable file.\n${INSTRUCTIONS}`);
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) throw new Error(INSTRUCTIONS);
  process.stderr.write("Installing Chromium with apt-get.\n");
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", "chromium");
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Its output goes to stderr, because stdout is for the path.
  const { status } = spawnSync("apt-get", ["-q", ...args], { env, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed.\n${INSTRUCTIONS}`);
}

try {
  if (findBrowser() === undefined) install();
  const browser = findBrowser();
  if (browser === undefined) throw new Error(INSTRUCTIONS);
  process.stdout.write(`${browser}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
