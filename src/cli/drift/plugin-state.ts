/** The state of resources of the plugin, as the comparison reads that of the classes: with the secrets beside their objects. */

import type { PlainObject } from "../../json";
import { isPlainObject, mapValues, omit } from "../../json";
import { kindNamed } from "../../kinds";
import { SECRET_FIELDS } from "../../secrets/values";
import { containsUnknown, UNKNOWN } from "../../unknowns";

/** @throws Error for outputs without the form of the kind */
export function inFormOfClasses(kind: string, outputs: PlainObject, urn: string): PlainObject {
  const definition = kindNamed(kind)?.definition;
  const own = omit(outputs, ["__server"]);
  const apart = definition?.secrets?.apart;
  if (apart === undefined) return own;
  if (containsUnknown(own)) {
    const names = [apart.input];
    const open = mapValues(own, withoutSecrets);
    if (containsUnknown(own["__written"])) names.push("__written");
    return { ...open, ...Object.fromEntries(names.map((name) => [name, UNKNOWN])) };
  }
  try {
    return apart.split(own);
  } catch (cause) {
    throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
  }
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isPlainObject(value)) return value;
  const open = Object.entries(value).filter(([name]) => !SECRET_FIELDS.has(name));
  return mapValues(Object.fromEntries(open), withoutSecrets);
}
