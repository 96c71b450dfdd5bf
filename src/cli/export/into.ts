/** Adds to a program what the state of its stack lacks. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../core/connections";
import { uniqueNames } from "../../core/export-names";
import type { StackPlace } from "../stack";
import { importCommand, stackOption } from "../stack";
import { counted } from "../text";
import type { Constants } from "./constants";
import { constantsIn, constantStatements, findConstants } from "./constants";
import type { DeclaredPlace, Exported, Form } from "./declarations";
import { resourcesOf } from "./declarations";
import { isGenerated, MODULES_FOLDER, readText, refuseLinks, writeFiles } from "./folder";
import type { Inventory } from "./inventory";
import { CONSTANTS, exportsOf, importOf, membersText, moduleText } from "./modules";
import { filesOf, importFile } from "./program";
import { statementsOf } from "./projects";
import { secretsFile } from "./secrets";
import type { Lack } from "./stack-program";
import { lackOf, readStackProgram } from "./stack-program";

type FolderPlace = StackPlace & { readonly folder: string };

/** @param isPart whether projects were chosen: what belongs to no project is left out then, unless an option asked for it */
export async function addTo(
  place: FolderPlace,
  connections: Connections,
  inventory: Inventory,
  form: Form,
  isPart: boolean,
): Promise<Exported> {
  const { folder } = place;
  const stack = await readStackProgram(place, connections);
  await refuseWaiting(folder, stack.ids);
  const { asked } = inventory;
  const places = inventory.places.map((each) =>
    isPart && each.id === ""
      ? { ...each, objects: new Map([...each.objects].filter(([listing]) => asked.has(listing))) }
      : each,
  );
  const lack = lackOf(stack, { ...inventory, places }, form);
  const { program, members } = lack;
  if (resourcesOf(program).length === 0 && members.length === 0) {
    return { program, text: "The state of the stack has everything that was read. Nothing was written.\n" };
  }
  const files = await filesFor(folder, lack);
  for (const [path, text] of files) {
    if (!["", text].includes(await readText(join(folder, path))))
      throw new Error(`${join(folder, path)} exists, and would be written: move it. Nothing was written.`);
  }
  await refuseLinks(folder, [...files.keys(), "index.ts"]);
  const lines = [...files.keys()].filter((path) => path.endsWith(".ts")).map(importOf);
  const index = await withImports(folder, lines);
  await writeFiles(folder, files);
  if (index !== undefined) await writeFiles(folder, new Map([["index.ts", index]]));
  return { program, text: textOf(place, lack, [...files.keys()], index === undefined ? lines : []) };
}

/** The files of an addition by path. */
async function filesFor(folder: string, { program, secrets }: Lack): Promise<Map<string, string>> {
  const known = constantsIn(await readText(join(folder, `${CONSTANTS}.ts`)));
  const places = program.filter(({ declarations }) => declarations.length > 0);
  const names = await namesIn(folder);
  const unique = uniqueNames(names);
  const modules = places.map((place) => {
    const path = `${MODULES_FOLDER}/${unique(place.slug)}.ts`;
    return [path, moduleOf(path, place, known)] as const;
  });
  // What the names of the other files have in common.
  const stem = uniqueNames(names)(places.length === 1 ? (places[0]?.slug ?? "") : "added");
  return new Map([
    ...modules,
    ...filesOf(program),
    ...(secrets.length > 0 ? [[`secrets-${stem}.sh`, secretsFile(secrets)] as const] : []),
    ...(modules.length > 0 ? [[`import-${stem}.json`, importFile(program)] as const] : []),
  ]);
}

/** What was written, and what to do next. @param lines imports that index.ts lacks */
function textOf(
  { folder, stack }: FolderPlace,
  { program, members }: Lack,
  files: readonly string[],
  lines: readonly string[],
): string {
  const count = resourcesOf(program).length;
  const ofStack = stackOption(stack);
  const steps = files.flatMap((path) => {
    if (path.startsWith("import-")) return [importCommand(path, stack)];
    return path.startsWith("secrets-") ? [`sh ${path}${ofStack}`] : [];
  });
  const text = [
    ...(count > 0 ? [`Added ${counted(count, "resource")} to ${folder}: ${files.join(", ")}.`] : []),
    ...(lines.length > 0 ? [`index.ts was rewritten, so add to it:\n\n${lines.join("\n")}\n`] : []),
    ...members.map(membersText),
    `Next, in ${folder}:`,
    ...steps.map((step) => `  ${step}`),
    `  pulumi preview${ofStack}   # must show no deletion`,
    `  pulumi up${ofStack}`,
  ];
  return text.map((line) => `${line}\n`).join("");
}

/** Refuses to add what an earlier addition declares and nobody has imported yet. @param known the ids of the resources in the state */
async function refuseWaiting(folder: string, known: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => /^import-.*\.json$/.test(each))) {
    // The ids of the entries, which an export has indented so.
    const ids = (await readText(join(folder, name))).matchAll(/^ {6}"id": "(.*)"/gm);
    if ([...ids].every(([, id = ""]) => known.has(id))) continue;
    throw new Error(
      `${name} is not imported yet. Import it, or remove it with its module, and try again. Nothing was written.`,
    );
  }
}

/** The names that modules of the program and earlier additions have. */
async function namesIn(folder: string): Promise<string[]> {
  const found = await Promise.all(
    [folder, join(folder, MODULES_FOLDER)].map(async (each) => readdir(each).catch((): string[] => [])),
  );
  return found.flat().map((name) => name.replaceAll(/^(?:import|secrets)-|\.\w+$/g, ""));
}

/** The text of index.ts with more imports, next to those of the same folder; `undefined` if no export wrote it. */
async function withImports(folder: string, lines: readonly string[]): Promise<string | undefined> {
  const text = await readText(join(folder, "index.ts"));
  const imports = [...text.matchAll(/^import .*;$/gm)];
  const last = imports.findLast(([line]) => line.includes(`"./${MODULES_FOLDER}/`)) ?? imports[0];
  if (!isGenerated(text) || last === undefined) return undefined;
  const end = last.index + last[0].length;
  return [text.slice(0, end), ...lines].join("\n") + text.slice(end);
}

/** @param known the constants that the program has */
function moduleOf(path: string, place: DeclaredPlace, known: Constants): string {
  const constants = findConstants(place.declarations, known);
  const own = new Map([...constants].filter(([code]) => !known.has(code)));
  const statements = [...constantStatements(own, "const"), ...statementsOf(place, constants)];
  return moduleText(path, "Added to the program by an export.", statements, exportsOf(known));
}
