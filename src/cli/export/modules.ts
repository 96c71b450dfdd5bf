/** The text of the modules of an exported program. */

import { posix } from "node:path";
import { groupBy, isPlainObject } from "../../json";
import { oneLine } from "../text";
import type { Constants } from "./constants";
import { notesOf } from "./constants";
import { fieldsOf, printObject } from "./source";
import type { Declaration } from "./declarations";

/** The path of the module of the constants, without its extension. */
export const CONSTANTS = "notifications";

/** The modules that export variables, by variable, without their extensions. */
export type Exports = ReadonlyMap<string, string>;

export function exportsOf(constants: Constants): Exports {
  return new Map([...constants.values()].map((name) => [name, CONSTANTS]));
}

/** The import of a module by another one in the root of the program. */
export function importOf(path: string): string {
  return `import "./${path.replace(/\.ts$/, "")}";`;
}

/** A module that imports what it uses. @param head lines above the other imports */
export function moduleText(
  path: string,
  comment: string | readonly string[],
  statements: readonly string[],
  exports: Exports = new Map(),
  head: readonly string[] = [],
): string {
  const code = statements.join("\n\n");
  const words = new Set(code.replaceAll(NO_CODE, "").match(/\b\w+\b(?!:)/g));
  const others = [...exports].filter(([name, from]) => words.has(name) && `${from}.ts` !== path);
  const used = others.sort(([a], [b]) => (a < b ? -1 : 1));
  const imports = [...groupBy(used, ([, from]) => from)].map(([from, names]) => {
    const target = posix.relative(posix.dirname(path), from).replace(/^(?!\.)/, "./");
    return `import ${printObject(names.map(([name]) => name))} from "${target}";`;
  });
  const all = [
    ...head,
    ...(words.has("config") ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...(words.has("opsmanager") ? ['import * as opsmanager from "pulumi-opsmanager";'] : []),
    ...imports,
    ...(words.has("config") ? ["", "const config = new pulumi.Config();"] : []),
  ];
  const comments = [comment].flat().map((line) => `// ${oneLine(line)}`);
  const parts = [comments.join("\n"), all.join("\n"), code];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Comments and texts. */
const NO_CODE = /\/\/.*|"(?:[^"\\]|\\.)*"|`[^`]*`/g;

/** What is to be added to a set that deletes what it does not declare. */
export function membersText(set: Declaration): string {
  const { name, args, shared: { argument = "" } = {} } = set;
  const members = args[argument];
  const fields = isPlainObject(members) ? fieldsOf(members, notesOf(set), [argument]) : [];
  const code = fields.map((field) => `${field},`).join("\n");
  const needs = code.includes("config.")
    ? " The module of the set needs `const config = new pulumi.Config();` for the secrets."
    : "";
  return `The set "${name}" deletes what it does not declare, so add these members to its ${argument}.${needs}\n\n${code}\n`;
}
