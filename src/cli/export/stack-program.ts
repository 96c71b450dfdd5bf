/** What the program of a stack has already, and what its state lacks. */

import { join } from "node:path";
import type { Connections } from "../../core/connections";
import type { Exclusive, Listing } from "../../core/declaring";
import type { StackResource } from "../../core/drift-report";
import { nameOf } from "../../core/resource-names";
import { serverOf } from "../../core/scope";
import { kindNamed } from "../../kinds";
import { readState } from "../drift/state";
import type { StackPlace } from "../stack";
import { exportStack, readStackConfig } from "../stack";
import { UsageError } from "../usage";
import type { Declaration, Existing, Form, Program } from "./declarations";
import { NOTHING, programOf, resourcesOf } from "./declarations";
import { readText } from "./folder";
import type { Inventory, Place } from "./inventory";
import type { DeclaredSecret } from "./secrets";

export interface StackProgram extends Existing {
  /** The ids of the resources. */
  readonly ids: ReadonlySet<string>;
  /** What only existing sets may declare. */
  readonly exclusive: readonly Exclusive[];
}

/** That of no stack. */
export const NO_STACK: StackProgram = { ...NOTHING, ids: new Set(), exclusive: [] };

/** @param connections those of the stack */
export async function readStackProgram(place: StackPlace, connections: Connections): Promise<StackProgram> {
  const prefix = `${await projectNameIn(place.folder ?? ".")}:`;
  const { resources } = readState(await exportStack(place, false));
  if (resources.length > 0 && resources.every(({ isOfPlugin }) => isOfPlugin))
    throw new UsageError(
      "the program uses the plugin, and --into writes classes: use `pulumi import`, or --out with --language",
    );
  const config = [...(await readStackConfig(place))].filter(([key]) => key.startsWith(prefix));
  const here = resources.filter((resource) => isOnService(resource, connections));
  const declaringOf = ({ kind }: StackResource) => kindNamed(kind)?.declaring;
  const exclusive = here.flatMap((each) => declaringOf(each)?.exclusive?.(each) ?? []);
  // Objects of different listings may have the same id: the settings of a project have that of the project.
  const objectIn = (listing: Listing<unknown> | undefined, id: string): string => `${listing?.what} ${id}`;
  const objects = new Set([
    ...here.flatMap((each) => {
      const declaring = declaringOf(each);
      return (declaring?.idsIn?.(each) ?? [each.id]).map((id) => objectIn(declaring?.listing, id));
    }),
    ...exclusive.flatMap(({ listing, excepted = [] }) => excepted.map((id) => objectIn(listing, id))),
  ]);
  return {
    names: resources.map(({ urn }) => nameOf(urn)),
    config: new Map(config.map(([key, value]) => [key.slice(prefix.length), value])),
    has: (listing, id) => objects.has(objectIn(listing, id)),
    ids: new Set(resources.map(({ id }) => id)),
    exclusive,
  };
}

/** What the state of a stack lacks. */
export interface Lack {
  readonly program: Program;
  /** What only existing sets may declare: each as a set with the name of the existing one. */
  readonly members: readonly Declaration[];
  /** Those of both that the configuration of the stack does not have. */
  readonly secrets: readonly DeclaredSecret[];
}

export function lackOf(stack: StackProgram, { places }: Inventory, form: Form): Lack {
  const closed = (place: Place): Exclusive[] =>
    stack.exclusive.filter(({ projectId }) => projectId === place.id);
  const open = places.map((place) => {
    const listings = closed(place).map(({ listing }) => listing);
    const objects = new Map([...place.objects].filter(([listing]) => !listings.includes(listing)));
    return { ...place, objects };
  });
  const program = programOf({ places: open }, form, stack);
  const members = places.flatMap((place) =>
    closed(place).flatMap(({ name, listing, members: taken, excepted }) => {
      // Nobody knows then which alert configurations are left to others.
      if (excepted === undefined) return [];
      const only = { ...place, objects: new Map([[listing, place.objects.get(listing) ?? []]]) };
      const sets = resourcesOf(programOf({ places: [only] }, "sets", { ...stack, taken }));
      return sets.map((set) => {
        const secrets = set.secrets.map((secret) => ({ ...secret, resource: name }));
        return { ...set, name, secrets };
      });
    }),
  );
  const all = [...resourcesOf(program), ...members].flatMap((each) => each.secrets);
  const secrets = all.filter(({ key }) => !stack.config.has(key));
  return { program, members, secrets };
}

/** Whether a resource is on the service that was read: other connections may lead to others. */
function isOnService({ connection, server }: StackResource, connections: Connections): boolean {
  const own = server ?? serverOf(connections(connection).settings);
  return own === serverOf(connections(undefined).settings);
}

/** @throws UsageError for a folder that Pulumi would take for a part of another program */
async function projectNameIn(folder: string): Promise<string> {
  const text = await readText(join(folder, "Pulumi.yaml"));
  const [, name] = /^name:\s*["']?([^"'\s]+)/m.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(`the folder ${folder} has no Pulumi.yaml with a name, so it has no Pulumi program`);
  return name;
}
