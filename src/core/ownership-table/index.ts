/** The facts about the resources of a run and their objects: a table, and the events that change it. */

import { createCreations } from "./creations";
import type { Claim } from "./objects";
import { createObjects } from "./objects";
import type { Declared, Declarer, Neighbours } from "./resources";
import { createResources } from "./resources";

export type { OpenCreation } from "./creations";
export { objectName } from "./names";
export type { Declarer, Neighbours } from "./resources";

/** What a check of a resource says, as one event. */
export interface Checked {
  readonly urn: string;
  /** Whether a create will follow. */
  readonly isNew: boolean;
  readonly isSet: boolean;
  /** The object that the arguments name. */
  readonly claim?: Omit<Claim, "urn"> | undefined;
  /** The place of its objects; its name is absent while it is not known. */
  readonly place?: { readonly name?: string | undefined; readonly alone: boolean } | undefined;
  readonly declared: readonly Declared[];
  /** For a set: the other resources with objects in its place, as `AlertConfig::name`. */
  readonly expected?: readonly string[] | undefined;
  /** How many resources of the program have alert configurations. */
  readonly announced?: number | undefined;
}

/** The other resources that a check has met. */
export interface Met {
  /** The one that has claimed the object before. */
  readonly claimant?: string | undefined;
  /** The one with objects in the place, if one of the two wants it alone. */
  readonly neighbour?: string | undefined;
  /** Those that declare the same, for each object that is declared. */
  readonly declarers: readonly (Declarer | undefined)[];
}

export type OwnershipTable = ReturnType<typeof createTable>;

export function createTable() {
  const [resources, objects, creations] = [createResources(), createObjects(), createCreations()];
  /** The public keys with which the processes of the run sign in. */
  const publicKeys = new Set<string>();
  const changes = {
    ...resources.changes,
    ...objects.changes,
    ...creations.changes,
    /** Records that a process signs in with a key. */
    signIn: (publicKey: string): void => void publicKeys.add(publicKey),
    /**
     * Records a resource of the program.
     * @param isNew whether a create will follow; if the resource was compared before, it is being replaced
     */
    recordCheck(urn: string, isNew: boolean): void {
      resources.record(urn, isNew);
      // Nobody holds the former object until the create returns; a claim protects it.
      if (isNew) objects.leave(urn);
    },
    /** Records all that a check says. */
    check({ urn, isNew, isSet, claim, place, declared, expected, announced }: Checked): Met {
      changes.recordCheck(urn, isNew);
      const met: Met = {
        claimant: claim && objects.changes.claim({ ...claim, urn }),
        neighbour: place && resources.changes.enter(place.name, urn, place.alone),
        declarers: resources.changes.declare({ urn, isSet }, declared),
      };
      if (announced !== undefined) resources.changes.announce(announced);
      if (expected !== undefined) resources.changes.expect(urn, expected);
      // A new resource has no other objects.
      if (isNew) resources.changes.settle([urn]);
      return met;
    },
    /** Records that resources have objects, and no others. */
    holdAll(held: readonly string[], urn: string | undefined, settled: readonly string[]): void {
      objects.changes.hold(held, urn);
      resources.changes.settle(settled);
    },
    /** Records the end of a creation. @param object what it has created, as far as is known @param urn that of the resource that has it */
    endCreation(id: string, object?: string, urn?: string): void {
      creations.end(id);
      if (object !== undefined) objects.changes.hold([object], urn);
    },
  };
  const facts = {
    ...resources.facts,
    ...objects.facts,
    ...creations.facts,
    signsIn: (publicKey: string): boolean => publicKeys.has(publicKey),
    /** Returns what the table knows of the resources in the place of a set; `undefined` if it does not know the set. */
    neighboursOf(urn: string): Neighbours | undefined {
      const others = resources.othersBeside(urn);
      return others && { ...others, adopted: objects.adoptedIds() };
    },
  };
  return { changes, facts };
}
