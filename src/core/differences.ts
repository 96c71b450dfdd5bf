/** How two values of a field differ, and the text of it. */

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
