/** Adds to a program what the state of its stack lacks. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../core/connections";
import { uniqueNames } from "../../core/declaring";
import type { Exclusive } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { kindNamed } from "../../kinds";
import { isConfigError } from "../../errors";
import { nameOf } from "../../core/ownership";
import { serverOf } from "../../core/scope";
import { knownText } from "../../unknowns";
import { UsageError } from "../usage";
import { readState } from "../drift/state";
import type { StackPlace } from "../stack";
import { exportStack, readStackConfig } from "../stack";
import { counted } from "../text";
import { argsOf, constantStatements, findConstants } from "./constants";
import type { Declaration, Existing, Exported, Form, Program } from "./declarations";
import { addition, resourcesOf, secretsOf } from "./declarations";
import { isGenerated, MODULES_FOLDER, refuseLinks, writeFiles } from "./folder";
import type { Inventory, Project } from "./inventory";
import { declared, importOf, moduleText } from "./modules";
import { filesOf, importFile } from "./program";
import type { DeclaredSecret } from "./secrets";
import { secretsFile } from "./secrets";
import { print } from "./source";

/** What the state of a stack lacks. */
interface Lack {
  readonly program: Program;
  /** What only existing sets may declare. */
  readonly members: readonly SetMembers[];
  /** Those of both that the configuration of the stack does not have. */
  readonly secrets: readonly DeclaredSecret[];
}

interface SetMembers {
  /** The Pulumi name of the set. */
  readonly set: string;
  /** A set of these members. */
  readonly declaration: Declaration;
}

/** @param isPart whether projects were chosen: what belongs to no project is left out then */
export async function addTo(
  place: StackPlace & { readonly folder: string },
  connections: Connections,
  inventory: Inventory,
  form: Form,
  isPart: boolean,
): Promise<Exported> {
  const { folder, stack } = place;
  const project = await projectNameIn(folder);
  const { resources } = readState(await exportStack(place, false));
  await refuseWaiting(folder, resources);
  const config = await readStackConfig(place);
  const lack = findLack(
    resources,
    (resource) => isOnService(resource, connections),
    new Map(
      [...config].flatMap(([key, value]) =>
        key.startsWith(`${project}:`) ? [[key.slice(project.length + 1), value] as const] : [],
      ),
    ),
    isPart ? { ...inventory, service: new Map() } : inventory,
    form,
  );
  const { program, members, secrets } = lack;
  const hasModule = resourcesOf(program).length > 0;
  if (!hasModule && members.length === 0) {
    return { program, text: "The state of the stack has everything that was read. Nothing was written.\n" };
  }
  const [only, second] = program.projects.filter(({ declarations }) => declarations.length > 0);
  const stem = await freeName(folder, second === undefined && only !== undefined ? only.slug : "added");
  const module = `${MODULES_FOLDER}/${stem}.ts`;
  const files = new Map([
    ...(hasModule
      ? [
          [module, moduleOf(program)] as const,
          ...filesOf(program),
          [`import-${stem}.json`, importFile(program)] as const,
        ]
      : []),
    ...(secrets.length > 0 ? [[`secrets-${stem}.sh`, secretsFile(secrets)] as const] : []),
  ]);
  for (const [file, text] of files) {
    if (await isAsWritten(join(folder, file), text)) files.delete(file);
  }
  await refuseLinks(folder, [...files.keys(), "index.ts"]);
  const index = hasModule ? await withImport(folder, importOf(module)) : undefined;
  await writeFiles(
    folder,
    new Map([...files, ...(index === undefined ? [] : [["index.ts", index] as const])]),
  );
  const added = `Added ${counted(resourcesOf(program).length, "resource")} to ${folder}: ${[...files.keys()].join(", ")}.`;
  const ofStack = stack === undefined ? "" : ` --stack ${stack}`;
  const steps = [
    ...(secrets.length > 0 ? [`sh secrets-${stem}.sh${ofStack}`] : []),
    ...(hasModule ? [`pulumi import --file import-${stem}.json --generate-code=false --yes${ofStack}`] : []),
    `pulumi preview${ofStack}   # must show no deletion`,
    `pulumi up${ofStack}`,
  ];
  const lines = [
    ...(hasModule ? [added] : []),
    ...(hasModule && index === undefined
      ? [`index.ts was rewritten, so add this line to it:\n\n${importOf(module)}\n`]
      : []),
    ...members.map(membersText),
    `Next, in ${folder}:`,
    ...steps.map((step) => `  ${step}`),
  ];
  return { program, text: lines.map((line) => `${line}\n`).join("") };
}

