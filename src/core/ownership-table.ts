/** The facts about the resources of a run and their objects: a table, and the events that change it. */

import { nameOf, quotedNames } from "./resource-names";

/** Returns a name for an object. @param scope where the id is unique; ids that the service generates are unique everywhere */
export function objectName(kind: string, id: string, scope = ""): string {
  // The service generates hexadecimal ids, and takes them in either case.
  return `${kind} ${scope} ${scope === "" ? id.toLowerCase() : id}`;
}

/** The object that a resource will manage, known before the resource exists. */
export interface Claim {
  readonly object: string;
  /** The URN of the resource. */
  readonly urn: string;
  /** Whether its create takes over an object that exists. */
  readonly adopts: boolean;
}

/** A resource that declares an object. */
export interface Declarer {
  readonly urn: string;
  /** Whether it manages several objects, and adopts those that are as declared. */
  readonly isSet: boolean;
  /** The argument that declares the object, for messages; empty for the arguments as a whole. */
  readonly path: string;
}

/** An object that a resource declares. */
export interface Declared {
  readonly path: string;
  /** One text for everything that means the same, without secrets. */
  readonly meaning: string;
}

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

/** A request that creates an object whose id the service generates. */
export interface Creation {
  readonly id: string;
  /** Where the object is created. */
  readonly collection: string;
  /** One text for equal objects, as far as the service shows them. */
  readonly content: string;
  /** A part of it: objects that differ in it are never taken for each other. */
  readonly outline: string;
  /** The process that sends it. */
  readonly writer: string;
}

/** `lost`: there was no response, and the object is looked for. `unknown`: it was looked for in vain. */
type CreationState = "sent" | "lost" | "unknown";

/** A creation whose end is not known. */
export interface OpenCreation extends Creation {
  readonly state: CreationState;
}

/** What a set learns about the other resources of its program. */
export interface Neighbours {
  /** The resources with objects in the same place, as `AlertConfig::name`. */
  readonly neighbours: readonly string[];
  /** Those whose place is not known yet. */
  readonly undecided: readonly string[];
  /** The ids of objects that resources adopt, with the names of those. */
  readonly adopted: Readonly<Record<string, string>>;
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

/** The resources of the program, as far as they have shown themselves in this run. */
function createResources() {
  const history = new Map<string, "compared" | "replaced">();
  /** By the name that the program announces. */
  const settled = new Map<string, Set<string>>();
  const expected = new Map<string, readonly string[]>();
  let announced: number | undefined;
  const meanings = new Map<string, Declarer>();
  /** By URN. */
  const places = new Map<string, { readonly name: string | undefined; readonly alone: boolean }>();

  function settle(urns: readonly string[]): void {
    for (const urn of urns) {
      const key = announcedNameOf(urn);
      settled.set(key, (settled.get(key) ?? new Set()).add(urn));
    }
  }

  const changes = {
    /** Records that resources were compared or created, so that their objects are known. */
    settle,
    /** Records how many resources the program has in all that {@link settle} is called for. */
    announce: (count: number): void => void (announced = count),
    /** Records the resources whose objects a set could take for its own, as `AlertConfig::name`. */
    expect: (urn: string, others: readonly string[]): void => void expected.set(urn, others),
    /**
     * Records that a resource has objects in a place. Returns the URN of another resource that has some there, if one of the two
     * wants the place alone.
     * @param name `undefined` while it is not known
     */
    enter(name: string | undefined, urn: string, alone: boolean): string | undefined {
      places.set(urn, { name, alone });
      if (name === undefined) return undefined;
      const others = [...places].filter(([other, place]) => other !== urn && place.name === name);
      return others.find(([, other]) => alone || other.alone)?.[0];
    },
    /** Records what a resource declares. Returns, for each, the other resource that declares the same. */
    declare(by: Omit<Declarer, "path">, declared: readonly Declared[]): (Declarer | undefined)[] {
      return declared.map(({ path, meaning }) => {
        const other = meanings.get(meaning);
        if (other === undefined) meanings.set(meaning, { ...by, path });
        return other?.urn === by.urn ? undefined : other;
      });
    },
  };

  return {
    changes,
    record(urn: string, isNew: boolean): void {
      const former = history.get(urn);
      if (!isNew) history.set(urn, former ?? "compared");
      else if (former !== undefined) history.set(urn, "replaced");
    },
    othersBeside(urn: string): Omit<Neighbours, "adopted"> | undefined {
      const own = places.get(urn);
      if (own === undefined) return undefined;
      // A new resource has nothing that a set could take for its own, except what it is known to adopt.
      const others = [...places].filter(([other]) => other !== urn && history.has(other));
      const named = (name: string | undefined): string[] =>
        others.filter(([, place]) => place.name === name).map(([other]) => announcedNameOf(other));
      return { neighbours: own.name === undefined ? [] : named(own.name), undecided: named(undefined) };
    },
    facts: {
      /** Whether all resources of the program that {@link changes.settle} is called for were checked as new, compared or created. */
      haveAllSettled(): boolean {
        const ofClasses = [...settled.values()].flatMap((urns) => [...urns].filter(isOfClass));
        return ofClasses.length >= (announced ?? Infinity);
      },
      /** Whether the resource is being replaced: it was compared with its state, and then checked as new. */
      isReplaced: (urn: string | undefined): boolean => urn !== undefined && history.get(urn) === "replaced",
      /** Whether all resources in the place of a set are known, or were announced. */
      knowsNeighbours: (urn: string | undefined): boolean => urn !== undefined && expected.has(urn),
      /** Returns the expected resources that have not settled, so that it is not known which objects they have. */
      unsettledFor(urn: string | undefined = ""): string[] {
        const left = new Map<string, number>();
        return (expected.get(urn) ?? []).filter((key) => {
          // Resources with different parents may have the same name, also that of the set itself.
          const count =
            left.get(key) ?? [...(settled.get(key) ?? [])].filter((other) => other !== urn).length;
          left.set(key, count - 1);
          return count <= 0;
        });
      },
    },
  };
}

/** The objects of the service, by the resources of this run. */
function createObjects() {
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

/** The requests that create objects, in the order in which they were begun. */
function createCreations() {
  const open = new Map<string, OpenCreation>();
  const set = (id: string, state: CreationState): void => {
    const found = open.get(id);
    if (found !== undefined) open.set(id, { ...found, state });
  };
  return {
    changes: {
      beginCreation: (creation: Creation): void => void open.set(creation.id, { ...creation, state: "sent" }),
      loseCreation: (id: string): void => set(id, "lost"),
      /** Records that nobody knows what became of a creation: what exists may be its object. */
      giveUpCreation: (id: string): void => set(id, "unknown"),
    },
    end: (id: string): void => void open.delete(id),
    facts: {
      /** The creations in a collection whose end is not known, in the order in which they were begun. */
      creationsIn: (collection: string): OpenCreation[] =>
        [...open.values()].filter((each) => each.collection === collection),
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

/** The id of an object without its project. */
function idIn(object: string): string {
  return object.slice(Math.max(object.lastIndexOf("/"), object.lastIndexOf(" ")) + 1);
}

/** How a program announces the resource of a URN, in either form of the provider: `AlertConfig::name`. */
function announcedNameOf(urn: string): string {
  return /opsmanager:(?:index:)?([A-Za-z0-9]+::[^]*)$/.exec(urn)?.[1] ?? urn;
}

/** Whether a resource is one of the classes, which alone announce how many they are. */
function isOfClass(urn: string): boolean {
  return urn.includes("dynamic/opsmanager:");
}
