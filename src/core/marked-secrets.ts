/**
 * Texts that the program marks as secret in open fields. Only `check` is told of them; what comes after it in the same
 * process, a write that is refused or a line of the log, must keep them to itself as well.
 */

import { isPlainObject } from "../json";
import type { SecretFilter } from "../secrets";
import { secretFilter, secretValuesIn } from "../secrets";

/** A shorter text would shred the messages of every other resource. */
const LEAST_LENGTH = 6;

const known = new Set<string>();

/** @param marked the texts as they arrive at `check`, in any nesting */
export function rememberMarked(marked: unknown): void {
  for (const text of secretValuesIn(marked, true)) known.add(text);
}

/** The marked texts to keep out of messages about these values: a short one only where it is one of the values. */
function markedFor(...values: readonly unknown[]): string[] {
  const leaves = new Set(values.flatMap(leavesOf));
  return [...known].filter((text) => text.length >= LEAST_LENGTH || leaves.has(text));
}

/** The same for a request, for whatever is logged of it. */
export function markedInRequest({
  path,
  json,
}: {
  readonly path: string;
  readonly json?: unknown;
}): string[] {
  return markedFor(path.split("/"), json);
}

/** The filter for messages about the properties of a resource, or the arguments of a function. */
export function filterFor(...values: readonly unknown[]): SecretFilter {
  return secretFilter(() => [...values.flatMap((value) => secretValuesIn(value)), ...markedFor(...values)]);
}

function leavesOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isPlainObject(value) ? Object.values(value).flatMap(leavesOf) : [];
}
