/** From an HTTP answer to the checked value of an endpoint, in an envelope or not. */

import { ShapeError } from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import { apiError } from "./api-errors";
import type { ApiAnswer, ApiRequest } from "./api-request";
import { jsonOf, utf8Of } from "./body";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

/** @throws ApiError for a refusal, ShapeError for an answer that is not what the API documents */
export function read<T>(request: ApiRequest<T>, response: HttpResponse, enveloped: boolean): ApiAnswer<T> {
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
    throw apiError(
      request,
      status,
      isPlainObject(envelope?.content) ? envelope.content : outer,
      serviceVersion,
    );
  }
  if (status < 200 || status >= 300) {
    throw new ShapeError(
      `${at}: the server answered ${status}${redirectOf(response)}, which this API never does. Is the base URL that of the service itself?`,
    );
  }
  const answer = (value: T): ApiAnswer<T> => ({ value, date: headerOf(response, "date"), serviceVersion });
  if (request.read !== undefined) return answer(readBytes(request.read, response, at));
  // It may be empty then.
  if (request.schema === undefined) return answer(undefined as T);
  if (json === undefined) {
    const type = headerOf(response, "content-type") ?? "no content type";
    throw new ShapeError(
      `${at}: the answer is not JSON (${type}). Is the base URL that of the service itself?`,
    );
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

function redirectOf(response: HttpResponse): string {
  const location = headerOf(response, "location");
  // Only where it leads: a query may hold anything.
  return location === undefined ? "" : ` (to ${location.split("?")[0] ?? ""})`;
}
