import { z } from "zod";
import type { Settings } from "./settings";

const count = z.int().min(0);

const settingsSchema = z.strictObject({
  redact: z.enum(["new", "old", "off"]),
  shuffle: z.boolean(),
  latencyMs: z.number().min(0),
  rateLimit: z.strictObject({ requests: count, minutes: z.number().positive() }).nullable(),
  bucketValidationFailures: count,
  lateRenameReads: count,
  checkUsers: z.boolean(),
  defaultWebhook: z.boolean(),
  catalogue: z.enum(["strict", "open"]),
  createdStatus: z.union([z.literal(200), z.literal(201)]),
  deletedStatus: z.union([z.literal(200), z.literal(204)]),
  envelopeErrors: z.enum(["ok", "real"]),
  fullOplogResponse: z.boolean(),
  convertUnits: z.boolean(),
}) satisfies z.ZodType<Settings>;

/** Checks a change of settings that comes from outside; throws a TypeError that says what is wrong. */
export function parseSettings(change: unknown): Partial<Settings> {
  const parsed = settingsSchema.partial().safeParse(change);
  if (!parsed.success) throw new TypeError(`not a change of settings: ${z.prettifyError(parsed.error)}`);
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Settings>;
}
