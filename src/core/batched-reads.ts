/** Replaces many single reads of a collection by few list requests. */

import { setImmediate } from "node:timers/promises";
import type { ApiClient } from "../http/api-client";
import type { Connection } from "./connections";

/** The requests that read a collection. */
export interface Collection<T> {
  readonly list: () => Promise<readonly T[]>;
  readonly get: (id: string) => Promise<T | undefined>;
  readonly idOf: (item: T) => string;
}

export interface BatchedReads<T> {
  /** Returns all items, from the list that other reads use as well. */
  all(): Promise<readonly T[]>;
  /** Returns one item; `undefined` only if a read of that item says that it does not exist. */
  read(id: string): Promise<T | undefined>;
  /** Runs a write to the collection. Later reads do not use a list that was requested before its end. */
  writing<Result>(write: () => Promise<Result>): Promise<Result>;
}

/** From this many reads on, the collection is listed, even if they come one after the other. */
const MANY = 4;
/** A call takes several turns of the event loop from its arrival to its read. */
const QUIET_TURNS = 5;

/**
 * Reads an item by itself while no other read is waiting, and otherwise all items by one list: the engine reads several resources at a
 * time, and their calls arrive in successive turns of the event loop. An item that is missing from the list is read by itself, because a page may change while the next one is read. The list is used
 * until the next write: a process lives only as long as one run of the engine.
 */
export function batchedReads<T>(): (collection: Collection<T>) => BatchedReads<T> {
  let reads = 0;
  /** How many reads have no result yet. */
  let waiting = 0;
  let latest:
    | { readonly all: Promise<readonly T[]>; readonly byId: Promise<ReadonlyMap<string, T>> }
    | undefined;

  function list(collection: Collection<T>): NonNullable<typeof latest> {
    if (latest === undefined) {
      const all = collection.list();
      const byId = (items: readonly T[]): Map<string, T> =>
        new Map(items.map((item) => [collection.idOf(item), item]));
      // Without a list every item is read by itself, and that read reports the error.
      latest = { all, byId: all.then(byId, () => byId([])) };
    }
    return latest;
  }

  function forget(): void {
    reads = 0;
    latest = undefined;
  }

  /** Waits until no read has arrived for some turns of the event loop. */
  async function othersArrive(): Promise<void> {
    for (let quiet = 0, before = reads; quiet < QUIET_TURNS; quiet = reads === before ? quiet + 1 : 0) {
      before = reads;
      await setImmediate();
    }
  }

  async function read(collection: Collection<T>, id: string): Promise<T | undefined> {
    reads++;
    if (latest === undefined && reads < MANY) await othersArrive();
    const isAlone = latest === undefined && waiting === 1 && reads < MANY;
    const listed = isAlone ? undefined : (await list(collection).byId).get(id);
    return listed ?? collection.get(id);
  }

  return (collection) => ({
    all: async () => list(collection).all,
    async read(id) {
      waiting++;
      try {
        return await read(collection, id);
      } finally {
        waiting--;
      }
    },
    async writing(write) {
      forget();
      try {
        return await write();
      } finally {
        forget();
      }
    },
  });
}

/**
 * The reads that the resources of a connection share. Each uses the client of its own context: the requests of a preview end in
 * time.
 */
export function sharedReads<T>(
  { api, once }: Pick<Connection, "api" | "once">,
  name: string,
  collectionOf: (api: ApiClient) => Collection<T>,
): BatchedReads<T> {
  return once(name, () => batchedReads<T>())(collectionOf(api));
}
