import { isDeepStrictEqual } from "node:util";

/** An expected result of a step. */
export interface Expectation {
  readonly what: string;
  readonly expected: unknown;
  readonly seen: unknown;
}

/** A step did not meet its expectations. */
export class ExpectationError extends Error {}

/** @throws ExpectationError with the expected and the actual values */
export function checkExpectations(expectations: readonly Expectation[]): void {
  const broken = expectations.filter(({ expected, seen }) => !isDeepStrictEqual(seen, expected));
  if (broken.length === 0) return;
  const reports = broken.map(
    ({ what, expected, seen }) => `${what}\n  expected: ${format(expected)}\n  seen:     ${format(seen)}`,
  );
  throw new ExpectationError(reports.join("\n"));
}

function format(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
