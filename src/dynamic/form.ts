/**
 * The form in which the engine stores a dynamic resource. The host takes no marks of secrets, so that secrets in lists are in an input of
 * their own, and it compares inputs by itself, so that those which matter at create only have names that begin with `__`.
 */

import type { AnyDefinition, AnyState, CommonArgs, Inputs, Outputs } from "../core/definition";
import { inputNamesOf } from "../core/description";
import type { Announcement } from "../core/ownership";
import * as stored from "../core/stored";
import { CREATE_ONLY } from "../core/stored";
import type { PlainObject } from "../json";
import { omit, pick, withoutUndefined } from "../json";

/** The input `__run`: what a program passes to `check` in addition to the inputs of a resource. */
export interface RunInput extends Announcement {
  /** The secrets as the program declares them, for resources whose secrets are inputs by themselves. */
  readonly sealed?: unknown;
}

/** The name of the input that carries an argument. Adding or dropping one with `__` later is not a difference by itself. */
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
export function inputsIn(definition: AnyDefinition, props: PlainObject): Inputs {
  const names = [...inputNamesOf(definition), ...secretInputs(definition), ...COMMON].map(inputName);
  return stored.withoutEmptyFindings(definition, pick(props, names));
}

/** The input that holds secrets and nothing else, if the kind has one. */
export function secretInputs({ secrets }: AnyDefinition): readonly string[] {
  return secrets?.apart === undefined ? [] : [secrets.apart.input];
}

/** Properties with their secrets in the input of their own, if the kind has one. */
export function apart({ secrets }: AnyDefinition, props: PlainObject): PlainObject {
  return secrets?.apart?.split(props) ?? props;
}

export function argsFrom({ secrets }: AnyDefinition, inputs: Inputs): CommonArgs {
  const named = withArgumentNames(inputs);
  return secrets?.apart?.join(named) ?? named;
}

/** Outputs of the host in the form of the core. */
export function together(definition: AnyDefinition, outputs: Outputs): Outputs {
  const { imported, connection, ...named } = { ...argsFrom(definition, outputs) } as PlainObject;
  return { ...named, ...withoutUndefined({ __imported: imported, __server: connection }) };
}

/** A state as outputs. @param props the inputs of the write, or the outputs before the refresh, that led to the state */
export function encode(definition: AnyDefinition, state: AnyState, props: PlainObject): Outputs {
  const { __server: connection, ...outputs } = stored.encode(definition, state);
  const secrets = secretInputs(definition);
  return withInputNames({
    // The secrets are not split again: a refresh keeps those of a notification that somebody deleted, and the engine would show a new key
    // in plain text.
    ...omit(apart(definition, outputs), secrets),
    ...pick(props, secrets),
    ...(connection !== undefined && { connection }),
  });
}

/** The reverse of {@link encode}. */
export function decode(definition: AnyDefinition, outputs: Outputs): AnyState {
  return stored.decode(definition, together(definition, outputs));
}
