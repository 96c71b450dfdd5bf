/** The options of a connection. */

import { ConfigError } from "../errors";

export interface ConnectionOptions {
  /** `https://host:port`, with or without `/api/public/v1.0`. */
  readonly baseUrl: string;
  /** The public API key: the user name of HTTP Digest. */
  readonly publicKey: string;
  /** The private API key: the password of HTTP Digest. */
  readonly privateKey: string;
  /** An additional trusted CA, PEM text or a path. */
  readonly caCert?: string | undefined;
  /** A client certificate for mutual TLS, PEM text or a path. */
  readonly clientCert?: string | undefined;
  /** The key of the client certificate, PEM text or a path. */
  readonly clientKey?: string | undefined;
  /** Allows plain http to a host other than loopback. @default false */
  readonly allowHttp?: boolean | undefined;
  /** The limit for one attempt in seconds. @default 60 */
  readonly timeoutSeconds?: number | undefined;
  /** The limit for one operation with all its attempts in seconds. @default 300 */
  readonly totalTimeoutSeconds?: number | undefined;
  /** Attempts after the first. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Operations in progress at once. @default 16 */
  readonly maxConcurrency?: number | undefined;
  /** Requests enveloped responses, for gateways that hide status and headers. @default false */
  readonly envelope?: boolean | undefined;
  /** Requests pretty-printed responses. @default false */
  readonly pretty?: boolean | undefined;
}

/** The numeric options with their ranges and defaults. */
const NUMBERS = {
  timeoutSeconds: { least: 0.001, fallback: 60, integer: false },
  totalTimeoutSeconds: { least: 0.001, fallback: 300, integer: false },
  maxRetries: { least: 0, fallback: 4, integer: true },
  maxConcurrency: { least: 1, fallback: 16, integer: true },
} as const;

export type NumberOption = keyof typeof NUMBERS;

/**
 * Returns the value of a numeric option, or its default.
 * @param given the option for messages
 * @throws ConfigError for a value outside its range
 */
export function numberOption(
  name: NumberOption,
  value: number | undefined,
  given: { readonly name: string; readonly value: unknown } = { name, value },
): number {
  const { least, fallback, integer } = NUMBERS[name];
  if (value === undefined) return fallback;
  if (Number.isFinite(value) && value >= least && (!integer || Number.isInteger(value))) return value;
  const allowed = integer ? `a whole number of at least ${least}` : "a number above 0";
  throw new ConfigError(`${given.name} must be ${allowed}, not ${String(given.value)}.`);
}
