/** What the comparisons of all kinds share. */

import { messageOf } from "../../errors";
import type { Connection } from "../../core/connections";
import type { CommonArgs, ResourceDefinition, StateOf } from "../../core/definition";
import type { Difference } from "../../core/differences";
import { stateFrom } from "../../dynamic/inputs";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { splitId } from "../../core/resource-id";
import { isUnknown } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { omit } from "../../json";
import type { Findings } from "./report";
import { SECRET } from "./report";
import type { StackResource } from "./state";

/** A resource of the state with its connection. */
export interface Compared {
  readonly resource: StackResource;
  readonly connection: Connection;
  /** Whether secrets in the state may be compared. */
  readonly showSecrets: boolean;
}

/** What is found of one object. */
export type Found = Partial<Pick<Findings, "changed" | "missing" | "unverifiable">>;

/** What is found of several objects. */
export function merged(found: readonly Found[]): Required<Found> {
  return {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
  };
}

/** @throws Error that names the resource if its id has another form */
export function idsOf({ urn, id }: StackResource, form: string): ReturnType<typeof splitId> {
  try {
    return splitId(id, form);
  } catch (cause) {
    throw new Error(`${urn}: ${messageOf(cause)}`, { cause });
  }
}

/** @throws Error that names the resource if its outputs are not those that the definition writes */
export function stateOf<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  { urn }: StackResource,
  outputs: () => PlainObject,
): State {
  try {
    return stateFrom(definition, outputs());
  } catch (cause) {
    throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
  }
}

export function withoutUnknown(
  outputs: StackResource["outputs"],
  names: readonly string[],
): StackResource["outputs"] {
  return omit(
    outputs,
    names.filter((name) => isUnknown(outputs[name])),
  );
}

interface Differing {
  readonly changes: readonly Difference[];
  readonly changedSecrets: readonly string[];
  readonly unverified: readonly string[];
}

export function findings(
  { urn, isSecret }: StackResource,
  id: string,
  prefix: Path,
  { changes, changedSecrets, unverified }: Differing,
): Found {
  const at = (path: string): string => (prefix.length === 0 ? path : `${pathText(prefix)}.${path}`);
  return {
    changed: [
      ...changes.map(({ path, before, after }) => {
        const isHidden = isSecret([...prefix, ...path]);
        return {
          urn,
          id,
          path: pathText([...prefix, ...path]),
          declared: isHidden ? SECRET : (before ?? null),
          live: isHidden ? SECRET : (after ?? null),
        };
      }),
      ...changedSecrets.map((path) => ({ urn, id, path: at(path), declared: SECRET, live: SECRET })),
    ],
    unverifiable: unverified.map((path) => ({ urn, path: at(path) })),
  };
}
