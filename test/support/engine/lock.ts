/**
 * A lock between processes: a file that names its owner. It only avoids duplicate work. Two owners do no harm, because each
 * process works in its own folder.
 */

import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Say } from "./context";
import { codeOf } from "../errors";
import { withProgress } from "./progress";

/** The options of a lock. */
export interface LockOptions {
  readonly say: Say;
  /** Ends the wait for the lock. */
  readonly signal: AbortSignal;
  /** Removes the files of a dead owner, which its token identifies. */
  readonly clearAfter: (token: string) => Promise<void>;
}

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

const POLL_MS = 300;
const HEARTBEAT_MS = 5_000;
const STALE_MS = 60_000;

/**
 * Runs work under the lock, after waiting for a live owner.
 *
 * @param work receives the unique token of this owner
 */
export async function withLock<T>(
  file: string,
  options: LockOptions,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  await acquire(file, token, options);
  const heartbeat = setInterval(() => void refresh(file).catch(() => undefined), HEARTBEAT_MS);
  try {
    return await work(token);
  } finally {
    clearInterval(heartbeat);
    if ((await readOwner(file))?.token === token) await rm(file, { force: true });
  }
}

async function acquire(file: string, token: string, options: LockOptions): Promise<void> {
  // Written to another file first, so that the lock appears together with its content.
  const candidate = `${file}.${token}`;
  try {
    for (;;) {
      await writeFile(candidate, `${token} ${process.pid} ${hostname()}`);
      if (await linkIfFree(candidate, file)) return;
      const owner = await readOwner(file);
      if (owner === undefined) continue;
      if (!(await isDead(owner, file))) await waitFor(owner, file, options);
      else if (await takeOver(owner, file, candidate, token, options)) return;
    }
  } finally {
    await rm(candidate, { force: true });
  }
}

async function linkIfFree(candidate: string, file: string): Promise<boolean> {
  try {
    await link(candidate, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Replaces the lock of a dead owner. Returns whether this process now owns it. */
async function takeOver(
  dead: Owner,
  file: string,
  candidate: string,
  token: string,
  { say, clearAfter }: LockOptions,
): Promise<boolean> {
  await rename(candidate, file);
  // Several processes may replace it at the same time; the last one owns the lock.
  await sleep(POLL_MS);
  if ((await readOwner(file))?.token !== token) return false;
  say(`process ${dead.pid}, which was preparing the engine, has ended; taking over`);
  await clearAfter(dead.token);
  return true;
}

/** Waits until the owner has released the lock or is dead. */
async function waitFor(owner: Owner, file: string, { say, signal }: LockOptions): Promise<void> {
  const waiting = `process ${owner.pid} on ${owner.host} is preparing the engine; waiting for it`;
  say(waiting);
  await withProgress(
    say,
    () => waiting,
    async () => {
      while ((await readOwner(file))?.token === owner.token && !(await isDead(owner, file))) {
        await sleep(POLL_MS, undefined, { signal });
      }
    },
  );
}

/** Reads the owner from the file; `undefined` if the file does not exist. */
async function readOwner(file: string): Promise<Owner | undefined> {
  const text = await ignoreMissing(readFile(file, "utf8"));
  if (text === undefined) return undefined;
  // A file that a full disk truncated has no host; it is replaced once it is old.
  const [token = "", pid = "", host = ""] = text.split(" ");
  return { token, pid: Number(pid), host };
}

/**
 * Returns whether the owner is dead: on this machine, when its process id is unused. Ids are reused, and are meaningless on
 * another machine or in another container, so live owners also touch the file regularly.
 */
async function isDead(owner: Owner, file: string): Promise<boolean> {
  if (owner.host === hostname() && !isRunning(owner.pid)) return true;
  const lock = await ignoreMissing(stat(file));
  return lock !== undefined && Date.now() - lock.mtimeMs > STALE_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

async function refresh(file: string): Promise<void> {
  const now = new Date();
  await ignoreMissing(utimes(file, now, now));
}

async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
