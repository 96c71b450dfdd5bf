/** What is wrong with the values of single fields, by the columns of their tables. */

import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import { isPlainObject } from "../json";
import { looksMasked } from "../secrets/masks";
import { pathsThatSoundSecret } from "../secrets/values";
import { knownText } from "../unknowns";
import type { Path, Problem } from "./problems";
import { error, given, idProblems, notOneOf, pathText, unlisted, warning } from "./problems";

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
    if (type === "additional") return additionalProblems(fields, value, at);
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (type === "strings")
      return items.flatMap((item, index) => valueProblems(field, item, isStrict, [...at, index]));
    if (typeof type === "string") return valueProblems(field, value, isStrict, at);
    if ("object" in type) return fieldProblems(type.object, value, isStrict, at);
    return items.flatMap((item, index) => fieldProblems(type.list, item, isStrict, [...at, index]));
  });
}

/** @param fields the table of the object that has them */
function additionalProblems(fields: Fields, value: unknown, path: Path): Problem[] {
  if (!isPlainObject(value)) return [];
  const listed = Object.keys(value).filter((name) => Object.hasOwn(fields, name));
  return [
    ...listed.map((name) =>
      error(
        [...path, name],
        fields[name]?.readOnly === true
          ? "is set by the service; leave it out"
          : `is an argument: declare it as ${pathText([...path.slice(0, -1), name])}`,
      ),
    ),
    ...pathsThatSoundSecret(value).map((at) => warning([...path, ...at], SOUNDS_SECRET)),
  ];
}

const SOUNDS_SECRET =
  "its name sounds like a secret, and additionalFields are stored, compared and shown in clear: a secret does not belong there";

function valueProblems(field: Field, value: unknown, isStrict: boolean, path: Path): Problem[] {
  const { format, listed, oneOf, secret } = field;
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
