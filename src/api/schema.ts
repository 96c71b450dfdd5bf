/** What the schemas of all answers share. */

import { z } from "zod";
import type { Schema } from "../http/api-request";

export const link = z.looseObject({ href: z.string(), rel: z.string() });

/** The schema of an answer, compiled when the first one comes: what a process does not ask for costs it nothing. */
export function answered<T>(schema: z.ZodType<T>): Schema<T> {
  let compiled: z.ZodType<T> | undefined;
  return { safeParse: (value) => (compiled ??= z.compile(schema)).safeParse(value) };
}

/** A field that an answer may lack; what is `null` was left out before. */
export function maybe<T extends z.ZodType>(type: T): z.ZodOptional<T> {
  return type.optional();
}
