/** The form in which the engine stores the arguments and the state of a resource of the plugin: as a program writes them. */

import type { AnyKind, AnyState, Inputs, Outputs } from "../core/definition";
import { argsFrom, completeInputs, fromStored, toStored, withoutEmptyFindings } from "../core/stored";
import type { PlainObject } from "../json";
import { omit, pick, withoutUndefined } from "../json";
import { SECRET_INPUTS } from "../secrets/values";

/** The inputs among the properties of a resource in the state. */
export function inputsIn(definition: AnyKind, props: PlainObject): Inputs {
  const names = [...definition.inputNames, "changedSecrets"].filter((name) => !SECRET_INPUTS.has(name));
  return withoutEmptyFindings(definition, pick(props, names));
}

/** The inputs of a program with their defaults. @param name that of the resource */
export function inputsOf(definition: AnyKind, given: PlainObject, olds: Inputs, name: string): Inputs {
  const { nameArgument } = definition;
  const named = nameArgument === undefined ? {} : { [nameArgument]: name };
  return omit(completeInputs(definition, { ...named, ...given }, olds), [...SECRET_INPUTS]);
}

/** A state as outputs. */
export function outputsOf(definition: AnyKind, state: AnyState): Outputs {
  const inputs = definition.toInputs?.(state.args) ?? { ...state.args };
  const { imported, connection, ...stored } = toStored(definition, state, inputs);
  return { ...whole(definition, stored), __imported: imported, __server: connection };
}

/** The reverse of {@link outputsOf}. */
export function stateFrom(definition: AnyKind, props: Outputs): AnyState {
  const { __imported: imported, __server: connection, ...outputs } = props;
  const apart = definition.toInputs?.(outputs) ?? outputs;
  return fromStored(definition, { ...apart, ...withoutUndefined({ imported, connection }) });
}

/** Properties with the secrets at their objects. */
export function whole(definition: AnyKind, apart: PlainObject): PlainObject {
  return omit<PlainObject, string>({ ...argsFrom(definition, apart) }, [...SECRET_INPUTS, "unclear"]);
}
