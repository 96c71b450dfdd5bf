/**
 * A log that all provider processes of a run append to, so that what one of them knows, the others know. The engine starts one
 * process for each provider instance, one for each version of the SDK, one for the classes, and one for `pulumi import`.
 *
 * The log is a file in a folder that only the user can read. Its name comes from the address of the engine, which each process gets.
 * An event is one line, written by one call. Nobody removes the file at the end, since the engine ends its plugins by a signal: a log
 * none of whose processes runs any more, nor their engine, is that of an earlier run at the same address, and a process that finds one begins the
 * next generation of the log.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../errors";
import type { Participant, ProcessId } from "./processes";
import { isAlive, namespaces, runs } from "./processes";

/** What happened: a name, and values without secrets. */
export type RunEvent = readonly [name: string, ...values: unknown[]];

export type Apply = (event: RunEvent) => unknown;

export interface RunLog {
  /** The writer of the events of this process. */
  readonly writer: string;
  /** Writes an event, applies all up to it, and returns the result of its own. Without a log it applies the event to this process alone. */
  append(event: RunEvent, apply: Apply): unknown;
  /** Applies the events that other processes have written since. */
  read(apply: Apply): void;
  /** Whether the process that has written an event still runs. */
  isRunning(writer: string): boolean;
  /** Why this process may not know what others have, if that is so. */
  problem(): string | undefined;
}

/** The log of a process that is alone, as in tests and commands. */
export function localLog(): RunLog {
  return {
    writer: "",
    append: (event, apply) => apply(event),
    read: () => undefined,
    isRunning: () => true,
    problem: () => undefined,
  };
}

/** What a process with another number writes has another meaning. */
const VERSION = 1;
/** After so long, the log of a run of which nothing is known is removed. */
const WEEK_MS = 7 * 86_400_000;

/** Returns the address of the engine, which it passes to the providers that it starts. */
export function engineAddress(): string | undefined {
  return process.argv.slice(2).find((argument) => /^[\w.[\]:-]+:\d+$/.test(argument));
}

/**
 * Opens the log of a run when it is first needed.
 * @param address that of the engine
 */
export function openRunLog(address: string, self: Participant, folder = defaultFolder()): RunLog {
  const key = keyOf(address);
  const me = `${self.pid}@${self.start}`;
  const writers = new Map<string, Participant>([[me, self]]);
  let opened: LogFile | undefined;
  let problem: string | undefined;
  let written = 0;

  function attempt(action: (file: LogFile) => void): void {
    if (problem !== undefined) return;
    try {
      if (opened === undefined) {
        opened = openCurrent(folder, key);
        opened.append([VERSION, me, written++, "join", self]);
      }
      action(opened);
    } catch (error) {
      problem =
        `the provider processes of a run share what they know in ${folder}, and that is not possible: ${messageOf(error)}. ` +
        "Make it a folder that only this user can read and write, or set TMPDIR";
    }
  }

  /** @returns the result of the own event of that number */
  function applyNew(file: LogFile, apply: Apply, own?: number): unknown {
    let result: unknown;
    for (const [version, writer, number, name, ...values] of file.read()) {
      if (version !== VERSION) {
        problem =
          "another version of the provider, which this one does not understand, takes part in the run: use one version of the package";
      } else if (name === "join") writers.set(writer, values[0] as Participant);
      else {
        const applied = apply([name, ...values]);
        if (writer === me && number === own) result = applied;
      }
    }
    return result;
  }

  return {
    writer: me,
    append(event, apply) {
      let result: { value: unknown } | undefined;
      attempt((file) => {
        const number = written++;
        file.append([VERSION, me, number, ...event]);
        result = { value: applyNew(file, apply, number) };
      });
      return result === undefined ? apply(event) : result.value;
    },
    read: (apply) => attempt((file) => void applyNew(file, apply)),
    isRunning(writer) {
      const participant = writers.get(writer);
      return writer === me || (participant !== undefined && isAlive(participant));
    },
    problem() {
      attempt((file) => file.requireLinked());
      return problem;
    },
  };
}

/**
 * The events of an earlier run of the same engine process, which is a preview: `pulumi up` runs one before the update, each with an
 * address of its own. `undefined` if there is none.
 */
export function earlierEvents(
  address: string,
  engine: ProcessId,
  folder = defaultFolder(),
): RunEvent[] | undefined {
  const own = keyOf(address);
  try {
    requirePrivate(folder);
    const logs = logsIn(folder, machine()).filter((name) => !name.startsWith(own));
    const found = logs
      .map((name) => readOnce(join(folder, name)))
      .find((lines) => participantsIn(lines).some(({ parents }) => isSame(parents.at(-1), engine)));
    return found?.map(([, , , ...event]) => event).filter(([kind]) => kind !== "join");
  } catch {
    // The folder cannot be used, or another process has removed a log meanwhile.
    return undefined;
  }
}

function isSame(a: ProcessId | undefined, b: ProcessId): boolean {
  return a?.pid === b.pid && a.start === b.start;
}

/** A line of the log. */
type Line = readonly [version: number, writer: string, number: number, ...event: RunEvent];
type LogFile = ReturnType<typeof logFile>;

