/** The form in which an engine stores the arguments and the state of a resource, whatever its host. */

import type { PlainObject } from "../json";
import { isEmptyList, omit, withoutUndefined } from "../json";
import type { AnyKind, AnyState, CommonArgs, Inputs, Outputs } from "./definition";
import type { NotTaken } from "./not-taken";
import { maybeNotTaken } from "./not-taken";

/** Arguments that matter at create only, and the mark of a resource that `pulumi import` took over. */
export const CREATE_ONLY: ReadonlySet<string> = new Set([
  "adoptId",
  "adopt",
  "import",
  "imported",
  "resourceName",
]);

/** Fills in defaults, and normalizes. @param olds the inputs in the state; empty for a new resource */
export function completeInputs(definition: AnyKind, inputs: Inputs, olds: Inputs): Inputs {
  const complete = { ...definition.defaults, ...inputs };
  return definition.normalize?.(complete, olds) ?? complete;
}

/** A state as outputs, with those that resources of all kinds have. @param props as for `toOutputs` of the definition */
export function toStored(definition: AnyKind, state: AnyState, props: PlainObject): Outputs {
  const { connection, imported } = state.args;
  const { notTaken = [] } = state;
  return withoutUndefined({
    ...definition.defaults,
    ...definition.toOutputs(state, props),
    connection,
    imported,
    __notTaken: notTaken.length === 0 ? undefined : notTaken.map((each) => omit(each, ["text"])),
  });
}

/** The reverse of {@link toStored}. */
export function fromStored(definition: AnyKind, outputs: Outputs): AnyState {
  const { connection, __notTaken, ...named } = withoutEmptyFindings(definition, outputs);
  const notTaken = (__notTaken ?? []) as readonly NotTaken[];
  const state = { ...definition.fromOutputs(named, notTaken), ...maybeNotTaken(notTaken) };
  const common = withoutUndefined({ connection, imported: named["imported"] }) as CommonArgs;
  return Object.keys(common).length === 0 ? state : { ...state, args: { ...state.args, ...common } };
}

export function argsFrom(definition: AnyKind, inputs: Inputs): CommonArgs {
  return definition.fromInputs?.(inputs) ?? inputs;
}

/** An empty list of findings is an output only. */
export function withoutEmptyFindings({ findings = [] }: AnyKind, props: PlainObject): PlainObject {
  const empty = ["changedSecrets", ...findings].filter((name) => isEmptyList(props[name]));
  return omit(props, empty);
}
