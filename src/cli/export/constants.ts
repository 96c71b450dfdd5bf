/** Constants for what occurs in a program more than once, and the code of the arguments that use them. */

import { commonPrefix, joinName, nameApart, slug, uniqueNames, variableName } from "../../core/declaring";
import { pathText, valueAt } from "../../core/problems";
import { groupBy } from "../../json";
import { listed } from "../text";
import type { Declaration } from "./declarations";
import { endingOf } from "./secrets";
import type { Notes } from "./source";
import { commented, fieldsOf, print, printObject, quoted } from "./source";

/** The names of the constants by the code of their values. */
export type Constants = ReadonlyMap<string, string>;

/** The type of constants, and of the parts in which projects with a standard differ. */
export const PART_TYPE = "opsmanager.AlertNotificationArgs";

/** Names that have another meaning in the modules. */
export const RESERVED = ["args", "common", "config", "name", "opsmanager", "project", "projectId", "pulumi"];

/**
 * Names the parts that several objects have in common.
 * @param known constants that are there already, which keep their names
 */
export function findConstants(declarations: readonly Declaration[], known: Constants = new Map()): Constants {
  const parts = groupBy(declarations.flatMap(partsOf), ({ order }) => order);
  const repeated = [...parts].flatMap(([code, [part, ...more]]) =>
    part !== undefined && (more.length > 0 || known.has(code))
      ? [{ ...part, project: commonPrefix([part, ...more].map(({ project }) => project)) }]
      : [],
  );
  const unique = uniqueNames([...RESERVED, ...known.values()], "");
  return new Map(
    [...groupBy(nameApart(repeated), ({ base }) => base).values()].flatMap((alike) =>
      alike.map((part) => {
        const { order: code } = part;
        return [code, known.get(code) ?? unique(variableName(nameAmong(part, alike)))] as const;
      }),
    ),
  );
}

/** A part that several objects have in common. */
interface CommonPart {
  readonly base: string;
  /** The base, and what tells it apart from others but its secrets. */
  readonly name: string;
  /** What the projects that use it have in common. */
  readonly project: string;
  /** What masks show of its secrets. */
  readonly ending: string;
}

/** Tells parts that lead elsewhere, or look alike, apart by the projects that use them, or else by their secrets. */
function nameAmong(part: CommonPart, alike: readonly CommonPart[]): string {
  const { base, name, project, ending } = part;
  const others = alike.filter((each) => each !== part && (each.ending !== ending || each.name === name));
  if (others.length === 0) return name;
  const isOwn = project !== "" && others.every((each) => each.project !== project);
  return isOwn ? joinName(project, name) : joinName(base, ending) + name.slice(base.length);
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
  return (declaration.parts ?? []).map(({ path, target, facets }) => {
    const code = print(valueAt(declaration.args, path), notes, path);
    const prefix = pathText(path);
    const own = declaration.secrets.filter((secret) => pathText(secret.path).startsWith(`${prefix}.`));
    const ending = slug(own.map(({ shown }) => endingOf(shown)).join(" "));
    return { base: target.name, facets, order: code, project: declaration.project, ending };
  });
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
  for (const { path } of parts) {
    const constant = constants.get(print(valueAt(args, path), { expressions, comments: new Map() }, path));
    if (constant !== undefined) expressions.set(pathText(path), constant);
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
