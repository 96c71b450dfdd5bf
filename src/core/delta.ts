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
export function applied(base: PlainObject, { set, unset = [] }: Delta = {}): PlainObject {
  return { ...(unset.length === 0 ? base : omit(base, new Set(unset))), ...set };
}

/** A baseline as it stands in the state: each absent when it says nothing new. */
export interface BaselineDelta {
  /** From the words beside it in the state, which after a drift are not what was declared. */
  readonly declared?: Delta;
  /** From `declared`. */
  readonly answered?: Delta;
}

/** @param words the inputs that the state will hold, in the form of `declared` */
export function baselineDelta(
  words: PlainObject,
  declared: PlainObject,
  answered: PlainObject,
): BaselineDelta {
  const [ofWords, ofDeclared] = [deltaOf(words, declared), deltaOf(declared, answered)];
  return {
    ...(!isEmpty(ofWords) && { declared: ofWords }),
    ...(!isEmpty(ofDeclared) && { answered: ofDeclared }),
  };
}

/** The reverse. @param words the inputs beside it, in the same form */
export function baselineOf(
  words: PlainObject,
  known: BaselineDelta,
): { declared: PlainObject; answered: PlainObject } {
  const declared = applied(words, known.declared);
  return { declared, answered: applied(declared, known.answered) };
}
