/** The wire: the only place that touches undici. */

import type { Dispatcher } from "undici";
import type { TransportFailure } from "../errors";
import { ConfigError, TransportError } from "../errors";
import type { HttpRequest, HttpResponse, Send } from "./message";
import type { TlsOptions } from "./tls";

export interface WireOptions {
  readonly tls: TlsOptions;
  /** One attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case of letters; lower case wins. */
  readonly env: NodeJS.ProcessEnv;
  readonly maxConnections: number;
  readonly userAgent: string;
  /** A larger answer is refused. */
  readonly maxResponseBytes: number;
}

export interface Wire {
  readonly send: Send;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** A connection pool as a {@link Send}. undici is loaded with the first request. */
export function undiciWire(options: WireOptions): Wire {
  let dispatcher: Promise<Dispatcher> | undefined;
  const open = (): Promise<Dispatcher> => (dispatcher ??= createDispatcher(options));
  return {
    send: async (request) => exchange(await open(), request, options),
    close: async () => {
      const opened = dispatcher;
      dispatcher = undefined;
      // What could not be opened needs no closing; its requests told why.
      await (await opened?.catch(() => undefined))?.destroy();
    },
  };
}

async function createDispatcher({ tls, env, maxConnections }: WireOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  const pool = { connections: maxConnections, pipelining: 1, connect: { ...tls, timeout: 10_000 } };
  const variable = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const httpProxy = variable("HTTP_PROXY");
  const httpsProxy = variable("HTTPS_PROXY");
  if (httpProxy === undefined && httpsProxy === undefined) return new Agent(pool);
  try {
    // Behind a proxy `connect` is not applied to the target, `requestTls` is.
    return new EnvHttpProxyAgent({
      ...pool,
      requestTls: tls,
      noProxy: variable("NO_PROXY") ?? "",
      ...(httpProxy !== undefined && { httpProxy }),
      ...(httpsProxy !== undefined && { httpsProxy }),
    });
  } catch {
    throw new ConfigError("HTTPS_PROXY or HTTP_PROXY is not a URL of the form http://host:port.");
  }
}

async function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  options: WireOptions,
): Promise<HttpResponse> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs);
  const abort = (): void => limit.abort(request.signal?.reason);
  request.signal?.addEventListener("abort", abort, { once: true });
  try {
    request.signal?.throwIfAborted();
    const response = await dispatcher.request({
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: { "user-agent": options.userAgent, "accept-encoding": "identity", ...request.headers },
      body: request.body ?? null,
      signal: limit.signal,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await readBody(response.body, options.maxResponseBytes),
    };
  } catch (error) {
    throw explained(error, request, limit.signal.aborted && request.signal?.aborted !== true, options);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", abort);
  }
}

class TooLarge extends Error {}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Codes of Node.js and undici for a connection that never came about: nothing can have been carried out. */
const NEVER_CONNECTED: Readonly<Record<string, TransportFailure>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  UND_ERR_CONNECT_TIMEOUT: "connectTimeout",
  UND_ERR_PRX_TLS: "proxy",
};

const TLS_CODE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/;

const TIMEOUTS: ReadonlySet<string> = new Set([
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

function explained(error: unknown, request: HttpRequest, timedOut: boolean, options: WireOptions): Error {
  if (error instanceof ConfigError) return error;
  const at = `${request.method} ${request.origin}${pathOnly(request.path)}`;
  const seconds = options.timeoutMs / 1000;
  const fail = (failure: TransportFailure, maybeCarriedOut: boolean, text: string): TransportError =>
    new TransportError(`${at}: ${text}`, failure, maybeCarriedOut, { cause: error });

  if (request.signal?.aborted === true) {
    const reason: unknown = request.signal.reason;
    if (reason instanceof TransportError) return reason;
    return fail("aborted", true, "the request was aborted.");
  }
  if (timedOut)
    return fail("timeout", true, `no complete answer within ${seconds} s (opsmanager:timeoutSeconds).`);
  if (error instanceof TooLarge) {
    return fail(
      "tooLarge",
      true,
      `the answer is larger than ${options.maxResponseBytes} bytes and was refused.`,
    );
  }
  const { code, message } = rootCause(error);
  const never = NEVER_CONNECTED[code];
  if (never !== undefined) return fail(never, false, neverConnected(never, request.origin, code));
  if (TLS_CODE.test(code)) return fail("tls", false, tlsAdvice(code, request.origin));
  if (TIMEOUTS.has(code))
    return fail("timeout", true, `no complete answer within ${seconds} s (opsmanager:timeoutSeconds).`);
  if (/Proxy response \((\d+)\)/.test(message)) {
    const status = /\((\d+)\)/.exec(message)?.[1] ?? "";
    return fail(
      "proxy",
      false,
      `the proxy refused the connection with status ${status}. Check HTTPS_PROXY, and NO_PROXY for hosts inside.`,
    );
  }
  return fail("reset", true, `the connection broke before the answer was complete (${code || message}).`);
}

function rootCause(error: unknown): { code: string; message: string } {
  let found = { code: "", message: "" };
  for (let at = error; at instanceof Error; at = at.cause) {
    const first = at instanceof AggregateError ? (at.errors[0] as Error) : at;
    const { code } = first as NodeJS.ErrnoException;
    found = { code: typeof code === "string" ? code : found.code, message: first.message };
  }
  return found;
}

function neverConnected(failure: TransportFailure, origin: string, code: string): string {
  const { hostname, host } = new URL(origin);
  switch (failure) {
    case "refused":
      return `nothing listens at ${host} (${code}). Check opsmanager:baseUrl, and that the service runs.`;
    case "dns":
      return `the host name ${hostname} cannot be resolved (${code}). Check opsmanager:baseUrl and the DNS of this machine.`;
    case "connectTimeout":
      return `no connection to ${host} within 10 s. Check opsmanager:baseUrl, firewalls, and HTTPS_PROXY if a proxy is needed.`;
    default:
      return `${host} cannot be reached (${code}). Check the network, and HTTPS_PROXY if a proxy is needed.`;
  }
}

function tlsAdvice(code: string, origin: string): string {
  if (
    code === "EPROTO" ||
    code === "ERR_SSL_WRONG_VERSION_NUMBER" ||
    code === "ERR_SSL_PACKET_LENGTH_TOO_LONG"
  ) {
    return `the server does not speak TLS there (${code}). Check scheme and port of opsmanager:baseUrl.`;
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `the server's certificate is for another name than ${new URL(origin).hostname} (${code}). Check opsmanager:baseUrl.`;
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return `the server's certificate is not valid now (${code}). Renew it, or check this machine's clock.`;
  }
  if (
    code.startsWith("ERR_SSL_") &&
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/.test(code)
  ) {
    return `the server refused the TLS connection (${code}). Does it ask for a client certificate (opsmanager:clientCert, opsmanager:clientKey)?`;
  }
  return (
    `the server's certificate cannot be verified (${code}). ` +
    "If it is from a private CA, give that CA as opsmanager:caCert (OPSMANAGER_CA_CERT)."
  );
}

function pathOnly(target: string): string {
  return target.split("?")[0] ?? target;
}