function defaultFolder(): string {
  return join(tmpdir(), `pulumi-opsmanager-${process.getuid?.() ?? "user"}`);
}

/** What the processes of a run, and they alone, have in common. */
function keyOf(address: string): string {
  return `${machine()}-${hash(address)}`;
}

/** A folder may be that of several containers, which do not see each other's processes. */
function machine(): string {
  return hash([hostname(), ...namespaces()].join("\n"));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

const NAME = /^[0-9a-f]{12}-[0-9a-f]{12}\.(\d+)\.log$/;

function logsIn(folder: string, prefix: string): string[] {
  return readdirSync(folder).filter((name) => NAME.test(name) && name.startsWith(prefix));
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

/** Opens the newest log of the run, or begins one. */
function openCurrent(folder: string, key: string): LogFile {
  requirePrivate(folder);
  for (;;) {
    const generations = logsIn(folder, `${key}.`);
    const latest = Math.max(0, ...generations.map((name) => Number(NAME.exec(name)?.[1])));
    try {
      return (latest > 0 ? joined(pathOf(folder, key, latest)) : undefined) ?? begun(folder, key, latest + 1);
    } catch (error) {
      // Meanwhile another process has begun the next one, and removed this one.
      if (!["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}

function pathOf(folder: string, key: string, generation: number): string {
  return join(folder, `${key}.${generation}.log`);
}

/** The log at the path, unless its run has ended. */
function joined(path: string): LogFile | undefined {
  const lines = readOnce(path);
  const participants = participantsIn(lines);
  // One without a line has just been begun. A provider may have ended although the engine still runs.
  const isCurrent = lines.length === 0 || participants.some(isAlive) || enginesOf(participants).some(runs);
  return isCurrent ? logFile(openSync(path, O_RDWR | O_APPEND | O_NOFOLLOW)) : undefined;
}

function begun(folder: string, key: string, generation: number): LogFile {
  const path = pathOf(folder, key, generation);
  const file = logFile(openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
  removeStale(folder, path);
  return file;
}

/** @throws Error for a folder that somebody else could write to */
function requirePrivate(folder: string): void {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new Error("it is not a folder");
  if (process.platform === "win32") return;
  if (found.uid !== process.getuid?.()) throw new Error("it belongs to another user");
  if ((found.mode & 0o077) !== 0) throw new Error("other users may read or write it");
}

function participantsIn(lines: readonly Line[]): Participant[] {
  return lines.flatMap(([, , , kind, value]) => (kind === "join" ? [value as Participant] : []));
}

function enginesOf(participants: readonly Participant[]): ProcessId[] {
  return participants.flatMap(({ parents }) => parents.slice(-1));
}

/** Removes the logs of runs that have ended. That of a preview stays as long as its engine. */
function removeStale(folder: string, own: string): void {
  for (const name of logsIn(folder, "")) {
    const path = join(folder, name);
    if (path === own) continue;
    try {
      if (Date.now() - statSync(path).mtimeMs > WEEK_MS || hasEnded(path, name)) unlinkSync(path);
    } catch {
      // Another process has removed it.
    }
  }
}

function hasEnded(path: string, name: string): boolean {
  if (!name.startsWith(machine())) return false;
  const participants = participantsIn(readOnce(path));
  const engines = enginesOf(participants);
  return engines.length > 0 && !participants.some(isAlive) && !engines.some(runs);
}

function readOnce(path: string): Line[] {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW);
  try {
    return logFile(fd).read();
  } finally {
    closeSync(fd);
  }
}

const READ_BYTES = 16_384;

/** An open log. Each line has the length of its JSON before it, and a line break before that: a line that was torn spoils no other. */
function logFile(fd: number) {
  const buffer = Buffer.alloc(READ_BYTES);
  let [offset, rest] = [0, Buffer.alloc(0)];
  return {
    append(line: Line): void {
      const json = JSON.stringify(line);
      const bytes = Buffer.from(`\n${Buffer.byteLength(json)} ${json}\n`);
      const count = writeSync(fd, bytes);
      if (count !== bytes.length) throw new Error(`only ${count} of ${bytes.length} bytes were written`);
    },
    /** @throws Error if the file is not that of the run any more */
    requireLinked(): void {
      if (fstatSync(fd).nlink === 0) throw new Error("somebody has removed the log of the run");
    },
    /** Returns the lines since the last call. */
    read(): Line[] {
      const parts = [rest];
      for (let count = READ_BYTES; count === READ_BYTES;) {
        count = readSync(fd, buffer, 0, READ_BYTES, offset);
        offset += count;
        if (count > 0) parts.push(Buffer.from(buffer.subarray(0, count)));
      }
      if (parts.length === 1) return [];
      const text = Buffer.concat(parts);
      const end = text.lastIndexOf(10) + 1;
      rest = text.subarray(end);
      return text.subarray(0, end).toString("utf8").split("\n").flatMap(parseLine);
    },
  };
}

function parseLine(text: string): Line[] {
  const [, length, json = ""] = /^(\d+) (.*)$/.exec(text) ?? [];
  return Number(length) === Buffer.byteLength(json) ? [JSON.parse(json) as Line] : [];
}
