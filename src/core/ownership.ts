/**
 * Which objects of the service the resources of this process have, in one table.
 *
 * The engine knows resources, not objects. It deletes the old resource after it has created the replacement, which may have
 * adopted the same object, and it runs resources at the same time that name the same object. So:
 *
 * 1. Two resources never have one object: the second that holds it, adopts it or names it is refused.
 * 2. What a resource holds, adopts or has announced to adopt is not deleted.
 * 3. A set adopts or deletes only what no resource has, deletes or has deleted. What it does not declare it deletes only if the state
 *    listed it before this run.
 * 4. The host tells only a check which resource it is about. Where that is not certain, an object counts as that of another
 *    resource, and is not deleted.
 *
 * A check claims the object that its resource names (`check.ts`), and reserves those that the program announces to adopt
 * (`program/neighbours.ts`). A create and an update (`resource.ts`) and a diff (`diff.ts`) hold the object of the resource. A check as
 * new makes the resource leave the object that it had. A deletion (`remove` in `resource.ts`) then asks `keeps`. So an adopted object
 * survives the replacement of its resource, and a new name without an alias. It does not survive the removal of its resource, unless
 * another resource of the run adopts it. One case is not protected: with an indirect `deleteBeforeReplace` the engine deletes before it
 * checks, and the object is created again.
 *
 * A set asks `isTaken` before it deletes a member. What it does not declare it deletes only if `isFree`, and only after every resource
 * that may have it has shown its objects (`alert-config-set/others.ts`). With `unmanaged: "delete"` it also refuses any other resource of
 * the program with alert configurations in its project (`enter`). What another program has is not known here: of such an object only
 * `unmanagedExcept` keeps that set away.
 */

/** The facts about a resource that its program announces besides its arguments. */
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
  /** For a set, and with `deleteBeforeReplace`: the ids of alert configurations that resources adopt, with the names of those. */
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

