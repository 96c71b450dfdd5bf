/** Why no answer came, in words that name the setting which helps. */

import type { TransportFailure } from "../errors";
import { ConfigError, TransportError } from "../errors";
import { CONNECT_TIMEOUT_MS, ProxyUnreached } from "./dispatcher";
import type { HttpRequest } from "./message";

/** What the wire knows of a failed exchange. */
export interface Circumstances {
  readonly timedOut: boolean;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

/** Thrown while an answer is read that is larger than allowed. */
export class TooLarge extends Error {}

/** Codes of Node.js and undici for a connection that never came about: nothing can have been carried out. */
const NEVER_CONNECTED: ReadonlyMap<string, TransportFailure> = new Map([
  ["ECONNREFUSED", "refused"],
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["EHOSTUNREACH", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["UND_ERR_CONNECT_TIMEOUT", "connectTimeout"],
]);

const TLS_CODE =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/;

const TIMEOUTS: ReadonlySet<string> = new Set([
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

/** The error of an exchange, from whatever undici or Node.js threw. */
export function explained(
  error: unknown,
  request: HttpRequest,
  { timedOut, timeoutMs, maxResponseBytes }: Circumstances,
): Error {
  if (error instanceof ConfigError) return error;
  const at = `${request.method} ${request.origin}${pathOnly(request.path)}`;
  const seconds = timeoutMs / 1000;
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
    return fail("tooLarge", true, `the answer is larger than ${maxResponseBytes} bytes and was refused.`);
  }
  const { code, message, proxy } = rootCause(error);
  const never = NEVER_CONNECTED.get(code);
  if (never !== undefined) {
    return fail(
      never,
      false,
      proxy === undefined ? neverConnected(never, request.origin, code) : proxyUnreached(never, proxy, code),
    );
  }
  if (TLS_CODE.test(code)) {
    return fail(
      "tls",
      false,
      proxy === undefined ? tlsAdvice(code, message, request.origin) : proxyTlsAdvice(code, proxy),
    );
  }
  if (proxy !== undefined) {
    return fail(
      "reset",
      false,
      `the connection to the proxy ${proxy} broke (${code || message}). Check HTTPS_PROXY.`,
    );
  }
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
  // Node.js says so while no byte of the request has gone out.
  if (message.includes("before secure TLS connection was established")) {
    const text = `the connection broke during the TLS handshake (${code}). Does the port of opsmanager:baseUrl speak TLS?`;
    return fail("reset", false, text);
  }
  const spoken = whatWasSpoken(error);
  if (spoken === "tls") {
    // What it answered is an alert: it did not understand the request.
    const text = `the server expects TLS at ${hostOf(request)}, but opsmanager:baseUrl says http. Begin it with https://.`;
    return fail("tls", false, text);
  }
  if (spoken === "other") {
    const text = `the server does not speak HTTP at ${hostOf(request)} (${message}). Check the port of opsmanager:baseUrl.`;
    return fail("reset", true, text);
  }
  const interim = UNASKED.get(message);
  if (interim !== undefined) {
    return fail(
      "reset",
      true,
      `the server sent ${JSON.stringify(interim)}, which it was not asked for and which cannot be skipped. ` +
        "Look for a proxy or gateway in between that sends it.",
    );
  }
  if (wasSilent(error)) {
    const hint = request.origin.startsWith("https:")
      ? "Does the server want a client certificate, or another one (opsmanager:clientCert, opsmanager:clientKey)?"
      : `If ${hostOf(request)} is a port of TLS, begin opsmanager:baseUrl with https://.`;
    return fail(
      "reset",
      true,
      `the connection broke before anything was answered (${code || message}). ${hint}`,
    );
  }
  return fail("reset", true, `the connection broke before the answer was complete (${code || message}).`);
}

/** What undici calls the interim responses at which it gives up. */
const UNASKED: ReadonlyMap<string, string> = new Map([
  ["bad response", "100 Continue"],
  ["bad upgrade", "101 Switching Protocols"],
]);

/** Whether the server hung up without a word; so some refuse a client certificate, or plain http. */
function wasSilent(error: unknown): boolean {
  return (error as { socket?: { bytesRead?: number } }).socket?.bytesRead === 0;
}

/** What a response that does not begin like one of HTTP is: an alert of TLS (RFC 8446, section 5.1), or anything else. */
function whatWasSpoken(error: unknown): "tls" | "other" | undefined {
  const { name, message, data } = error as { name?: string; message?: string; data?: string };
  if (name !== "HTTPParserError" || message?.includes("Expected HTTP/") !== true) return undefined;
  return data?.startsWith("\u0015\u0003") === true ? "tls" : "other";
}

function hostOf({ origin }: HttpRequest): string {
  return new URL(origin).host;
}

/** The innermost code and message; `proxy` is the proxy that it happened at. */
function rootCause(error: unknown): { code: string; message: string; proxy: string | undefined } {
  let found = { code: "", message: "" };
  let proxy: string | undefined;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyUnreached) proxy = at.message;
    const first = at instanceof AggregateError ? (at.errors[0] as Error) : at;
    const { code } = first as NodeJS.ErrnoException;
    found = { code: typeof code === "string" ? code : found.code, message: first.message };
  }
  return { ...found, proxy };
}

function neverConnected(failure: TransportFailure, origin: string, code: string): string {
  const { hostname, host } = new URL(origin);
  switch (failure) {
    case "refused":
      return `nothing listens at ${host} (${code}). Check opsmanager:baseUrl, and that the service runs.`;
    case "dns":
      return `the host name ${hostname} cannot be resolved (${code}). Check opsmanager:baseUrl and the DNS of this machine.`;
    case "connectTimeout":
      return `no connection to ${host} within ${CONNECT_TIMEOUT_MS / 1000} s. Check opsmanager:baseUrl, firewalls, and HTTPS_PROXY if a proxy is needed.`;
    default:
      return `${host} cannot be reached (${code}). Check the network, and HTTPS_PROXY if a proxy is needed.`;
  }
}

function proxyUnreached(failure: TransportFailure, proxy: string, code: string): string {
  const whats: Partial<Record<TransportFailure, string>> = {
    refused: `nothing listens at the proxy ${proxy}`,
    dns: `the host name of the proxy ${proxy} cannot be resolved`,
    connectTimeout: `no connection to the proxy ${proxy} within ${CONNECT_TIMEOUT_MS / 1000} s`,
  };
  const what = whats[failure] ?? `the proxy ${proxy} cannot be reached`;
  return `${what} (${code}). Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for hosts inside.`;
}

function proxyTlsAdvice(code: string, proxy: string): string {
  if (NO_TLS.has(code))
    return `the proxy ${proxy} does not speak TLS (${code}). Check the scheme and port of HTTPS_PROXY.`;
  return (
    `the certificate of the proxy ${proxy} cannot be verified (${code}). ` +
    "If it is from a private CA, give that CA as opsmanager:caCert (OPSMANAGER_CA_CERT); else check HTTPS_PROXY."
  );
}

const NO_TLS: ReadonlySet<string> = new Set([
  "EPROTO",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
]);

function tlsAdvice(code: string, message: string, origin: string): string {
  // An alert is an answer of TLS.
  if (NO_TLS.has(code) && !message.includes("alert")) {
    return (
      `the server does not speak TLS at ${new URL(origin).host} (${code}), but opsmanager:baseUrl says https. ` +
      "Begin it with http:// (other hosts than loopback need opsmanager:allowHttp as well), or give the port of https."
    );
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
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return `the TLS handshake with the server failed (${code}). Check the TLS versions that it supports.`;
  }
  return (
    `the server's certificate cannot be verified (${code}). ` +
    "If it is from a private CA, give that CA as opsmanager:caCert (OPSMANAGER_CA_CERT)."
  );
}

function pathOnly(target: string): string {
  return target.split("?")[0] ?? target;
}
