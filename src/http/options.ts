/** The options of a connection. */

import { ConfigError } from "../errors";

export type * from "../types/settings";

/** The numeric options with their ranges and defaults. */
const NUMBERS = {
  timeoutSeconds: { least: 0.001, fallback: 60, integer: false },
  totalTimeoutSeconds: { least: 0.001, fallback: 300, integer: false },
  maxRetries: { least: 0, fallback: 4, integer: true },
  maxConcurrency: { least: 1, fallback: 16, integer: true },
} as const;

export type NumberOption = keyof typeof NUMBERS;

/**
 * Returns the value of a numeric option, or its default.
 * @param given the option for messages
 * @throws ConfigError for a value outside its range
 */
export function numberOption(
  name: NumberOption,
  value: number | undefined,
  given: { readonly name: string; readonly value: unknown } = { name, value },
): number {
  const { least, fallback, integer } = NUMBERS[name];
  if (value === undefined) return fallback;
  if (Number.isFinite(value) && value >= least && (!integer || Number.isInteger(value))) return value;
  const allowed = integer ? `a whole number of at least ${least}` : "a number above 0";
  throw new ConfigError(`${given.name} must be ${allowed}, not ${String(given.value)}.`);
}
