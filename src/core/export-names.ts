/** The names of an export: of resources, variables and keys, derived from meaning, so that two exports give the same. */

import { groupBy } from "../json";
import { capitalized } from "../words";

/** The longest name, without what tells it apart from others. */
const LONGEST = 60;

/** Lower-case words with dashes: `Shop (EU)` becomes `shop-eu`. An empty text for one without Latin letters and digits. */
export function slug(text: string): string {
  return shortened(wordsIn(text).join("-"));
}

/** The words of a slug, also of a text that is too long for one. */
export function wordsIn(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[a-z0-9]+/g) ?? [];
}

/** Leaves out the last words of a name that is too long. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const end = name.lastIndexOf("-", LONGEST);
  return name.slice(0, end > 0 ? end : LONGEST);
}

/** What may tell items of one name apart, in the order in which it is tried: the words that describe each. */
export type Facets = readonly (readonly unknown[])[];

/**
 * Returns the words that tell items apart: of the first facet in which they differ those that not all have, and so on for those that
 * are still alike. Items without a difference have the same words.
 */
function tellApart(items: readonly Facets[]): unknown[][] {
  for (const facet of items[0]?.keys() ?? []) {
    const all = items.map((facets) => facets[facet] ?? []);
    const own = all.map((words) => words.filter((word) => !all.every((others) => others.includes(word))));
    const alike = groupBy(items.keys(), (index) => own[index]?.join(" "));
    if (alike.size < 2) continue;
    const result = own.map((words) => [...words]);
    for (const group of alike.values()) {
      const further = tellApart(group.flatMap((index) => [items[index] ?? []]));
      group.forEach((index, at) => result[index]?.push(...(further[at] ?? [])));
    }
    return result;
  }
  return items.map(() => []);
}

/** Something to be named. */
export interface Nameable {
  /** Its name if no other one has it. */
  readonly base: string;
  readonly facets: Facets;
  /** A text by which those without a difference are sorted, always in the same order. */
  readonly order: string;
}

/** Names items by what tells them apart, and puts those of one base next to each other. Some may still have the same name. */
export function nameApart<T extends Nameable>(items: readonly T[]): (T & { readonly name: string })[] {
  const sorted = items.toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return [...groupBy(sorted, ({ base }) => base)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([base, alike]) => {
      const differences = tellApart(alike.map(({ facets }) => facets));
      const named = alike.map((item, at) => {
        const difference = slug((differences[at] ?? []).join(" "));
        // Not shortened: the difference is at the end.
        return { ...item, name: difference === "" ? base : `${base}-${difference}` };
      });
      return named.sort((a, b) => byName.compare(a.name, b.name));
    });
}

/** With numbers by their value: `lag-60` comes before `lag-120`. */
const byName = new Intl.Collator("en", { numeric: true });

/**
 * Makes names unique: the second one of a name gets a number.
 * @param others names that are taken already
 * @param separator what is between a name and its number
 */
export function uniqueNames(others: Iterable<string> = [], separator = "-"): (name: string) => string {
  const taken = new Set(others);
  return (name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}${separator}${number}`;
    taken.add(unique);
    return unique;
  };
}

/** The words with which all names begin: `orders` of `orders-eu` and `orders-us`. Empty if no variable may begin with them. */
export function commonPrefix(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split("-"));
  const end = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  const prefix = joinName(...(end === -1 ? first : first.slice(0, end)));
  return /^\d/.test(prefix) ? "" : prefix;
}

/** The name of a variable: `db-alerts-slack` becomes `dbAlertsSlack`. */
export function variableName(name: string): string {
  const [first = "", ...rest] = name.split("-");
  return first + rest.map(capitalized).join("");
}

/** The name of a field after a noun, which it does not repeat: `apiKey` for `opsGenieApiKey` after `ops-genie`. */
export function fieldAfter(noun: string, field: string): string {
  const repeated = variableName(noun);
  const rest = field.startsWith(repeated) ? field.slice(repeated.length) : "";
  return /^[A-Z]/.test(rest) ? rest.charAt(0).toLowerCase() + rest.slice(1) : field;
}

/** Joins the parts that are not empty. */
export function joinName(...parts: readonly string[]): string {
  return shortened(parts.filter((part) => part !== "").join("-"));
}
