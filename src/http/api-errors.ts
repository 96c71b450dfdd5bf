/** From a refusal of the service to an error that says what helps, without a secret in it. */

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
import type { SecretFilter } from "../secrets";
import type { ApiRequest } from "./api-request";
import { printable } from "./printable";

/** How much of each text of the service is shown. */
const MOST_OF_A_CODE = 100;
const MOST_OF_A_DETAIL = 1_000;
const MOST_OF_A_PARAMETER = 200;
const MOST_PARAMETERS = 20;

/**
 * The error of an answer with a status of 400 or above.
 * @param foreign what to say if nothing in the answer is the service's own
 */
export function apiError(
  request: ApiRequest<unknown>,
  status: number,
  body: PlainObject | undefined,
  serviceVersion: string | undefined,
  foreign: string,
  filter: SecretFilter,
): ApiError {
  // Before a text is cut: half a secret is not found again.
  const shown = (value: unknown, most: number): string | undefined =>
    typeof value === "string" && value !== "" ? printable(filter(value), most) : undefined;
  const errorCode = shown(body?.["errorCode"], MOST_OF_A_CODE);
  const detail = shown(body?.["detail"], MOST_OF_A_DETAIL);
  const parameters = body?.["parameters"];
  const said = [errorCode, detail ?? shown(body?.["reason"], MOST_OF_A_DETAIL)].filter(
    (part) => part !== undefined,
  );
  const fromService = errorCode !== undefined || body?.["error"] === status || serviceVersion !== undefined;
  const advice = adviceFor(status, errorCode, detail) || (fromService ? "" : foreign);
  const text = [status, said.join(" - ")].filter((part) => part !== "").join(" ");
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
            .slice(0, MOST_PARAMETERS)
            .flatMap((item: unknown) => shown(item, MOST_OF_A_PARAMETER) ?? [])
        : undefined,
      fromService,
    },
  );
}

/** What a person can do about a refusal that has nothing to do with one endpoint. */
function adviceFor(status: number, errorCode: string | undefined, detail: string | undefined): string {
  if (status === 401 && errorCode === "NOT_IN_GROUP") {
    return "The project does not exist, or the API key has no role in it.";
  }
  if (status === 401) return "The key was accepted, but it lacks the role that this operation needs.";
  if (status === 403 && /(?:access|white)[ _-]?list/i.test(`${errorCode} ${detail}`)) {
    return "Add the address of this machine to the access list of the API key.";
  }
  if (errorCode === "GROUP_NOT_FOUND" || errorCode === "INVALID_GROUP_ID") return "Check the projectId.";
  if (errorCode === "ORG_NOT_FOUND" || errorCode === "INVALID_ORG_ID") return "Check the orgId.";
  if (errorCode === "WRITES_NOT_ALLOWED_DURING_APP_UPGRADES") {
    return "The service is being upgraded; try again when that is done.";
  }
  if (status === 429)
    return "The service limits the rate of requests; a smaller opsmanager:maxConcurrency helps.";
  return "";
}

/**
 * The same error without the secrets of the request and the connection, which a service may echo. The texts of the
 * service were filtered one by one; this is for whatever else a message holds.
 */
export function filtered(error: unknown, filter: SecretFilter): unknown {
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
  // Its text may quote the response, as that of a parser does.
  const cause = error.cause === undefined ? {} : { cause: filteredCause(error.cause, filter) };
  if (message === error.message && cause.cause === error.cause) return error;
  if (error instanceof TransportError) {
    return new TransportError(message, error.failure, error.maybeCarriedOut, cause);
  }
  if (isAuthError(error)) return new AuthError(message, cause);
  if (isConfigError(error)) return new ConfigError(message, cause);
  return isShapeError(error)
    ? new ShapeError(message, { ...cause, id: error.id })
    : new Error(message, cause);
}

/** The cause with its message and code alone; other fields may hold what was received. */
function filteredCause(cause: unknown, filter: SecretFilter): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code } = cause as NodeJS.ErrnoException;
  return Object.assign(new Error(filter(cause.message)), code !== undefined && { code });
}
