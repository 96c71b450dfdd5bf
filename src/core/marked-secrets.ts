/**
 * Texts that the program marks as secret in open fields. Only `check` is told of them; what comes after it in the same
 * process, a write that is refused or a line of the log, must keep them to itself as well.
 */

import { secretValuesIn } from "../secrets";

const known = new Set<string>();

/** @param marked the texts as they arrive at `check`, in any nesting */
export function rememberMarked(marked: unknown): void {
  for (const text of secretValuesIn(marked, true)) known.add(text);
}

/** All texts that this process was told of. */
export function markedSoFar(): Iterable<string> {
  return known;
}
