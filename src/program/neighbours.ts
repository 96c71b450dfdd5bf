/** What the resources of a program know of each other before any of them is registered. */

import * as pulumi from "@pulumi/pulumi";
import type { RunInput } from "../dynamic/form";
import { isUnknown } from "../unknowns";
import { applyWithSentinels, isLater } from "./arguments";
import { afterProgram, ofThisRun } from "./run";

/** A resource with alert configurations in a project. */
interface Announced {
  /** `AlertConfig::name` */
  readonly resource: string;
  /** `undefined` while it is not known. */
  project: unknown;
}

/** What a set learns about the other resources of its program. */
export type NeighbourInput = {
  readonly [Name in "neighbours" | "undecided" | "adopted"]: pulumi.Input<NonNullable<RunInput[Name]>>;
};

const ofRun = ofThisRun(() => ({
  announcements: new Set<Announced>(),
  /** The ids of alert configurations that resources adopt, with the names of the resources. */
  adopted: new Map<string, string>(),
}));

/** @param adopted the id of the alert configuration that the resource takes over */
export function announce(resource: string, project: unknown, adopted?: string): Announced {
  const { announcements, adopted: adoptions } = ofRun();
  if (adopted !== undefined) adoptions.set(adopted, resource.slice(resource.indexOf("::") + 2));
  const announcement: Announced = { resource, project: isLater(project) ? undefined : project };
  announcements.add(announcement);
  if (isLater(project)) {
    applyWithSentinels<unknown, void>(project, (known) => {
      if (!isUnknown(known)) announcement.project = known;
    });
  }
  return announcement;
}

/** The values are known after the program's own code has run, when all its resources have announced themselves. */
export function neighboursOf(self: Announced, project: unknown): NeighbourInput {
  const { announcements } = ofRun();
  const namesWhere = (isMeant: (other: Announced) => boolean): string[] =>
    [...announcements].filter((other) => other !== self && isMeant(other)).map(({ resource }) => resource);
  const whenKnown = <T>(read: (known: unknown) => T): pulumi.Output<T> =>
    applyWithSentinels<unknown, T>(project, async (known) => afterProgram(() => read(known)));
  return {
    neighbours: whenKnown((known) => namesWhere((other) => lowerCase(other.project) === lowerCase(known))),
    undecided: whenKnown(() => [
      ...namesWhere((other) => other.project === undefined),
      ...pluginResources(pulumi.runtime.getStackResource() as Registered | undefined),
    ]),
    adopted: adoptedIds(),
  };
}

/** A resource as the SDK knows it, whose types do not show it. */
interface Registered {
  readonly __pulumiType?: string;
  readonly __name?: string;
  readonly __childResources?: Iterable<Registered>;
}

/** The resources below one that have alert configurations and are of the plugin: their projects are not known here. */
function pluginResources(parent: Registered | undefined): string[] {
  return [...(parent?.__childResources ?? [])].flatMap((resource) => {
    const { __pulumiType: type = "", __name: name = "" } = resource;
    const [, kind] = /^opsmanager:index:(AlertConfig|AlertConfigSet)$/.exec(type) ?? [];
    return [...(kind === undefined ? [] : [`${kind}::${name}`]), ...pluginResources(resource)];
  });
}

/** The service takes ids in either case. */
function lowerCase(id: unknown): unknown {
  return typeof id === "string" ? id.toLowerCase() : id;
}

/** The ids of alert configurations that resources of the program adopt, with the names of the resources. */
export async function adoptedIds(): Promise<Record<string, string>> {
  const { adopted } = ofRun();
  return afterProgram(() => Object.fromEntries(adopted));
}

/** How many resources of the program have alert configurations. */
export async function announcedCount(): Promise<number> {
  const { announcements } = ofRun();
  return afterProgram(() => announcements.size);
}
