/** The requests that create objects, in the order in which they were begun. */

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

export function createCreations() {
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
