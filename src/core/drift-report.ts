/** How a report says what differs between the resources in a state and the service. */

import { messageOf } from "../errors";
import type { PlainObject } from "../json";
import { jsonEqual, omit } from "../json";
import type { Connection } from "./connections";
import { inputNamesOf } from "./description";
import type { CommonArgs, ResourceDefinition, StateOf } from "./definition";
import type { Drift } from "./comparison";
import type { Difference, Path } from "./problems";
import { pathText } from "./problems";
import { readingContext } from "./scope";
import { containsUnknown, isUnknown } from "../unknowns";

/** A resource in a state. */
export interface StackResource {
  readonly urn: string;
  /** The name of the class. */
  readonly kind: string;
  readonly id: string;
  /** In the form of the classes, with an unknown value in place of each secret that is encrypted. */
  readonly outputs: PlainObject;
  /** The name of its connection, or the URN of its provider instance; `undefined` for the default one. */
  readonly connection: string | undefined;
  /** The address of its service, if the state records it. */
  readonly server: string | undefined;
  readonly isOfPlugin: boolean;
  /** Whether the value at a path is secret as a whole, or part of one that is. */
  readonly isSecret: (path: readonly (string | number)[]) => boolean;
}

/** A resource of a state with its connection. */
export interface Compared<State> {
  readonly resource: StackResource;
  readonly connection: Connection;
  /** Whether secrets in the state may be compared. */
  readonly showSecrets: boolean;
  /** The state that outputs hold. @throws Error that names the resource if they are damaged */
  readonly stateIn: (outputs: () => PlainObject) => State;
}

/** How a kind compares what a state has with the service. It reads only: one list for each collection. */
export interface DriftComparison<State, Item> {
  /** The objects of a resource. @default the resource itself */
  items?(compared: Compared<State>): readonly Item[];
  compare(item: Item): Promise<Found>;
  /** The Pulumi id of an object. @default that of the resource */
  idOf?(item: Item): string;
  /** Finds what else is where the objects are. */
  readonly neighbours?: Neighbours<Item>;
}

export interface Neighbours<Item> {
  /** One name for the place of a resource on its server. Kinds with objects of the same collection have the same names. */
  placeOf(this: void, resource: StackResource): string;
  /** @param items those of all resources of the place */
  find(
    this: void,
    items: readonly Item[],
    resources: readonly [Compared<unknown>, ...Compared<unknown>[]],
  ): Promise<Found>;
}

/** A field that differs. */
export interface ChangedField {
  readonly urn: string;
  /** The Pulumi id of the object; in a set that of the alert configuration: `<projectId>/<alertConfigId>`. */
  readonly id: string;
  /** The argument, as `metricThreshold.threshold`; in a set it begins with `alertConfigs.<name>.`. */
  readonly path: string;
  /** `null` if unset, and {@link SECRET} for a secret. */
  readonly declared: unknown;
  readonly live: unknown;
}

/** An alert configuration that the stack does not have, in a project of which it has some, or a global one beside others. */
export interface UnmanagedObject extends OnServer {
  /** Absent for a global one. */
  readonly projectId?: string;
  readonly id: string;
  readonly eventTypeName: string;
}

/** The `baseUrl` of the service that has an object of no resource. */
interface OnServer {
  readonly server: string;
}

/** Alert configurations of a project, or global ones, that mean the same. */
export interface Duplicates extends OnServer {
  /** Absent for global ones. */
  readonly projectId?: string;
  readonly ids: readonly string[];
}

/** An object of the stack that no longer exists. */
interface Missing extends Pick<ChangedField, "urn" | "id"> {
  /** Of a set the member, as `alertConfigs.<name>`. */
  readonly path?: string;
}

/** The lists of a report. */
export interface Findings {
  readonly changed: readonly ChangedField[];
  /** Objects of the stack that no longer exist. */
  readonly missing: readonly Missing[];
  readonly unmanaged: readonly UnmanagedObject[];
  readonly duplicates: readonly Duplicates[];
  /** Fields of which the service did not take the declared value, where that is not drift. */
  readonly notTaken: readonly ChangedField[];
  /** Secrets that can be neither confirmed nor contradicted, by the path of the argument. */
  readonly unverifiable: readonly Pick<ChangedField, "urn" | "path">[];
}

/** The findings about one object or one place. */
export type Found = Partial<Findings>;

/** Shown in place of a secret. */
export const SECRET = "[secret]";

/** @throws Error that names the resource if its id has another form */
export function idsOf<Ids>({ urn, id }: StackResource, split: (id: string) => Ids): Ids {
  try {
    return split(id);
  } catch (cause) {
    throw new Error(`${urn}: ${messageOf(cause)}`, { cause });
  }
}

/**
 * The comparison of a kind whose refresh finds all that differs, and that has no secrets among its arguments. A value that is encrypted
 * in the state cannot be compared.
 */
export function driftOfRefresh<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
): DriftComparison<State, Compared<State>> {
  const inputNames = inputNamesOf(definition);
  return {
    async compare({ resource, connection, stateIn }) {
      const { urn, id, outputs } = resource;
      const hidden = Object.keys(outputs).filter((name) => !inputNames.includes(name));
      const state = stateIn(() => withoutUnknown(outputs, hidden));
      const found = await definition.read(readingContext(connection), id, state);
      if (found === undefined) return { missing: [{ urn, id }] };
      const fieldsOf = (args: object): PlainObject => ({ ...args });
      const [declared, live] = [fieldsOf(state.args), fieldsOf(found.args)];
      const changed = inputNames.filter((name) => !jsonEqual(declared[name], live[name]));
      const unknown = changed.filter((name) => containsUnknown(declared[name]));
      const changes = changed
        .filter((name) => !unknown.includes(name))
        .map((name) => ({ path: [name], before: declared[name], after: live[name] }));
      return findings(resource, id, { changes, unverifiedSecrets: unknown });
    },
  };
}

export function withoutUnknown(outputs: PlainObject, names: readonly string[]): PlainObject {
  return omit(
    outputs,
    names.filter((name) => isUnknown(outputs[name])),
  );
}

/** @param prefix where a set has the object */
export function findings(
  resource: StackResource,
  id: string,
  drift: Partial<Drift>,
  prefix: Path = [],
): Found {
  const { urn, isSecret } = resource;
  const { changes = [], notTaken = [], changedSecrets = [], unverifiedSecrets = [] } = drift;
  const at = (path: string): string => (prefix.length === 0 ? path : `${pathText(prefix)}.${path}`);
  const fieldOf = ({ path, before, after }: Difference): ChangedField => {
    const isHidden = isSecret([...prefix, ...path]);
    return {
      urn,
      id,
      path: pathText([...prefix, ...path]),
      declared: isHidden ? SECRET : (before ?? null),
      live: isHidden ? SECRET : (after ?? null),
    };
  };
  return {
    changed: [
      ...changes.map(fieldOf),
      ...changedSecrets.map((path) => ({ urn, id, path: at(path), declared: SECRET, live: SECRET })),
    ],
    notTaken: notTaken.map(fieldOf),
    unverifiable: unverifiedSecrets.map((path) => ({ urn, path: at(path) })),
  };
}
