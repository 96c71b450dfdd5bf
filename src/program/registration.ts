/** How a class whose arguments are its inputs registers its resource, from the data of its kind. */

import * as pulumi from "@pulumi/pulumi";
import type { PlainObject } from "../json";
import { isPlainObject, pick } from "../json";
import { isLater, lazyOutput, secretIfGiven } from "./arguments";
import type { Registration } from "./resource";

/** What a class knows of its kind: it is generated from the description of the kind, which a program does not load. */
export interface ClassData {
  /** The object, for messages. */
  readonly what: string;
  /** The names of all arguments, and of the outputs that only the service knows. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly defaults: Readonly<Record<string, boolean>>;
  /** The inputs and outputs that are secret whatever the program declares. */
  readonly secrets: readonly string[];
  /** The outputs that repeat arguments. */
  readonly repeating: readonly string[];
  /** The arguments that only one resource of a program may have. */
  readonly unique?: readonly string[];
  /** The arguments that are part of ids. */
  readonly inIds: readonly string[];
  /** The arguments that are not stored. */
  readonly createOnly: readonly string[];
  /** The paths of the secret arguments, which are marked one by one. */
  readonly sealed?: readonly (readonly string[])[];
  readonly canImport: boolean;
}

/** A resource under construction. */
export interface Constructed<Args> {
  readonly kind: string;
  readonly name: string;
  readonly args: Args;
  readonly options: pulumi.CustomResourceOptions | undefined;
}

export function registrationOf(data: ClassData, args: object): Registration {
  const { what, inputs, outputs, defaults, secrets, repeating, unique, inIds, canImport } = data;
  const { sealed = [] } = data;
  const given = args as PlainObject;
  // They repeat arguments, which an output may have marked as secret; ids and switches are not repeated.
  const isRepeated = (name: string): boolean => !inIds.includes(name) && !Object.hasOwn(defaults, name);
  const repeated = inputs.some((name) => isRepeated(name) && isLater(given[name])) ? repeating : [];
  return {
    inputs: sealed.reduce(withMarked, given),
    // The secrets as the program declares them: `check` compares them with what a resource transform made of them.
    ...(sealed.length > 0 && {
      run: { sealed: pulumi.secret(pick(given, [...new Set(sealed.map(([name = ""]) => name))])) },
    }),
    defaults,
    names: [...inputs, ...outputs],
    secretNames: [...secrets, ...repeated],
    claimed: unique && { what, parts: unique.map((name) => given[name] as pulumi.Input<string | undefined>) },
    canImport,
    inIds: Object.fromEntries(inIds.map((name) => [name, given[name]])),
  };
}

/** Marks the argument at a path as secret, unless it is absent. */
function withMarked(args: PlainObject, [name = "", ...rest]: readonly string[]): PlainObject {
  const value = args[name];
  if (value === undefined) return args;
  if (rest.length === 0) return { ...args, [name]: secretIfGiven(value) };
  const marked = pulumi.output(value).apply((known: unknown) =>
    // `check` reports a value that is not an object.
    isPlainObject(known) ? withMarked(known, rest) : known,
  );
  return { ...args, [name]: marked };
}

/** Shows the arguments that are not stored. */
export function showCreateOnly(resource: pulumi.Resource, { createOnly }: ClassData, args: object): void {
  const given = args as PlainObject;
  for (const name of createOnly) lazyOutput(resource, name, () => pulumi.output(given[name]));
}
