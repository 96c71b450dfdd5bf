/** What a connection needs to know; the options of the client. */

import { ConfigError } from "../errors";

/** Options of a connection. */
export interface ConnectionOptions {
  /** `https://host:port`, with or without `/api/public/v1.0`. */
  readonly baseUrl: string;
  /** The public API key: the user name of HTTP Digest. */
  readonly publicKey: string;
  /** The private API key: the password of HTTP Digest. */
  readonly privateKey: string;
  /** An extra CA, PEM text or a path, trusted beside the usual ones. */
  readonly caCert?: string | undefined;
  /** A client certificate for mutual TLS, PEM text or a path. */
  readonly clientCert?: string | undefined;
  /** The key of the client certificate, PEM text or a path. */
  readonly clientKey?: string | undefined;
  /** Lets plain http go to a host other than loopback. @default false */
  readonly allowHttp?: boolean | undefined;
  /** Seconds for one attempt. @default 60 */
  readonly timeoutSeconds?: number | undefined;
  /** Seconds for one operation with all its attempts. @default 300 */
  readonly totalTimeoutSeconds?: number | undefined;
  /** Attempts after the first. @default 4 */
  readonly maxRetries?: number | undefined;
  /** Operations under way at once. @default 16 */
  readonly maxConcurrency?: number | undefined;
  /** Asks for enveloped answers, for gateways that hide status and headers. @default false */
  readonly envelope?: boolean | undefined;
  /** Asks for pretty-printed answers. @default false */
  readonly pretty?: boolean | undefined;
}

/** The numeric options with their ranges and defaults. */
export const NUMBERS = {
  timeoutSeconds: { least: 0.001, fallback: 60, integer: false },
  totalTimeoutSeconds: { least: 0.001, fallback: 300, integer: false },
  maxRetries: { least: 0, fallback: 4, integer: true },
  maxConcurrency: { least: 1, fallback: 16, integer: true },
} as const;

export type NumberOption = keyof typeof NUMBERS;

/** The value of a numeric option, or its default. @throws ConfigError for what is no number in its range. */
export function numberOption(name: NumberOption, value: number | undefined): number {
  const { least, fallback, integer } = NUMBERS[name];
  if (value === undefined) return fallback;
  if (!Number.isFinite(value) || value < least || (integer && !Number.isInteger(value))) {
    const allowed = `${integer ? "a whole number" : "a number"} ${least >= 1 || integer ? `from ${least} on` : "above 0"}`;
    throw new ConfigError(`${name} is ${value}; allowed is ${allowed}.`);
  }
  return value;
}
