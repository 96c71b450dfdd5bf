/** The command pulumi-opsmanager as a process. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const ROOT = join(__dirname, "../../..");
const COMMAND = join(ROOT, "src/cli/pulumi-opsmanager.ts");

export function startCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ["-r", "ts-node/register/transpile-only", COMMAND, ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], ...env },
  });
}

/** Runs the command to its end. */
export async function runCommand(args: readonly string[], env?: NodeJS.ProcessEnv, input = "") {
  const child = startCommand(args, env);
  child.stdin.on("error", () => {}).end(input);
  const closed = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}
