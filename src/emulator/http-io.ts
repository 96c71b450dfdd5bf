import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ServerCertificate } from "./tls-certificate";

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  /** Stops it; open connections are cut. */
  close(): Promise<void>;
}

/** As long as Jetty keeps a connection that says nothing. */
const KEEP_ALIVE_MS = 30_000;

/** Listens on a port of 127.0.0.1 (0: any free one), with TLS if a certificate is given. */
export async function listen(
  listener: (...parameters: Parameters<RequestListener>) => Promise<void>,
  port: number,
  certificate?: ServerCertificate,
): Promise<RunningServer> {
  const options = { keepAliveTimeout: KEEP_ALIVE_MS };
  const handle: RequestListener = (request, response) => {
    // A client that goes away in the middle of a request is no event here.
    listener(request, response).catch(() => response.destroy());
  };
  const server: Server =
    certificate === undefined
      ? createHttpServer(options, handle)
      : createHttpsServer({ ...options, cert: certificate.cert, key: certificate.key }, handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

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
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** The error code in the body, for the log. */
  readonly errorCode?: string;
}

/** Sends an answer; a truncated one stops in the middle of its body, and the connection ends with it. */
export function sendResponse(response: ServerResponse, answer: RawResponse, truncated = false): void {
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
