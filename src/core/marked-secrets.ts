/**
 * Texts that the program marks as secret in open fields. Only `check` is told of them; what comes after it in the same
 * process, a write that is refused or a line of the log, must keep them to itself as well.
 */

import { secretValuesIn } from "../secrets";

/** A shorter text would shred the messages of every other resource. */
const LEAST_LENGTH = 6;

const known = new Set<string>();

/** @param marked the texts as they arrive at `check`, in any nesting */
export function rememberMarked(marked: unknown): void {
  for (const text of secretValuesIn(marked, true)) if (text.length >= LEAST_LENGTH) known.add(text);
}

/** All texts that this process was told of, but for very short ones. */
export function markedSoFar(): Iterable<string> {
  return known;
}
