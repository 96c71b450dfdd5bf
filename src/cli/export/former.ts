/** What an earlier export has written into a folder, as far as the next one must know it. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPlainObject } from "../../json";
import type { PlainObject } from "../../json";
import { print } from "./source";

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
}

/** @throws Error for a generated module that was edited so that its projects are unknown */
export async function readFormer(folder: string): Promise<FormerProgram> {
  const modules: FormerModule[] = [];
  const others: string[] = [];
  const path = join(folder, MODULES_FOLDER);
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const [, name] = /^(.*)\.ts$/.exec(entry.name) ?? [];
    if (name === undefined || !entry.isFile()) continue;
    const text = await readFile(join(path, entry.name), "utf8");
    const isShared = text.startsWith(`// ${SHARED_COMMENT}`);
    if (isShared || text.startsWith(`// ${PROJECT_COMMENT}`))
      modules.push({ name, text, isShared, projects: projectsIn(name, text) });
    else others.push(name);
  }
  const index = await readIfThere(join(folder, "index.ts"));
  const imports = await readIfThere(join(folder, "import.json"));
  return { modules, others, statements: statementsOf(index), entries: entriesOf(imports) };
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

/** The names of the projects of an earlier export by id. */
export function projectNames({ modules }: FormerProgram): ReadonlyMap<string, string> {
  const ownLast = [...modules].sort((a, b) => Number(b.isShared) - Number(a.isShared));
  return new Map(ownLast.flatMap(({ projects }) => [...projects]));
}

export function fileOf({ name }: Pick<FormerModule, "name">): string {
  return `${MODULES_FOLDER}/${name}.ts`;
}

// In any style of quotes and semicolons: users format what they keep.
const STRING = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
const PROJECT = new RegExp(`^const projectId = (${STRING});?$`, "m");
const PROJECTS = /^const projects = \{([^}]*)\};?$/m;
const ENTRY = new RegExp(String.raw`(\w+|${STRING}): (${STRING})`, "g");

/** A generated module has its projects in one of two constants, and no other `projectId`. */
function projectsIn(name: string, text: string): ReadonlyMap<string, string> {
  const [, id] = PROJECT.exec(text) ?? [];
  const [, list] = PROJECTS.exec(text) ?? [];
  const isList = list !== undefined && /^[\s,]*$/.test(list.replaceAll(ENTRY, ""));
  if (/[{,]\s*projectId\s*:/.test(text) || (id === undefined && !isList)) {
    throw new Error(
      `${fileOf({ name })} was edited, so that its projects cannot be determined: its constant \`projectId\` or \`projects\` must ` +
        "name all of them. Undo that, or move the file to another folder. Nothing was written.",
    );
  }
  if (id !== undefined) {
    const [, title] = /^\/\/ The project (.*)\.$/m.exec(text) ?? [];
    return new Map([[unquoted(id), title ?? unquoted(id)]]);
  }
  const entries = [...(list ?? "").matchAll(ENTRY)];
  return new Map(entries.map(([, key = "", value = ""]) => [unquoted(value), unquoted(key)]));
}

/** Removes projects from a shared module. */
export function withoutProjects(module: FormerModule, ids: ReadonlySet<string>): FormerModule {
  const projects = new Map([...module.projects].filter(([id]) => !ids.has(id)));
  const constant = Object.fromEntries([...projects].map(([id, name]) => [name, id]));
  const text = module.text
    .replace(PROJECTS, () => `const projects = ${print(constant)};`)
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
  try {
    const { resources } = JSON.parse(text) as { readonly resources?: unknown };
    return Array.isArray(resources) ? resources.filter(isPlainObject) : [];
  } catch {
    return [];
  }
}

const LITERAL = `(${STRING}|\`(?:[^\`\\\\]|\\\\.)*\`)`;

/** A resource that a text declares, or a secret that it reads from the configuration. */
export interface Named {
  /** The name of the class, or `requireSecret`. */
  readonly kind: string;
  /** The name of the resource, or the key of the secret. */
  readonly name: string;
}

/** @param projects the names that a loop over projects inserts */
export function namesIn(text: string, projects: readonly string[] = []): Named[] {
  const found = text.matchAll(
    new RegExp(String.raw`(?:\bnew opsmanager\.|\b(?=requireSecret\())(\w+)\(\s*${LITERAL}`, "g"),
  );
  return [...found].flatMap(([, kind = "", literal = ""]) => {
    const name = unquoted(literal);
    const names = name.includes(VARIABLE) ? projects.map((each) => name.replaceAll(VARIABLE, each)) : [name];
    return names.map((each) => ({ kind, name: each }));
  });
}

const VARIABLE = "${project}";

function unquoted(literal: string): string {
  return /^\w/.test(literal) ? literal : literal.slice(1, -1).replaceAll(/\\(.)/g, "$1");
}
