/** What the schemas of all answers share. */

import { z } from "zod";

export const link = z.looseObject({ href: z.string(), rel: z.string() });

/** A field that an answer may lack; what is `null` was left out before. */
export function maybe<T extends z.ZodType>(type: T): z.ZodOptional<T> {
  return type.optional();
}
