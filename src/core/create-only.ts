/**
 * Arguments that matter at create only, and the mark of a resource that `pulumi import` took over. They travel under a name that
 * begins with `__`, which is not part of the meaning: adding or dropping one later is not a difference by itself.
 */

import type { PlainObject } from "../json";
import type { Inputs } from "./definition";

const CREATE_ONLY = ["adoptId", "adopt", "import", "imported", "resourceName"] as const;

type CreateOnly = (typeof CREATE_ONLY)[number];

const names: ReadonlyMap<string, CreateOnly> = new Map(CREATE_ONLY.map((name) => [inputName(name), name]));

/** The name of the input that carries an argument. */
export function inputName(argument: string): string {
  return (CREATE_ONLY as readonly string[]).includes(argument) ? `__${argument}` : argument;
}

/** Gives the create-only inputs the names of their arguments. */
export function withArgumentNames(inputs: Inputs): PlainObject {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Gives the create-only arguments the names of their inputs, and leaves out those that are absent. */
export function withInputNames(args: PlainObject): Inputs {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([name, value]) => value !== undefined || inputName(name) === name)
      .map(([name, value]) => [inputName(name), value]),
  );
}
