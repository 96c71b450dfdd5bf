/** States that the dynamic classes have left: an alias of the schema leads to them, and the first update writes them in this form. */

import type { AnyDefinition } from "../core/definition";
import { argsFrom, secretInputs, together, withArgumentNames } from "../dynamic/form";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, omit, pick } from "../json";

/** Whether properties are those of a dynamic resource. */
export function isOfDynamicHost(props: PlainObject): boolean {
  return props["__provider"] !== undefined;
}

/** Properties in the form of the plugin. */
export function withoutDynamicForm(definition: AnyDefinition, props: PlainObject): PlainObject {
  if (!isOfDynamicHost(props)) return props;
  return omit(together(definition, omit(props, ["__provider"])), ["unclear"]);
}

/**
 * The arguments of a program with the secrets of the state that they lack: `ignoreChanges` takes values from the inputs in the state, and
 * those of the classes have the secrets in a place of their own.
 * @param olds the inputs in the state
 */
export function withFormerSecrets(
  definition: AnyDefinition,
  given: PlainObject,
  olds: PlainObject,
): PlainObject {
  if (!isOfDynamicHost(olds)) return given;
  const named = withArgumentNames(omit(given, ["__provider"]));
  const secrets = pick(olds, secretInputs(definition));
  const whole: PlainObject = { ...argsFrom(definition, { ...named, ...secrets }) };
  return filled(named, omit(whole, ["unclear"])) as PlainObject;
}

/** A value with what another one has besides, at any depth. */
function filled(value: unknown, other: unknown): unknown {
  if (Array.isArray(value))
    return Array.isArray(other) ? value.map((item, index) => filled(item, other[index])) : value;
  if (!isPlainObject(value) || !isPlainObject(other)) return value;
  return { ...other, ...mapValues(value, (item, name) => filled(item, other[name])) };
}
