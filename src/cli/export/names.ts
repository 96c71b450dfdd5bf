/** Names that are derived from meaning, so that two exports give the same. */

const LONGEST = 60;

/** Lower-case words with dashes: `Shop (EU)` becomes `shop-eu`. An empty text for one without Latin letters and digits. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");
}

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

/** Makes names unique: the second one of a name gets the suffix 2. @param others names that are taken already */
export function uniqueNames(others: Iterable<string> = []): (name: string) => string {
  const taken = new Set(others);
  return (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}-${number}`;
    taken.add(unique);
    return unique;
  };
}

/** Joins the parts that are not empty. */
export function joinName(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .join("-")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
}
