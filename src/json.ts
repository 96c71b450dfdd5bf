/** Plain JSON values: equality, and what may leave this package. */

import { isDeepStrictEqual } from "node:util";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type PlainObject = Record<string, unknown>;

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether objects and lists are nested in each other deeper than so many levels; a walk deeper than that is not made. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan((value as PlainObject)[key], levels - 1)) return true;
  return false;
}

/** The value without `undefined` anywhere: Pulumi's wire format has no place for it. */
export function withoutUndefined<T>(value: T): T {
  return without({ isOut: (item) => item === undefined, inLists: true }, value);
}

/** The value without `null` and `undefined` anywhere. */
export function withoutNulls<T>(value: T): T {
  return without({ isOut: (item) => item == null, inLists: true }, value);
}

/** The value without fields that are `null`, at any depth; the items of lists stay. */
export function withoutNullFields<T>(value: T): T {
  return without({ isOut: (item) => item == null, inLists: false }, value);
}

/** What is left out. */
interface Omission {
  readonly isOut: (item: unknown) => boolean;
  readonly inLists: boolean;
}

/** The value itself where nothing is to be left out, as mostly. */
function without<T>(omission: Omission, value: T): T {
  return holds(omission, value) ? (copyWithout(omission, value) as T) : value;
}

function holds(omission: Omission, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isLooked = omission.inLists || !Array.isArray(value);
  for (const key in value) {
    const item = (value as PlainObject)[key];
    if ((isLooked && omission.isOut(item)) || holds(omission, item)) return true;
  }
  return false;
}

function copyWithout(omission: Omission, value: unknown): unknown {
  const { isOut, inLists } = omission;
  if (Array.isArray(value)) {
    return value.filter((item) => !inLists || !isOut(item)).map((item) => copyWithout(omission, item));
  }
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => !isOut(item));
  return Object.fromEntries(kept.map(([key, item]) => [key, copyWithout(omission, item)]));
}

/** Equality of JSON values: the order of keys does not matter, `undefined` is the same as absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object") return Object.is(a, b);
  // Most are the same as they are, which needs no copies.
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

/** The object with the named keys only; absent ones stay absent. */
export function pick(object: PlainObject, keys: Iterable<string>): PlainObject {
  const picked: PlainObject = {};
  for (const key of keys) if (object[key] !== undefined) picked[key] = object[key];
  return picked;
}

/** The object without the named keys. */
export function omit(object: PlainObject, keys: ReadonlySet<string>): PlainObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}