function findLack(
  resources: readonly StackResource[],
  isHere: (resource: StackResource) => boolean,
  config: ReadonlyMap<string, string>,
  inventory: Inventory,
  form: Form,
): Lack {
  const here = resources.filter(isHere);
  const exclusive = here.flatMap(
    (resource) => kindNamed(resource.kind)?.declaring.exclusive?.(resource) ?? [],
  );
  const existing: Existing = {
    names: resources.map(({ urn }) => nameOf(urn)),
    config,
    membersOf: () => [],
    has: hasObject(here, exclusive),
  };
  const projects = inventory.projects.map((project) => without(project, exclusive));
  const program = addition({ ...inventory, projects }, form, existing);
  const members = exclusive.flatMap(({ projectId, name, listing, members: taken, excepted }) => {
    // Nobody knows then which alert configurations are left to others.
    if (excepted === undefined) return [];
    const [project] = inventory.projects.filter(({ id }) => id === projectId);
    const objects = new Map([[listing, project?.objects.get(listing) ?? []]]);
    const only = project === undefined ? [] : [{ ...project, objects }];
    const into = { ...existing, membersOf: () => taken };
    const declarations = resourcesOf(addition({ projects: only, service: new Map() }, "sets", into));
    return declarations.map((declaration) => ({ set: name, declaration }));
  });
  const ofMembers = members.flatMap(({ set, declaration }) =>
    declaration.secrets.map((secret) => ({ ...secret, resource: set })),
  );
  const secrets = [...secretsOf(program), ...ofMembers].filter(({ key }) => !config.has(key));
  return { program, members, secrets };
}

/** @returns whether a resource has an object, by the id of a resource that would have it alone */
function hasObject(
  resources: readonly StackResource[],
  exclusive: readonly Exclusive[],
): (id: string) => boolean {
  const ids = new Set([
    ...resources.flatMap(
      (resource) => kindNamed(resource.kind)?.declaring.idsIn?.(resource) ?? [resource.id],
    ),
    ...exclusive.flatMap(({ excepted = [] }) => excepted),
  ]);
  return (id) => ids.has(id);
}

/** Whether a resource is on the service that was read: other connections may lead to others. */
function isOnService({ outputs }: StackResource, connections: Connections): boolean {
  const name = knownText(outputs["connection"]);
  if (name === undefined) return true;
  try {
    return serverOf(connections(name).settings) === serverOf(connections(undefined).settings);
  } catch (error) {
    if (isConfigError(error)) return true;
    throw error;
  }
}

/** @throws Error for a folder that Pulumi would take for a part of another program */
async function projectNameIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, "Pulumi.yaml"), "utf8").catch(() => "");
  const [, name] = /^name:\s*["']?([^"'\s]+)/m.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`--into: ${folder} has no Pulumi.yaml with a name, so it is not a program`);
  return name;
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

function importedIn(text: string): string[] {
  const { resources } = JSON.parse(text) as { resources: readonly { type: string; id: string }[] };
  return resources.map(({ type, id }) => `${type.replace(/^.*:/, "")} ${id}`);
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

/** Whether a file has the text already. @throws Error if it has another one */
async function isAsWritten(path: string, text: string): Promise<boolean> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  if (found !== undefined && found !== text)
    throw new Error(`${path} exists, and would be written: move it. Nothing was written.`);
  return found !== undefined;
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

function membersText({ set, declaration }: SetMembers): string {
  const members = print(argsOf(declaration)[declaration.shared?.argument ?? ""]);
  return `The set "${set}" deletes what it does not declare, so add these members to it:\n\n${members}\n`;
}
