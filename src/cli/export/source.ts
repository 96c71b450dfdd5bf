/** Prints values as TypeScript. */

import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { oneLine, printable } from "../text";

/** The longest line, if it can be shorter. */
export const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** An expression, in place of a value. */
export class Expression {
  constructor(readonly text: string) {}
}

/** All fields of another object, in place of a field. */
export class Spread extends Expression {}

/** The value of a field of an object, with a comment on the line above. */
export class Commented {
  constructor(
    readonly comment: string,
    readonly value: unknown,
  ) {}
}

/** A comment on a line of its own. */
export function commentLine(text: string): string {
  return `// ${oneLine(text)}`;
}

/**
 * Prints a value: on one line if it fits and holds no objects, otherwise with a line for each item.
 * @param used the columns before it on its line
 */
export function print(value: unknown, indent = "", used = indent.length): string {
  if (value instanceof Expression) return value.text;
  if (typeof value === "string") return quoted(value);
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = isList
    ? value.map((item) => print(item, inner))
    : Object.entries(value).map(([name, item]) => field(name, item, inner));
  const [open, close, space] = isList ? ["[", "]", ""] : ["{", "}", " "];
  if (items.length === 0) return open + close;
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  // A comma or a semicolon follows.
  if (isSimple(value) && used + line.length < WIDTH) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

/** The fields of an object without its braces, one or more lines for each. */
export function printFields(object: PlainObject): string {
  return Object.entries(object)
    .map(([name, value]) => `${field(name, value, "")},`)
    .join("\n");
}

function field(name: string, value: unknown, indent: string): string {
  if (value instanceof Spread) return `...${value.text}`;
  if (value instanceof Commented)
    return `${commentLine(value.comment)}\n${indent}${field(name, value.value, indent)}`;
  if (value instanceof Expression && value.text === name) return name;
  const start = `${IDENTIFIER.test(name) ? name : quoted(name)}: `;
  return start + print(value, indent, indent.length + start.length);
}

/** Whether a value needs lines of its own: an object, or a list with one. */
function isNested(item: unknown): boolean {
  if (item instanceof Expression) return false;
  if (Array.isArray(item)) return item.some((each) => Array.isArray(each) || isNested(each));
  return typeof item === "object" && item !== null;
}

/** Whether a value can be on one line: nothing is nested in it, or it is a list with one item of that kind. */
function isSimple(value: object): boolean {
  const items: unknown[] = Object.values(value);
  const [only] = items;
  const isWrapped = Array.isArray(value) && items.length === 1 && isNested(only) && isPlainObject(only);
  return !(isWrapped && !(only instanceof Commented) ? Object.values(only) : items).some(isNested);
}

/** A text as a literal. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
