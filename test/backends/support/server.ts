import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A server that keeps the states of Pulumi. */
export interface BackendServer {
  /** The variables with which Pulumi finds it. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Waits until a server listens on its Unix socket. @throws Error if it ends instead */
export async function untilListening(server: ChildProcess, socket: string): Promise<void> {
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} ended with ${server.exitCode}`);
    await sleep(50);
  }
}
