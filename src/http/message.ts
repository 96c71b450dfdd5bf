/** The vocabulary of the HTTP layers: each is a function from one {@link Send} to another. */

import type { SecretFilter } from "../secrets";
import type { StopSignal } from "./stop";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpRequest {
  readonly method: Method;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The request target exactly as it is sent: path and query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  readonly signal?: StopSignal | undefined;
  /** Takes the secrets of the connection and of this request out of every text about it. */
  readonly filter: SecretFilter;
  /** Told how much of a large body has been handed to the connection. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** For the log: which attempt this is and how it is signed. */
  readonly note?: ExchangeNote | undefined;
}

/** What the log tells of one exchange beside the request itself. */
export interface ExchangeNote {
  /** Our own number of the operation; the same for all its exchanges. */
  readonly id: string;
  readonly attempt: number;
  readonly nonce?: string;
  readonly nc?: number;
}

/** The request with other headers. */
export function withHeaders(
  { method, origin, path, body, signal, filter, onProgress }: HttpRequest,
  headers: HttpRequest["headers"],
  note: ExchangeNote | undefined,
): HttpRequest {
  // Field by field: a spread that replaces fields takes longer than the signing.
  const request: { [Field in keyof Required<HttpRequest>]: HttpRequest[Field] } = {
    method,
    origin,
    path,
    headers,
    body,
    signal,
    filter,
    onProgress,
    note,
  };
  return request;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** It answers the request for a Digest challenge: the write itself was not sent. */
  readonly isProbe?: boolean;
}

/** Sends a request and gives the answer, whatever its status; throws when no answer came. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The first value of a header. */
export function headerOf(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
