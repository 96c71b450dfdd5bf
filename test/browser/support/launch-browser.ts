import assert from "node:assert/strict";
import { chromium, type Browser } from "playwright-core";
import { findBrowser } from "./find-browser";

/** Starts Chromium without what it would do in the background. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  assert.ok(executablePath !== undefined, "Chromium is missing; install it with npm run browser");
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const args = ["--no-sandbox", "--disable-component-update", "--disable-sync", ...quiet];
  return chromium.launch({ executablePath, args });
}
