/** The state of a kind whose arguments and outputs are stored as they are. */

import type { PlainObject } from "../json";
import { mapKeys, pick } from "../json";
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
  return {
    encode: ({ args, service, kept }) => ({
      ...pick({ ...args } as PlainObject, inputNames),
      ...service,
      ...mapKeys({ ...kept } as PlainObject, (name) => `__${name}`),
    }),
    decode(outputs) {
      const kept = Object.keys(outputs).filter((name) => name.startsWith("__"));
      return {
        args: pick(outputs, inputNames) as Args,
        service: pick(outputs, Object.keys(description.outputs)) as Service,
        kept: mapKeys(pick(outputs, kept), (name) => name.slice(2)) as Kept,
      };
    },
  };
}
