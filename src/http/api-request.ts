/** One request of an endpoint, and its answer. */

import type { Method } from "./message";

/** The last argument of every call of the client. */
export interface CallOptions {
  /** Ends the call; its connection is released. */
  readonly signal?: AbortSignal | undefined;
}

/** What checks an answer; a zod schema is one. (Its own types would not pass every user's compiler.) */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** One request of an endpoint. */
export interface ApiRequest<T> extends CallOptions {
  readonly method: Method;
  /** Below the base URL, with its variables percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A body that is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent as it is; the service calls it JSON. */
  readonly bytes?: Buffer;
  /** What the answer must look like; an answer without a schema is not looked at. */
  readonly schema?: Schema<T>;
  /** Reads a large answer from its bytes, in UTF-8, in place of `JSON.parse` and a schema; only without an envelope. */
  readonly read?: (body: Buffer) => T;
  /** An endpoint that knows no `envelope`. @default false */
  readonly withoutEnvelope?: boolean;
}

/** An answer together with what its headers tell. */
export interface ApiResponse<T> {
  readonly value: T;
  /** The service's own clock. */
  readonly date: string | undefined;
  readonly serviceVersion: string | undefined;
}
