import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ServerCertificate } from "./tls-certificate";

/** A running server. */
export interface RunningServer {
  readonly port: number;
  /** Stops the server and closes open connections. */
  close(): Promise<void>;
}

/** How long Jetty keeps an idle connection. */
const KEEP_ALIVE_MS = 30_000;

/** Listens on a port of 127.0.0.1 (0: any free one), with TLS if a certificate is given. */
export async function listen(
  listener: (...parameters: Parameters<RequestListener>) => Promise<void>,
  port: number,
  certificate?: ServerCertificate,
): Promise<RunningServer> {
  const options = { keepAliveTimeout: KEEP_ALIVE_MS };
  const handle: RequestListener = (request, response) => {
    // A client may disconnect in the middle of a request.
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

/** The largest accepted body; the limit of the real service is unknown. */
export const LARGEST_BODY = 64 * 1024 * 1024;

const NO_BODY = Buffer.alloc(0);

/** Reads the body of a request to its end. Returns `undefined` if it is larger than `limit`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined)
    return NO_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read anyway: a client in the middle of an upload does not see a response.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) return undefined;
  return chunks.length === 1 ? (chunks[0] ?? NO_BODY) : Buffer.concat(chunks);
}

/** A response as it is sent. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** The error code in the body, for the log. */
  readonly errorCode?: string;
}

/** Sends a response; a truncated one ends in the middle of its body, and the connection is closed. */
export function sendResponse(
  response: ServerResponse,
  { status, headers, body }: RawResponse,
  truncated = false,
): void {
  const size = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, hasBody ? { ...headers, "Content-Length": size } : headers);
  if (!truncated) {
    response.end(hasBody ? body : undefined);
    return;
  }
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
