/** What the schemas of all answers share. */

import { z } from "zod";

export const link = z.looseObject({ href: z.string(), rel: z.string() });

/** An optional field of an answer: absent and `null` are the same. */
export function maybe<T extends z.ZodType>(type: T): z.ZodType<z.infer<T> | undefined> {
  return type.nullish().transform((value) => value ?? undefined) as z.ZodType<z.infer<T> | undefined>;
}
