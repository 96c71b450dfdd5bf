import { errorBody, ServiceError, serviceError } from "./errors";
import type { FaultAction } from "./faults";
import type { RawResponse } from "./http-io";

/** What a Jetty server says about paths that no application has. */
export const NOT_FOUND_PAGE: RawResponse = {
  status: 404,
  headers: { "Content-Type": "text/html;charset=iso-8859-1" },
  body: "<html><head><title>Error 404 Not Found</title></head><body><h2>HTTP ERROR 404 Not Found</h2></body></html>\n",
};

/** The body of a failed authentication has no error code; clients have reported it in just this order. */
const UNAUTHORIZED =
  '{"reason":"Unauthorized","error":401,"detail":"You are not authorized for this resource."}';

/** The answer to a request without accepted credentials (specification 5). */
export function createChallengeResponse(challenge: string): RawResponse {
  return {
    status: 401,
    headers: { "Content-Type": "application/json;charset=ISO-8859-1", "WWW-Authenticate": challenge },
    body: Buffer.from(UNAUTHORIZED, "latin1"),
  };
}

/** The answer to a request that the server below the API refuses. */
export function createRefusal(
  status: 400 | 413,
  detail: string,
  headers: Readonly<Record<string, string>>,
): RawResponse {
  return { status, headers, body: JSON.stringify(errorBody(new ServiceError(status, undefined, detail))) };
}

type StatusFault = Extract<FaultAction, { status: number }>;

/** The answer that a fault orders. */
export function createFaultResponse({ status, headers = {}, body }: StatusFault): RawResponse {
  if (typeof body === "string") return { status, headers, body };
  const code = status >= 500 ? "UNEXPECTED_ERROR" : undefined;
  const error = new ServiceError(status, code, "This answer was ordered as a fault.");
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body ?? errorBody(error)),
  };
}

/** Makes an answer of anything that was thrown. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // An error of the emulator itself: it must not look like a documented answer, so its text is the detail.
  const { status, errorCode } = serviceError("UNEXPECTED_ERROR");
  return new ServiceError(
    status,
    errorCode,
    `emulator: ${error instanceof Error ? error.message : String(error)}`,
  );
}
