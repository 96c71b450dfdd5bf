/** Adds to a program what the state of its stack lacks. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../core/connections";
import { uniqueNames } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { isPlainObject } from "../../json";
import type { StackPlace } from "../stack";
import { importCommand, stackOption } from "../stack";
import { counted } from "../text";
import type { Constants } from "./constants";
import { constantsOf, constantStatements, findConstants } from "./constants";
import type { DeclaredProject, Exported, Form } from "./declarations";
import { resourcesOf } from "./declarations";
import { isGenerated, MODULES_FOLDER, refuseLinks, writeFiles } from "./folder";
import type { Inventory } from "./inventory";
import { CONSTANTS, declared, importOf, membersText, moduleText } from "./modules";
import { filesOf, importFile } from "./program";
import { secretsFile } from "./secrets";
import { projectIdIn } from "./projects";
import { quoted } from "./source";
import type { Lack } from "./stack-program";
import { lackOf, readStackProgram } from "./stack-program";

/** @param isPart whether projects were chosen: what belongs to no project is left out then, unless an option asked for it */
export async function addTo(
  place: StackPlace & { readonly folder: string },
  connections: Connections,
  inventory: Inventory,
  form: Form,
  isPart: boolean,
): Promise<Exported> {
  const { folder } = place;
  const stack = await readStackProgram(place, connections);
  await refuseWaiting(folder, stack.resources);
  const asked = [...inventory.service].filter(([listing]) => inventory.asked.has(listing));
  const lack = lackOf(stack, isPart ? { ...inventory, service: new Map(asked) } : inventory, form);
  const { program, members } = lack;
  if (resourcesOf(program).length === 0 && members.length === 0) {
    return { program, text: "The state of the stack has everything that was read. Nothing was written.\n" };
  }
  const { modules, others, stem } = await filesFor(folder, lack);
  for (const [file, text] of others) {
    if (await isAsWritten(join(folder, file), text)) others.delete(file);
  }
  await refuseLinks(folder, [...modules.keys(), ...others.keys(), "index.ts"]);
  const lines = [...modules.keys()].map(importOf);
  const index = modules.size === 0 ? undefined : await withImports(folder, lines);
  const written = new Map([...modules, ...others]);
  await writeFiles(
    folder,
    new Map([...written, ...(index === undefined ? [] : [["index.ts", index] as const])]),
  );
  return { program, text: textOf(place, lack, [...written.keys()], stem, index === undefined ? lines : []) };
}

/** What one module declares: a project, or what belongs to none. */
type Part = Pick<DeclaredProject, "slug" | "declarations"> & { readonly id: string | undefined };

/** The files of an addition by path, and what the names of its files have in common. */
async function filesFor(folder: string, { program, secrets }: Lack) {
  const known = constantsOf(
    await readFile(join(folder, `${CONSTANTS}.ts`), "utf8").catch(() => ""),
    resourcesOf(program),
  );
  const parts = [
    ...program.projects,
    { id: undefined, slug: "service", declarations: program.service },
  ].filter(({ declarations }) => declarations.length > 0);
  const names = await namesIn(folder);
  const unique = uniqueNames(names);
  const modules = new Map(
    parts.map((part) => [`${MODULES_FOLDER}/${unique(part.slug)}.ts`, moduleOf(part, known)]),
  );
  const [only, second] = parts;
  const stem = uniqueNames(names)(second === undefined && only !== undefined ? only.slug : "added");
  const others = new Map([
    ...filesOf(program),
    ...(modules.size > 0 ? [[`import-${stem}.json`, importFile(program)] as const] : []),
    ...(secrets.length > 0 ? [[`secrets-${stem}.sh`, secretsFile(secrets)] as const] : []),
  ]);
  return { modules, others, stem };
}

/** What was written, and what to do next. @param lines imports that index.ts lacks */
function textOf(
  { folder, stack }: StackPlace & { readonly folder: string },
  { program, members, secrets }: Lack,
  files: readonly string[],
  stem: string,
  lines: readonly string[],
): string {
  const count = resourcesOf(program).length;
  const ofStack = stackOption(stack);
  const steps = [
    ...(secrets.length > 0 ? [`sh secrets-${stem}.sh${ofStack}`] : []),
    ...(count > 0 ? [importCommand(`import-${stem}.json`, stack)] : []),
    `pulumi preview${ofStack}   # must show no deletion`,
    `pulumi up${ofStack}`,
  ];
  const text = [
    ...(count > 0 ? [`Added ${counted(count, "resource")} to ${folder}: ${files.join(", ")}.`] : []),
    ...(lines.length > 0 ? [`index.ts was rewritten, so add to it:\n\n${lines.join("\n")}\n`] : []),
    ...members.map(({ set, declaration }) => membersText(set, declaration)),
    `Next, in ${folder}:`,
    ...steps.map((step) => `  ${step}`),
  ];
  return text.map((line) => `${line}\n`).join("");
}

/** Refuses to add what an earlier addition declares and nobody has imported yet. */
async function refuseWaiting(folder: string, resources: readonly StackResource[]): Promise<void> {
  const known = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => /^import-.*\.json$/.test(each))) {
    const entries = importedIn(await readFile(join(folder, name), "utf8"));
    if (entries.every((entry) => known.has(entry))) continue;
    throw new Error(
      `${name} is not imported yet. Import it, or remove it with its module, and try again. Nothing was written.`,
    );
  }
}

/** The resources of an import file; none of one that no export has written. */
function importedIn(text: string): string[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return [];
  }
  const resources = isPlainObject(file) && Array.isArray(file["resources"]) ? file["resources"] : [];
  return resources.filter(isPlainObject).flatMap(({ type, id }) => {
    const [, kind] = /dynamic\/opsmanager:(\w+)$/.exec(String(type)) ?? [];
    return kind === undefined || typeof id !== "string" ? [] : [`${kind} ${id}`];
  });
}

/** The names that modules of the program and earlier additions have. */
async function namesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
  return found.map((path) => path.replace(/^.*[\\/]/, "").replace(/^(?:import|secrets)-|\.\w+$/g, ""));
}

/** Whether a file has the text already. @throws Error if it has another one */
async function isAsWritten(path: string, text: string): Promise<boolean> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  if (found !== undefined && found !== text)
    throw new Error(`${path} exists, and would be written: move it. Nothing was written.`);
  return found !== undefined;
}

/** The text of index.ts with further imports, next to those of the same folder; `undefined` if no export wrote it. */
async function withImports(folder: string, lines: readonly string[]): Promise<string | undefined> {
  const text = await readFile(join(folder, "index.ts"), "utf8").catch(() => "");
  const imports = [...text.matchAll(/^import .*;$/gm)];
  const last = imports.findLast(([line]) => line.includes(`"./${MODULES_FOLDER}/`)) ?? imports[0];
  if (!isGenerated(text) || last === undefined) return undefined;
  const end = last.index + last[0].length;
  return [text.slice(0, end), ...lines].join("\n") + text.slice(end);
}

/** @param known the constants that the program has */
function moduleOf({ id, declarations }: Part, known: Constants): string {
  const constants = findConstants(declarations, known);
  const own = new Map([...constants].filter(([text]) => !known.has(text)));
  const { statements, uses } = declared(declarations, constants, "..", {
    adapt: (_, args) => (id === undefined ? args : { ...args, ...projectIdIn(args) }),
    imported: known,
  });
  return moduleText({
    comment: "Added to the program by an export.",
    uses,
    statements: [
      ...(id === undefined ? [] : [`const projectId = ${quoted(id)};`]),
      ...constantStatements(own, "const"),
      ...statements,
    ],
  });
}
