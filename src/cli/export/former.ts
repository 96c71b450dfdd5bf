/** What an earlier export has written into a folder, as far as the next one must know it. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPlainObject } from "../../json";
import type { PlainObject } from "../../json";
import { constStatement } from "./source";

/** The folder of the modules of projects. */
export const MODULES_FOLDER = "projects";

/** The comments in the first line of generated files. */
export const INDEX_COMMENT = "The contents of the Ops Manager";
export const PROJECT_COMMENT = "The project ";
const SHARED_COMMENT = "The alert configurations that ";

export function sharedComment(count: number): string {
  return count === 1
    ? `${SHARED_COMMENT}one project had in common with others.`
    : `${SHARED_COMMENT}${count} projects have in common.`;
}

export interface FormerProgram {
  readonly modules: readonly FormerModule[];
  /** The names of the other modules in the folder. */
  readonly others: readonly string[];
  /** The statements of index.ts that declare resources. */
  readonly statements: readonly string[];
  /** The entries of import.json. */
  readonly entries: readonly PlainObject[];
}

/** A module that declares resources of projects. */
export interface FormerModule {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly text: string;
  /** The projects: the name by the id. In a shared module it is the part of the names of resources. */
  readonly projects: ReadonlyMap<string, string>;
  readonly isShared: boolean;
  /** Whether a project can be removed from it. */
  readonly canBeSplit: boolean;
}

/** A resource of a program. */
export interface NamedResource {
  readonly kind: string;
  readonly name: string;
}

/** @throws Error for a generated module that was edited so that its projects are unknown */
export async function readFormer(folder: string): Promise<FormerProgram> {
  const modules: FormerModule[] = [];
  const others: string[] = [];
  const path = join(folder, MODULES_FOLDER);
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const [, name] = /^(.*)\.ts$/.exec(entry.name) ?? [];
    if (name === undefined || !entry.isFile()) continue;
    const module = parseModule(name, await readFile(join(path, entry.name), "utf8"));
    if (module === undefined) others.push(name);
    else modules.push(module);
  }
  const index = await readIfThere(join(folder, "index.ts"));
  const imports = await readIfThere(join(folder, "import.json"));
  return { modules, others, statements: statementsOf(index), entries: entriesOf(imports) };
}

