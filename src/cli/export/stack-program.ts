/** What the program of a stack has already, and what its state lacks. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connections } from "../../core/connections";
import type { Exclusive } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { nameOf } from "../../core/ownership";
import { serverOf } from "../../core/scope";
import { isConfigError } from "../../errors";
import { groupBy } from "../../json";
import { kindNamed } from "../../kinds";
import { knownText } from "../../unknowns";
import { readState } from "../drift/state";
import type { StackPlace } from "../stack";
import { exportStack, readStackConfig } from "../stack";
import { UsageError } from "../usage";
import type { Declaration, Existing, Form, Program } from "./declarations";
import { addition, NOTHING, resourcesOf, secretsOf } from "./declarations";
import type { Inventory, Project } from "./inventory";
import type { DeclaredSecret } from "./secrets";

export interface StackProgram {
  readonly resources: readonly StackResource[];
  readonly existing: Existing;
  /** What only existing sets may declare. */
  readonly exclusive: readonly Exclusive[];
}

/** That of no stack. */
export const NO_STACK: StackProgram = { resources: [], existing: NOTHING, exclusive: [] };

/** @param connections those of the stack */
export async function readStackProgram(place: StackPlace, connections: Connections): Promise<StackProgram> {
  const project = await projectNameIn(place.folder ?? ".");
  const { resources } = readState(await exportStack(place, false));
  const config = await readStackConfig(place);
  const here = resources.filter((resource) => isOnService(resource, connections));
  const exclusive = here.flatMap(
    (resource) => kindNamed(resource.kind)?.declaring.exclusive?.(resource) ?? [],
  );
  const existing: Existing = {
    names: resources.map(({ urn }) => nameOf(urn)),
    config: new Map(
      [...config].flatMap(([key, value]) =>
        key.startsWith(`${project}:`) ? [[key.slice(project.length + 1), value] as const] : [],
      ),
    ),
    membersOf: () => [],
    has: hasObject(here, exclusive),
  };
  return { resources, existing, exclusive };
}

/** What the state of a stack lacks. */
export interface Lack {
  readonly program: Program;
  /** What only existing sets may declare. */
  readonly members: readonly SetMembers[];
  /** Those of both that the configuration of the stack does not have. */
  readonly secrets: readonly DeclaredSecret[];
}

export interface SetMembers {
  /** The Pulumi name of the set. */
  readonly set: string;
  /** A set of these members. */
  readonly declaration: Declaration;
}

/** @param has whether the program need not have an object, see {@link Existing.has} */
export function lackOf(
  { existing, exclusive }: StackProgram,
  inventory: Inventory,
  form: Form,
  has = existing.has,
): Lack {
  const projects = inventory.projects.map((project) => without(project, exclusive));
  const program = addition({ ...inventory, projects }, form, { ...existing, has });
  const members = exclusive.flatMap(({ projectId, name, listing, members: taken, excepted }) => {
    // Nobody knows then which alert configurations are left to others.
    if (excepted === undefined) return [];
    const [project] = inventory.projects.filter(({ id }) => id === projectId);
    const objects = new Map([[listing, project?.objects.get(listing) ?? []]]);
    const only = project === undefined ? [] : [{ ...project, objects }];
    const into = { ...existing, has, membersOf: () => taken };
    const declarations = resourcesOf(addition({ projects: only, service: new Map() }, "sets", into));
    return declarations.map((declaration) => ({ set: name, declaration }));
  });
  const ofMembers = members.flatMap(({ set, declaration }) =>
    declaration.secrets.map((secret) => ({ ...secret, resource: set })),
  );
  const secrets = [...secretsOf(program), ...ofMembers].filter(({ key }) => !existing.config.has(key));
  return { program, members, secrets };
}

/** Objects of different listings may have the same id: the settings of a project have that of the project. */
function hasObject(resources: readonly StackResource[], exclusive: readonly Exclusive[]): Existing["has"] {
  const found = [
    ...resources.flatMap((resource) => {
      const declaring = kindNamed(resource.kind)?.declaring;
      const ids = declaring?.idsIn?.(resource) ?? [resource.id];
      return declaring === undefined ? [] : ids.map((id) => ({ listing: declaring.listing, id }));
    }),
    ...exclusive.flatMap(({ listing, excepted = [] }) => excepted.map((id) => ({ listing, id }))),
  ];
  const byListing = groupBy(found, ({ listing }) => listing);
  const ids = new Map(
    [...byListing].map(([listing, items]) => [listing, new Set(items.map(({ id }) => id))]),
  );
  return (listing, id) => ids.get(listing)?.has(id) === true;
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

/** @throws UsageError for a folder that Pulumi would take for a part of another program */
async function projectNameIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, "Pulumi.yaml"), "utf8").catch(() => "");
  const [, name] = /^name:\s*["']?([^"'\s]+)/m.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`the folder ${folder} has no Pulumi.yaml with a name, so it has no Pulumi program`);
  return name;
}

/** A project without what only the members of a set may declare. */
function without(project: Project, exclusive: readonly Exclusive[]): Project {
  const closed = exclusive.filter(({ projectId }) => projectId === project.id).map(({ listing }) => listing);
  return {
    ...project,
    objects: new Map([...project.objects].filter(([listing]) => !closed.includes(listing))),
  };
}
