/** zod schemas, derived from the tables of fields. */

import type * as Zod from "zod";
import type { z } from "zod";
import type { Schema } from "../http/api-request";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, pick, withoutNullFields } from "../json";
import type { Field, Fields } from "../fields/table";
import { argumentNames, LINKS } from "../fields/table";
import type { ReturnedPage } from "./paging";

/** zod takes 55 ms to load: a program that only registers resources does not need it. */
function zod(): typeof Zod {
  return require("zod") as typeof Zod;
}

/** Converts an object of a response from an older form, before it is checked. */
export type Modernize = (object: PlainObject) => PlainObject;

const unchanged: Modernize = (object) => object;

/** The schema of a response, in which unknown fields are kept and a field that is `null` is absent. */
export function responseSchema<T>(fields: Fields, modernize = unchanged): Schema<T> {
  return lazySchema(
    () => responseObject(fields) as unknown as z.ZodType<T>,
    (value) => (isPlainObject(value) ? modernize(value) : value),
  );
}

/** The schema of a page of a list of such objects. */
export function pageSchema<T>(fields: Fields, modernize = unchanged): Schema<ReturnedPage<T>> {
  const page: Fields = {
    results: { type: { list: fields }, always: true },
    totalCount: { type: "number" },
    links: LINKS,
  };
  return responseSchema(page, (object) => {
    const { results } = object;
    if (!Array.isArray(results)) return object;
    return {
      ...object,
      results: results.map((item: unknown) => (isPlainObject(item) ? modernize(item) : item)),
    };
  });
}

/** The schema of a list of strings. */
export const stringsSchema: Schema<string[]> = lazySchema(() => zod().z.array(zod().z.string()));

/** The schema of any JSON object. Not `z.record`, which would copy megabytes. */
export const objectSchema: Schema<Record<string, unknown>> = {
  safeParse: (value) => zod().z.custom<PlainObject>(isPlainObject, "must be an object").safeParse(value),
};

/** Compiles a schema when it is first used. */
function lazySchema<T>(
  make: () => z.ZodType<T>,
  prepare: (value: unknown) => unknown = (value) => value,
): Schema<T> {
  let compiled: z.ZodType<T> | undefined;
  return {
    safeParse: (value) => (compiled ??= zod().z.compile(make())).safeParse(prepare(withoutNullFields(value))),
  };
}

function responseObject(fields: Fields): z.ZodObject {
  return zod().z.looseObject(shapeOf(fields, ({ always }) => always === true, responseObject));
}

/**
 * The strict schema of arguments.
 * @param others fields that the table lacks, and those that need more than its type
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function argumentsSchema(fields: Fields, others: Record<string, z.ZodType> = {}): z.ZodObject {
  const args = pick(fields, argumentNames(fields));
  const shape = shapeOf(args, ({ required }) => required === true, argumentsSchema);
  return zod().z.strictObject({ ...shape, ...others });
}

function shapeOf(
  fields: Fields,
  isRequired: (field: Field) => boolean,
  objectOf: (fields: Fields) => z.ZodObject,
): Record<string, z.ZodType> {
  return mapValues(fields, (field) => {
    const type = typeOf(field, objectOf);
    return isRequired(field) ? type : type.optional();
  });
}

/**
 * The schema of a text that must not be empty.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function filledText(): z.ZodString {
  return zod().z.string().min(1, "must not be empty");
}

/**
 * The schema of the argument `secretsVersion`.
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function secretsVersion(): z.ZodType {
  const { z } = zod();
  return z.union([z.string(), z.number()]).optional();
}

function typeOf({ type, required, mayBeEmpty }: Field, objectOf: (fields: Fields) => z.ZodObject): z.ZodType {
  const { z } = zod();
  const isArgument = objectOf === argumentsSchema;
  switch (type) {
    case "string":
      return isArgument && required === true && mayBeEmpty !== true ? filledText() : z.string();
    case "number":
      return z.number();
    case "boolean":
      return z.boolean();
    case "strings":
      return z.array(isArgument ? filledText() : z.string());
    default:
      return "list" in type ? z.array(objectOf(type.list)) : objectOf(type.object);
  }
}
