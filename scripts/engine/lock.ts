/**
 * A lock between processes: a file that names its owner. It spares work that would be done twice; nothing
 * becomes wrong when two processes believe that they own it, since each works in a folder of its own.
 */

import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Say } from "./context";
import { codeOf } from "./errors";
import { withProgress } from "./progress";

/** How a lock is taken. */
export interface LockOptions {
  readonly say: Say;
  /** Ends the wait for the lock. */
  readonly signal: AbortSignal;
  /** Clears away what a dead owner left; called with that owner's token. */
  readonly clearAfter: (token: string) => Promise<void>;
}

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

const POLL_MS = 300;
const HEARTBEAT_MS = 5_000;
const SILENT_MS = 60_000;

/**
 * Does work while holding the lock; waits, and says so, while a living process holds it.
 *
 * @param work gets the token of this hold, unique to it
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
  // Written aside first: the lock appears together with its content.
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

/** Puts our lock in the place of a dead owner's. Returns whether we have it. */
async function takeOver(
  dead: Owner,
  file: string,
  candidate: string,
  token: string,
  { say, clearAfter }: LockOptions,
): Promise<boolean> {
  await rename(candidate, file);
  // Several may have found the owner dead at the same moment; the last one has the lock.
  await sleep(POLL_MS);
  if ((await readOwner(file))?.token !== token) return false;
  say(`process ${dead.pid}, which was preparing the engine, is gone; taking over`);
  await clearAfter(dead.token);
  return true;
}

/** Returns when the owner has given the lock back, or is dead. */
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

/** The owner that the file names, `undefined` when there is no file. */
async function readOwner(file: string): Promise<Owner | undefined> {
  const text = await ignoringMissing(readFile(file, "utf8"));
  if (text === undefined) return undefined;
  // A file that was cut off by a full disk names no host, and is removed once it is old.
  const [token = "", pid = "", host = ""] = text.split(" ");
  return { token, pid: Number(pid), host };
}

/**
 * A process of this machine is dead when its number is unused. Numbers are used again, and mean nothing on
 * another machine or in another container, so the owner also touches the file all the time that it lives.
 */
async function isDead(owner: Owner, file: string): Promise<boolean> {
  if (owner.host === hostname() && !isRunning(owner.pid)) return true;
  const lock = await ignoringMissing(stat(file));
  return lock !== undefined && Date.now() - lock.mtimeMs > SILENT_MS;
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
  await ignoringMissing(utimes(file, now, now));
}

async function ignoringMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
