/** Finds the resource that a call is about: the host passes a URN to no method, and the program adds it to the inputs of `check` only. */

import type { PlainObject } from "../json";
import { canonicalJson } from "../json";

export function createIdentity() {
  /** By inputs: the number of checks without a diff or create after them, and the resources that were checked. */
  const checks = new Map<string, { open: number; readonly urns: Set<string | undefined> }>();
  return {
    /** Records inputs that a check returned: the engine passes them to the diff or create that follows. */
    recordCheck(inputs: PlainObject, urn: string | undefined): void {
      const key = canonicalJson(inputs);
      const found = checks.get(key) ?? { open: 0, urns: new Set() };
      found.open++;
      found.urns.add(urn);
      checks.set(key, found);
    },
    /**
     * Finds the check that a diff or create with these inputs follows. The diff of a refresh follows none.
     * @returns the resource, if it is certain, and all resources that are now known to have been diffed or created
     */
    take(inputs: PlainObject): { urn: string | undefined; settled: string[] } | undefined {
      const found = checks.get(canonicalJson(inputs));
      if (found === undefined || found.open === 0) return undefined;
      found.open--;
      // Several resources with equal inputs cannot be distinguished.
      const isCertain = found.urns.size === 1 || found.open === 0;
      const settled = isCertain ? [...found.urns].filter((urn) => urn !== undefined) : [];
      return { urn: only(found.urns), settled };
    },
    /** Returns the URN of the resource with these inputs; `undefined` if several have them, or none was checked. */
    urnOf(inputs: PlainObject): string | undefined {
      const urns = checks.get(canonicalJson(inputs))?.urns;
      return urns && only(urns);
    },
  };
}

function only(urns: ReadonlySet<string | undefined>): string | undefined {
  return urns.size === 1 ? [...urns][0] : undefined;
}
