/**
 * Records which objects of the service the resources of this process manage.
 *
 * The engine deletes the old resource after it has created the replacement, and does not know about objects: the create may
 * have adopted the object that the old resource names. So a deletion checks here first.
 */

/** What a program says of a resource besides its arguments. */
export interface Announcement {
  /** The URN of the resource, which the methods of a dynamic provider do not get. */
  readonly urn: string;
  readonly preview: boolean;
  /** Why the resource must not be created or changed, known before any resource is registered. */
  readonly conflict?: string;
  /** For a set: the other resources of the program with objects in the same project, as `AlertConfig::name`. */
  readonly neighbours?: readonly string[];
  /** For a set: those whose project is not known yet. */
  readonly undecided?: readonly string[];
  /** For a set: the ids of alert configurations that resources of the program adopt, with the names of the resources. */
  readonly adopted?: Readonly<Record<string, string>>;
  /** In a preview, for an alert configuration: how many resources of the program have alert configurations. */
  readonly announced?: number;
}

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

export interface Ownership {
  /**
   * Records a resource of the program.
   * @param isNew whether a create will follow; after a diff of the same resource it replaces the object of that diff
   */
  recordCheck(urn: string | undefined, isNew: boolean): void;
  /** Records that resources were diffed or created, so that their objects are known. */
  settle(urns: readonly string[]): void;
  /** Claims an object. Returns the URN of the resource that has claimed it before. */
  claim(claim: Claim): string | undefined;
  /**
   * Records that a resource has objects in a place. Returns the URN of another resource that has some there, if one of the two
   * wants the place alone.
   */
  enter(place: string, urn: string, alone: boolean): string | undefined;
  /** Records that resources of the program adopt objects. @param adopted the names of the resources by the id of the object */
  reserve(adopted: Readonly<Record<string, string>>): void;
  /** Returns the name of the resource that adopts the object. */
  reserverOf(object: string): string | undefined;
  /** Records the resources whose objects a set could take for its own, as `AlertConfig::name`. */
  expect(urn: string, others: readonly string[]): void;
  /**
   * Returns those of the expected resources that were neither checked as new nor diffed in this process, so that it is not known
   * which objects they have.
   */
  unsettledFor(urn: string | undefined): string[];
  /** Whether the resource is being replaced: it was compared with its state, and then checked as new. */
  isReplaced(urn: string | undefined): boolean;
  /** Returns how many resources were checked as new or diffed. */
  settledCount(): number;
  /**
   * Records what a resource declares. Returns the other resource that declares the same.
   * @param meaning one text for everything that means the same
   */
  declare(meaning: string, by: Declarer): Declarer | undefined;
  /** @param urn the resource; when omitted, the one that holds the object already */
  hold(object: string, urn?: string): void;
  isHeld(object: string): boolean;
  /** Whether another resource has the object or adopts it. */
  isTaken(object: string, urn: string | undefined): boolean;
  /** Records an object that its resource will delete, so that no other resource adopts it. One that has it as well keeps it. */
  release(object: string, urn: string | undefined): void;
  /** Returns the URN of the resource that has begun to delete the object, or will delete one that it never had. */
  deleterOf(object: string): string | undefined;
  /** Records an object that this resource deletes from now on, or that belongs to no resource and that it will delete. */
  markForDeletion(object: string, urn: string | undefined): void;
  /** Whether no resource has the object, adopts it, deletes it or is about to. The given one may have markedForDeletion it. */
  isFree(object: string, urn?: string): boolean;
  /** Returns the URN of the resource that will adopt the object. */
  adopterOf(object: string): string | undefined;
  /** Whether a deletion must leave the object in place, because another resource manages it now. */
  keeps(object: string): boolean;
  /** Returns the URN of that resource, if it is certain. */
  keeperOf(object: string): string | undefined;
  /** Records that the object was deleted in this run. */
  recordDelete(object: string): void;
  wasDeleted(object: string): boolean;
  /** Records the object of a resource in the state, which may be about to be deleted. */
  recordRead(object: string): void;
  isKnown(object: string): boolean;
}

