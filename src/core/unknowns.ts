/** Values that a preview does not know yet. */

import { isPlainObject } from "../json";

/** What the engine's protocol puts in the place of an unknown value, whatever its type (`pulumi.runtime.unknownValue`). */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** Whether a value is unknown, or holds something unknown at any depth. */
export function containsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsUnknown);
  if (isPlainObject(value)) return Object.values(value).some(containsUnknown);
  return isUnknown(value);
}

/** The value if it is a known string: what is of another type is told by the shape. */
export function knownText(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}
