/** The requests and responses of the endpoints. */

import type { Method } from "./message";

/** The last argument of every method of the client. */
export interface CallOptions {
  /** Aborts the call and closes its connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Validates a response. zod schemas satisfy it; zod's own types do not compile with every configuration of users. */
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
  /** Aborts a request that was sent; `signal` then only keeps it from being sent. @default `signal` */
  readonly lateSignal?: AbortSignal | undefined;
  /** Relative to the base URL, with its variables percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The body, sent as JSON. */
  readonly json?: unknown;
  /** The body as JSON text, sent unmodified. */
  readonly bytes?: Buffer;
  /** The shape of the response; without a schema the response is not read. */
  readonly schema?: Schema<T>;
  /** Set to `false` for a PUT of which each repetition has an effect. @default true, except for POST and PATCH */
  readonly isRepeatable?: boolean;
  /** The fields of which one in the response shows that a write was carried out. @default an empty object shows it */
  readonly confirmedBy?: readonly string[];
  /** Set for endpoints that do not support `envelope`. @default false */
  readonly withoutEnvelope?: boolean;
}

/** The value of a response, with its headers. */
export interface ApiResponse<T> {
  readonly value: T;
  /** The time of the service. */
  readonly date: string | undefined;
  readonly serviceVersion: string | undefined;
  /**
   * Whether the response to a write without a schema shows that it was carried out: a 204, an empty object, or a known field.
   * Anything else with a status of 2xx may come from a proxy, and a 202 means that the service has not finished.
   */
  readonly isConfirmed: boolean;
}
