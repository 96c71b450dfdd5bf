/** Sees to it that there is a Chromium and prints its path, as the only line on stdout; what it does is said on stderr. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser } from "./find-browser";

const NEEDED =
  "The tests in a browser need Chromium: install it, or name an installed one in CHROMIUM_PATH.\n" +
  "On Debian, as root: apt-get update && apt-get install -y chromium";

function install(): void {
  if (process.env["CHROMIUM_PATH"] !== undefined) throw new Error(`CHROMIUM_PATH is no program.\n${NEEDED}`);
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) throw new Error(NEEDED);
  process.stderr.write("Installing Chromium from the packages of this Debian.\n");
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", "chromium");
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Its output goes to stderr: stdout is for the path.
  const { status } = spawnSync("apt-get", ["-q", ...args], { env, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed.\n${NEEDED}`);
}

try {
  if (findBrowser() === undefined) install();
  const browser = findBrowser();
  if (browser === undefined) throw new Error(NEEDED);
  process.stdout.write(`${browser}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
