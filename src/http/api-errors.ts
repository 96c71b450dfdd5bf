/** Creates errors from refusals of the service, with advice and without secrets. */

import type { PlainObject } from "../json";
import { ApiError } from "../errors";
import type { SecretFilter } from "../secrets/filter";
import type { ApiRequest } from "./api-request";
import { printable } from "./text";

const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 1_000;
const MAX_PARAMETER_LENGTH = 200;
const MAX_PARAMETERS = 20;

/** A response that is an error. */
export interface Refusal {
  /** A status of 400 or above. */
  readonly status: number;
  readonly body: PlainObject;
  readonly serviceVersion?: string | undefined;
  /** The advice if nothing in the response shows that the service sent it. */
  readonly foreignAdvice: string;
  /**
   * The HTTP status, if it is that of a success and only the body says otherwise. Such an error proves nothing about the object: a
   * 404 that a gateway hides is not trusted.
   */
  readonly hiddenBy?: number | undefined;
}

/**
 * Says what to do about a refusal; empty if nothing is known of it.
 * @param request `METHOD path`
 * @param refusal the request with the status and the text of the response
 */
export type Advise = (request: string, refusal: string, errorCode: string | undefined) => string;

/** Creates the error of a refusal. */
export function createApiError(
  request: ApiRequest<unknown>,
  { status, body, serviceVersion, foreignAdvice, hiddenBy }: Refusal,
  filter: SecretFilter,
  advise: Advise,
): ApiError {
  // Secrets are redacted before the text is cut: half a secret is not recognized.
  const shown = (value: unknown, maxLength: number): string | undefined =>
    typeof value === "string" && value !== "" ? printable(filter(value), maxLength) : undefined;
  const { method, path } = request;
  const errorCode = shown(body["errorCode"], MAX_CODE_LENGTH);
  const detail = shown(body["detail"], MAX_DETAIL_LENGTH);
  const parameters = Array.isArray(body["parameters"]) ? body["parameters"].slice(0, MAX_PARAMETERS) : [];
  const described = [errorCode, detail ?? shown(body["reason"], MAX_DETAIL_LENGTH)];
  const at = `${method} ${path}`;
  const start = `${at}: ${status} ${described.filter((part) => part !== undefined).join(" - ")}`.trimEnd();
  const isFromService = errorCode !== undefined || body["error"] === status || serviceVersion !== undefined;
  const hidden = `The HTTP status was ${hiddenBy}, but the body is an error; if a gateway hides the status, set opsmanager:envelope to true.`;
  const advice = [
    advise(at, start, errorCode) || (isFromService ? "" : foreignAdvice),
    hiddenBy === undefined ? "" : hidden,
  ];
  const end = advice.join(" ").trim();
  return new ApiError(end === "" ? start : `${start.replace(/\.$/, "")}. ${end}`, {
    method,
    path,
    status,
    errorCode,
    detail,
    parameters: parameters.flatMap((item: unknown) => shown(item, MAX_PARAMETER_LENGTH) ?? []),
    fromService: isFromService && hiddenBy === undefined,
  });
}

/** Redacts the secrets of the request and the connection, which a service may echo, in an error and its cause. */
export function redactError(error: unknown, filter: SecretFilter): unknown {
  if (!(error instanceof Error)) return error;
  error.message = filter(error.message);
  // It repeats the message.
  if (error.stack !== undefined) error.stack = filter(error.stack);
  // The message of a parser quotes the response.
  if (error.cause !== undefined) error.cause = redactCause(error.cause, filter);
  if (error instanceof ApiError) {
    const { path, errorCode, detail, parameters } = error;
    Object.assign(error, {
      path: filter(path),
      errorCode: errorCode && filter(errorCode),
      detail: detail && filter(detail),
      parameters: parameters.map(filter),
    });
  }
  return error;
}

/** Keeps the message and the code only; other fields may hold parts of the response. */
function redactCause(cause: unknown, filter: SecretFilter): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code }: NodeJS.ErrnoException = cause;
  return Object.assign(new Error(filter(cause.message)), code !== undefined && { code });
}
