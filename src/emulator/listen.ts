import type { RequestListener, Server } from "node:http";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ServerCertificate } from "./tls-certificate";

/** A server that listens. */
export interface Listening {
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
): Promise<Listening> {
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
