import { CODES } from "./error-codes";

/** An error response of the service; endpoints throw it. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  constructor(
    readonly status: number,
    /** Absent if the HTTP server refuses the request before it reaches the API. */
    readonly errorCode: string | undefined,
    detail: string,
    readonly parameters: readonly string[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** The reason phrases of the statuses that the emulator returns. */
const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Adds headers to the response of an error. */
export function addHeaders(error: ServiceError, headers: Readonly<Record<string, string>>): ServiceError {
  return new ServiceError(error.status, error.errorCode, error.message, error.parameters, headers);
}

/** A documented error code of the service. */
export type ErrorCode = keyof typeof CODES;

/** Creates the error of a code; the parameters appear in its detail and in `parameters`. */
export function serviceError(code: ErrorCode, ...parameters: string[]): ServiceError {
  const [status, detail] = CODES[code] as readonly [number, (...parameters: string[]) => string];
  return new ServiceError(status, code, detail(...parameters), parameters);
}

/** The body of an error response (Ops Manager documentation, "Errors"). */
export function errorBody(error: ServiceError): object {
  return {
    detail: error.message,
    error: error.status,
    ...(error.errorCode === undefined ? {} : { errorCode: error.errorCode, parameters: error.parameters }),
    reason: REASONS[error.status] ?? "Error",
  };
}
