/** The objects of the service, by the resources of this run. */

import { nameOf, quotedNames } from "../resource-names";
import { idIn } from "./names";

/** The object that a resource will manage, known before the resource exists. */
export interface Claim {
  readonly object: string;
  /** The URN of the resource. */
  readonly urn: string;
  /** Whether its create takes over an object that exists. */
  readonly adopts: boolean;
}

/** A resource, whose URN may not be certain. */
export interface Holder {
  readonly urn: string | undefined;
  /** Set if the program has announced it by its name alone. */
  readonly name?: string;
}

/** The facts that are known about an object. */
interface Row {
  /** The resource that has it and keeps it. */
  holder?: Holder | undefined;
  /** The resource that had it and is about to delete it. */
  releaser?: Holder | undefined;
  /** The resource that names it before it has it. */
  claim?: Claim;
  deleter?: Holder;
  isDeleted?: boolean;
}

export function createObjects() {
  const rows = new Map<string, Row>();
  /** By the id alone: the project may not be known when the program announces it. */
  const reserved = new Map<string, string>();
  /** What a refresh of this run has found first. It is not a row: nobody has it. */
  const found = new Set<string>();

  const find = (object: string): Row => rows.get(object) ?? {};
  function change(objects: readonly string[], changed: Row): void {
    for (const object of objects) rows.set(object, { ...rows.get(object), ...changed });
  }
  const ownersOf = (object: string): Holder[] => ownersIn(find(object), reserved.get(idIn(object)));
  const keeperOf = (object: string): string | undefined =>
    ownersOf(object).find(({ urn }) => urn !== undefined)?.urn;
  const isHeldByAnother = (object: string, urn: string | undefined): boolean =>
    ownersOf(object).some((owner) => owner.name !== undefined || owner.urn !== urn);

  const changes = {
    /** Claims an object. Returns the URN of the resource that has claimed it before. */
    claim(claim: Claim): string | undefined {
      const earlier = find(claim.object).claim;
      if (earlier !== undefined && earlier.urn !== claim.urn) return earlier.urn;
      change([claim.object], { claim });
      return undefined;
    },
    /** Records that resources of the program adopt objects. @param adopted the names of the resources by the id of the object */
    reserve(adopted: Readonly<Record<string, string>>): void {
      for (const [id, name] of Object.entries(adopted)) reserved.set(id.toLowerCase(), name);
    },
    /** Records that a resource has objects and keeps them. @param urn when omitted, that of the resource that has an object already */
    hold(objects: readonly string[], urn?: string): void {
      for (const object of objects) change([object], { holder: { urn: urn ?? find(object).holder?.urn } });
    },
    /** Records that a set takes over objects that nobody has. Returns those that another resource has, deletes or has deleted. */
    adopt(objects: readonly string[], urn: string | undefined): string[] {
      const free = objects.filter((object) => isFree(object, urn));
      for (const object of free) {
        change([object], { holder: { urn } });
        if (urn !== undefined) changes.claim({ object, urn, adopts: true });
      }
      return objects.filter((object) => !free.includes(object));
    },
    /** Records objects that their resource will delete, so that no other resource adopts them. */
    release: (objects: readonly string[], urn: string | undefined): void =>
      change(objects, { releaser: { urn } }),
    /**
     * Records that a resource deletes objects in this run. Returns those that another resource has, which stay.
     * @param urn if it is not certain, each owner is another one
     * @param isWhole whether the resource itself is deleted, so that even its own replacement is another one
     */
    markForDeletion(objects: readonly string[], urn: string | undefined, isWhole = false): string[] {
      const isOthers = (object: string): boolean =>
        isWhole || urn === undefined ? ownersOf(object).length > 0 : isHeldByAnother(object, urn);
      const taken = objects.filter(isOthers);
      const left = objects.filter((object) => !taken.includes(object));
      change(left, { deleter: { urn } });
      return taken;
    },
    recordDelete: (objects: readonly string[]): void => change(objects, { isDeleted: true }),
    /** Records objects of a resource in the state, which may be about to be deleted. */
    recordRead: (objects: readonly string[]): void => change(objects, {}),
    /** Records objects that the state did not list before this run, so that no preview has named them (rule 3). */
    recordFound: (objects: readonly string[]): void => objects.forEach((object) => found.add(object)),
  };

  function isFree(object: string, urn?: string): boolean {
    const { releaser, deleter, isDeleted } = find(object);
    const isLeft = releaser === undefined && isDeleted !== true;
    return isLeft && ownersOf(object).length === 0 && (deleter === undefined || deleter.urn === urn);
  }

  return {
    changes,
    /** Records that a resource has none of its objects any more. */
    leave(urn: string): void {
      for (const [object, { holder, releaser }] of rows) {
        if (holder?.urn === urn) change([object], { holder: undefined });
        if (releaser?.urn === urn) change([object], { releaser: undefined });
      }
    },
    /** The ids of the objects that resources adopt, with the names of the resources. */
    adoptedIds(): Record<string, string> {
      const claims = [...rows.values()].flatMap(({ claim }) => (claim?.adopts === true ? [claim] : []));
      return Object.fromEntries(claims.map(({ object, urn }) => [idIn(object), nameOf(urn)]));
    },
    facts: {
      wasFound: (object: string): boolean => found.has(object),
      isHeld: (object: string): boolean => find(object).holder !== undefined,
      /** Whether another resource has the object or adopts it (rules 1 and 2). */
      isHeldByAnother,
      /** Whether no resource has the object, adopts it, deletes it or is about to (rule 3). The given one may have marked it. */
      isFree,
      /** Whether a deletion must leave the object in place, because another resource has it now (rule 2). */
      keeps: (object: string): boolean => ownersOf(object).length > 0,
      /** Returns the URN of that resource, if it is certain. */
      keeperOf,
      /** Returns the name of the resource that has the object or has announced to adopt it, if it is certain. */
      ownerName(object: string): string | undefined {
        const keeper = keeperOf(object);
        return reserved.get(idIn(object)) ?? (keeper === undefined ? undefined : nameOf(keeper));
      },
      /** Returns the URN of the resource that will adopt the object. */
      adopterOf: (object: string): string | undefined => adopterIn(find(object)),
      /** Returns the resource that deletes the object. */
      deleterOf: (object: string): Holder | undefined => find(object).deleter,
      /** Returns the resources that have objects in a project: their names in quotes, or else the ids of the objects. */
      holdersIn(projectId: string): string[] {
        const prefix = `${projectId.toLowerCase()}/`;
        const held = [...rows].flatMap(([object, { holder }]) => {
          const [, , id = ""] = object.split(" ");
          if (holder === undefined || !`${id}/`.startsWith(prefix)) return [];
          return holder.urn === undefined ? [id] : [quotedNames([holder.urn])];
        });
        return [...new Set(held)];
      },
      wasDeleted: (object: string): boolean => find(object).isDeleted === true,
      /** Whether a resource has or had the object, or names it. */
      isKnown: (object: string): boolean => rows.has(object),
    },
  };
}

/** The resources that have an object, adopt it or have announced to adopt it (rules 1 and 2). @param reserver the name of the last */
function ownersIn(row: Row, reserver: string | undefined): Holder[] {
  const adopter = adopterIn(row);
  return [
    ...(row.holder === undefined ? [] : [row.holder]),
    ...(adopter === undefined ? [] : [{ urn: adopter }]),
    ...(reserver === undefined ? [] : [{ urn: undefined, name: reserver }]),
  ];
}

function adopterIn({ claim }: Row): string | undefined {
  return claim?.adopts === true ? claim.urn : undefined;
}
