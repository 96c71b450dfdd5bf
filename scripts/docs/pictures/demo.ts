/** The picture of the demo: its real output, line by line, in shorter time. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { repository } from "../../../test/support/repository";
import type { Line } from "./terminal";

/** Waits are shortened to this, in seconds. */
const LONGEST_WAIT = 1.2;
/** Time for a line to be read, in seconds. */
const SHORTEST_WAIT = 0.09;

/** Records `npm run demo` from its first step. @throws Error if it fails */
export async function recordDemo(): Promise<Line[]> {
  const child = spawn(process.execPath, ["-r", "ts-node/register/transpile-only", "scripts/demo/index.ts"], {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const lines: Line[] = [{ text: "\u001B[38;5;2m$\u001B[0m npm run demo", at: 0 }];
  let time = 0.4;
  let last: number | undefined;
  for await (const text of createInterface(child.stdout)) {
    // What comes before depends on the machine.
    if (last === undefined && !text.startsWith("1. ")) continue;
    const now = performance.now();
    const wait = last === undefined ? 0 : (now - last) / 1000;
    time += Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, wait));
    last = now;
    lines.push({ text: colored(text), at: Math.round(time * 100) / 100 });
  }
  const code = await ended;
  if (code !== 0) throw new Error(`The demo ended with ${code}`);
  return lines;
}

/** The colours that the demo has in a terminal. */
function colored(text: string): string {
  const code = [
    [/^\d\. /, "11"],
    [/^\$ /, "14"],
    [/^\s+\+/, "2"],
    [/^\s+-/, "1"],
    [/^\s+~/, "11"],
    [/✓|^All steps/, "2"],
    [/^  \d+\.\d s$/, "8"],
  ].find(([pattern]) => (pattern as RegExp).test(text))?.[1];
  return code === undefined ? text : `\u001B[38;5;${String(code)}m${text}\u001B[0m`;
}
