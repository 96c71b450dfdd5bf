import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { z } from "zod";
import { COLLECTIONS } from "./collections";
import type { State } from "./entities";
import type { Store } from "./store";

/** The delay in milliseconds in which changes are collected into one write. */
const WRITE_DELAY_MS = 50;

/** Reads a state file; `undefined` if it does not exist. */
export function readStateFile(path: string): State | undefined {
  const state = readSeedFile(path, true);
  return state === undefined ? undefined : parseState(state, path);
}

/** Reads a file with some or all collections. */
export function readSeedFile(path: string, mayBeAbsent = false): Partial<State> | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (mayBeAbsent && error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return parseSeed(parseJson(text, path), path);
}

/** Writes the state of a store after changes. */
export interface StateKeeper {
  /** Waits until everything is written. */
  flush(): Promise<void>;
}

/** Replaces a file with the state after each change. Only its owner can read it, since it contains keys. */
export function keepState(path: string, store: Store, onError: (error: unknown) => void): StateKeeper {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const save = (): void => {
    timer = undefined;
    writing = writing
      .then(() => replaceFile(path, JSON.stringify(store.snapshot(), undefined, 2)))
      .catch(onError);
  };
  store.onChange(() => {
    timer ??= setTimeout(save, WRITE_DELAY_MS).unref();
  });
  return {
    async flush() {
      clearTimeout(timer);
      save();
      await writing;
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${path} is not valid JSON`);
  }
}

// Only the shape that the store relies on is validated: a test may need entities that the service would refuse.
const collectionSchemas = Object.fromEntries(
  Object.entries(COLLECTIONS).map(([name, { scopeField, idField }]) => [
    name,
    z.array(
      z.looseObject(
        Object.fromEntries([idField, scopeField ?? idField].map((field) => [field, z.string().min(1)])),
      ),
    ),
  ]),
);
const seedSchema = z.strictObject(collectionSchemas).partial();
// A file of an earlier version lacks the collections of later ones.
const stateSchema = z.strictObject(
  Object.fromEntries(Object.entries(collectionSchemas).map(([name, schema]) => [name, schema.default([])])),
);

function parseSeed(value: unknown, source: string): Partial<State> {
  const parsed = seedSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${source} is not a valid seed: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseState(value: unknown, source: string): State {
  const parsed = stateSchema.safeParse(value);
  if (!parsed.success)
    throw new Error(`${source} is not a valid state file: ${z.prettifyError(parsed.error)}`);
  return parsed.data as unknown as State;
}
