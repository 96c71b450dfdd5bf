/**
 * The form in which an engine stores the arguments and the state of a resource: as a program writes them, with what the service knows and
 * what later comparisons need. The dynamic host stores it with the secrets apart, see `dynamic/form.ts`.
 */

import type { PlainObject } from "../json";
import { isEmptyList, omit, pick, withoutUndefined } from "../json";
import type { AnyDefinition, AnyState, CommonArgs, Inputs, Outputs } from "./definition";
import { defaultsOf, inputNamesOf } from "./description";
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

/** A resource in the state of an engine. */
export interface Stored {
  /** What {@link encode} returned. */
  readonly outputs: Outputs;
  /** The arguments of the last write or refresh. */
  readonly former: CommonArgs;
  /** Whether the other form of the provider has stored it. */
  readonly isOfOtherHost: boolean;
  /** @throws Error for outputs of another form */
  readonly state: () => AnyState;
}

/** @param inputs those in the state, which the engine of a dynamic host does not send */
export function storedOf(
  definition: AnyDefinition,
  outputs: Outputs,
  inputs: PlainObject = outputs,
  isOfOtherHost = false,
): Stored {
  let decoded: AnyState | undefined;
  // A program does not declare that a resource was imported, and where it is: the outputs have it.
  const { __imported: imported, __server: connection } = outputs;
  // The state of an earlier version lacks the options of later ones.
  const known = { ...defaultsOf(definition), ...inputsIn(definition, inputs) };
  const common = withoutUndefined({ imported, connection }) as CommonArgs;
  const former: CommonArgs = { ...known, ...common };
  return { outputs, former, isOfOtherHost, state: () => (decoded ??= decode(definition, outputs)) };
}

/** Fills in defaults, and normalizes. @param olds the inputs in the state; empty for a new resource */
export function completeInputs(definition: AnyDefinition, inputs: Inputs, olds: Inputs): Inputs {
  const complete = { ...defaultsOf(definition), ...inputs };
  return definition.normalize?.(complete, olds) ?? complete;
}

/** The inputs among the properties of a resource in the state. */
export function inputsIn(definition: AnyDefinition, props: PlainObject): Inputs {
  return withoutEmptyFindings(definition, pick(props, [...inputNamesOf(definition), "changedSecrets"]));
}

/** A state as outputs, with those that resources of all kinds have. */
export function encode(definition: AnyDefinition, state: AnyState): Outputs {
  const { connection, imported } = state.args;
  const { notTaken = [] } = state;
  return withoutUndefined({
    ...defaultsOf(definition),
    ...definition.encode(state),
    __server: connection,
    __imported: imported,
    __notTaken: notTaken.length === 0 ? undefined : notTaken.map((each) => omit(each, ["text"])),
  });
}

/** The reverse of {@link encode}. */
export function decode(definition: AnyDefinition, outputs: Outputs): AnyState {
  const {
    __server: connection,
    __imported: imported,
    __notTaken,
    ...own
  } = withoutEmptyFindings(definition, outputs);
  const notTaken = (__notTaken ?? []) as readonly NotTaken[];
  const common = withoutUndefined({ connection, imported }) as CommonArgs;
  const state = { ...definition.decode({ ...own, ...common }, notTaken), ...maybeNotTaken(notTaken) };
  return Object.keys(common).length === 0 ? state : { ...state, args: { ...state.args, ...common } };
}

/** An empty list of findings is an output only. */
export function withoutEmptyFindings({ hiddenInputs = [] }: AnyDefinition, props: PlainObject): PlainObject {
  const empty = ["changedSecrets", ...hiddenInputs].filter((name) => isEmptyList(props[name]));
  return omit(props, empty);
}
