/** Prints values as TypeScript, in the form that Prettier would give them. */

import { isPlainObject } from "../../json";

const WIDTH = 80;
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

/** `new Class("name", { ... });` */
export function newStatement(className: string, name: string, args: unknown): string {
  const head = `new ${className}(`;
  const line = `${head}${quoted(name)}, ${inline(args)});`;
  if (line.length <= WIDTH && !mustBreak(args)) return line;
  const opening = `${head}${quoted(name)}, `;
  if (opening.length + 1 <= WIDTH) return `${opening}${print(args, 0, WIDTH, true)});`;
  return `${head}\n  ${quoted(name)},\n  ${print(args, 2, WIDTH, true)},\n);`;
}

/** `const name = value;` @param breaks whether the value takes several lines in any case */
export function constStatement(name: string, value: unknown, breaks = mustBreak(value)): string {
  const head = `const ${name} = `;
  if (typeof value === "string" && head.length + quoted(value).length >= WIDTH) {
    return `${head.trimEnd()}\n  ${quoted(value)};`;
  }
  return `${head}${print(value, 0, WIDTH - head.length - 1, breaks)};`;
}

/**
 * Prints a value.
 * @param indent of the line on which it begins
 * @param room what is left of that line
 * @param breaks whether an object or a list takes several lines even if it would fit into one
 */
export function print(value: unknown, indent: number, room: number, breaks = mustBreak(value)): string {
  const line = inline(value);
  if (!breaks && line.length <= room) return line;
  const inner = indent + 2;
  const wrap = (open: string, items: readonly string[], close: string): string =>
    [open, ...items.map((item) => `${" ".repeat(inner)}${item},`), " ".repeat(indent) + close].join("\n");
  if (Array.isArray(value) && value.length > 0) {
    return wrap(
      "[",
      value.map((item) => print(item, inner, WIDTH - inner - 1)),
      "]",
    );
  }
  if (isPlainObject(value) && !(value instanceof Expression) && Object.keys(value).length > 0) {
    const fields = Object.entries(value).map(([name, item]) => field(name, item, inner));
    return wrap("{", fields, "}");
  }
  if (value instanceof Expression) return brokenCall(value.text, indent);
  return line;
}

/** A field of an object on lines of its own. */
function field(name: string, item: unknown, indent: number): string {
  if (item instanceof Commented) {
    return `${commentLine(item.comment)}\n${" ".repeat(indent)}${field(name, item.value, indent)}`;
  }
  const key = `${keyOf(name)}: `;
  const text = print(item, indent, WIDTH - indent - key.length - 1);
  // A text that does not fit moves to the next line, unless its key is as short as the indentation.
  const isLong = typeof item === "string" && indent + key.length + text.length + 1 > WIDTH;
  const moves = isLong && keyOf(name).length > 2;
  return moves ? `${key.trimEnd()}\n${" ".repeat(indent + 2)}${text}` : key + text;
}

/** A call with one argument that does not fit into the line: the argument gets its own. */
function brokenCall(text: string, indent: number): string {
  const [, head, argument] = /^(\S+?)\(("[^"]*"|`[^`]*`)\)$/.exec(text) ?? [];
  if (head === undefined || argument === undefined) return text;
  return `${head}(\n${" ".repeat(indent + 2)}${argument},\n${" ".repeat(indent)})`;
}

/** Prettier gives each of several objects in a list its own line, and so it does where there is a comment. */
function mustBreak(value: unknown): boolean {
  if (value instanceof Expression) return false;
  if (value instanceof Commented) return true;
  if (Array.isArray(value)) {
    const isTable =
      value.length > 1 && value.every((item) => isPlainObject(item) && Object.keys(item).length > 1);
    return isTable || value.some(mustBreak);
  }
  return isPlainObject(value) && Object.values(value).some(mustBreak);
}

/** The value on one line. */
function inline(value: unknown): string {
  if (value instanceof Expression) return value.text;
  if (value instanceof Commented) return inline(value.value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isPlainObject(value)) {
    const fields = Object.entries(value).map(([name, item]) => `${keyOf(name)}: ${inline(item)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  // Prettier writes exponents without a plus sign.
  return typeof value === "string" ? quoted(value) : JSON.stringify(value).replace("e+", "e");
}

/** Characters that a reader does not see, or that change the direction of the text around them. */
const INVISIBLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** In the quotes that need fewer escapes. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const count = (quote: string): number => text.split(quote).length - 1;
  if (count('"') <= count("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A text for a comment or a terminal: one line, without characters that control either. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(INVISIBLE, "");
}

function keyOf(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name);
}
