/**
 * An object as its difference from another one. What is remembered of a write mostly says what stands beside it in the
 * state anyway, and the engine writes the whole state anew after every step.
 */

import type { PlainObject } from "../json";
import { jsonEqual, omit } from "../json";

export interface Delta {
  readonly set?: PlainObject;
  readonly unset?: readonly string[];
}

/** What must be done to `base` so that it is `value`; empty when nothing. */
export function deltaOf(base: PlainObject, value: PlainObject): Delta {
  const set = Object.fromEntries(
    Object.entries(value).filter(([key, item]) => item !== undefined && !jsonEqual(base[key], item)),
  );
  const unset = Object.keys(base).filter((key) => base[key] !== undefined && value[key] === undefined);
  return { ...(Object.keys(set).length > 0 && { set }), ...(unset.length > 0 && { unset }) };
}

export function isEmpty({ set, unset }: Delta): boolean {
  return set === undefined && unset === undefined;
}

/** `base` with the difference. */
export function applied(base: PlainObject, { set, unset }: Delta = {}): PlainObject {
  return { ...omit(base, new Set(unset)), ...set };
}
