import type { ResponseForm, ChallengeForm, DigestAlgorithm } from "./digest-auth";
import type { State } from "./entities";
import type { FaultRule } from "./faults";
import type { RequestRecord } from "./request-log";
import type { Settings } from "./settings";

/** How `startEmulator` starts. Everything is optional; the settings can be changed later as well. */
export interface EmulatorOptions extends Partial<Settings> {
  /** @default 0, any free port */
  port?: number;
  /** @default 0, any free port */
  controlPort?: number;
  /** Collections to start with in place of the built-in ones; those left out stay. */
  seed?: Partial<State>;
  /** A file that keeps the state: read if it is there, written after changes, mode 0600. It wins over `seed`. */
  stateFile?: string;
  /** Serve https: with this certificate and key (PEM), or with a self-signed one for loopback. @default false */
  tls?: boolean | { cert: string; key: string };
  /** The form of the Digest challenge. @default "qop" */
  challenge?: ChallengeForm;
  /** @default "MD5" */
  algorithm?: DigestAlgorithm;
  /** The forms of the client's answer that are taken. By default those that go with the challenge; for `op` both. */
  acceptForms?: ResponseForm[];
  /** How long a nonce lives from its issue. @default 60000 */
  nonceMaxAgeMs?: number;
  /** The nonce counter from which on a nonce is used up. @default 1024 */
  nonceMaxCount?: number;
  /** Faults from the start. */
  faults?: FaultRule[];
  /** `true` writes one line a request to standard error; a function gets the record. @default false */
  log?: boolean | ((record: RequestRecord) => void);
  /** How many requests the request log remembers. @default 10000 */
  logCapacity?: number;
  /** The value of the service-version header, `gitHash=...; versionString=...`. */
  serviceVersion?: string;
  /** The names under which it is sent: the specification and real servers differ. @default both */
  serviceVersionHeaders?: string[];
  /** The origin that links in answers begin with. @default the emulator's own */
  publicUrl?: string;
  /** The clock, in milliseconds since 1970. @default Date.now */
  now?: () => number;
}

/** The version that the emulator says it is. */
export const DEFAULT_SERVICE_VERSION =
  "gitHash=7d0b3f5c9e2a4186b0d5c7f1e8a96342bd10e57f; versionString=8.0.26.500.20261015T1200Z";

/** The header of the specification and the one that the Ops Manager documentation shows. */
export const DEFAULT_VERSION_HEADERS: readonly string[] = [
  "X-Vendor-Service-Version",
  "X-MongoDB-Service-Version",
];
