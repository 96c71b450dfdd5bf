/** Names of constants in generated programs. */

/** A TypeScript identifier for a slug: `shop-eu` becomes `shopEu`. */
export function identifier(name: string): string {
  const camel = name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return /^[a-z]/.test(camel) && !RESERVED.has(camel)
    ? camel
    : `project${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
}

/** Words that cannot name a constant, and the constants of the generated files. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in " +
    "instanceof new null return super switch this throw true try typeof var void while with yield let static await async of " +
    "implements interface package private protected public arguments eval undefined exports require module config opsmanager pulumi " +
    "projects alertConfigs"
  ).split(" "),
);
