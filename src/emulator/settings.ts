import { z } from "zod";
import type { RedactionMode } from "./redaction";

/** What can be switched while the emulator runs, by `emulator.settings` or the control interface. */
export interface Settings {
  /** The form in which secrets are answered. */
  redact: RedactionMode;
  /** Whether keys, and the elements of lists without an order of their own, are answered in changing order. */
  shuffle: boolean;
  /** A delay before every answer. */
  latencyMs: number;
  /** How many authenticated requests one key may send in a window of so many minutes. */
  rateLimit: { requests: number; minutes: number } | null;
  /** The next so many writes of an oplog store fail the validation of the bucket. */
  bucketValidationFailures: number;
  /** After a rename the next so many reads of the cluster still give the old name. */
  lateRenameReads: number;
  /** Whether USER notifications must name a user of the project. */
  checkUsers: boolean;
  /** Whether a project has a default webhook URL, so that WEBHOOK notifications need none. */
  defaultWebhook: boolean;
  /** `strict` refuses event and metric names outside the catalogue, `open` takes any. */
  catalogue: "strict" | "open";
  /** The status of an answer to a POST that made an alert configuration or a store. */
  createdStatus: 200 | 201;
  /** The status of an answer to a DELETE. */
  deletedStatus: 200 | 204;
  /** The HTTP status of an enveloped error: 200 with the real one inside, or the real one. */
  envelopeErrors: "ok" | "real";
  /** Whether oplog stores answer `s3MaxConnections` and `s3AuthMethod`, which the specification does not list. */
  fullOplogResponse: boolean;
  /** Whether metric thresholds are answered in the basic unit of their group. */
  convertUnits: boolean;
}

/** The settings of an emulator that is told nothing. */
export const DEFAULT_SETTINGS: Readonly<Settings> = {
  redact: "new",
  shuffle: false,
  latencyMs: 0,
  rateLimit: null,
  bucketValidationFailures: 0,
  lateRenameReads: 0,
  checkUsers: true,
  defaultWebhook: false,
  catalogue: "strict",
  createdStatus: 200,
  deletedStatus: 204,
  envelopeErrors: "ok",
  fullOplogResponse: false,
  convertUnits: false,
};

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
