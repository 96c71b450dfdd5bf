/** zod schemas, derived from the tables of fields. */

import type * as Zod from "zod";
import type { z } from "zod";
import type { Schema } from "../http/api-request";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, pick, withoutNullFields } from "../json";
import type { Field, Fields, Limits } from "../fields/table";
import { argumentNames, LINKS } from "../fields/table";
import type { ReturnedPage } from "./paging";

/** zod takes 55 ms to load: a program that only registers resources does not need it. */
function zod(): typeof Zod {
  return require("zod") as typeof Zod;
}

/** Converts an object of a response from an older form, before it is checked. */
export type Modernize = (object: unknown) => unknown;

const unchanged: Modernize = (object) => object;

/** The schema of a response, in which unknown fields are kept and a field that is `null` is absent. */
export function responseSchema<T>(fields: Fields, modernize = unchanged): Schema<T> {
  return lazySchema(() => objectOf(fields, "response") as unknown as z.ZodType<T>, modernize);
}

/** The schema of a page of a list of such objects. */
export function pageSchema<T>(fields: Fields, modernize = unchanged): Schema<ReturnedPage<T>> {
  const page: Fields = {
    results: { type: { list: fields }, always: true },
    totalCount: { type: "number" },
    links: LINKS,
  };
  return responseSchema(page, (value) =>
    isPlainObject(value) && Array.isArray(value["results"])
      ? { ...value, results: value["results"].map(modernize) }
      : value,
  );
}

/** The schema of a list of strings. */
export const stringsSchema: Schema<string[]> = lazySchema(() => zod().z.array(zod().z.string()));

/** The schema of any JSON object. Not `z.record`, which would copy megabytes. */
export const objectSchema: Schema<Record<string, unknown>> = {
  safeParse: (value) => zod().z.custom<PlainObject>(isPlainObject, "must be an object").safeParse(value),
};

/** Compiles a schema when it is first used. */
function lazySchema<T>(make: () => z.ZodType<T>, prepare = unchanged): Schema<T> {
  let compiled: z.ZodType<T> | undefined;
  return {
    safeParse: (value) => (compiled ??= zod().z.compile(make())).safeParse(prepare(withoutNullFields(value))),
  };
}

/**
 * The strict schema of arguments.
 * @param others fields that the table lacks, and those that need more than its type
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function argumentsSchema(fields: Fields, others: Record<string, z.ZodType> = {}): z.ZodObject {
  return objectOf(fields, "arguments").extend(others);
}

type Use = "arguments" | "response";

/** The schema of an object: strict for arguments, loose for a response, since the service may add fields. */
function objectOf(fields: Fields, use: Use): z.ZodObject {
  const { z } = zod();
  const isArgument = use === "arguments";
  // A response has additional fields beside the others.
  const inUse = isArgument
    ? argumentNames(fields)
    : Object.keys(fields).filter((name) => fields[name]?.type !== "additional");
  const shape = mapValues(pick(fields, inUse), (field) => {
    const type = typeOf(field, use);
    const isRequired = isArgument ? field.required : field.always;
    return isRequired === true ? type : type.optional();
  });
  return isArgument ? z.strictObject(shape) : z.looseObject(shape);
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

function numberWithin({ whole, above, least, most, text }: Limits): z.ZodNumber {
  let number = zod().z.number();
  if (whole === true) number = number.int();
  if (above !== undefined) number = number.gt(above, text);
  if (least !== undefined) number = number.min(least, text);
  return most === undefined ? number : number.max(most, text);
}

function typeOf({ type, required, mayBeEmpty, limits }: Field, use: Use): z.ZodType {
  const { z } = zod();
  const isArgument = use === "arguments";
  switch (type) {
    case "string":
      return isArgument && (required === true ? mayBeEmpty !== true : mayBeEmpty === false)
        ? filledText()
        : z.string();
    case "number":
      return isArgument && limits !== undefined ? numberWithin(limits) : z.number();
    case "boolean":
      return z.boolean();
    case "json":
      return z.unknown();
    case "additional":
      return z.record(z.string(), z.unknown());
    case "strings": {
      const texts = z.array(isArgument ? filledText() : z.string());
      return isArgument && required === true ? texts.min(1, "must have at least one item") : texts;
    }
    default: {
      if ("object" in type) return objectOf(type.object, use);
      const list = z.array(objectOf(type.list, use));
      return isArgument && required === true ? list.min(1, "must have at least one item") : list;
    }
  }
}
