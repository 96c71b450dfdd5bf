/** Creates errors from refusals of the service, with advice and without secrets. */

import type { PlainObject } from "../json";
import {
  ApiError,
  AuthError,
  ConfigError,
  isAuthError,
  isConfigError,
  isShapeError,
  ShapeError,
  TransportError,
} from "../errors";
import type { SecretFilter } from "../secrets/filter";
import type { ApiRequest } from "./api-request";
import { findRequiredRole } from "./required-roles";
import { printable } from "./text";

const MAX_CODE_LENGTH = 100;
const MAX_DETAIL_LENGTH = 1_000;
const MAX_PARAMETER_LENGTH = 200;
const MAX_PARAMETERS = 20;

/**
 * Creates the error of a response with a status of 400 or above.
 * @param foreignAdvice the advice if nothing in the response shows that the service sent it
 */
export function createApiError(
  request: ApiRequest<unknown>,
  status: number,
  body: PlainObject | undefined,
  serviceVersion: string | undefined,
  foreignAdvice: string,
  filter: SecretFilter,
): ApiError {
  // Secrets are redacted before the text is cut: half a secret is not recognized.
  const shown = (value: unknown, maxLength: number): string | undefined =>
    typeof value === "string" && value !== "" ? printable(filter(value), maxLength) : undefined;
  const errorCode = shown(body?.["errorCode"], MAX_CODE_LENGTH);
  const detail = shown(body?.["detail"], MAX_DETAIL_LENGTH);
  const parameters = body?.["parameters"];
  const reported = [errorCode, detail ?? shown(body?.["reason"], MAX_DETAIL_LENGTH)].filter(
    (part) => part !== undefined,
  );
  const fromService = errorCode !== undefined || body?.["error"] === status || serviceVersion !== undefined;
  const advice = adviceFor(request, status, errorCode, detail) || (fromService ? "" : foreignAdvice);
  const text = [status, reported.join(" - ")].filter((part) => part !== "").join(" ");
  return new ApiError(
    `${request.method} ${request.path}: ${advice === "" ? text : `${text.replace(/\.$/, "")}. ${advice}`}`,
    {
      method: request.method,
      path: request.path,
      status,
      errorCode,
      detail,
      parameters: Array.isArray(parameters)
        ? parameters
            .slice(0, MAX_PARAMETERS)
            .flatMap((item: unknown) => shown(item, MAX_PARAMETER_LENGTH) ?? [])
        : undefined,
      fromService,
    },
  );
}

/** The advice for refusals that any endpoint may return. */
function adviceFor(
  { method, path }: ApiRequest<unknown>,
  status: number,
  errorCode: string | undefined,
  detail: string | undefined,
): string {
  if (status === 401 && errorCode === "NOT_IN_GROUP") {
    return "The project does not exist, or the API key has no role in it.";
  }
  if (status === 401) {
    const role = findRequiredRole(method, path);
    const advice = "The key was accepted, but it lacks the role that this operation requires.";
    return role === undefined ? advice : `${advice} Required role: ${role}.`;
  }
  if (status === 403 && /(?:access|white)[ _-]?list/i.test(`${errorCode} ${detail}`)) {
    return "Add the address of this machine to the access list of the API key.";
  }
  if (errorCode === "GROUP_NOT_FOUND" || errorCode === "INVALID_GROUP_ID") return "Check the projectId.";
  if (errorCode === "ORG_NOT_FOUND" || errorCode === "INVALID_ORG_ID") return "Check the orgId.";
  if (errorCode === "WRITES_NOT_ALLOWED_DURING_APP_UPGRADES") {
    return "The service is being upgraded; retry after the upgrade.";
  }
  if (status === 429) return "The service limits the rate of requests; reduce opsmanager:maxConcurrency.";
  return "";
}

/** Redacts the secrets of the request and the connection, which a service may echo, in an error and its cause. */
export function redactError(error: unknown, filter: SecretFilter): unknown {
  if (!(error instanceof Error)) return error;
  const message = filter(error.message);
  if (error instanceof ApiError) {
    return new ApiError(message, {
      method: error.method,
      path: filter(error.path),
      status: error.status,
      errorCode: error.errorCode && filter(error.errorCode),
      detail: error.detail && filter(error.detail),
      parameters: error.parameters.map(filter),
      fromService: error.fromService,
    });
  }
  // The message of a parser quotes the response.
  const cause = error.cause === undefined ? {} : { cause: redactCause(error.cause, filter) };
  if (message === error.message && cause.cause === error.cause) return error;
  if (error instanceof TransportError) {
    return new TransportError(message, error.failure, error.maybeCarriedOut, cause);
  }
  if (isAuthError(error)) return new AuthError(message, cause);
  if (isConfigError(error)) return new ConfigError(message, cause);
  return isShapeError(error)
    ? new ShapeError(message, { ...cause, id: error.id, fromService: error.fromService })
    : new Error(message, cause);
}

/** Keeps the message and the code only; other fields may hold parts of the response. */
function redactCause(cause: unknown, filter: SecretFilter): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return Object.assign(new Error(filter(cause.message)), code !== undefined && { code });
}
