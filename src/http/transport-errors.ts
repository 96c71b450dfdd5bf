/** Explains why no response came, and names the setting that helps. */

import type { TransportFailure } from "../errors";
import { ConfigError, TransportError } from "../errors";
import { CONNECT_TIMEOUT_MS, ProxyError, TOO_LARGE } from "./dispatcher";
import type { HttpRequest } from "./message";

export interface Circumstances {
  readonly origin: string;
  readonly isTimedOut: boolean;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
}

type NeverConnected = "refused" | "dns" | "unreachable" | "connectTimeout";

/** Codes of Node.js and undici for a connection that was never made: the request was not carried out. */
const NEVER_CONNECTED: ReadonlyMap<string, NeverConnected> = new Map([
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

/** Turns an error of undici or Node.js into one that says what to do. */
export function explainFailure(error: unknown, request: HttpRequest, circumstances: Circumstances): Error {
  if (error instanceof ConfigError) return error;
  const { origin, isTimedOut, timeoutMs, maxResponseBytes } = circumstances;
  const at = `${request.method} ${origin}${request.path.split("?")[0]}`;
  const fail = (failure: TransportFailure, maybeCarriedOut: boolean, text: string): TransportError =>
    new TransportError(`${at}: ${text}`, failure, maybeCarriedOut, { cause: error });
  const { code, message, proxy, proxyStatus } = rootCauseOf(error);

  if (request.signal?.aborted === true) return fail("aborted", true, "the request was aborted.");
  if (isTimedOut || (code === "ETIMEDOUT" && proxy === undefined)) {
    const text = `no complete response within ${timeoutMs / 1000} s (opsmanager:timeoutSeconds).`;
    return fail("timeout", true, text);
  }
  if (code === TOO_LARGE) {
    return fail("tooLarge", true, `the response is larger than ${maxResponseBytes} bytes and was refused.`);
  }
  const neverConnected = NEVER_CONNECTED.get(code);
  if (neverConnected !== undefined) {
    return fail(neverConnected, false, neverConnectedText(neverConnected, code, origin, proxy));
  }
  if (TLS_CODE.test(code)) {
    const text = proxy === undefined ? tlsAdvice(code, message, origin) : proxyTlsAdvice(code, proxy);
    return fail("tls", false, text);
  }
  if (proxy !== undefined) {
    const text = `the connection to the proxy ${proxy} broke (${code || message}). Check HTTPS_PROXY.`;
    return fail("reset", false, text);
  }
  if (proxyStatus !== undefined) {
    const text = `the proxy refused the connection with status ${proxyStatus}. Check HTTPS_PROXY, and NO_PROXY for internal hosts.`;
    return fail("proxy", false, text);
  }
  // Node.js reports this before a byte of the request is sent.
  if (message.includes("before secure TLS connection was established")) {
    const text = `the connection broke during the TLS handshake (${code}). Does the port of opsmanager:baseUrl speak TLS?`;
    return fail("reset", false, text);
  }
  if (isTlsAlert(error)) {
    // The server did not understand the request.
    const { host } = new URL(origin);
    const text = `the server expects TLS at ${host}, but opsmanager:baseUrl begins with http://. It must begin with https://.`;
    return fail("tls", false, text);
  }
  return fail("reset", true, resetText(error, code, message, origin));
}

/** Explains a connection that broke after the request was sent. */
function resetText(error: unknown, code: string, message: string, origin: string): string {
  const { host, protocol } = new URL(origin);
  if (isNotHttp(error)) {
    return `the server does not speak HTTP at ${host} (${message}). Check the port of opsmanager:baseUrl.`;
  }
  const { socket } = error as { socket?: { bytesRead?: number } };
  if (socket?.bytesRead !== 0) {
    return `the connection broke before the response was complete (${code || message}).`;
  }
  // Some servers refuse a client certificate or plain http without a byte.
  const hint =
    protocol === "https:"
      ? "Does the server require a client certificate, or another one (opsmanager:clientCert, opsmanager:clientKey)?"
      : `If ${host} expects TLS, opsmanager:baseUrl must begin with https://.`;
  return `the connection broke before the server responded (${code || message}). ${hint}`;
}

function isNotHttp(error: unknown): error is Error & { readonly data?: string } {
  return (
    error instanceof Error && error.name === "HTTPParserError" && error.message.includes("Expected HTTP/")
  );
}

/** Whether the response is a TLS alert (RFC 8446, section 5.1). */
function isTlsAlert(error: unknown): boolean {
  return isNotHttp(error) && error.data?.startsWith("\u0015\u0003") === true;
}

/** The innermost code and message of an error. */
export function rootCauseOf(error: unknown) {
  let code = "";
  let message = "";
  /** The origin of the proxy at which it happened. */
  let proxy: string | undefined;
  /** The status with which a proxy refused the connection. */
  let proxyStatus: string | undefined;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyError) proxy = at.message;
    proxyStatus ??= /Proxy response \((\d+)\)/.exec(at.message)?.[1];
    const first: NodeJS.ErrnoException = at instanceof AggregateError ? (at.errors[0] as Error) : at;
    if (typeof first.code === "string") code = first.code;
    message = first.message;
  }
  return { code, message, proxy, proxyStatus };
}

