/** From an HTTP answer to the checked value of an endpoint, in an envelope or not. */

import { ShapeError } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject, pick } from "../json";
import type { SecretFilter } from "../secrets";
import { apiError } from "./api-errors";
import type { ApiAnswer, ApiRequest } from "./api-request";
import { jsonOf, utf8Of } from "./body";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

/**
 * @param filter for each text of the service that goes into an error
 * @throws ApiError for a refusal, ShapeError for an answer that is not what the API documents
 */
export function read<T>(
  request: ApiRequest<T>,
  response: HttpResponse,
  enveloped: boolean,
  filter: SecretFilter,
): ApiAnswer<T> {
  // An answer that nobody looks at is not read: the manifest of a service is megabytes.
  const isRead = enveloped || response.status >= 400 || request.schema !== undefined;
  const json = isRead ? jsonOf(response) : undefined;
  const outer = isPlainObject(json?.value) ? json.value : undefined;
  const envelope = enveloped ? envelopeOf(outer) : undefined;
  const status = envelope?.status ?? response.status;
  const serviceVersion =
    headerOf(response, "x-mongodb-service-version") ?? headerOf(response, "x-vendor-service-version");
  const at = `${request.method} ${request.path}`;
  if (status >= 400) {
    const body = isPlainObject(envelope?.content) ? envelope.content : outer;
    throw apiError(request, status, withoutSecrets(body, filter), serviceVersion);
  }
  if (status < 200 || status >= 300) {
    throw new ShapeError(
      `${at}: the server answered ${status}${redirectOf(response, filter)}, which this API never does. Is the base URL that of the service itself?`,
    );
  }
  const answer = (value: T): ApiAnswer<T> => ({ value, date: headerOf(response, "date"), serviceVersion });
  if (request.read !== undefined) return answer(readBytes(request.read, response, at));
  // It may be empty then.
  if (request.schema === undefined) return answer(undefined as T);
  if (json === undefined) {
    const type = headerOf(response, "content-type") ?? "no content type";
    throw new ShapeError(
      `${at}: the answer is not JSON (${filter(type)}). Is the base URL that of the service itself?`,
    );
  }
  const parsed = request.schema.safeParse(envelope === undefined ? json.value : envelope.content);
  if (parsed.success) return answer(parsed.data);
  const issues = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
  throw new ShapeError(
    `${at}: the answer is not what the API documents (${issues.join("; ")}). This is a bug of the provider, or a change of the API.`,
  );
}

function readBytes<T>(take: (body: Buffer) => T, response: HttpResponse, at: string): T {
  try {
    return take(utf8Of(response));
  } catch (cause) {
    throw new ShapeError(`${at}: the answer cannot be read. Is the base URL that of the service itself?`, {
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

function redirectOf(response: HttpResponse, filter: SecretFilter): string {
  const location = headerOf(response, "location");
  if (location === undefined) return "";
  // Only where it leads: a query may hold anything. It is cut off last, since it may be the end of a secret.
  return ` (to ${filter(location).split("?")[0] ?? ""})`;
}

/** Ops Manager documentation, "Errors". */
const ERROR_FIELDS = ["detail", "error", "errorCode", "parameters", "reason"];
const MAX_PARAMETERS = 100;

/** The fields of an error body that messages are made of, each text filtered by itself. */
function withoutSecrets(body: PlainObject | undefined, filter: SecretFilter): PlainObject | undefined {
  if (body === undefined) return undefined;
  const filterField = (value: unknown): unknown => {
    if (typeof value === "string") return filter(value);
    if (!Array.isArray(value)) return value;
    return value
      .filter((item) => typeof item === "string")
      .slice(0, MAX_PARAMETERS)
      .map(filter);
  };
  const fields = Object.entries(pick(body, ERROR_FIELDS));
  return Object.fromEntries(fields.map(([name, value]) => [name, filterField(value)]));
}
