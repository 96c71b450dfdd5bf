/** Adoption of existing objects, by an argument or by the resource option `import`. */

import type { Fields } from "../fields/table";
import type { PlainObject } from "../json";
import type { Comparison } from "./comparison";
import type { Context, PreviewReport } from "./definition";
import { error, parsePath, valueAt, warning } from "./problems";
import { containsUnknown, isUnknown } from "../unknowns";

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

/** An object that exists, compared with what is declared. */
export interface Existing extends Comparison {
  /** The object, for messages: `oplog store "orders" (orders-oplog)`. */
  readonly object: string;
  /** Returns the configuration key that holds the secret at a path, if one does. */
  readonly configKeyOf: (path: string) => string | undefined;
}

/** An object that a create is about to adopt. */
export interface Adoption extends Existing {
  /** Whether it comes from `import`, which refuses an object that is not as declared. */
  readonly isImport: boolean;
}

export function existing(
  context: Pick<Context, "name" | "configKeyOf">,
  what: string,
  id: string,
  args: object,
  comparison: Comparison,
): Existing {
  return {
    ...comparison,
    object: objectText(context, what, id),
    configKeyOf: (path) => {
      const value = valueAt(args, parsePath(path));
      return typeof value === "string" ? context.configKeyOf(value) : undefined;
    },
  };
}

/** An object for messages: the resource that has it, and its id. */
export function objectText({ name }: Pick<Context, "name">, what: string, id: string): string {
  return name === undefined ? `${what} ${id}` : `${what} ${name} (${id})`;
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
export function logUnverified(found: Existing, say: (text: string) => void): void {
  const unverified = unverifiedNote(found);
  if (unverified !== undefined) say(unverified);
}

/** Logs what an update of an imported object is about to overwrite. */
export function logOverwrite(found: Existing, say: (text: string) => void): void {
  const note = overwriteNote(found);
  if (note !== undefined) say(note);
}

/** Names what the first update of an imported object overwrites, such as a secret of which the service shows another mask. */
export function overwriteNote(found: Existing): string | undefined {
  const lines = [...found.changes, ...wrongSecrets(found)];
  if (lines.length === 0) return undefined;
  return `The ${found.object} was imported and is not as declared. The update changes it:\n${indented(lines)}`;
}

/** Returns why an import is refused, if it is. */
export function importRefusal(
  adoption: Adoption,
  instead = "adopt it instead, which changes it",
): string | undefined {
  if (!adoption.isImport || adoption.same) return undefined;
  return (
    `import: the ${adoption.object} is not as declared. Change the program until it is, or ${instead}:\n` +
    indented([...adoption.changes, ...wrongSecrets(adoption)])
  );
}

/** What was imported is as it should be: with another mask on the service, the configuration is more likely wrong. */
function wrongSecrets({ changedSecrets, configKeyOf }: Existing): string[] {
  return changedSecrets.map((path) => {
    const key = configKeyOf(path);
    const where = key === undefined ? "in this argument" : `in the configuration key ${key}`;
    return `${path}: the service has another value, so the one ${where} is probably wrong`;
  });
}

function adoptionNote({ object, changes, changedSecrets }: Adoption): string {
  const lines = [...changes, ...changedSecrets.map((path) => `${path}: another value`)];
  if (lines.length === 0) return `The ${object} exists and is adopted as it is.`;
  return `The ${object} exists and is adopted; this changes it:\n${indented(lines)}`;
}

/** Only the create can tell whether an unknown value is that of the object. */
function undecidedNote(adoption: Adoption): string {
  return (
    `The ${adoption.object} exists. Its import is refused unless it is as declared; some arguments are not known yet, and so far this ` +
    `differs:\n${indented([...adoption.changes, ...wrongSecrets(adoption)])}`
  );
}

/** Names the secrets that no response confirms and that no write will set. */
function unverifiedNote({ object, same, unverifiedSecrets }: Existing): string | undefined {
  if (!same || unverifiedSecrets.length === 0) return undefined;
  return (
    `The service does not show whether the ${object} has the declared ${unverifiedSecrets.join(", ")}. ` +
    "Change secretsVersion to write all declared secrets."
  );
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
