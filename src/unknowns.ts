/** Values that a preview does not know yet. */

import { isPlainObject } from "./json";

/** The engine's protocol sends this string in place of an unknown value of any type (`pulumi.runtime.unknownValue`). */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Unknown = typeof UNKNOWN;

/** A value of which any part may be absent or unknown. */
export type Unsettled<T> = T extends string | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Unsettled<Item>[] | Unknown
    : T extends object
      ? { readonly [Key in keyof T]?: Unsettled<T[Key]> | undefined } | Unknown
      : T | Unknown;

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** Whether a value is unknown, or has an unknown part at any depth. */
export function containsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsUnknown);
  if (isPlainObject(value)) return Object.values(value).some(containsUnknown);
  return isUnknown(value);
}

/** The value if it is a known string. */
export function knownText(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

/** The value unless it is unknown. */
export function knownValue<T>(value: T | Unknown): Exclude<T, Unknown> | undefined {
  return isUnknown(value) ? undefined : (value as Exclude<T, Unknown>);
}
