/** Many single reads of one collection as few lists. */

import { setTimeout } from "node:timers/promises";

/** How a collection is read. */
export interface Collection<T> {
  readonly list: () => Promise<readonly T[]>;
  readonly get: (id: string) => Promise<T | undefined>;
  readonly idOf: (item: T) => string;
}

export interface BatchedReads<T> {
  /** One item; `undefined` only when a read of that very item says that it does not exist. */
  read(id: string): Promise<T | undefined>;
  /** Runs a write to the collection: no list that was begun before its end answers a later read. */
  writing<Result>(write: () => Promise<Result>): Promise<Result>;
}

export interface BatchingOptions {
  /** How long a first read waits for others to come. */
  readonly gather?: () => Promise<unknown>;
}

/** Above this many reads, list instead. */
const MANY = 4;
/** The engine asks for several resources at a time: they arrive within this time. */
const GATHER_MS = 15;

/**
 * Reads a collection by one list once there are many reads, and one by one while there are few. What the list lacks is
 * confirmed by a read of its own, because a page may change while the next one is read. The list is used until the next
 * write: a process only lives as long as one run of the engine.
 */
export function batchedReads<T>(collection: Collection<T>, options: BatchingOptions = {}): BatchedReads<T> {
  const gather = options.gather ?? (async () => setTimeout(GATHER_MS));
  let reads = 0;
  let latest: Promise<ReadonlyMap<string, T>> | undefined;

  function items(): Promise<ReadonlyMap<string, T>> {
    const byId = (all: readonly T[]): Map<string, T> =>
      new Map(all.map((item) => [collection.idOf(item), item]));
    // Without a list every item is read by itself, and that read reports what is wrong.
    latest ??= collection.list().then(byId, () => byId([]));
    return latest;
  }

  function forget(): void {
    reads = 0;
    latest = undefined;
  }

  return {
    async read(id) {
      reads++;
      if (reads < MANY) await gather();
      if (reads < MANY) return collection.get(id);
      return (await items()).get(id) ?? collection.get(id);
    },
    async writing(write) {
      forget();
      try {
        return await write();
      } finally {
        forget();
      }
    },
  };
}
