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
   * @param isNew whether a create will follow; after a diff for the same resource it replaces the object of that diff
   */
  checked(inputs: PlainObject, urn: string | undefined, isNew: boolean): void;
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
  /** Notes that the object was deleted in this run. */
  removed(object: string): void;
  wasRemoved(object: string): boolean;
  /** Notes an object that some resource of the state has, which may be about to be deleted. */
  see(object: string): void;
  isSeen(object: string): boolean;
}

export function createOwnership(): Ownership {
  const claims = new Map<string, Claim>();
  /** With the URN of the resource, where it is certain. */
  const held = new Map<string, string | undefined>();
  const seen = new Set<string>();
  const gone = new Set<string>();
  /** By inputs: how many checks no diff and no create has followed yet, and for which resources there were any. */
  const checks = new Map<string, { open: number; readonly urns: Set<string | undefined> }>();

  /** The resource that a diff or create with these inputs belongs to; `undefined` when none was checked. */
  function settle(inputs: PlainObject): { readonly urn: string | undefined } | undefined {
    const found = checks.get(canonicalJson(inputs));
    if (found === undefined || found.open === 0) return undefined;
    found.open--;
    // Of several resources with equal inputs nobody knows which one it is.
    return { urn: found.urns.size === 1 ? [...found.urns][0] : undefined };
  }

  function hold(object: string, urn?: string): void {
    held.set(object, urn);
    seen.add(object);
  }

  return {
    checked(inputs, urn, isNew) {
      const key = canonicalJson(inputs);
      const found = checks.get(key) ?? { open: 0, urns: new Set() };
      found.open++;
      found.urns.add(urn);
      checks.set(key, found);
      if (!isNew || urn === undefined) return;
      for (const [object, holder] of held) if (holder === urn) held.delete(object);
    },
    claim(claim) {
      const earlier = claims.get(claim.object);
      if (earlier !== undefined && earlier.urn !== claim.urn) return earlier.urn;
      claims.set(claim.object, claim);
      return undefined;
    },
    diffed(objects, inputs) {
      const resource = settle(inputs);
      if (resource !== undefined) for (const object of objects) hold(object, resource.urn);
    },
    created(object, inputs) {
      settle(inputs);
      hold(object);
    },
    hold: (object) => hold(object, held.get(object)),
    isHeld: (object) => held.has(object),
    adopter: (object) => {
      const claim = claims.get(object);
      return claim?.adopts === true ? claim.urn : undefined;
    },
    spares: (object) => held.has(object) || claims.get(object)?.adopts === true,
    removed: (object) => void gone.add(object),
    wasRemoved: (object) => gone.has(object),
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
