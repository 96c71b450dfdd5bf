/** States that the plugin has left: an alias of the classes leads to them, and the first update writes them in the form of the host. */

import type { AnyDefinition, Inputs, Outputs } from "../core/definition";
import { replaceOnOf } from "../core/description";
import type { PlainObject } from "../json";
import { withoutUndefined } from "../json";
import { apart, argsFrom, withInputNames } from "./form";

/** Whether the outputs are those of a resource of the plugin. */
export function isOfPlugin(outputs: PlainObject): boolean {
  return outputs["__server"] !== undefined;
}

/**
 * Outputs of the plugin with the name of a connection in place of the address.
 * @param server the address that the connection leads to
 */
export function atConnection(
  definition: AnyDefinition,
  { __server: former, ...outputs }: Outputs,
  name: string | undefined,
  server: string,
): Outputs {
  // Another address is no name of a connection: the object is looked for. A version manifest has the same id everywhere.
  const isSame = former === server || replaceOnOf(definition).includes("connection");
  return { ...outputs, ...withoutUndefined({ __server: isSame ? name : former }) };
}

/**
 * The inputs of a program with their secrets apart, also those that `ignoreChanges` has taken from the inputs in the state, which the
 * plugin has left at their objects.
 */
export function withSecretsApart(definition: AnyDefinition, given: Inputs, olds: Inputs): Inputs {
  const hasSecrets = (inputs: Inputs): boolean =>
    (definition.secrets?.exposed(inputs, undefined, {}) ?? []).length > 0;
  if (!hasSecrets(olds) || !hasSecrets(given)) return given;
  return withInputNames(apart(definition, { ...argsFrom(definition, given) }));
}
