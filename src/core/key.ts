/**
 * The key of an object, by the columns of the field tables: objects with equal keys mean the same. Some that mean the same have
 * different keys, because units and defaults are left to the rows.
 */

import type { Field, Fields } from "../fields/table";
import { argumentNames } from "../fields/table";
import type { PlainObject } from "../json";
import { canonicalJson, isPlainObject } from "../json";
import { inOneOrder } from "./rows";

/** @param options.secrets whether secrets are part of it */
export function keyOf(fields: Fields, object: object, options: { readonly secrets: boolean }): string {
  return canonicalJson(meaningOf(fields, { ...object }, options.secrets));
}

function meaningOf(fields: Fields, object: PlainObject, secrets: boolean): PlainObject {
  const entries = argumentNames(fields).flatMap((name) => {
    const field = fields[name] as Field;
    const value = object[name] ?? field.sent;
    const isOut = (field.secret === true && !secrets) || (field.type === "additional" && !hasItems(value));
    if (value === undefined || isOut) return [];
    return [[name, meaningOfValue(field, value, secrets)]];
  });
  return Object.fromEntries(entries) as PlainObject;
}

/** Whether an object has fields. An unknown value counts as one that has. */
function hasItems(value: unknown): boolean {
  return !isPlainObject(value) || Object.keys(value).length > 0;
}

function meaningOfValue({ type }: Field, value: unknown, secrets: boolean): unknown {
  if (typeof type === "string") return inOneOrder(value);
  if ("object" in type) return isPlainObject(value) ? meaningOf(type.object, value, secrets) : value;
  if (!Array.isArray(value)) return value;
  const { list, spelled = (item) => item } = type;
  const meanings = value.map((item: unknown) =>
    isPlainObject(item) ? meaningOf(list, { ...spelled(item) }, secrets) : item,
  );
  return inOneOrder(meanings);
}
