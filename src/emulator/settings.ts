import { z } from "zod";
import type { RedactionMode } from "./redaction";

/** Settings that can be changed while the emulator runs, through `emulator.settings` or the control interface. */
export interface Settings {
  /** How responses show secrets. */
  redact: RedactionMode;
  /** Whether keys and the elements of unordered lists change their order with each response. */
  shuffle: boolean;
  /** A delay before every response. */
  latencyMs: number;
  /** How many authenticated requests a key may send in a window of `minutes`. */
  rateLimit: { requests: number; minutes: number } | null;
  /** How many of the next writes of a store fail the validation of the bucket. */
  bucketValidationFailures: number;
  /** How many of the next writes of a store in a MongoDB deployment fail to connect to it. */
  mongoConnectionFailures: number;
  /** How many reads still return the old name of a cluster after it is renamed. */
  lateRenameReads: number;
  /** How many reads still return a project after it is deleted. */
  lateDeletionReads: number;
  /** How many reads of a backup still return PROVISIONING after a start, and TERMINATING after a termination. */
  backupTransitionReads: number;
  /** Whether snapshots may be kept for longer than documented, as MongoDB's Kubernetes operator allows. */
  wideRetention: boolean;
  /** Whether a project with default alert configurations is refused, as by versions without billing. */
  billingUnsupported: boolean;
  /** The status of a read of the backup configuration of a project that has none; versions differ. */
  missingProjectBackup: 404 | 401;
  /** Whether the policy EXTERNALLY_MANAGED_LOCK also refuses log rotations, which change the automation configuration. */
  enforceExternalLock: boolean;
  /** Whether users sign in through LDAP, so that projects may have `ldapGroupMappings`. */
  ldap: boolean;
  /** Whether USER notifications must name a user of the project. */
  checkUsers: boolean;
  /** Whether WEBHOOK notifications need no URL even if the project has no WEBHOOK integration. */
  defaultWebhook: boolean;
  /** Whether OAuth of Slack is configured, without which the service refuses its integration. */
  slackConfigured: boolean;
  /** `strict` refuses names of events, metrics and fields of matchers outside the catalogue, `open` accepts any. */
  catalogue: "strict" | "open";
  /**
   * Fields of a newer version that may have any value in alert configurations, their notifications, stores, backup
   * configurations of projects, snapshot schedules, feature control and integrations.
   */
  newerFields: readonly string[];
  /** The status of a successful POST, except of a project. */
  createdStatus: 200 | 201;
  /** The status of a successful DELETE. */
  deletedStatus: 200 | 204;
  /** The HTTP status of an enveloped error: `ok` is 200 with the error status inside, `real` the error status. */
  envelopeErrors: "ok" | "real";
  /** Whether responses for oplog stores include `s3MaxConnections` and `s3AuthMethod`. */
  fullOplogResponse: boolean;
  /** Whether metric thresholds are returned in the basic unit of their group. */
  convertUnits: boolean;
}

/** The default settings. */
export const DEFAULT_SETTINGS: Readonly<Settings> = {
  redact: "new",
  shuffle: false,
  latencyMs: 0,
  rateLimit: null,
  bucketValidationFailures: 0,
  mongoConnectionFailures: 0,
  lateRenameReads: 0,
  lateDeletionReads: 0,
  backupTransitionReads: 0,
  wideRetention: false,
  billingUnsupported: false,
  missingProjectBackup: 404,
  enforceExternalLock: false,
  ldap: true,
  checkUsers: true,
  defaultWebhook: false,
  slackConfigured: true,
  catalogue: "strict",
  newerFields: [],
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
  mongoConnectionFailures: count,
  lateRenameReads: count,
  lateDeletionReads: count,
  backupTransitionReads: count,
  wideRetention: z.boolean(),
  billingUnsupported: z.boolean(),
  missingProjectBackup: z.union([z.literal(404), z.literal(401)]),
  enforceExternalLock: z.boolean(),
  ldap: z.boolean(),
  checkUsers: z.boolean(),
  defaultWebhook: z.boolean(),
  slackConfigured: z.boolean(),
  catalogue: z.enum(["strict", "open"]),
  newerFields: z.array(z.string()),
  createdStatus: z.union([z.literal(200), z.literal(201)]),
  deletedStatus: z.union([z.literal(200), z.literal(204)]),
  envelopeErrors: z.enum(["ok", "real"]),
  fullOplogResponse: z.boolean(),
  convertUnits: z.boolean(),
}) satisfies z.ZodType<Settings>;

/** Validates a change of settings. @throws TypeError that describes the problems */
export function parseSettings(change: unknown): Partial<Settings> {
  const parsed = settingsSchema.partial().safeParse(change);
  if (!parsed.success) throw new TypeError(`invalid settings: ${z.prettifyError(parsed.error)}`);
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Settings>;
}
