/** Finds the leaves in which two JSON values differ. */

import { isPlainObject, jsonEqual } from "../json";
import type { Path } from "./problems";
import { given, pathText } from "./problems";
import { isUnknown } from "../unknowns";

export interface Difference {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

/** How a live object differs from the one in a state. */
export interface Drift {
  /** From the state to the service, without secrets. */
  readonly changes: readonly Difference[];
  /** Secrets that were changed or added, by path. */
  readonly changedSecrets: readonly string[];
  /** Secrets that the response neither confirms nor contradicts, by path. */
  readonly unverifiedSecrets: readonly string[];
}

export function differences(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (jsonEqual(before, after)) return [];
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isPlainObject)) {
    const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    return indexes.flatMap((index) => differences(before[index], after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

/** Describes a difference: `threshold.threshold: 10 => 120`. In a message the live value comes before the declared one. Secret values are not shown. */
export function differenceText({ path, before, after }: Difference): string {
  return `${pathText(path)}: ${shown(before, path)} => ${shown(after, path)}`;
}

/** The longest value that a message shows. */
const LONGEST = 200;

const NOT_KNOWN = "(not known yet)";

function shown(value: unknown, path: Path): string {
  if (value === undefined) return "(unset)";
  if (isUnknown(value)) return NOT_KNOWN;
  if (typeof value !== "object" || value === null) return given(value, path);
  const text = JSON.stringify(value, (_key, item: unknown) => (isUnknown(item) ? NOT_KNOWN : item));
  // The secret filter would not find a truncated secret.
  return text.length > LONGEST ? given(value, path) : text;
}
