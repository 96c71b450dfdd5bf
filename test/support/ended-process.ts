import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Participant } from "../../src/core/processes";

/** A provider process that has ended. */
export async function endedProcess(): Promise<Participant> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return { pid: child.pid ?? 0, start: "1", parents: [] };
}
