/** Replaces many single reads of a collection by few list requests. */

import { setTimeout } from "node:timers/promises";
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

/** From this many reads on, the collection is listed. */
const MANY = 4;
/** The engine reads several resources at a time: their reads arrive within this time. */
const GATHER_MS = 15;

/**
 * Reads items one by one while there are few reads, and by one list when there are many. An item that is missing from the list is
 * read by itself, because a page may change while the next one is read. The list is used until the next write: a process lives
 * only as long as one run of the engine.
 * @param gather waits for other reads
 */
export function batchedReads<T>(
  gather: () => Promise<unknown> = async () => setTimeout(GATHER_MS),
): (collection: Collection<T>) => BatchedReads<T> {
  let reads = 0;
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

  return (collection) => ({
    all: async () => list(collection).all,
    async read(id) {
      reads++;
      if (reads < MANY) await gather();
      if (reads < MANY) return collection.get(id);
      return (await list(collection).byId).get(id) ?? collection.get(id);
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
