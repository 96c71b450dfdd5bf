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
