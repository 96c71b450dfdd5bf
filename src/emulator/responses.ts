import { errorBody, ServiceError, serviceError } from "./errors";
import type { FaultAction } from "./faults";
import type { RawResponse } from "./http-io";

/** The response of Jetty for a path outside every application. */
export const NOT_FOUND_PAGE: RawResponse = {
  status: 404,
  headers: { "Content-Type": "text/html;charset=iso-8859-1" },
  body: "<html><head><title>Error 404 Not Found</title></head><body><h2>HTTP ERROR 404 Not Found</h2></body></html>\n",
};

/** The body of a 401, in the order that users of public clients report; it has no error code. */
const UNAUTHORIZED =
  '{"reason":"Unauthorized","error":401,"detail":"You are not authorized for this resource."}';

/** Creates the response to a request without accepted credentials. */
export function createChallengeResponse(challenge: string): RawResponse {
  return {
    status: 401,
    headers: { "Content-Type": "application/json;charset=ISO-8859-1", "WWW-Authenticate": challenge },
    body: Buffer.from(UNAUTHORIZED, "latin1"),
  };
}

/** Creates the response to a request that the HTTP server refuses before it reaches the API. */
export function createRefusal(
  status: 400 | 403 | 413,
  detail: string,
  headers: Readonly<Record<string, string>>,
): RawResponse {
  return { status, headers, body: JSON.stringify(errorBody(new ServiceError(status, undefined, detail))) };
}

type StatusFault = Extract<FaultAction, { status: number }>;

/** Creates the response of an injected fault. */
export function createFaultResponse({ status, headers = {}, body }: StatusFault): RawResponse {
  if (typeof body === "string") return { status, headers, body };
  const code = status >= 500 ? "UNEXPECTED_ERROR" : undefined;
  const error = new ServiceError(status, code, "This response is an injected fault.");
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body ?? errorBody(error)),
  };
}

/** Converts anything that was thrown to a `ServiceError`. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // A defect of the emulator must not look like a documented error, so its message is the detail.
  const { status, errorCode } = serviceError("UNEXPECTED_ERROR");
  return new ServiceError(
    status,
    errorCode,
    `emulator: ${error instanceof Error ? error.message : String(error)}`,
  );
}
