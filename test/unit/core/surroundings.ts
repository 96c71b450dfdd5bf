import type { Surroundings } from "../../../src/core/lifecycle";
import { createOwnership } from "../../../src/core/ownership";

/** The surroundings of a provider process, and what it said and logged at its resources. */
export function surroundings(rest: Partial<Surroundings> = {}): Surroundings & {
  readonly said: string[];
  readonly logged: [urn: string | undefined, severity: string, text: string][];
} {
  const said: string[] = [];
  const logged: [string | undefined, string, string][] = [];
  return {
    said,
    logged,
    say: (text) => void said.push(text),
    report: async (...message) => void logged.push(message),
    pause: async () => {},
    ownership: createOwnership(),
    previewLimitMs: 5_000,
    ...rest,
  };
}
