/** Prints values as TypeScript. The code has a line break only between lines, so that it can be indented as a whole. */

import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { oneLine, printable } from "../text";

/** The longest value on one line. */
const LONGEST = 80;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** What the code of a value has at its paths. */
export interface Notes {
  /** Code in place of a value. */
  readonly expressions: Pick<ReadonlyMap<string, string>, "get">;
  /** Comments on the line above. */
  readonly comments: ReadonlyMap<string, string>;
}

const NOTHING: Notes = { expressions: new Map(), comments: new Map() };

/** Prints a value: on one line if that is short, otherwise with a line for each item. @param path that of the value in the notes */
export function print(value: unknown, notes: Notes = NOTHING, path: Path = []): string {
  const expression = notes.expressions.get(pathText(path));
  if (expression !== undefined) return expression;
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => print(item, notes, [...path, index]));
    return enclosed("[", items, "]", "");
  }
  return isPlainObject(value) ? printObject(fieldsOf(value, notes, path)) : JSON.stringify(value);
}

/** The fields of an object, as {@link printObject} takes them. */
export function fieldsOf(object: PlainObject, notes: Notes = NOTHING, path: Path = []): string[] {
  return Object.entries(object).map(([name, value]) => {
    const at = [...path, name];
    return commented(notes.comments.get(pathText(at)), field(name, print(value, notes, at)));
  });
}

/** @param code that of the value */
export function field(name: string, code: string): string {
  return code === name ? name : `${IDENTIFIER.test(name) ? name : quoted(name)}: ${code}`;
}

export function printObject(fields: readonly string[], longest = LONGEST): string {
  return enclosed("{", fields, "}", " ", longest);
}

/** A list of arguments or parameters. */
export function printList(items: readonly string[]): string {
  return enclosed("(", items, ")", "");
}

function enclosed(
  open: string,
  items: readonly string[],
  close: string,
  space: string,
  longest = LONGEST,
): string {
  if (items.length === 0) return open + close;
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  if (line.length <= longest && !line.includes("\n")) return line;
  const lines = items.map((item) => `${item.replaceAll(/^/gm, "  ")},\n`);
  return `${open}\n${lines.join("")}${close}`;
}

/** Code below a comment, if there is one. */
export function commented(comment: string | undefined, code: string): string {
  return comment === undefined ? code : `// ${oneLine(comment)}\n${code}`;
}

/** A text as a literal. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