/** A resource, whose URN may not be certain. */
interface Holder {
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

export type Ownership = ReturnType<typeof createOwnership>;

export function createOwnership() {
  const [resources, objects] = [createResources(), createObjects()];
  return {
    ...resources,
    ...objects,
    /**
     * Records a resource of the program.
     * @param isNew whether a create will follow; if the resource was compared before, it is being replaced
     */
    recordCheck(urn: string | undefined, isNew: boolean): void {
      if (urn === undefined) return;
      resources.record(urn, isNew);
      // Nobody holds the former object until the create returns; a claim protects it.
      if (isNew) objects.leave(urn);
    },
  };
}

/** The resources of the program, as far as they have shown themselves in this process. */
function createResources() {
  const history = new Map<string, "compared" | "replaced">();
  /** By the name that the program announces. */
  const settled = new Map<string, Set<string>>();
  const expected = new Map<string, readonly string[]>();
  let announced: number | undefined;
  const meanings = new Map<string, Declarer>();
  const places = new Map<string, Map<string, boolean>>();

  function settle(urns: readonly string[]): void {
    for (const urn of urns) {
      const key = announcedNameOf(urn);
      settled.set(key, (settled.get(key) ?? new Set()).add(urn));
    }
  }

  return {
    record(urn: string, isNew: boolean): void {
      const former = history.get(urn);
      if (isNew) {
        if (former !== undefined) history.set(urn, "replaced");
        settle([urn]);
      } else history.set(urn, former ?? "compared");
    },
    /** Records that resources were compared or created, so that their objects are known. */
    settle,
    /** Records how many resources the program has in all that {@link settle} is called for, if it says so. */
    announce: (count: number | undefined): void => void (announced = count ?? announced),
    /** Whether all of them were checked as new, compared or created. */
    haveAllSettled: (): boolean =>
      [...settled.values()].reduce((sum, { size }) => sum + size, 0) >= (announced ?? Infinity),
    /** Whether the resource is being replaced: it was compared with its state, and then checked as new. */
    isReplaced: (urn: string | undefined): boolean => urn !== undefined && history.get(urn) === "replaced",
    /** Records the resources whose objects a set could take for its own, as `AlertConfig::name`. */
    expect: (urn: string, others: readonly string[]): void => void expected.set(urn, others),
    /** Returns those of them that have not settled in this process, so that it is not known which objects they have. */
    unsettledFor(urn: string | undefined = ""): string[] {
      const left = new Map<string, number>();
      return (expected.get(urn) ?? []).filter((key) => {
        // Resources with different parents may have the same name, also that of the set itself.
        const count = left.get(key) ?? [...(settled.get(key) ?? [])].filter((other) => other !== urn).length;
        left.set(key, count - 1);
        return count <= 0;
      });
    },

    /**
     * Records that a resource has objects in a place. Returns the URN of another resource that has some there, if one of the two
     * wants the place alone.
     */
    enter(place: string, urn: string, alone: boolean): string | undefined {
      const users = places.get(place) ?? new Map<string, boolean>();
      places.set(place, users.set(urn, alone));
      const others = [...users].filter(([other]) => other !== urn);
      return others.find(([, othersAlone]) => alone || othersAlone)?.[0];
    },
    /**
     * Records what a resource declares. Returns the other resource that declares the same.
     * @param meaning one text for everything that means the same
     */
    declare(meaning: string, by: Declarer): Declarer | undefined {
      const other = meanings.get(meaning);
      if (other === undefined) meanings.set(meaning, by);
      return other?.urn === by.urn ? undefined : other;
    },
  };
}

/** The objects of the service, by the resources of this process. */
function createObjects() {
  const rows = new Map<string, Row>();
  /** By the id alone: the project may not be known when the program announces it. */
  const reserved = new Map<string, string>();
  /** What a refresh of this run has found first. It is not a row: nobody has it. */
  const found = new Set<string>();

  const find = (object: string): Row => rows.get(object) ?? {};
  function change(object: string, changed: Row): void {
    rows.set(object, { ...rows.get(object), ...changed });
  }
  const ownersOf = (object: string): Holder[] => ownersIn(find(object), reserved.get(idIn(object)));
  const keeperOf = (object: string): string | undefined =>
    ownersOf(object).find(({ urn }) => urn !== undefined)?.urn;

  return {
    /** Records that a resource has none of its objects any more. */
    leave(urn: string): void {
      for (const [object, { holder, releaser }] of rows) {
        if (holder?.urn === urn) change(object, { holder: undefined });
        if (releaser?.urn === urn) change(object, { releaser: undefined });
      }
    },
    /** Claims an object. Returns the URN of the resource that has claimed it before. */
    claim(claim: Claim): string | undefined {
      const earlier = find(claim.object).claim;
      if (earlier !== undefined && earlier.urn !== claim.urn) return earlier.urn;
      change(claim.object, { claim });
      return undefined;
    },
    /** Records that resources of the program adopt objects. @param adopted the names of the resources by the id of the object */
    reserve(adopted: Readonly<Record<string, string>>): void {
      for (const [id, name] of Object.entries(adopted)) reserved.set(id.toLowerCase(), name);
    },
    /** Records that a resource has the object and keeps it. @param urn when omitted, that of the resource that has it already */
    hold: (object: string, urn = find(object).holder?.urn): void => change(object, { holder: { urn } }),
    /** Records an object that its resource will delete, so that no other resource adopts it. */
    release: (object: string, urn: string | undefined): void => change(object, { releaser: { urn } }),
    /** Records that this resource deletes the object in this run. The object is its own, or belongs to no resource. */
    markForDeletion: (object: string, urn: string | undefined): void => change(object, { deleter: { urn } }),
    recordDelete: (object: string): void => change(object, { isDeleted: true }),
    /** Records the object of a resource in the state, which may be about to be deleted. */
    recordRead: (object: string): void => change(object, {}),
    /** Records an object that the state did not list before this run, so that no preview has named it (rule 3). */
    recordFound: (object: string): void => void found.add(object),
    wasFound: (object: string): boolean => found.has(object),

    isHeld: (object: string): boolean => find(object).holder !== undefined,
    /** Whether another resource has the object or adopts it (rules 1 and 2). */
    isTaken: (object: string, urn: string | undefined): boolean =>
      ownersOf(object).some((owner) => owner.name !== undefined || owner.urn !== urn),
    /** Whether no resource has the object, adopts it, deletes it or is about to (rule 3). The given one may have marked it. */
    isFree(object: string, urn?: string): boolean {
      const { releaser, deleter, isDeleted } = find(object);
      const isLeft = releaser === undefined && isDeleted !== true;
      return isLeft && ownersOf(object).length === 0 && (deleter === undefined || deleter.urn === urn);
    },
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
    /** Returns the URN of the resource that deletes the object. */
    deleterOf: (object: string): string | undefined => find(object).deleter?.urn,
    wasDeleted: (object: string): boolean => find(object).isDeleted === true,
    /** Whether a resource has or had the object, or names it. */
    isKnown: (object: string): boolean => rows.has(object),
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
