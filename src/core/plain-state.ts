/** The state of a kind whose arguments and outputs are stored as they are. */

import type { PlainObject } from "../json";
import { mapKeys, omit, pick } from "../json";
import type { CommonArgs, ResourceDefinition, StateOf } from "./definition";
import type { Description } from "./description";
import { inputNamesOf } from "./description";

export interface PlainState<
  Args extends CommonArgs,
  Service extends object,
  Kept extends object = object,
> extends StateOf<Args> {
  /** What only the service knows: the outputs of the description. */
  readonly service: Service;
  /** What later comparisons need. */
  readonly kept: Kept;
}

/** The form in which such a state is stored: what is kept has names that begin with `__`. */
export function plainForm<Args extends CommonArgs, Service extends object, Kept extends object>(
  description: Description,
): Pick<ResourceDefinition<Args, PlainState<Args, Service, Kept>>, "encode" | "decode"> {
  const inputNames = inputNamesOf(description);
  const hasFindings = "changedSecrets" in description.outputs;
  const outputNames = Object.keys(omit(description.outputs, ["changedSecrets"]));
  return {
    encode: ({ args, service, kept }) => ({
      ...pick({ ...args } as PlainObject, inputNames),
      ...service,
      ...(hasFindings && { changedSecrets: args.changedSecrets ?? [] }),
      ...mapKeys({ ...kept } as PlainObject, (name) => `__${name}`),
    }),
    decode(outputs) {
      const kept = Object.keys(outputs).filter((name) => name.startsWith("__"));
      return {
        args: pick(outputs, hasFindings ? [...inputNames, "changedSecrets"] : inputNames) as Args,
        service: pick(outputs, outputNames) as Service,
        kept: mapKeys(pick(outputs, kept), (name) => name.slice(2)) as Kept,
      };
    },
  };
}
