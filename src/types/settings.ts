/** Generated from `src/fields/settings.ts` by `npm run generate`: change that. */

/** The options of a connection. */
export interface ConnectionOptions {
  /** `https://host:port`, with or without `/api/public/v1.0`. */
  baseUrl: string;
  /** The public API key: the user name of HTTP Digest. */
  publicKey: string;
  /** Secret. The private API key: the password of HTTP Digest. */
  privateKey: string;
  /** An additional trusted CA, PEM text or a path. */
  caCert?: string | undefined;
  /** A client certificate for mutual TLS, PEM text or a path. */
  clientCert?: string | undefined;
  /** Secret. The key of the client certificate, PEM text or a path. */
  clientKey?: string | undefined;
  /**
   * Allows plain http to a host other than loopback.
   * @default false
   */
  allowHttp?: boolean | undefined;
  /**
   * The limit for one attempt in seconds.
   * @default 60
   */
  timeoutSeconds?: number | undefined;
  /**
   * The limit for one operation with all its attempts in seconds.
   * @default 300
   */
  totalTimeoutSeconds?: number | undefined;
  /**
   * Attempts after the first.
   * @default 4
   */
  maxRetries?: number | undefined;
  /**
   * Operations in progress at once.
   * @default 16
   */
  maxConcurrency?: number | undefined;
  /**
   * Requests enveloped responses, for gateways that hide status and headers.
   * @default false
   */
  envelope?: boolean | undefined;
  /**
   * Requests pretty-printed responses.
   * @default false
   */
  pretty?: boolean | undefined;
}
