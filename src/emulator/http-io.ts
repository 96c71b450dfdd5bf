import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest body that is read; the limit of the real service is not known. */
export const LARGEST_BODY = 64 * 1024 * 1024;

const NO_BODY = Buffer.alloc(0);

/** Reads a request's body to its end. Gives `undefined` if it is larger than `limit`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined)
    return NO_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read all the same: who stops in the middle of an upload cannot answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) return undefined;
  return chunks.length === 1 ? (chunks[0] ?? NO_BODY) : Buffer.concat(chunks);
}

/** An answer as bytes. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** The error code in the body, for the log. */
  readonly errorCode?: string;
}

/** Sends an answer; a truncated one stops in the middle of its body, and the connection ends with it. */
export function sendAnswer(response: ServerResponse, answer: RawAnswer, truncated = false): void {
  const size = typeof answer.body === "string" ? Buffer.byteLength(answer.body) : answer.body.length;
  const hasBody = answer.status !== 204 && answer.status !== 304;
  response.writeHead(answer.status, hasBody ? { ...answer.headers, "Content-Length": size } : answer.headers);
  if (!truncated) {
    response.end(hasBody ? answer.body : undefined);
    return;
  }
  const bytes = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
