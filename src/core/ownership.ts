/**
 * Which objects of the service the resources of this process manage.
 *
 * The engine deletes the old resource after it has created its replacement, and it knows nothing of objects: a create may
 * adopt the very object that the old resource names. So a deletion asks here first.
 */

import type { PlainObject } from "../json";
import { canonicalJson } from "../json";

/** What a program tells `check` of a resource beside its inputs, as the input `__run`. */
export interface RunInput {
  /** The URN of the resource, which the methods of a provider are not given. */
  readonly urn: string;
  readonly preview: boolean;
  /** Why the resource must not be created or changed, found out before any resource is registered. */
  readonly conflict?: string;
}

/** Names an object of the service. @param scope where the id is unique; ids of the service's own are unique everywhere */
export function objectName(kind: string, id: string, scope = ""): string {
  return `${kind} ${scope} ${id}`;
}

/** What a resource says of itself before it exists: the object that it will manage. */
export interface Claim {
  readonly object: string;
  /** The URN of the resource. */
  readonly urn: string;
  /** Whether its create takes over an object that exists. */
  readonly adopts: boolean;
}

export interface Ownership {
  /**
   * Notes the inputs of a resource of the program.
   * @param isNew whether a create will follow; after a diff with the same inputs it replaces the object of that diff
   */
  checked(inputs: PlainObject, isNew: boolean): void;
  /** Claims an object. Gives the URN of the resource that has it already. */
  claim(claim: Claim): string | undefined;
  /** Holds the object of a resource that stays. The diff of a refresh, whose inputs no check has seen, holds nothing. */
  diffed(objects: readonly string[], inputs: PlainObject): void;
  /** Holds the object that a create has made or adopted. */
  created(object: string, inputs: PlainObject): void;
  hold(object: string): void;
  isHeld(object: string): boolean;
  /** The URN of the resource that will adopt the object. */
  adopter(object: string): string | undefined;
  /** Whether a deletion of the object must send nothing, because another resource has it now. */
  spares(object: string): boolean;
  /** Notes an object that some resource of the state has, which may be about to be deleted. */
  see(object: string): void;
  isSeen(object: string): boolean;
}

export function createOwnership(): Ownership {
  const claims = new Map<string, Claim>();
  /** With the inputs of the diff that holds the object. */
  const held = new Map<string, string | undefined>();
  const seen = new Set<string>();
  /** How many checks of the same inputs no diff and no create has followed yet. */
  const pending = new Map<string, number>();

  function settle(key: string): boolean {
    const count = pending.get(key) ?? 0;
    if (count > 0) pending.set(key, count - 1);
    return count > 0;
  }

  function hold(object: string, key?: string): void {
    held.set(object, key);
    seen.add(object);
  }

  return {
    checked(inputs, isNew) {
      const key = canonicalJson(inputs);
      pending.set(key, (pending.get(key) ?? 0) + 1);
      if (!isNew) return;
      for (const [object, diffedWith] of held) if (diffedWith === key) held.delete(object);
    },
    claim(claim) {
      const earlier = claims.get(claim.object);
      if (earlier !== undefined && earlier.urn !== claim.urn) return earlier.urn;
      claims.set(claim.object, claim);
      return undefined;
    },
    diffed(objects, inputs) {
      const key = canonicalJson(inputs);
      if (settle(key)) for (const object of objects) hold(object, key);
    },
    created(object, inputs) {
      settle(canonicalJson(inputs));
      hold(object);
    },
    hold,
    isHeld: (object) => held.has(object),
    adopter: (object) => {
      const claim = claims.get(object);
      return claim?.adopts === true ? claim.urn : undefined;
    },
    spares: (object) => held.has(object) || claims.get(object)?.adopts === true,
    see: (object) => void seen.add(object),
    isSeen: (object) => seen.has(object),
  };
}

/** The name of a resource, from its URN. */
export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** @param names the resources that claim it */
export function conflictText(names: readonly string[], object: string): string {
  const quoted = names.map((name) => JSON.stringify(name)).join(" and ");
  return `The resources ${quoted} both manage the ${object}: keep one of them. Nothing was written.`;
}
