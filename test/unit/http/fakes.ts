import assert from "node:assert/strict";
import type { HttpRequest, HttpResponse, Method, Send } from "../../../src/http/message";

type Headers = Record<string, string | string[]>;

/** A response of the transport; a body that is not text is encoded as JSON. */
export function respond(status: number, headers: Headers = {}, body: unknown = ""): HttpResponse {
  if (Buffer.isBuffer(body)) return { status, headers, body };
  const isText = typeof body === "string";
  return {
    status,
    headers: isText ? headers : { "content-type": "application/json", ...headers },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

export function request(method: Method = "GET", rest: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method,
    path: "/api/public/v1.0/things?pretty=true",
    headers: { accept: "application/json" },
    filter: (text) => text,
    ...rest,
  };
}

/** A transport that records the requests and responds with `reply`. */
export function fakeTransport(
  reply: (request: HttpRequest, index: number) => HttpResponse | Promise<HttpResponse>,
): { send: Send; sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  return {
    sent,
    send: async (given) => {
      sent.push(given);
      return reply(given, sent.length - 1);
    },
  };
}

type IsKind = (error: unknown) => error is Error;

/** Tells an error of this kind with this message, as `assert.throws` takes it. */
export function errorLike(isKind: IsKind, message: RegExp): (error: unknown) => boolean {
  return (error) => isKind(error) && message.test(error.message);
}

/** The error of a call that fails. */
export async function errorOf(call: Promise<unknown>): Promise<Error> {
  const result = await call.catch((error: unknown) => ({ error }));
  return (result as { error?: Error } | undefined)?.error ?? assert.fail("the call did not fail");
}
