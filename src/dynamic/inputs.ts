/** The form in which the engine stores the arguments and the state of a dynamic resource. */

import type { AnyKind, AnyState, CommonArgs, Inputs, Outputs } from "../core/definition";
import type { Announcement } from "../core/ownership";
import * as stored from "../core/stored";
import { CREATE_ONLY } from "../core/stored";
import type { PlainObject } from "../json";
import { pick } from "../json";

/** The input `__run`: what a program passes to `check` in addition to the inputs of a resource. */
export interface RunInput extends Announcement {
  /** The secrets as the program declares them, for resources whose secrets are inputs by themselves. */
  readonly sealed?: unknown;
}

/**
 * The name of the input that carries an argument. Those that matter at create only travel under a name that begins with `__`, which is
 * not part of the meaning: adding or dropping one later is not a difference by itself.
 */
export function inputName(argument: string): string {
  return CREATE_ONLY.has(argument) ? `__${argument}` : argument;
}

/** Gives the create-only inputs the names of their arguments. */
export function withArgumentNames(inputs: Inputs): PlainObject {
  const named = Object.entries(inputs).map(([name, value]) => {
    const argument = name.replace(/^__/, "");
    return [CREATE_ONLY.has(argument) ? argument : name, value];
  });
  return Object.fromEntries(named) as PlainObject;
}

/** Gives the create-only arguments the names of their inputs, and leaves out those that are absent. */
export function withInputNames(args: PlainObject): Inputs {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([name, value]) => value !== undefined || inputName(name) === name)
      .map(([name, value]) => [inputName(name), value]),
  );
}

/** Inputs that resources of all kinds may have. */
const COMMON = ["changedSecrets", "connection", "import", "imported"] as const;

/** The inputs among the properties of a resource in the state. */
export function inputsIn(definition: AnyKind, props: PlainObject): Inputs {
  const names = [...definition.inputNames, ...COMMON].map(inputName);
  return stored.withoutEmptyFindings(definition, pick(props, names));
}

export function argsFrom(definition: AnyKind, inputs: Inputs): CommonArgs {
  return stored.argsFrom(definition, withArgumentNames(inputs));
}

/** A state as outputs, with those that resources of all kinds have. @param props as for `toOutputs` of the definition */
export function outputsOf(definition: AnyKind, state: AnyState, props: PlainObject): Outputs {
  return withInputNames(stored.toStored(definition, state, props));
}

/** The reverse of {@link outputsOf}. */
export function stateFrom(definition: AnyKind, outputs: Outputs): AnyState {
  return stored.fromStored(definition, withArgumentNames(outputs));
}
