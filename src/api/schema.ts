/** What the schemas of all answers share. */

import { z } from "zod";
import type { Schema } from "../http/api-request";
import { withoutNullFields } from "../json";
import type { AnsweredPage } from "./paging";

export const link = z.looseObject({ href: z.string(), rel: z.string() });

/**
 * The schema of an answer in which a field that is `null` is not there. It is compiled when the first answer comes: what a
 * process does not ask for costs it nothing.
 */
export function answered<T>(schema: z.ZodType<T>): Schema<T> {
  let compiled: z.ZodType<T> | undefined;
  return { safeParse: (value) => (compiled ??= z.compile(schema)).safeParse(withoutNullFields(value)) };
}

/** A field that an answer may lack. */
export function maybe<T extends z.ZodType>(type: T): z.ZodOptional<T> {
  return type.optional();
}

/** The schema of a page of such items. */
export function pageOf<T>(item: z.ZodType<T>): Schema<AnsweredPage<T>> {
  return answered(
    z.looseObject({
      results: z.array(item),
      totalCount: maybe(z.number()),
      links: maybe(z.array(link)),
    }) as z.ZodType<AnsweredPage<T>>,
  );
}
