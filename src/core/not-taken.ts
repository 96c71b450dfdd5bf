/** What the service stored otherwise than a write declared it: a response without an error does not say that a write was carried out. */

import { jsonEqual } from "../json";
import { isTaken } from "./rows";
import type { Row } from "./rows";
import type { Path } from "./problems";
import { pathText, shownValue } from "./problems";

/** A declared field of which the service has another value since the write. */
export interface NotTaken {
  /** The argument; in a set it begins with the member. */
  readonly path: Path;
  /** Whether it is drift until it is resolved; otherwise a warning is enough. */
  readonly isDrift: boolean;
  /** What was written, and what the service has. Absent in a state that was stored: it may hold what the program marks as secret. */
  readonly text?: string;
}

/** A part of a state. */
export interface MaybeNotTaken {
  /** Absent if the service took everything. */
  readonly notTaken?: readonly NotTaken[];
}

/**
 * Finds what the service did not take.
 * @param rows the comparison of what is declared with the response to the write, which is what is expected as well
 */
export function notTakenIn(rows: readonly Row[]): NotTaken[] {
  return rows.flatMap((row) => {
    const isDrift = row.verdict === "changed";
    return isDrift || isAdjusted(row) ? [{ path: row.path, isDrift, text: textOf(row) }] : [];
  });
}

/** The part of a state. */
export function maybeNotTaken(notTaken: readonly NotTaken[]): MaybeNotTaken {
  return notTaken.length === 0 ? {} : { notTaken };
}

/** Whether the service has another value than the declared one, as it did after the write, and may have it. */
export function isAdjusted({ field, declared, live, verdict }: Row): boolean {
  return (
    field.adjustable === true &&
    verdict === "same" &&
    declared !== undefined &&
    !isTaken(field, declared, live)
  );
}

function textOf({ path, field, declared, live }: Row): string {
  if (field.secret === true) return "it has another value";
  const theirs = live === undefined ? "has none" : `has ${shownValue(live, path)}`;
  return declared === undefined
    ? `it was not written, and the service ${theirs}`
    : `${shownValue(declared, path)} was written, and it ${theirs}`;
}

/** Says of each field that was not taken what was written, and what the service has. @param object the resource, for messages */
export function notTakenText(fields: readonly NotTaken[], object: string): string {
  const lines = fields.flatMap(({ path, text }) =>
    text === undefined ? [] : [`The service did not take ${pathText(path)} of ${object}: ${text}.`],
  );
  return lines.join("\n");
}

/** Whether two lists are about the same fields. */
export function samePaths(a: readonly NotTaken[], b: readonly NotTaken[] = []): boolean {
  const keys = (fields: readonly NotTaken[]): string[] => fields.map(({ path }) => pathText(path)).sort();
  return jsonEqual(keys(a), keys(b));
}
