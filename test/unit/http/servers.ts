import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ServerOptions } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";

export interface TestServer {
  readonly origin: string;
  readonly port: number;
  /** Waits until no connection is open. */
  readonly idle: () => Promise<void>;
}

export interface ProxyOptions {
  /** The server that it connects to, whichever is requested. */
  readonly to?: TestServer;
  /** Makes it an https proxy with this certificate. */
  readonly tls?: ServerOptions;
  /** Called for each request with whether its connection has a client certificate. */
  readonly onPeer?: (hasCertificate: boolean) => void;
  /** The required credentials, `user:password`. */
  readonly user?: string;
}

/** Starts servers on 127.0.0.1 that are closed after each test of the suite. */
export function servers() {
  const open: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(open.splice(0).map((close) => close())));

  async function listen(server: NetServer, scheme: string): Promise<TestServer> {
    const sockets = new Set<Socket>();
    const whenIdle: (() => void)[] = [];
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        if (sockets.size === 0) whenIdle.splice(0).forEach((resolve) => resolve());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const close = (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    open.push(close);
    return {
      origin: `${scheme}://127.0.0.1:${port}`,
      port,
      idle: async () => {
        if (sockets.size > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
      },
    };
  }

  return {
    http: async (listener: RequestListener) => listen(createHttpServer(listener), "http"),
    https: async (listener: RequestListener, tls: ServerOptions) => {
      const server = createHttpsServer(tls, listener);
      server.on("tlsClientError", () => undefined);
      return listen(server, "https");
    },
    tcp: async (listener: (socket: Socket) => void) => listen(createTcpServer(listener), "http"),
    /** A CONNECT proxy; `targets` lists the requested hosts. */
    proxy: async ({ to, tls, onPeer, user }: ProxyOptions = {}) => {
      const targets: string[] = [];
      const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
      server.on("tlsClientError", () => undefined);
      server.on("connect", (request: IncomingMessage, socket: Socket) => {
        targets.push(request.url ?? "");
        if (socket instanceof TLSSocket) onPeer?.(Object.keys(socket.getPeerCertificate()).length > 0);
        const given = request.headers["proxy-authorization"];
        if (user !== undefined && given !== `Basic ${Buffer.from(user).toString("base64")}`) {
          socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n");
          return;
        }
        const [host, port] = (request.url ?? "").split(":");
        tunnel(socket, to === undefined ? (host ?? "") : "127.0.0.1", to?.port ?? Number(port));
      });
      return { ...(await listen(server, tls === undefined ? "http" : "https")), targets };
    },
    /** The origin of a port where nothing listens. */
    nowhere: async () => {
      const server = createTcpServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      return `http://127.0.0.1:${port}`;
    },
  };
}

function tunnel(socket: Socket, host: string, port: number): void {
  const upstream = connect(port, host, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.pipe(upstream).pipe(socket);
  });
  upstream.on("error", () => socket.destroy());
  socket.on("close", () => upstream.destroy());
}

type Headers = Record<string, string>;

/** Responds with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Passes the whole body of a request. */
export function onBody(request: IncomingMessage, take: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => take(Buffer.concat(chunks).toString()));
}

/** A self-signed certificate for 127.0.0.1 and localhost. */
export const CERTIFICATE = selfSignedCertificate(Date.now());
