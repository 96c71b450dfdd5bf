/** Reads the checked value of an endpoint from an HTTP response, with or without an envelope. */

import { ShapeError } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import type { SecretFilter } from "../secrets/filter";
import type { Advise } from "./api-errors";
import { createApiError } from "./api-errors";
import type { ApiResponse, ApiRequest } from "./api-request";
import { adviseOnForeignResponse, isWebPage } from "./foreign-response";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";
import { parseJson, printable } from "./text";

const MAX_HEADER_LENGTH = 200;

export interface ReadOptions {
  readonly origin: string;
  readonly enveloped: boolean;
  /** Redacts what the server may echo. */
  readonly filter: SecretFilter;
  readonly advise: Advise;
}

/** @throws ApiError for a refusal, ShapeError for a response that the API does not document */
export function readResponse<T>(
  request: ApiRequest<T>,
  response: HttpResponse,
  { enveloped, origin, filter, advise }: ReadOptions,
): ApiResponse<T> {
  // Without a schema only the start of a large response is kept, such as that to the upload of a manifest.
  const isCut = (response.droppedBytes ?? 0) > 0;
  const json = isCut ? undefined : parseJson(response);
  const outer = isPlainObject(json?.value) ? json.value : {};
  const envelope = enveloped ? envelopeOf(outer) : undefined;
  const { status, content } = envelope ?? { status: response.status, content: json?.value };
  const serviceVersion =
    headerOf(response, "x-mongodb-service-version") ?? headerOf(response, "x-vendor-service-version");
  const at = `${request.method} ${request.path}`;
  const foreignAdvice = (): string => adviseOnForeignResponse(response, origin, filter);
  if (status >= 400) {
    const body = isPlainObject(content) ? content : outer;
    const refusal = { status, body, serviceVersion, foreignAdvice: foreignAdvice() };
    throw createApiError(request, refusal, filter, advise);
  }
  const isPage = isWebPage(response);
  if (status < 200 || status >= 300 || isPage) {
    const what = isPage
      ? "is a web page"
      : `has the status ${status}${redirectOf(response, filter)}, which this API never has`;
    throw new ShapeError(`${at}: the response ${what}. ${foreignAdvice()}`, { fromService: false });
  }
  const parsed = request.schema?.safeParse(content);
  const told = statusToldBy(outer, parsed?.success === true);
  if (envelope === undefined && told !== undefined) {
    const refusal = { status: told, body: outer, foreignAdvice: "", hiddenBy: status };
    throw createApiError(request, refusal, filter, advise);
  }
  if (parsed !== undefined && json === undefined) {
    const type = [headerOf(response, "content-type"), headerOf(response, "content-encoding")]
      .join(" ")
      .trim();
    const form = printable(filter(type || `${response.body.length} bytes`), MAX_HEADER_LENGTH);
    throw new ShapeError(`${at}: the response is not JSON (${form}). ${foreignAdvice()}`);
  }
  if (parsed?.success === false) {
    const id = isPlainObject(content) && typeof content["id"] === "string" ? content["id"] : undefined;
    const issues = parsed.error.issues
      .slice(0, 3)
      .map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
    throw new ShapeError(
      `${at}: the response does not match the API documentation (${issues.join("; ")}). This is a bug of the provider or a change of the API.`,
      { id },
    );
  }
  return {
    value: parsed?.data as T,
    date: headerOf(response, "date"),
    serviceVersion,
    isConfirmed:
      status === 204 ||
      (status !== 202 &&
        (isCut ? /^\s*\{/.test(response.body.toString("latin1", 0, 64)) : confirms(content, request))),
  };
}

/**
 * The status in the body of an error, which a gateway may send with the status 200.
 * @param isExpected whether the body is the expected object, which may have a field named `status`
 */
function statusToldBy({ error, errorCode, status }: PlainObject, isExpected: boolean): number | undefined {
  if (isErrorStatus(error)) return error;
  if (typeof errorCode === "string" && errorCode !== "") return 400;
  return !isExpected && isErrorStatus(status) ? status : undefined;
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === "number" && value >= 400 && value < 600;
}

/** Whether a body is what the API returns after a write: an empty object, or one with a known field. */
function confirms(body: unknown, { confirmedBy = [] }: ApiRequest<unknown>): boolean {
  if (!isPlainObject(body)) return false;
  return Object.keys(body).length === 0 || confirmedBy.some((field) => Object.hasOwn(body, field));
}

/** An object has the form `{status, content}`, in old versions `{status, envelope}`; a list has `status` beside its fields. */
function envelopeOf(body: PlainObject): { status: number; content: unknown } | undefined {
  const { status, content, envelope } = body;
  if (typeof status !== "number") return undefined;
  if ("content" in body) return { status, content };
  return { status, content: "envelope" in body ? envelope : body };
}

function redirectOf(response: HttpResponse, filter: SecretFilter): string {
  const location = headerOf(response, "location");
  if (location === undefined) return "";
  // Query, fragment and user info may hold secrets. They are removed last: a secret may reach into them.
  const target = (filter(location).split(/[?#]/)[0] ?? "").replace(
    /^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i,
    "$1//",
  );
  return ` (to ${printable(target, MAX_HEADER_LENGTH)})`;
}
