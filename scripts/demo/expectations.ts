/** What a step must show. */

import { isDeepStrictEqual } from "node:util";

/** One thing that a step must show. */
export interface Expectation {
  readonly what: string;
  readonly expected: unknown;
  readonly seen: unknown;
}

/** A step did not show what it should. */
export class ExpectationError extends Error {}

export function holds({ expected, seen }: Expectation): boolean {
  return isDeepStrictEqual(seen, expected);
}

/** @throws ExpectationError that says what was expected and what was seen instead */
export function demand(expectations: readonly Expectation[]): void {
  const broken = expectations.filter((expectation) => !holds(expectation));
  if (broken.length === 0) return;
  const reports = broken.map(
    ({ what, expected, seen }) => `${what}\n  expected: ${shown(expected)}\n  seen:     ${shown(seen)}`,
  );
  throw new ExpectationError(reports.join("\n"));
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
