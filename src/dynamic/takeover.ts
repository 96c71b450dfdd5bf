/** States that the plugin has left: an alias of the classes leads to them, and the first update writes them in the form of the host. */

import type { AnyKind, Outputs } from "../core/definition";
import { fromStored } from "../core/stored";
import type { PlainObject } from "../json";
import { omit, withoutUndefined } from "../json";
import { outputsOf } from "./inputs";

/** Whether the outputs are those of a resource of the plugin. */
export function isOfPlugin(outputs: PlainObject): boolean {
  return outputs["__server"] !== undefined;
}

/** @param server the address that the connection of the program leads to */
export function withoutPluginForm(
  definition: AnyKind,
  outputs: PlainObject,
  { name, server }: { readonly name: unknown; readonly server: string },
): Outputs {
  if (!isOfPlugin(outputs)) return outputs;
  const { __server: former, __imported: imported } = outputs;
  const whole = omit(outputs, ["__server", "__imported"]);
  const apart = definition.toInputs?.(whole) ?? whole;
  // Another address is no name of a connection: the object is looked for.
  const connection = former === server ? name : former;
  const state = fromStored(definition, { ...apart, ...withoutUndefined({ imported, connection }) });
  return outputsOf(definition, state, apart);
}
