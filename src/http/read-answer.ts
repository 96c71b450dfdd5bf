/** From an HTTP answer to the checked value of an endpoint, in an envelope or not. */

import { ShapeError } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import type { SecretFilter } from "../secrets";
import { apiError } from "./api-errors";
import type { ApiResponse, ApiRequest } from "./api-request";
import type { NoJson } from "./body";
import { jsonOf, MOST_LEVELS, utf8Of } from "./body";
import { foreignAdvice, isWebPage } from "./foreign";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";
import { printable } from "./printable";

const MOST_OF_A_HEADER = 200;
const WRONG_URL = "Is opsmanager:baseUrl that of the service itself?";

/** What is to be known of a request to read its answer. */
export interface Reading {
  readonly origin: string;
  readonly enveloped: boolean;
  /** For what the server says: it may echo what it was sent. */
  readonly filter: SecretFilter;
}

/** @throws ApiError for a refusal, ShapeError for an answer that is not what the API documents */
export function read<T>(request: ApiRequest<T>, response: HttpResponse, reading: Reading): ApiResponse<T> {
  const { enveloped, origin, filter } = reading;
  // An answer that nobody looks at is not read: the manifest of a service is megabytes.
  const isRead = enveloped || response.status >= 400 || request.schema !== undefined;
  const json = isRead ? jsonOf(response) : "empty";
  const body = typeof json === "object" ? json.value : undefined;
  const outer = isPlainObject(body) ? body : undefined;
  const envelope = enveloped ? envelopeOf(outer) : undefined;
  const status = envelope?.status ?? response.status;
  const serviceVersion =
    headerOf(response, "x-mongodb-service-version") ?? headerOf(response, "x-vendor-service-version");
  const at = `${request.method} ${request.path}`;
  const foreign = (isCertain: boolean): string => foreignAdvice(response, status, isCertain, origin, filter);
  if (status >= 400) {
    throw apiError(
      request,
      status,
      isPlainObject(envelope?.content) ? envelope.content : outer,
      serviceVersion,
      foreign(json === "noJson"),
      filter,
    );
  }
  if (status < 200 || status >= 300) {
    throw new ShapeError(
      `${at}: the server answered ${status}${redirectOf(response, reading)}, which this API never does. ${foreign(true)}${schemeAdvice(response, origin)}`,
    );
  }
  if (isWebPage(response)) throw new ShapeError(`${at}: the answer is a web page. ${foreign(true)}`);
  const answer = (value: T): ApiResponse<T> => ({ value, date: headerOf(response, "date"), serviceVersion });
  if (request.read !== undefined) return answer(readBytes(request.read, response, at));
  // It may be empty then.
  if (request.schema === undefined) return answer(undefined as T);
  if (typeof json !== "object") {
    throw new ShapeError(`${at}: the answer is ${describeNoJson(json, response, reading, foreign)}`);
  }
  const content = envelope === undefined ? json.value : envelope.content;
  const parsed = request.schema.safeParse(content);
  if (parsed.success) return answer(parsed.data);
  const id = isPlainObject(content) && typeof content["id"] === "string" ? content["id"] : undefined;
  const issues = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
  throw new ShapeError(
    `${at}: the answer is not what the API documents (${issues.join("; ")}). This is a bug of the provider, or a change of the API.`,
    { id },
  );
}

function describeNoJson(
  why: NoJson,
  response: HttpResponse,
  { filter }: Reading,
  foreign: (isCertain: boolean) => string,
): string {
  if (why === "empty") return `empty. ${WRONG_URL}`;
  if (why === "tooDeep") return `nested more than ${MOST_LEVELS} levels deep, and was refused.`;
  const type = headerOf(response, "content-type") ?? "no content type";
  const coding = headerOf(response, "content-encoding");
  const form = printable(filter(coding === undefined ? type : `${type}, ${coding}`), MOST_OF_A_HEADER);
  return `not JSON (${form}). ${foreign(true)}`;
}

function readBytes<T>(take: (body: Buffer) => T, response: HttpResponse, at: string): T {
  try {
    return take(utf8Of(response));
  } catch (cause) {
    throw new ShapeError(`${at}: the answer cannot be read. ${WRONG_URL}`, {
      cause,
    });
  }
}

/** Single: `{status, content}`, in old versions `{status, envelope}`. List: the usual body with `status` added. */
function envelopeOf(body: PlainObject | undefined): { status: number; content: unknown } | undefined {
  const status = body?.["status"];
  if (body === undefined || typeof status !== "number") return undefined;
  if ("content" in body) return { status, content: body["content"] };
  if ("envelope" in body) return { status, content: body["envelope"] };
  return { status, content: body };
}

function redirectOf(response: HttpResponse, { filter }: Reading): string {
  const location = headerOf(response, "location");
  if (location === undefined) return "";
  // Only where it leads: query, fragment and user info may hold anything. They go last, since a secret may end in them.
  const target = (filter(location).split(/[?#]/)[0] ?? "").replace(
    /^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i,
    "$1//",
  );
  return ` (to ${printable(target, MOST_OF_A_HEADER)})`;
}

/** A redirect to https is how many servers tell that plain http is not what they want. */
function schemeAdvice(response: HttpResponse, origin: string): string {
  const leadsToHttps = /^https:/i.test(headerOf(response, "location") ?? "");
  return leadsToHttps && origin.startsWith("http:")
    ? " The service is reached by https: begin opsmanager:baseUrl with https://."
    : "";
}
