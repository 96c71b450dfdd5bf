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
  /** Milliseconds on a clock that never jumps. */
  readonly now?: () => number;
  /** How long a first read waits for others to come. */
  readonly gather?: () => Promise<unknown>;
}

/** From so many reads on, one list is less than single reads. */
const MANY = 4;
/** A list answers reads this long, counted from its beginning. */
const LIST_AGE_MS = 30_000;
/** The engine asks for several resources at a time: they arrive within this time. */
const GATHER_MS = 15;

/**
 * Reads a collection by lists once there are many reads, and one by one while there are few. What a list lacks is
 * confirmed by a read of its own, because a page may have changed under way.
 */
export function batchedReads<T>(collection: Collection<T>, options: BatchingOptions = {}): BatchedReads<T> {
  const now = options.now ?? (() => performance.now());
  const gather = options.gather ?? (async () => setTimeout(GATHER_MS));
  let reads = 0;
  let latest: { readonly items: Promise<ReadonlyMap<string, T>>; readonly begunAt: number } | undefined;

  function items(): Promise<ReadonlyMap<string, T>> {
    if (latest === undefined || now() - latest.begunAt > LIST_AGE_MS) {
      const begunAt = now();
      const byId = (all: readonly T[]): Map<string, T> =>
        new Map(all.map((item) => [collection.idOf(item), item]));
      // Without a list every item is read by itself, and that read tells what is wrong.
      latest = { begunAt, items: collection.list().then(byId, () => byId([])) };
    }
    return latest.items;
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
