/** Adoption of existing objects, by an argument or by the resource option `import`. */

import type { Fields } from "../fields/table";
import type { PlainObject } from "../json";
import type { PreviewReport } from "./definition";
import { error, warning } from "./problems";
import { containsUnknown, isUnknown } from "./unknowns";

/**
 * Prepares arguments of a preview for the comparison with a live object: lists and objects that are unknown as a whole are taken
 * from the live object, and unknown items of lists are left out.
 */
export function withKnownLists<T extends object>(fields: Fields, args: T, live: object): T {
  const current: PlainObject = { ...live };
  const known = Object.entries(args).map(([name, value]: [string, unknown]) => {
    const type = fields[name]?.type;
    const isNested = type === "strings" || typeof type === "object";
    if (isNested && isUnknown(value)) return [name, current[name]];
    return [name, Array.isArray(value) ? value.filter((item) => !isUnknown(item)) : value];
  });
  return Object.fromEntries(known) as T;
}

/** The comparison of a live object with the declared one. */
export interface Comparison {
  /** Whether the object is as declared; fields that the arguments leave out may have any value. */
  readonly same: boolean;
  /** What a write of the arguments would change, one line each; of a secret only its path. */
  readonly changes: readonly string[];
  /** Declared secrets, and fields that the response lacks, that it neither confirms nor contradicts, by path. */
  readonly unverifiedSecrets: readonly string[];
}

/** An object that a create is about to adopt. */
export interface Adoption extends Comparison {
  /** The object, for messages: `oplog store`. */
  readonly what: string;
  readonly id: string;
  /** Whether it comes from `import`, which refuses an object that is not as declared. */
  readonly isImport: boolean;
}

/** The report of a preview about an adoption. @param args the arguments, of which parts may be unknown */
export function adoptionReport(args: object, adoption: Adoption): PreviewReport {
  const refusal = importRefusal(adoption);
  if (refusal !== undefined && containsUnknown(args))
    return { problems: [], notes: [undecidedNote(adoption)] };
  if (refusal !== undefined) return { problems: [error([], refusal)], notes: [] };
  const unverified = unverifiedNote(adoption);
  return {
    problems: unverified === undefined ? [] : [warning([], unverified)],
    notes: [adoptionNote(adoption)],
  };
}

/** Logs the same when the adoption happens. @throws Error for an import of an object that is not as declared */
export function logAdoption(adoption: Adoption, say: (text: string) => void): void {
  const refusal = importRefusal(adoption);
  if (refusal !== undefined) throw new Error(refusal);
  say(adoptionNote(adoption));
  logUnverified(adoption, say);
}

/** Names the secrets of an object that was found as declared which no response confirms. */
export function logUnverified(
  found: Omit<Adoption, "isImport" | "changes">,
  say: (text: string) => void,
): void {
  const unverified = unverifiedNote(found);
  if (unverified !== undefined) say(unverified);
}

/** Logs what an update of an imported object is about to overwrite. */
export function logOverwrite(
  found: Pick<Adoption, "what" | "id" | "changes">,
  say: (text: string) => void,
): void {
  const note = overwriteNote(found);
  if (note !== undefined) say(note);
}

/** Names what the first update of an imported object overwrites, such as a secret of which the service shows another mask. */
export function overwriteNote({
  what,
  id,
  changes,
}: Pick<Adoption, "what" | "id" | "changes">): string | undefined {
  if (changes.length === 0) return undefined;
  return `The ${what} ${id} was imported and is not as declared. The update changes it:\n${indented(changes)}`;
}

/** Returns why an import is refused, if it is. */
export function importRefusal(
  { what, id, isImport, same, changes }: Omit<Adoption, "unverifiedSecrets">,
  instead = "adopt it instead, which changes it",
): string | undefined {
  if (!isImport || same) return undefined;
  return (
    `import: the ${what} ${id} is not as declared. Change the program until it is, or ${instead}:\n` +
    indented(changes)
  );
}

function adoptionNote({ what, id, changes }: Adoption): string {
  if (changes.length === 0) return `The ${what} ${id} exists and is adopted as it is.`;
  return `The ${what} ${id} exists and is adopted; this changes it:\n${indented(changes)}`;
}

/** Only the create can tell whether an unknown value is that of the object. */
function undecidedNote({ what, id, changes }: Adoption): string {
  return (
    `The ${what} ${id} exists. Its import is refused unless it is as declared; some arguments are not known yet, and so far this ` +
    `differs:\n${indented(changes)}`
  );
}

/** Names the secrets that no response confirms and that no write will set. */
function unverifiedNote({
  what,
  id,
  same,
  unverifiedSecrets,
}: Omit<Adoption, "isImport" | "changes">): string | undefined {
  if (!same || unverifiedSecrets.length === 0) return undefined;
  return (
    `The service does not show whether the ${what} ${id} has the declared ${unverifiedSecrets.join(", ")}. ` +
    "Change secretsVersion to write all declared secrets."
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
