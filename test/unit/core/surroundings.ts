import type { Surroundings } from "../../../src/core/lifecycle";
import { createOwnership } from "../../../src/core/ownership";
import { createPreviewReads } from "../../../src/core/preview";

/** The surroundings of a provider process, which record its messages and those logged at resources. */
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
    previewReads: createPreviewReads(5_000, async (...message) => void logged.push(message)),
    ...rest,
  };
}
