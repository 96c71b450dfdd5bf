/** Prints values as TypeScript. */

import { isPlainObject } from "../../json";
import { oneLine, printable } from "../text";

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** An expression, in place of a value. */
export class Expression {
  constructor(readonly text: string) {}
}

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

/** Prints a value: on one line if it fits and nothing is nested in it, otherwise with a line for each item. */
export function print(value: unknown, indent = ""): string {
  if (value instanceof Expression) return value.text;
  if (typeof value === "string") return quoted(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => print(item, inner));
    const line = `[${items.join(", ")}]`;
    return fits(line, value) ? line : `[${linesOf(items, inner)}${indent}]`;
  }
  if (!isPlainObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, item]) => field(name, item, inner));
  const line = fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  return fits(line, Object.values(value)) ? line : `{${linesOf(fields, inner)}${indent}}`;
}

function field(name: string, value: unknown, indent: string): string {
  if (value instanceof Commented)
    return `${commentLine(value.comment)}\n${indent}${field(name, value.value, indent)}`;
  if (value instanceof Expression && value.text === name) return name;
  return `${IDENTIFIER.test(name) ? name : quoted(name)}: ${print(value, indent)}`;
}

function fits(line: string, items: readonly unknown[]): boolean {
  const isFlat = items.every((item) => item instanceof Expression || !isNested(item));
  return isFlat && line.length <= WIDTH;
}

function isNested(item: unknown): boolean {
  return Array.isArray(item) || isPlainObject(item);
}

function linesOf(items: readonly string[], indent: string): string {
  return `\n${items.map((item) => `${indent}${item},\n`).join("")}`;
}

/** A text as a literal. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
