/** The resources of the program, as far as they have shown themselves in this run. */

import { announcedNameOf, isOfClass } from "./names";

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

/** What a set learns about the other resources of its program. */
export interface Neighbours {
  /** The resources with objects in the same place, as `AlertConfig::name`. */
  readonly neighbours: readonly string[];
  /** Those whose place is not known yet. */
  readonly undecided: readonly string[];
  /** The ids of objects that resources adopt, with the names of those. */
  readonly adopted: Readonly<Record<string, string>>;
}

export function createResources() {
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
