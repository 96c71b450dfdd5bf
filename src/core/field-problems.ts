/** What is wrong with the values of single fields, by the columns of their tables. */

import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import { isPlainObject } from "../json";
import { looksMasked } from "../secrets/masks";
import { knownText } from "../unknowns";
import type { Path, Problem } from "./problems";
import { error, given, idProblems, notOneOf, unlisted, warning } from "./problems";

/**
 * Validates the fields of arguments, at any depth. Unknown values are not a problem.
 * @param isStrict whether names that the documentation does not list are errors in place of warnings
 */
export function fieldProblems(fields: Fields, args: unknown, isStrict: boolean, path: Path = []): Problem[] {
  if (!isPlainObject(args)) return [];
  return argumentNames(fields).flatMap((name) => {
    const field = fields[name] as Field;
    const { type } = field;
    const [value, at] = [args[name], [...path, name]];
    if (typeof type === "string") return valueProblems(field, value, isStrict, at);
    if ("object" in type) return fieldProblems(type.object, value, isStrict, at);
    const items = Array.isArray(value) ? value : [];
    return items.flatMap((item, index) => fieldProblems(type.list, item, isStrict, [...at, index]));
  });
}

function valueProblems(field: Field, value: unknown, isStrict: boolean, path: Path): Problem[] {
  const { format, leastMinutes, listed, oneOf, secret } = field;
  if (typeof value === "number" && leastMinutes !== undefined && value < leastMinutes)
    return [error(path, `must be at least ${leastMinutes} (minutes), not ${value}`)];
  const text = knownText(value) ?? "";
  if (text === "") return [];
  if (secret === true && (field.mayHaveStars === true ? text === "***" : looksMasked(text)))
    return [error(path, "looks like the masked form that the service shows; give the real value")];
  return [
    ...(oneOf === undefined ? [] : notOneOf(oneOf, text, path)),
    ...(listed === undefined || listed.names.includes(text)
      ? []
      : [unlisted(path, text, listed.what, listed.names, isStrict)]),
    ...(format === undefined ? [] : FORMATS[format](text, path)),
  ];
}

const FORMATS: Readonly<Record<NonNullable<Field["format"]>, (text: string, path: Path) => Problem[]>> = {
  id: (text, path) => idProblems(path, text),
  email: (text, path) =>
    /^[^\s@]+@[^\s@]+$/.test(text)
      ? []
      : [error(path, `must be an e-mail address, not ${given(text, path)}`)],
  phone: (text, path) =>
    /^\+?[\d\s().-]{5,}$/.test(text)
      ? []
      : [warning(path, `${given(text, path)} does not look like a phone number`)],
  url: (text, path) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
      ? []
      : [error(path, "must be an http or https URL")],
};
