import type { ResponseForm, ChallengeForm, DigestAlgorithm } from "./digest-auth";
import type { State } from "./entities";
import type { FaultRule } from "./faults";
import type { RequestRecord } from "./request-log";
import type { Settings } from "./settings";

/** The options of `startEmulator`. The settings among them can also be changed later. */
export interface EmulatorOptions extends Partial<Settings> {
  /** @default 0, any free port */
  port?: number;
  /** @default 0, any free port */
  controlPort?: number;
  /** Collections that replace the built-in ones; the others are kept. */
  seed?: Partial<State>;
  /** A file that stores the state: read if it exists, written after changes, mode 0600. Overrides `seed`. */
  stateFile?: string;
  /** Serves https with this certificate and key (PEM), or with a self-signed one for loopback. @default false */
  tls?: boolean | { cert: string; key: string };
  /** The form of the Digest challenge. @default "qop" */
  challenge?: ChallengeForm;
  /** @default "MD5" */
  algorithm?: DigestAlgorithm;
  /** The accepted forms of the Digest response. By default those that match the challenge, both for `op`. */
  acceptForms?: ResponseForm[];
  /** How long a nonce is valid. @default 60000 */
  nonceMaxAgeMs?: number;
  /** The nonce counter at which a nonce is used up. @default 1024 */
  nonceMaxCount?: number;
  /** Faults that are active from the start and after a reset. */
  faults?: FaultRule[];
  /** `true` writes a line for each request to standard error; a function gets the record. @default false */
  log?: boolean | ((record: RequestRecord) => void);
  /** How many requests the request log keeps. @default 10000 */
  logCapacity?: number;
  /** The value of the service-version header, `gitHash=...; versionString=...`. */
  serviceVersion?: string;
  /** The headers that carry it; documented servers use different ones. @default both */
  serviceVersionHeaders?: string[];
  /** The origin of links in responses, whose host requests may name beside loopback. @default that of the emulator */
  publicUrl?: string;
  /** The clock, in milliseconds since 1970. @default Date.now */
  now?: () => number;
}

/** The service version that the emulator reports. */
export const DEFAULT_SERVICE_VERSION =
  "gitHash=7d0b3f5c9e2a4186b0d5c7f1e8a96342bd10e57f; versionString=8.0.26.500.20261015T1200Z";

/** The header of compatible services, and the one that the Ops Manager documentation shows. */
export const DEFAULT_VERSION_HEADERS: readonly string[] = [
  "X-Vendor-Service-Version",
  "X-MongoDB-Service-Version",
];