function neverConnectedText(
  failure: NeverConnected,
  code: string,
  origin: string,
  proxy: string | undefined,
): string {
  const { host, hostname } = new URL(origin);
  const [target, name] =
    proxy === undefined ? [host, hostname] : [`the proxy ${proxy}`, `of the proxy ${proxy}`];
  const problem = {
    refused: `nothing listens at ${target}`,
    dns: `the host name ${name} cannot be resolved`,
    unreachable: `${target} cannot be reached`,
    connectTimeout: `no connection to ${target} within ${CONNECT_TIMEOUT_MS / 1000} s`,
  }[failure];
  return `${problem} (${code}). ${proxy === undefined ? CONNECTION_ADVICE[failure] : PROXY_ADVICE}`;
}

const CONNECTION_ADVICE: Readonly<Record<NeverConnected, string>> = {
  refused: "Check opsmanager:baseUrl, and that the service is running.",
  dns: "Check opsmanager:baseUrl and the DNS of this machine.",
  unreachable: "Check the network, and HTTPS_PROXY if a proxy is needed.",
  connectTimeout: "Check opsmanager:baseUrl, firewalls, and HTTPS_PROXY if a proxy is needed.",
};
const PROXY_ADVICE = "Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for internal hosts.";

function proxyTlsAdvice(code: string, proxy: string): string {
  if (NOT_TLS.has(code)) {
    return `the proxy ${proxy} does not speak TLS (${code}). Check the scheme and port of HTTPS_PROXY.`;
  }
  return (
    `the certificate of the proxy ${proxy} cannot be verified (${code}). ` +
    "If it is from a private CA, set opsmanager:caCert (OPSMANAGER_CA_CERT) to that CA; else check HTTPS_PROXY."
  );
}

const NOT_TLS: ReadonlySet<string> = new Set([
  "EPROTO",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
]);

function tlsAdvice(code: string, message: string, origin: string): string {
  const { host, hostname } = new URL(origin);
  // A server that sends an alert speaks TLS.
  if (NOT_TLS.has(code) && !message.includes("alert")) {
    return (
      `the server does not speak TLS at ${host} (${code}), but opsmanager:baseUrl begins with https://. ` +
      "Use the https port, or a baseUrl that begins with http:// (for a host other than loopback, set opsmanager:allowHttp as well)."
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `the server's certificate is for another name than ${hostname} (${code}). Check opsmanager:baseUrl.`;
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return `the server's certificate is not valid now (${code}). Renew it, or check the clock of this machine.`;
  }
  if (
    code.startsWith("ERR_SSL_") &&
    /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/.test(code)
  ) {
    return `the server refused the TLS connection (${code}). Does it require a client certificate (opsmanager:clientCert, opsmanager:clientKey)?`;
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return `the TLS handshake with the server failed (${code}). Check the TLS versions that the server supports.`;
  }
  return (
    `the server's certificate cannot be verified (${code}). ` +
    "If it is from a private CA, set opsmanager:caCert (OPSMANAGER_CA_CERT) to that CA."
  );
}
