/**
 * Fields that the tables do not list: a newer version of the service has them. A program and its state have them in
 * `additionalFields`, a request and a response beside the others.
 */

import type { PlainObject } from "../json";
import { isPlainObject, mapValues, omit } from "../json";
import type { Field, Fields } from "./table";
import { publicFields, tableOf } from "./table";

/** JSON values by the names of their fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- Pulumi types free-form values so, and unwraps `unknown` to `never`
export type AdditionalFields = Record<string, any>;

/** What the program and the state have of an object. */
export interface WithAdditional {
  readonly additionalFields?: AdditionalFields | undefined;
}

const NAME = "additionalFields";

/** Moves the fields of a response that its table does not list into `additionalFields`, also those of its notifications. */
export function foldAdditional<T extends object>(fields: Fields, response: T): T & WithAdditional {
  return convert(fields, response as PlainObject, (object, table) => {
    const unlisted = omit(object, Object.keys(table));
    if (Object.keys(unlisted).length === 0) return object;
    return { ...omit(object, Object.keys(unlisted)), [NAME]: { ...unlisted, ...additionalOf(object) } };
  }) as T & WithAdditional;
}

/** Moves `additionalFields` beside the other fields, as a request has them. */
export function unfoldAdditional<T extends object>(fields: Fields, args: T): T {
  return convert(fields, args as PlainObject, (object) => ({
    ...omit(object, [NAME]),
    ...additionalOf(object),
  })) as T;
}

/** Converts an object of a table that takes additional fields, and those in it. */
function convert(
  fields: Fields,
  object: PlainObject,
  change: (object: PlainObject, fields: Fields) => PlainObject,
): PlainObject {
  const converted = mapValues(object, (value, name) => {
    const table = Object.hasOwn(fields, name) ? tableOf(fields[name] as Field) : undefined;
    if (table === undefined) return value;
    const inside = (item: unknown): unknown => (isPlainObject(item) ? convert(table, item, change) : item);
    return Array.isArray(value) ? value.map(inside) : inside(value);
  });
  return Object.hasOwn(fields, NAME) ? change(converted, fields) : converted;
}

function additionalOf({ [NAME]: additional }: PlainObject): PlainObject {
  return isPlainObject(additional) ? additional : {};
}

/** Whether an object has a field in `additionalFields`. */
export function hasAdditional(object: WithAdditional | undefined, name: unknown): boolean {
  return Object.hasOwn(object?.additionalFields ?? {}, String(name));
}

/** A table for declared additional fields. Every response shows them, and objects among them are compared field by field. */
export function tableOfAdditional(declared: unknown): Fields {
  if (!isPlainObject(declared)) return {};
  return mapValues(declared, (value): Field =>
    isPlainObject(value)
      ? { type: { object: tableOfAdditional(value) } }
      : { type: "json", shownIfSet: true },
  );
}

/** What a folded response has of the additional fields that are declared, so that the state stores no others. */
export function declaredAdditional(declared: WithAdditional, response: WithAdditional): WithAdditional {
  const { additionalFields } = declared;
  const { additionalFields: returned = {} } = response;
  return { [NAME]: additionalFields && publicFields(tableOfAdditional(additionalFields), returned) };
}
