/** The form in which the engine stores the arguments and the state of a resource. */

import type { AnyKind, AnyState, CommonArgs, Inputs, Outputs } from "../core/definition";
import type { NotTaken } from "../core/not-taken";
import { maybeNotTaken } from "../core/not-taken";
import type { Announcement } from "../core/ownership";
import type { PlainObject } from "../json";
import { isEmptyList, omit, pick, withoutUndefined } from "../json";

/** The input `__run`: what a program passes to `check` in addition to the inputs of a resource. */
export interface RunInput extends Announcement {
  /** The secrets as the program declares them, for resources whose secrets are inputs by themselves. */
  readonly sealed?: unknown;
}

/**
 * Arguments that matter at create only, and the mark of a resource that `pulumi import` took over. They travel under a name that
 * begins with `__`, which is not part of the meaning: adding or dropping one later is not a difference by itself.
 */
const CREATE_ONLY = new Set(["adoptId", "adopt", "import", "imported", "resourceName"]);

/** The name of the input that carries an argument. */
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
  return withoutEmptyFindings(definition, pick(props, names));
}

/** Fills in defaults, and normalizes. @param olds the inputs in the state; empty for a new resource */
export function completeInputs(definition: AnyKind, inputs: Inputs, olds: Inputs): Inputs {
  const complete = { ...definition.defaults, ...inputs };
  return definition.normalize?.(complete, olds) ?? complete;
}

export function argsFrom(definition: AnyKind, inputs: Inputs): CommonArgs {
  const known = withArgumentNames(inputs);
  return definition.fromInputs?.(known) ?? known;
}

/** A state as outputs, with those that resources of all kinds have. @param props as for `toOutputs` of the definition */
export function outputsOf(definition: AnyKind, state: AnyState, props: PlainObject): Outputs {
  const { connection, imported } = state.args;
  const { notTaken = [] } = state;
  const outputs = {
    ...definition.defaults,
    ...definition.toOutputs(state, props),
    connection,
    imported,
    __notTaken: notTaken.length === 0 ? undefined : notTaken.map((each) => omit(each, ["text"])),
  };
  return withoutUndefined(withInputNames(outputs));
}

/** The reverse of {@link outputsOf}. */
export function stateFrom(definition: AnyKind, outputs: Outputs): AnyState {
  const { connection, __notTaken, ...named } = withArgumentNames(withoutEmptyFindings(definition, outputs));
  const notTaken = (__notTaken ?? []) as readonly NotTaken[];
  const state = { ...definition.fromOutputs(named, notTaken), ...maybeNotTaken(notTaken) };
  return connection === undefined
    ? state
    : { ...state, args: { ...state.args, connection: connection as string } };
}

/** An empty list of findings is an output only. */
function withoutEmptyFindings({ findings = [] }: AnyKind, props: PlainObject): PlainObject {
  const empty = ["changedSecrets", ...findings].filter((name) => isEmptyList(props[name]));
  return omit(props, empty);
}