export function createOwnership(): Ownership {
  const claims = new Map<string, Claim>();
  /** With the URN of the resource, if it is certain. */
  const held = new Map<string, string | undefined>();
  const released = new Map<string, string | undefined>();
  const markedForDeletion = new Map<string, string | undefined>();
  /** By the id alone: the project may not be known when the program announces it. */
  const reserved = new Map<string, string>();
  const expected = new Map<string, readonly string[]>();
  /** The URNs of the resources that were checked as new or diffed, by `AlertConfig::name`. */
  const settled = new Map<string, Set<string>>();
  const meanings = new Map<string, Declarer>();
  const compared = new Set<string>();
  const replaced = new Set<string>();
  const places = new Map<string, Map<string, boolean>>();
  const seen = new Set<string>();
  const gone = new Set<string>();

  function markSettled(urn: string): void {
    const key = announcedNameOf(urn);
    settled.set(key, (settled.get(key) ?? new Set()).add(urn));
  }

  function hold(object: string, urn = held.get(object)): void {
    held.set(object, urn);
    seen.add(object);
  }

  function isAdopted(object: string): boolean {
    return claims.get(object)?.adopts === true;
  }

  return {
    recordCheck(urn, isNew) {
      if (urn === undefined) return;
      if (!isNew) {
        compared.add(urn);
        return;
      }
      if (compared.has(urn)) replaced.add(urn);
      markSettled(urn);
      for (const objects of [held, released]) {
        for (const [object, holder] of objects) {
          if (holder === urn) objects.delete(object);
        }
      }
    },
    settle: (urns) => urns.forEach(markSettled),
    claim(claim) {
      const earlier = claims.get(claim.object);
      if (earlier !== undefined && earlier.urn !== claim.urn) return earlier.urn;
      claims.set(claim.object, claim);
      return undefined;
    },
    enter(place, urn, alone) {
      const users = places.get(place) ?? new Map<string, boolean>();
      places.set(place, users.set(urn, alone));
      const others = [...users].filter(([other]) => other !== urn);
      return others.find(([, othersAlone]) => alone || othersAlone)?.[0];
    },
    reserve: (adopted) => {
      for (const [id, name] of Object.entries(adopted)) reserved.set(id.toLowerCase(), name);
    },
    reserverOf: (object) => reserved.get(idIn(object)),
    expect: (urn, others) => void expected.set(urn, others),
    unsettledFor(urn) {
      // Resources with different parents may have the same name, also that of the set itself.
      const left = new Map(
        [...settled].map(([key, urns]) => [key, [...urns].filter((other) => other !== urn).length]),
      );
      return (expected.get(urn ?? "") ?? []).filter((key) => {
        const count = left.get(key) ?? 0;
        left.set(key, count - 1);
        return count <= 0;
      });
    },
    isReplaced: (urn) => urn !== undefined && replaced.has(urn),
    settledCount: () => [...settled.values()].reduce((sum, { size }) => sum + size, 0),
    declare(meaning, by) {
      const other = meanings.get(meaning);
      if (other === undefined) meanings.set(meaning, by);
      return other?.urn === by.urn ? undefined : other;
    },
    hold,
    isHeld: (object) => held.has(object),
    isTaken: (object, urn) =>
      (held.has(object) && held.get(object) !== urn) ||
      (isAdopted(object) && claims.get(object)?.urn !== urn) ||
      reserved.has(idIn(object)),
    release(object, urn) {
      released.set(object, urn);
      seen.add(object);
    },
    deleterOf: (object) => markedForDeletion.get(object),
    markForDeletion: (object, urn) => void markedForDeletion.set(object, urn),
    isFree: (object, urn) =>
      ![held, released, gone].some((objects) => objects.has(object)) &&
      !reserved.has(idIn(object)) &&
      !isAdopted(object) &&
      (!markedForDeletion.has(object) || markedForDeletion.get(object) === urn),
    adopterOf: (object) => (isAdopted(object) ? claims.get(object)?.urn : undefined),
    keeps: (object) => held.has(object) || isAdopted(object),
    keeperOf: (object) => held.get(object) ?? (isAdopted(object) ? claims.get(object)?.urn : undefined),
    recordDelete: (object) => void gone.add(object),
    wasDeleted: (object) => gone.has(object),
    recordRead: (object) => void seen.add(object),
    isKnown: (object) => seen.has(object),
  };
}

/** The id of an object without its project. */
function idIn(object: string): string {
  return object.slice(object.lastIndexOf("/") + 1);
}

/** How a program announces the resource of a URN: `AlertConfig::name`. */
function announcedNameOf(urn: string): string {
  return /dynamic\/opsmanager:([A-Za-z0-9]+::[^]*)$/.exec(urn)?.[1] ?? urn;
}

/** Returns the name of a resource from its URN. */
export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Returns the names of resources from their URNs, as messages show them. */
export function quotedNames(resources: readonly string[]): string {
  return resources.map((resource) => JSON.stringify(nameOf(resource))).join(", ");
}

/** @param names the resources that claim the object */
export function conflictText(names: readonly string[], object: string): string {
  const quoted = names.map((name) => JSON.stringify(name)).join(" and ");
  return `The resources ${quoted} both manage the ${object}: keep one of them. Nothing was written.`;
}
