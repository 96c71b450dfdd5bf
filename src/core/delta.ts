/** The difference between two objects, field by field. */

import type { PlainObject } from "../json";
import { jsonEqual, omit } from "../json";

export interface Delta {
  readonly set?: PlainObject;
  readonly unset?: readonly string[];
}

/** Finds the fields to set and to unset that turn `base` into `value`; `undefined` if there are none. */
export function deltaOf(base: PlainObject, value: PlainObject): Delta | undefined {
  const set = Object.fromEntries(
    Object.entries(value).filter(([key, item]) => item !== undefined && !jsonEqual(base[key], item)),
  );
  const unset = Object.keys(base)
    .filter((key) => base[key] !== undefined && value[key] === undefined)
    .sort();
  const delta = { ...(Object.keys(set).length > 0 && { set }), ...(unset.length > 0 && { unset }) };
  return Object.keys(delta).length === 0 ? undefined : delta;
}

/** Applies what {@link deltaOf} returned. */
export function applyDelta<T extends object>(base: T, { set, unset = [] }: Delta = {}): T {
  return { ...omit(base, unset as readonly (keyof T)[]), ...set } as T;
}
