/** Adds to a program what the state of its stack lacks. */

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { uniqueNames } from "../../core/declaring";
import type { Exclusive } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import type { AnyKind } from "../../kinds";
import { KINDS } from "../../kinds";
import { readState } from "../drift/state";
import type { StackPlace } from "../stack";
import { exportStack, readStackConfig } from "../stack";
import { counted } from "../text";
import { argsOf, constantStatements, findConstants } from "./constants";
import type { Declaration, Existing, Exported, Form, Program } from "./declarations";
import { addition, resourcesOf, secretsOf } from "./declarations";
import { isGenerated, MODULES_FOLDER, refuseLinks, writeFiles } from "./folder";
import type { Inventory, Project } from "./inventory";
import { declared, filesOf, importFile, importOf, moduleText } from "./program";
import { secretsFile } from "./secrets";
import { print } from "./source";

/** @param isPart whether projects were chosen: what belongs to no project is left out then */
export async function addTo(
  place: StackPlace & { readonly folder: string },
  inventory: Inventory,
  form: Form,
  isPart: boolean,
): Promise<Exported> {
  const { folder } = place;
  const resources = readState(await exportStack(place, false));
  const keys = new Set([...(await readStackConfig(place)).keys()].map((key) => key.replace(/^.*:/, "")));
  const exclusive = resources.flatMap((resource) => kindOf(resource)?.declaring.exclusive?.(resource) ?? []);
  const existing = existingIn(resources, exclusive, keys);
  const service = isPart ? new Map() : inventory.service;
  const open = inventory.projects.map((project) => without(project, exclusive));
  const program = addition({ projects: open, service }, form, existing);
  const members = addition({ projects: inventory.projects, service: new Map() }, "sets", existing);
  const membersOf = exclusive.flatMap(({ projectId, name }) =>
    members.projects
      .filter(({ id }) => id === projectId)
      .flatMap(({ declarations }) => declarations.filter(({ shared }) => shared !== undefined))
      .map((declaration) => ({ name, declaration })),
  );
  const secrets = [
    ...secretsOf(program),
    ...membersOf.flatMap(({ name, declaration }) =>
      declaration.secrets.map((secret) => ({ ...secret, resource: name })),
    ),
  ].filter(({ key }) => !keys.has(key));
  const projects = program.projects.filter(({ declarations }) => declarations.length > 0);
  const stem = await freeName(folder, projects.length === 1 ? (projects[0]?.slug ?? "") : "added");
  const path = `${MODULES_FOLDER}/${stem}.ts`;
  const hasModule = resourcesOf(program).length > 0;
  const files = new Map([
    ...(hasModule ? [[path, moduleOf(program)] as const, ...filesOf(program)] : []),
    ...(hasModule ? [[`import-${stem}.json`, importFile(program)] as const] : []),
    ...(secrets.length > 0 ? [[`secrets-${stem}.sh`, secretsFile(secrets)] as const] : []),
  ]);
  for (const file of files.keys()) refuseExisting(folder, file);
  const imported = hasModule ? await withImport(folder, importOf(path)) : undefined;
  await refuseLinks(folder);
  await writeFiles(
    folder,
    new Map([...files, ...(imported === undefined ? [] : [["index.ts", imported] as const])]),
  );
  const stack = place.stack === undefined ? "" : ` --stack ${place.stack}`;
  const steps = [
    ...(secrets.length > 0 ? [`sh secrets-${stem}.sh`] : []),
    ...(hasModule ? [`pulumi import --file import-${stem}.json --generate-code=false --yes${stack}`] : []),
    `pulumi preview${stack}   # must show no deletion`,
    `pulumi up${stack}`,
  ];
  const added = counted(resourcesOf(program).length, "resource");
  const text = [
    hasModule
      ? `Added ${added} of ${counted(projects.length, "project")} to ${folder}: ${[...files.keys()].join(", ")}.`
      : "",
    hasModule && imported === undefined
      ? `index.ts was rewritten, so add this line to it:\n\n${importOf(path)}\n`
      : "",
    hasModule && imported !== undefined ? "index.ts imports the module." : "",
    ...membersOf.map(({ name, declaration }) => membersText(name, declaration)),
    files.size + membersOf.length === 0
      ? "The state of the stack has everything that was read. Nothing was written."
      : `Next, in ${folder}:\n${steps.map((step) => `  ${step}\n`).join("")}`.trimEnd(),
  ];
  return {
    program,
    text: text
      .filter((line) => line !== "")
      .map((line) => `${line}\n`)
      .join(""),
  };
}

function kindOf({ kind }: StackResource): AnyKind | undefined {
  return KINDS.find(({ definition }) => definition.kind === kind);
}

function existingIn(
  resources: readonly StackResource[],
  exclusive: readonly Exclusive[],
  keys: ReadonlySet<string>,
): Existing {
  const ids = new Set([
    ...resources.flatMap((resource) => kindOf(resource)?.declaring.idsIn?.(resource) ?? [resource.id]),
    ...exclusive.flatMap(({ excepted }) => excepted),
  ]);
  return {
    names: resources.map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2)),
    keys,
    has: (id) => ids.has(id),
  };
}

/** A project without what only the members of a set may declare. */
function without(project: Project, exclusive: readonly Exclusive[]): Project {
  const closed = exclusive.filter(({ projectId }) => projectId === project.id).map(({ listing }) => listing);
  return {
    ...project,
    objects: new Map([...project.objects].filter(([listing]) => !closed.includes(listing))),
  };
}

/** A name that neither a module of the program nor an earlier addition has. */
async function freeName(folder: string, name: string): Promise<string> {
  const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
  return uniqueNames(
    found.map((path) => path.replace(/^.*[\\/]/, "").replace(/^(?:import|secrets)-|\.\w+$/g, "")),
  )(name);
}

function refuseExisting(folder: string, file: string): void {
  if (!existsSync(join(folder, file))) return;
  throw new Error(`${file} exists in ${folder}, and would be written: move it. Nothing was written.`);
}

/** The text of index.ts with a further import; `undefined` if no export wrote it. */
async function withImport(folder: string, line: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "index.ts"), "utf8").catch(() => "");
  const imports = [...text.matchAll(/^import .*;$/gm)];
  const last = imports.at(-1);
  if (!isGenerated(text) || last === undefined) return undefined;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

function moduleOf(program: Program): string {
  const resources = resourcesOf(program);
  const constants = findConstants(resources);
  const { statements } = declared(resources, constants, "..");
  return moduleText({
    comment: "Added to the program by an export.",
    statements: [...constantStatements(constants, "const"), ...statements],
  });
}

function membersText(name: string, declaration: Declaration): string {
  const members = print(argsOf(declaration)[declaration.shared?.argument ?? ""]);
  return `The set "${name}" deletes what it does not declare, so add these members to it:\n\n${members}\n`;
}
