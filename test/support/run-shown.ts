import { spawn } from "node:child_process";
import { once } from "node:events";
import { repository } from "./repository";

/** Runs a program in the repository with the terminal of this process. @returns its exit code */
export async function runShown(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: repository, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
