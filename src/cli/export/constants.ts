/** Constants for what occurs in a program more than once. */

import { capitalized, numberedVariable, tellApart, uniqueNames, variableName } from "../../core/declaring";
import type { Part } from "../../core/declaring";
import type { Path } from "../../core/problems";
import { pathText, valueAt } from "../../core/problems";
import { groupBy, isPlainObject } from "../../json";
import type { PlainObject } from "../../json";
import type { Declaration } from "./declarations";
import { listed } from "../text";
import { Commented, Expression, print, quoted } from "./source";

/** A variable of the module of constants. */
export class Constant extends Expression {
  constructor(
    name: string,
    readonly value: unknown,
  ) {
    super(name);
  }
}

/** The constants by the text of their values. */
export type Constants = ReadonlyMap<string, Constant>;

/** Names that have another meaning in the modules. */
const RESERVED = [
  "args",
  "common",
  "config",
  "name",
  "opsmanager",
  "project",
  "projectId",
  "pulumi",
  "without",
];

/**
 * The constants for the parts that several objects have in common. The most frequent one of a name has it without an addition.
 * @param known constants that are there already, which keep their names
 */
export function findConstants(declarations: readonly Declaration[], known: Constants = new Map()): Constants {
  const parts = groupBy(partsOf(declarations), ({ text }) => text);
  const repeated = [...parts].flatMap(([text, uses]) => (uses.length > 1 || known.has(text) ? [uses] : []));
  const unique = uniqueNames([...RESERVED, ...[...known.values()].map(({ text }) => text)], numberedVariable);
  const alike = [...groupBy(repeated, ([first]) => first?.name ?? "")].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    alike.flatMap(([name, group]) => {
      const isNew = ([first]: (typeof group)[number]): number => (known.has(first?.text ?? "") ? 0 : 1);
      const sorted = group
        .toSorted(
          (a, b) =>
            isNew(a) - isNew(b) || b.length - a.length || ((a[0]?.text ?? "") < (b[0]?.text ?? "") ? -1 : 1),
        )
        .flatMap(([first]) => first ?? []);
      const differences = tellApart(sorted.map(({ facets }) => facets));
      return sorted.map(({ text, value }, index) => {
        const words = index === 0 ? "" : variableName(...(differences[index] ?? []));
        const constant = known.get(text) ?? new Constant(unique(name + capitalized(words)), value);
        return [text, constant] as const;
      });
    }),
  );
}

/** The parts for which a module has exactly the constants that an export would write. */
export function constantsOf(module: string, declarations: readonly Declaration[]): Constants {
  const statements = [...module.matchAll(/^export const (\w+) = [^]*?;$/gm)];
  const parts = new Map(partsOf(declarations).map(({ text, value }) => [text, value]));
  return new Map(
    [...parts].flatMap(([text, value]) =>
      statements.flatMap(([statement, name = ""]) => {
        const constant = new Constant(name, value);
        return statementOf(constant, "export const") === statement ? [[text, constant] as const] : [];
      }),
    ),
  );
}

function partsOf(declarations: readonly Declaration[]) {
  return declarations.flatMap((declaration) => {
    const args = argsOf(declaration);
    return (declaration.parts ?? []).map((part) => {
      const value = valueAt(args, part.path);
      return { value, text: print(value), name: stemOf(declaration, part), facets: part.facets };
    });
  });
}

/** The beginning of the key of its secret tells a part apart from others with the same target. */
function stemOf({ secrets }: Declaration, { path, target }: Part): string {
  const prefix = `${pathText(path)}.`;
  const own = secrets.find((secret) => pathText(secret.path).startsWith(prefix));
  return own?.key.startsWith(target.name) === true ? own.key.replace(/\..*$/, "") : target.name;
}

/** How a program reads a secret. */
export function secretExpression(key: string): Expression {
  return new Expression(`config.requireSecret(${quoted(key)})`);
}

/**
 * The arguments with an expression in place of each secret and of each part that is a constant, and with comments above members.
 * @param constants none for the values of the constants themselves
 */
export function argsOf(
  { args, secrets, parts = [], unknown = [], assumed = [], shared }: Declaration,
  constants: Constants = new Map(),
  expressionOf: (key: string) => Expression = secretExpression,
): PlainObject {
  // A set may have thousands of members, so that no copy is made for each change.
  const complete = structuredClone(args);
  for (const { key, path } of secrets) put(complete, path, expressionOf(key));
  for (const { path } of parts) {
    const constant = constants.get(print(valueAt(complete, path)));
    if (constant !== undefined) put(complete, path, constant);
  }
  const comment = (path: Path, text: string): void =>
    put(complete, path, new Commented(text, valueAt(complete, path)));
  for (const name of assumed) comment([name], GUESSED);
  for (const { member, fields } of unknown) {
    if (member !== undefined && fields.length > 0)
      comment([shared?.argument ?? "", member], unknownComment(fields));
  }
  return complete;
}

function put(object: PlainObject, path: Path, value: unknown): void {
  const parent = valueAt(object, path.slice(0, -1));
  if (parent !== null && typeof parent === "object") Reflect.set(parent, path.at(-1) ?? "", value);
}

/** The comment on a value that the service does not return. */
export const GUESSED =
  "Guessed, because the service does not return it: check it before the first `pulumi up`.";

/** The comment on fields that the program does not declare. */
export function unknownComment(fields: readonly string[]): string {
  const them = fields.length === 1 ? "it is" : "they are";
  return `The service also has ${listed(fields)}, which this version leaves as ${them}.`;
}

/** The names of the constants in arguments. */
export function constantsIn(value: unknown): string[] {
  if (value instanceof Constant) return [value.text];
  if (value instanceof Commented) return constantsIn(value.value);
  return Array.isArray(value) || isPlainObject(value) ? Object.values(value).flatMap(constantsIn) : [];
}

/** The statements that declare the constants, in the order of their names. */
export function constantStatements(constants: Constants, keyword: "const" | "export const"): string[] {
  const sorted = [...constants.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
  return sorted.map((constant) => statementOf(constant, keyword));
}

function statementOf({ text, value }: Constant, keyword: "const" | "export const"): string {
  const start = `${keyword} ${text} = `;
  return `${start}${print(value, "", start.length)};`;
}

/** The comments above a resource. */
export function commentsOn({ unknown = [] }: Declaration): string[] {
  const fields = unknown.flatMap((each) => (each.member === undefined ? each.fields : []));
  return fields.length === 0 ? [] : [unknownComment(fields)];
}
