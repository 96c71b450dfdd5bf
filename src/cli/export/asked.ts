/** The options that kinds add to the command: each asks for a listing that an export leaves out without it. */

import type { Listing } from "../../core/declaring";
import type { OptionTable } from "../usage";
import { UsageError } from "../usage";

/** The listings that options ask for, with the values of each; a switch has none. */
export type Asked = ReadonlyMap<Listing<unknown>, readonly string[]>;

export const NOTHING_ASKED: Asked = new Map();

export function optionTable(listings: readonly Listing<unknown>[]): OptionTable {
  const options = listings.flatMap(({ option = [] }) => option);
  return Object.fromEntries(
    options.map(({ name, value }) => [
      name,
      value === undefined ? { type: "boolean" } : { type: "string", multiple: true },
    ]),
  );
}

/** The column of the help at which texts begin, as in the other lines. */
const HELP_COLUMN = 23;

/** The lines of the help. */
export function optionUsage(listings: readonly Listing<unknown>[]): string {
  // Several kinds may have one option.
  const options = new Map(listings.flatMap(({ option }) => (option ? [[option.name, option] as const] : [])));
  return [...options.values()]
    .map(({ name, value, help }) => {
      const [form, more] = value === undefined ? ["", ""] : [` ${value.form}`, "; may be repeated"];
      return `${`  --${name}${form}`.padEnd(HELP_COLUMN - 2)}  ${help}${more}\n`;
    })
    .join("");
}

/** @param values of a command line, by option. @throws UsageError for a value of another form */
export function readAsked(values: object, listings: readonly Listing<unknown>[]): Asked {
  const given = new Map<string, unknown>(Object.entries(values));
  const asked = listings.flatMap((listing) => {
    const { name = "", value } = listing.option ?? {};
    const found = given.get(name);
    if (found === undefined) return [];
    const texts = Array.isArray(found) ? found.map(String) : [];
    const wrong = texts.find((text) => value?.pattern.test(text) !== true);
    if (wrong !== undefined) throw new UsageError(`--${name} must be ${value?.form}, not "${wrong}"`);
    return [[listing, [...new Set(texts)].sort()] as const];
  });
  return new Map(asked);
}

/** The options as a command line has them, each with one value. */
export function askedTexts(asked: Asked): string[] {
  const texts = [...asked].flatMap(([{ option }, values]) =>
    option?.value === undefined ? [`--${option?.name}`] : values.map((value) => `--${option.name} ${value}`),
  );
  return [...new Set(texts)];
}
