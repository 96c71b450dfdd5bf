/** The errors that this package throws: a common base, a stable `code` and a guard for each class. */

/** The stable codes, one for each class. */
export type OpsManagerErrorCode = "CONFIG" | "TRANSPORT" | "AUTH" | "API" | "SHAPE";

// A brand and not `instanceof`: a program and its provider process may each hold a copy of this package.
const BRAND = Symbol.for("pulumi-opsmanager/error");

export interface Cause {
  /** The error that led to this one. @default none */
  readonly cause?: unknown;
}

/** The base class of all errors of this package. Error messages never contain a credential or a secret field. */
export abstract class OpsManagerError extends Error {
  abstract readonly code: OpsManagerErrorCode;
  readonly [BRAND] = true;

  constructor(message: string, options?: Cause) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Thrown for a missing or invalid connection setting or credential; nothing was sent. */
export class ConfigError extends OpsManagerError {
  readonly code = "CONFIG";
}

/** The reason why there was no response. */
export type TransportFailure =
  | "refused"
  | "dns"
  | "unreachable"
  | "connectTimeout"
  | "tls"
  | "proxy"
  | "reset"
  | "timeout"
  | "tooLarge"
  | "aborted";

/** Thrown if there was no response: name resolution, connection, TLS or proxy failed, or the call timed out or was aborted. */
export class TransportError extends OpsManagerError {
  readonly code = "TRANSPORT";
  /** The reason why there was no response. */
  readonly failure: TransportFailure;
  /** Whether the service may have carried out the request. If `false`, it did not. */
  readonly maybeCarriedOut: boolean;

  constructor(message: string, failure: TransportFailure, maybeCarriedOut: boolean, options?: Cause) {
    super(message, options);
    this.failure = failure;
    this.maybeCarriedOut = maybeCarriedOut;
  }
}

/** Thrown if the service refuses the key or offers no supported Digest challenge. A missing role is an {@link ApiError}. */
export class AuthError extends OpsManagerError {
  readonly code = "AUTH";
}

/** The request and the error body of the service (Ops Manager documentation, "Error codes"). */
export interface ApiErrorDetails {
  /** The method of the request. */
  readonly method: string;
  /** The path of the request, without the base URL. */
  readonly path: string;
  /** The status code of the response. */
  readonly status: number;
  /** The error code of the service, such as `RESOURCE_NOT_FOUND`. */
  readonly errorCode?: string | undefined;
  /** The description of the error by the service, with secrets redacted. */
  readonly detail?: string | undefined;
  /** The values that the description refers to, with secrets redacted. */
  readonly parameters?: readonly string[] | undefined;
  /** Whether the service itself responded (with its error body or version header), not a proxy or gateway. */
  readonly fromService: boolean;
}

/** Thrown for a response with a status of 400 or above. */
export class ApiError extends OpsManagerError implements ApiErrorDetails {
  readonly code = "API";
  readonly method!: string;
  readonly path!: string;
  readonly status!: number;
  readonly errorCode: string | undefined;
  readonly detail: string | undefined;
  readonly parameters: readonly string[] = [];
  readonly fromService!: boolean;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    Object.assign(this, details);
  }
}

/** Thrown for a successful response that does not match the documented schema. */
export class ShapeError extends OpsManagerError {
  readonly code = "SHAPE";
  /** The id in the response, if there is one. A write was carried out on this object. */
  readonly id: string | undefined;
  /** `false` for a web page or a redirect from a proxy or gateway in front of the service. */
  readonly fromService: boolean;

  constructor(
    message: string,
    options: Cause & { readonly id?: string | undefined; readonly fromService?: boolean } = {},
  ) {
    super(message, options);
    this.id = options.id;
    this.fromService = options.fromService !== false;
  }
}

/** Whether a value is an error of this package, including another copy of it. */
export function isOpsManagerError(error: unknown): error is OpsManagerError {
  return typeof error === "object" && error !== null && BRAND in error;
}

function guard<E extends OpsManagerError>(code: E["code"]): (error: unknown) => error is E {
  return (error): error is E => isOpsManagerError(error) && error.code === code;
}

/** Whether a value is a {@link ConfigError}, including that of another copy of this package. */
export const isConfigError = guard<ConfigError>("CONFIG");
/** Whether a value is a {@link TransportError}, including that of another copy of this package. */
export const isTransportError = guard<TransportError>("TRANSPORT");
/** Whether a value is an {@link AuthError}, including that of another copy of this package. */
export const isAuthError = guard<AuthError>("AUTH");
/** Whether a value is an {@link ApiError}, including that of another copy of this package. */
export const isApiError = guard<ApiError>("API");
/** Whether a value is a {@link ShapeError}, including that of another copy of this package. */
export const isShapeError = guard<ShapeError>("SHAPE");

/**
 * Whether a write may have been carried out although there was no usable response. Only a read can show whether it was. A 5xx
 * does not show how far the service got.
 */
export function isUnknownOutcome(error: unknown): error is OpsManagerError {
  if (isTransportError(error)) return error.maybeCarriedOut;
  return isShapeError(error) || (isApiError(error) && error.status >= 500 && error.method !== "GET");
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why the last attempt before an abort failed, if it did. */
export function lastFailureOf(error: unknown): Error | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if (isTransportError(at) && at.failure !== "aborted" && at.failure !== "timeout") return at;
  return undefined;
}
