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
