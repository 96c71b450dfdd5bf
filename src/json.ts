/** Plain JSON values: equality, copies without absent values, selection of keys. */

import { isDeepStrictEqual } from "node:util";

export type PlainObject = Record<string, unknown>;

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Whether objects and lists are nested more than that many levels deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan((value as PlainObject)[key], levels - 1)) return true;
  return false;
}

/** The value without `undefined` at any depth: Pulumi's protocol cannot transport it. */
export function withoutUndefined<T>(value: T): T {
  return without(value, (item) => item === undefined) as T;
}

/** The value without `null` and `undefined` at any depth. */
export function withoutNulls<T>(value: T): T {
  return without(value, (item) => item == null) as T;
}

/** The value without fields that are `null`, at any depth; the items of lists stay. */
export function withoutNullFields<T>(value: T): T {
  return without(value, (item, isInList) => item == null && !isInList) as T;
}

function without(value: unknown, isOut: (item: unknown, isInList: boolean) => boolean): unknown {
  // Usually there is nothing to leave out, and no copy is needed.
  if (!holds(value, isOut)) return value;
  if (Array.isArray(value))
    return value.filter((item) => !isOut(item, true)).map((item) => without(item, isOut));
  const kept = Object.entries(value as PlainObject).filter(([, item]) => !isOut(item, false));
  return Object.fromEntries(kept.map(([key, item]) => [key, without(item, isOut)]));
}

function holds(value: unknown, isOut: (item: unknown, isInList: boolean) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isInList = Array.isArray(value);
  return Object.values(value).some((item) => isOut(item, isInList) || holds(item, isOut));
}

/** Equality of JSON values: the order of keys does not matter, `undefined` is the same as absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object") return Object.is(a, b);
  // Usually they are equal without copies.
  return isDeepStrictEqual(a, b) || isDeepStrictEqual(withoutUndefined(a), withoutUndefined(b));
}

/** One text for equal JSON values: keys sorted at every depth. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isPlainObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** The texts and numbers at any depth, as texts. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The object with the named keys only; absent ones stay absent. */
export function pick<T extends object, Key extends keyof T>(object: T, keys: readonly Key[]): Pick<T, Key> {
  const picked: Partial<Pick<T, Key>> = {};
  for (const key of keys) if (object[key] !== undefined) picked[key] = object[key];
  return picked as Pick<T, Key>;
}

/** The object with every key replaced. */
export function mapKeys(object: PlainObject, change: (key: string) => string): PlainObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [change(key), value]));
}

/** The object with every value replaced. */
export function mapValues<Key extends string, T, U>(
  object: Readonly<Record<Key, T>>,
  change: (value: T, key: Key) => U,
): Record<Key, U> {
  const entries = Object.entries<T>(object).map(([key, value]) => [key, change(value, key as Key)]);
  return Object.fromEntries(entries) as Record<Key, U>;
}

/** The items by key, in their order. (`Map.groupBy` needs Node.js 21.) */
export function groupBy<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The object without the named keys. */
export function omit<T extends object, Key extends keyof T>(object: T, keys: readonly Key[]): Omit<T, Key> {
  const rest: Partial<T> = { ...object };
  for (const key of keys) delete rest[key];
  return rest as Omit<T, Key>;
}
