/** The types that the HTTP layers share; each layer is a function from one {@link Send} to another. */

import type { SecretFilter } from "../secrets/filter";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpRequest {
  readonly method: Method;
  /** The request target exactly as it is sent: path and query, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether only the start of a successful response is needed; the rest is read and dropped. */
  readonly needsStartOnly?: boolean;
  /** Whether it may be sent again although it may have been carried out. @default true, except for POST and PATCH */
  readonly isRepeatable?: boolean | undefined;
  /** Redacts the secrets of the connection and of this request in every text about it. */
  readonly filter: SecretFilter;
  /** Reports how much of a large body was handed to the connection. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** The number of the operation for the log; the same for all its exchanges. */
  readonly id?: string;
  /** What the layers add for the log: the number of the attempt, the beginning of the nonce, and its count. */
  readonly attempt?: number;
  readonly nonce?: string;
  readonly nc?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The size of what followed the body and was dropped. */
  readonly droppedBytes?: number;
  /** The response to the request for a Digest challenge: the write itself was not sent. */
  readonly isProbe?: boolean;
}

/** Sends a request and returns its response, whatever the status; throws if no response came. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The first value of a header. */
export function headerOf(response: Pick<HttpResponse, "headers">, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