/** The names of the projects of an earlier export by id. */
export function projectNames({ modules }: FormerProgram): ReadonlyMap<string, string> {
  const ownLast = [...modules].sort((a, b) => Number(b.isShared) - Number(a.isShared));
  return new Map(ownLast.flatMap(({ projects }) => [...projects]));
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

export function fileOf({ name }: Pick<FormerModule, "name">): string {
  return `${MODULES_FOLDER}/${name}.ts`;
}

function parseModule(name: string, text: string): FormerModule | undefined {
  if (text.startsWith(`// ${PROJECT_COMMENT}`)) return parseProject(name, text);
  return text.startsWith(`// ${SHARED_COMMENT}`) ? parseShared(name, text) : undefined;
}

// In any style of quotes and semicolons: users format what they keep.
const STRING = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
const NAME = String.raw`[A-Za-z_$][\w$]*`;

function parseProject(name: string, text: string): FormerModule {
  const constants = new Map(
    [...text.matchAll(new RegExp(String.raw`\bconst (${NAME}) =\s*(${STRING})`, "g"))].map(
      ([, constant = "", value = ""]) => [constant, unquoted(value)],
    ),
  );
  const use = String.raw`\bprojectId(?:\s*:\s*(${STRING}|${NAME})|(?=\s*[,}]))`;
  const uses = [...text.matchAll(new RegExp(use, "g"))];
  const ids = uses.map(([, value = "projectId"]) =>
    isQuoted(value) ? unquoted(value) : constants.get(value),
  );
  if (ids.includes(undefined) || (ids.length === 0 && text.includes("new opsmanager."))) {
    throw edited(name, "so that its project cannot be determined: it must be a constant of the file");
  }
  const [, title] = /^\/\/ The project (.*)\.$/m.exec(text) ?? [];
  const known = [...new Set(ids.filter((id) => id !== undefined))];
  const projects = new Map(known.map((id, index) => [id, (index === 0 ? title : undefined) ?? id]));
  return { name, text, projects, isShared: false, canBeSplit: false };
}

const PROJECTS = /^const projects = \{([\s\S]*?)\};?$/m;
const ENTRY = new RegExp(String.raw`(${NAME}|${STRING}): (${STRING})`, "g");

function parseShared(name: string, text: string): FormerModule {
  const body = PROJECTS.exec(text)?.[1];
  if (body === undefined || !/^[\s,]*$/.test(body.replaceAll(ENTRY, ""))) {
    throw edited(
      name,
      "so that its projects cannot be determined: its constant `projects` must contain names and ids only",
    );
  }
  const projects = new Map(
    [...body.matchAll(ENTRY)].map(([, key = "", id = ""]) => [
      unquoted(id),
      isQuoted(key) ? unquoted(key) : key,
    ]),
  );
  const isWhole = !/\bprojectId\s*:/.test(text) && text.split("new opsmanager.").length === 2;
  return { name, text, projects, isShared: true, canBeSplit: isWhole };
}

function edited(name: string, how: string): Error {
  return new Error(
    `${fileOf({ name })} was edited, ${how}. Undo that, or move the file to another folder. Nothing was written.`,
  );
}

/** Removes projects from a shared module. */
export function withoutProjects(module: FormerModule, ids: ReadonlySet<string>): FormerModule {
  const projects = new Map([...module.projects].filter(([id]) => !ids.has(id)));
  const constant = Object.fromEntries([...projects].map(([id, name]) => [name, id]));
  const text = module.text
    .replace(PROJECTS, () => constStatement("projects", constant))
    .replace(/^.*$/m, `// ${sharedComment(projects.size)}`);
  return { ...module, projects, text };
}

/** The statements of a generated index.ts. */
function statementsOf(text: string): string[] {
  if (!text.startsWith(`// ${INDEX_COMMENT}`)) return [];
  return text
    .split(/(?:\r?\n){2,}/)
    .map((block) => block.replaceAll("\r\n", "\n").trim())
    .filter((block) => block.includes("new opsmanager."));
}

function entriesOf(text: string): PlainObject[] {
  if (text === "") return [];
  try {
    const { resources } = JSON.parse(text) as { readonly resources?: unknown };
    return Array.isArray(resources) ? resources.filter(isPlainObject) : [];
  } catch {
    return [];
  }
}

const LITERAL = `(${STRING}|\`(?:[^\`\\\\]|\\\\.)*\`)`;

/** The resources that a text declares. @param projects the names that a loop over projects inserts */
export function resourcesIn(text: string, projects: readonly string[]): NamedResource[] {
  const found = text.matchAll(new RegExp(String.raw`\bnew opsmanager\.(\w+)\(\s*${LITERAL}`, "g"));
  return [...found].flatMap(([, kind = "", literal = ""]) =>
    expand(literal, projects).map((name) => ({ kind, name })),
  );
}

/** The keys of the secrets that a text reads from the configuration. */
export function secretKeysIn(text: string, projects: readonly string[]): string[] {
  const found = text.matchAll(new RegExp(String.raw`\brequireSecret\(\s*${LITERAL}`, "g"));
  return [...found].flatMap(([, literal = ""]) => expand(literal, projects));
}

function expand(literal: string, projects: readonly string[]): string[] {
  const text = unquoted(literal);
  const variable = "${project}";
  return text.includes(variable) ? projects.map((project) => text.replaceAll(variable, project)) : [text];
}

function isQuoted(text: string): boolean {
  return /^["']/.test(text);
}

function unquoted(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}
