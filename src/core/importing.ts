/** The resource option `import`, which the host of dynamic providers does not know: a create that adopts what is as declared. */

import type { PreviewReport } from "./behaviour";
import { error, warning } from "./problems";

/** The input that holds the id; the engine never shows a property whose name begins so. */
export const IMPORT = "__import";

/** How a live object compares with what is declared. */
export interface Comparison {
  /** Whether it is what the inputs ask for; what they leave out may be anything. */
  readonly same: boolean;
  /** What a write of the inputs would change, a line each; of a secret only its name. */
  readonly changes: readonly string[];
  /** Declared secrets that the response neither confirms nor denies. */
  readonly unverifiedSecrets: readonly string[];
}

/** An object that a create is about to adopt. */
export interface Adoption extends Comparison {
  /** What it is, for messages: `oplog store`. */
  readonly what: string;
  readonly id: string;
  /** Whether it comes from `import`, which refuses an object that is not as declared. */
  readonly isImport: boolean;
}

/** What a preview reports of an adoption. */
export function adoptionReport(adoption: Adoption): PreviewReport {
  const refusal = importRefusal(adoption);
  if (refusal !== undefined) return { problems: [error([], refusal)], notes: [] };
  const unverified = unverifiedNote(adoption);
  return {
    problems: unverified === undefined ? [] : [warning([], unverified)],
    notes: [adoptionNote(adoption)],
  };
}

/** Says the same when the adoption happens. @throws Error for an import of what is not as declared */
export function sayAdoption(adoption: Adoption, say: (text: string) => void): void {
  const refusal = importRefusal(adoption);
  if (refusal !== undefined) throw new Error(refusal);
  say(adoptionNote(adoption));
  const unverified = unverifiedNote(adoption);
  if (unverified !== undefined) say(unverified);
}

/** Why an import is refused, if it is. */
export function importRefusal({
  what,
  id,
  isImport,
  same,
  changes,
}: Omit<Adoption, "unverifiedSecrets">): string | undefined {
  if (!isImport || same) return undefined;
  return (
    `import: the ${what} ${id} is not as declared. Change the program until it is, or adopt it instead, which changes it:\n` +
    indented(changes)
  );
}

function adoptionNote({ what, id, changes }: Adoption): string {
  if (changes.length === 0) return `The ${what} ${id} exists and is adopted as it is.`;
  return `The ${what} ${id} exists and is adopted; this changes it:\n${indented(changes)}`;
}

/** Secrets that no response confirms, and that no write will set. */
function unverifiedNote({ what, id, same, unverifiedSecrets }: Adoption): string | undefined {
  if (!same || unverifiedSecrets.length === 0) return undefined;
  return (
    `The service does not show whether the ${what} ${id} has the declared ${unverifiedSecrets.join(", ")}. ` +
    "Change secretsVersion to write all declared secrets."
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
