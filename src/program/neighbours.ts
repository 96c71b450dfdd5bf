/** What the resources of a program know of each other before any of them is registered. */

import type { RunInput } from "../core/ownership";
import { ofThisRun } from "./run";

interface Neighbours {
  /** The resources that have objects in a place, such as a project. */
  readonly byPlace: Map<string, Set<string>>;
  /** The objects that resources adopt. */
  readonly adopted: Set<string>;
}

/** For a resource that manages several objects of a place. */
export type NeighbourInput = {
  readonly [Name in "neighbours" | "adopted"]: Promise<NonNullable<RunInput[Name]>>;
};

const ofRun = ofThisRun((): Neighbours => ({ byPlace: new Map(), adopted: new Set() }));

/** Values that are known later are left out: the provider compares them. */
export function announce(resource: string, place: unknown, adopted?: string): void {
  const neighbours = ofRun();
  if (adopted !== undefined) neighbours.adopted.add(adopted);
  if (typeof place !== "string") return;
  const there = neighbours.byPlace.get(place) ?? new Set();
  neighbours.byPlace.set(place, there.add(resource));
}

/** The promises settle after the program's own code has run, when all its resources have announced themselves. */
export function neighboursOf(resource: string, place: unknown): NeighbourInput {
  const { byPlace, adopted } = ofRun();
  const afterProgram = async <T>(read: () => T): Promise<T> =>
    new Promise((resolve) => setImmediate(() => resolve(read())));
  const others = (): string[] =>
    typeof place === "string" ? [...(byPlace.get(place) ?? [])].filter((other) => other !== resource) : [];
  return { neighbours: afterProgram(others), adopted: afterProgram(() => [...adopted]) };
}
