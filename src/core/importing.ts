/** The resource option `import`, which the host of dynamic providers does not know: a create that adopts what is as declared. */

/** The input that holds the id; the engine never shows a property whose name begins so. */
export const IMPORT = "__import";

/** Why an import is refused. @param changes what a create would have to change, a line each */
export function importRefusal(what: string, id: string, changes: readonly string[]): string {
  return (
    `import: the ${what} ${id} is not as declared. Change the program until it is, or adopt it instead, which changes it:\n` +
    changes.map((change) => `  ${change}`).join("\n")
  );
}

/** What the user is told of an adoption, in the preview and when it happens. */
export function adoptionNote(what: string, id: string, changes: readonly string[]): string {
  if (changes.length === 0) return `The ${what} ${id} exists and is adopted as it is.`;
  return `The ${what} ${id} exists and is adopted; this changes it:\n${changes.map((change) => `  ${change}`).join("\n")}`;
}

/** Secrets that no response confirms. */
export function unverifiedNote(what: string, id: string, secrets: readonly string[]): string {
  return (
    `The service does not show whether the ${what} ${id} has the declared ${secrets.join(", ")}. ` +
    "Change secretsVersion to write all declared secrets."
  );
}
