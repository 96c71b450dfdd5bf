/** Constants for what occurs in a program more than once, and the code of the arguments that use them. */

import type { Part } from "../../core/declaring";
import { nameApart, uniqueNames, variableName } from "../../core/export-names";
import { pathText, valueAt } from "../../core/problems";
import type { PlainObject } from "../../json";
import { groupBy, omit, pick } from "../../json";
import type { Declaration } from "./declarations";
import { baseOf } from "./secrets";
import type { Notes } from "./source";
import { commented, fieldsOf, print, printObject, quoted } from "./source";
import { listed } from "../../words";

/** The names of the constants by the code of their values. */
export type Constants = ReadonlyMap<string, string>;

/** The type of constants, and of the parts in which projects with a standard differ. */
export const PART_TYPE = "opsmanager.AlertNotificationArgs";

/** Names that have another meaning in the modules. */
export const RESERVED = [
  "args",
  "common",
  "config",
  "name",
  "opsmanager",
  "project",
  "projectId",
  "pulumi",
  "resources",
];

/**
 * Names the parts that several objects have in common. Parts that differ in their {@link Part.extras} share a constant without these.
 * @param known constants that are there already, which keep their names
 */
export function findConstants(declarations: readonly Declaration[], known: Constants = new Map()): Constants {
  const alike = groupBy(declarations.flatMap(partsOf), ({ plain }) => plain);
  const repeated = [...alike.values()].flatMap(([part, ...more]) => {
    if (part === undefined) return [];
    const { base, facets, extra, plain, whole } = part;
    const isSame = more.every((other) => other.extra === extra);
    const order = [whole, plain].find((code) => known.has(code)) ?? (isSame ? whole : plain);
    return more.length > 0 || known.has(order) ? [{ base, facets, order }] : [];
  });
  const unique = uniqueNames([...RESERVED, ...known.values()], "");
  return new Map(
    nameApart(repeated).map(({ name, order: code }) => [code, known.get(code) ?? unique(variableName(name))]),
  );
}

/** The constants in a module that an export wrote. */
export function constantsIn(module: string): Constants {
  const statements = module.matchAll(/^export const (\w+)(?:: \w+)? = ([^]*?);$/gm);
  return new Map([...statements].map(([, name = "", code = ""]) => [code, name]));
}

/** The statements that declare constants, in the order of their names. */
export function constantStatements(constants: Constants, keyword: "const" | "export const"): string[] {
  const sorted = [...constants].sort(([, a], [, b]) => (a < b ? -1 : 1));
  if (sorted.length === 0) return [];
  const type = `type Notification = ${PART_TYPE};`;
  return [type, ...sorted.map(([code, name]) => `${keyword} ${name}: Notification = ${code};`)];
}

function partsOf(declaration: Declaration) {
  const notes = notesOf(declaration);
  return (declaration.parts ?? []).map((part) => {
    const prefix = `${pathText(part.path)}.`;
    const secret = declaration.secrets.find(({ path }) => pathText(path).startsWith(prefix));
    const base = secret === undefined ? variableName(part.target.name) : baseOf(secret.key);
    return { base, facets: part.facets, ...partCode(declaration, part, notes) };
  });
}

/** The code of a part: as a whole, without the further fields of {@link Part.extras}, and these. */
export function partCode({ args }: Pick<Declaration, "args">, { path, extras }: Part, notes: Notes) {
  const value = Object(valueAt(args, path)) as PlainObject;
  // The part itself may be an expression already.
  const inside: Notes = {
    expressions: { get: (at) => (at === pathText(path) ? undefined : notes.expressions.get(at)) },
    comments: notes.comments,
  };
  return {
    whole: print(value, inside, path),
    plain: print(omit(value, extras), inside, path),
    extra: fieldsOf(pick(value, extras)).join(", "),
  };
}

/**
 * The code in place of secrets and of parts that are constants, and the comments.
 * @param project the part of names whose place a variable takes
 */
export function notesOf(
  { args, secrets, parts = [], comments: texts = [], unknown = [], assumed = [] }: Declaration,
  constants: Constants = new Map(),
  project?: string,
) {
  const expressions = new Map(
    secrets.map(({ path, key }) => [pathText(path), `config.requireSecret(${keyCode(key, project)})`]),
  );
  for (const part of parts) {
    const { whole, plain, extra } = partCode({ args }, part, { expressions, comments: new Map() });
    const [constant, base] = [constants.get(whole), constants.get(plain)];
    const code = constant ?? (base && `{ ...${base}, ${extra} }`);
    if (code !== undefined) expressions.set(pathText(part.path), code);
  }
  const all = [
    ...texts,
    ...unknown.flatMap(({ path = [], fields }) =>
      fields.length > 0 ? [{ path, text: unknownComment(fields) }] : [],
    ),
  ];
  const comments = new Map(
    [...groupBy(all, ({ path = [] }) => pathText(path))].map(([path, group]) => [
      path,
      group.map(({ text }) => text).join(" "),
    ]),
  );
  for (const name of assumed) comments.set(name, GUESSED);
  return { expressions, comments };
}

function keyCode(key: string, project = ""): string {
  return project !== "" && key.startsWith(`${project}.`)
    ? `\`\${project}${key.slice(project.length)}\``
    : quoted(key);
}

/** The code for one project: with its name in place of the variable. */
export function inProject(code: string, project: string): string {
  return code.replaceAll(/`\$\{project\}([^`]*)`/g, (_, end: string) => quoted(project + end));
}

/** The comment on a value that the service does not return. */
export const GUESSED =
  "Guessed, because the service does not return it: check it before the first `pulumi up`.";

function unknownComment(fields: readonly string[]): string {
  const them = fields.length === 1 ? "it is" : "they are";
  return `The service also has ${listed(fields)}, which this version leaves as ${them}.`;
}

/** The longest statement on one line. */
const WIDTH = 100;

/** The statement that declares a resource. */
export function statementOf({ kind, name, args }: Declaration, notes: Notes): string {
  const start = `new opsmanager.${kind}(${quoted(name)}, `;
  const code = printObject(fieldsOf(args, notes), WIDTH - start.length);
  return commented(notes.comments.get(""), `${start}${code});`);
}
