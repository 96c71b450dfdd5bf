/** States that the plugin has left: an alias of the classes leads to them, and the first update writes them in the form of the host. */

import type { AnyKind, Inputs, Outputs } from "../core/definition";
import { fromStored } from "../core/stored";
import type { PlainObject } from "../json";
import { omit, withoutUndefined } from "../json";
import { argsFrom, outputsOf, withInputNames } from "./inputs";

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
  // A version manifest has the same id everywhere.
  const isSame = former === server || definition.replaceOn.includes("connection");
  const connection = isSame ? name : former;
  const state = fromStored(definition, { ...apart, ...withoutUndefined({ imported, connection }) });
  return outputsOf(definition, state, apart);
}

/**
 * The inputs of a program with their secrets apart, also those that `ignoreChanges` has taken from the inputs in the state, which the
 * plugin has left at their objects.
 */
export function withSecretsApart(definition: AnyKind, given: Inputs, olds: Inputs): Inputs {
  const isWhole = (definition.exposedSecrets?.(olds, undefined, {}) ?? []).length > 0;
  const hasIgnored = isWhole && (definition.exposedSecrets?.(given, undefined, {}) ?? []).length > 0;
  if (!hasIgnored) return given;
  return withInputNames(definition.toInputs?.(argsFrom(definition, given)) ?? given);
}
