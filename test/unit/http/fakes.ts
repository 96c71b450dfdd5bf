import type { HttpRequest, HttpResponse, Method, Send } from "../../../src/http/message";

type Headers = Record<string, string | string[]>;

/** An answer as the wire gives it; a body that is no text is JSON. */
export function respond(status: number, headers: Headers = {}, body: unknown = ""): HttpResponse {
  if (Buffer.isBuffer(body)) return { status, headers, body };
  const isText = typeof body === "string";
  return {
    status,
    headers: isText ? headers : { "content-type": "application/json", ...headers },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

/** A request as the layers pass it. */
export function request(method: Method = "GET", rest: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method,
    path: "/api/public/v1.0/things?pretty=true",
    headers: { accept: "application/json" },
    filter: (text) => text,
    ...rest,
  };
}

/** A wire that remembers what was sent and answers as it is told. */
export function fakeTransport(
  reply: (request: HttpRequest, index: number) => HttpResponse | Promise<HttpResponse>,
): {
  send: Send;
  sent: HttpRequest[];
} {
  const sent: HttpRequest[] = [];
  return {
    sent,
    send: async (given) => {
      sent.push(given);
      return reply(given, sent.length - 1);
    },
  };
}
