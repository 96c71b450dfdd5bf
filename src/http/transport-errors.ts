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

/** Turns an error of undici or Node.js into one that says what to do. */
export function explainFailure(error: unknown, request: HttpRequest, circumstances: Circumstances): Error {
  if (error instanceof ConfigError) return error;
  const { origin, isTimedOut, timeoutMs, maxResponseBytes } = circumstances;
  const at = `${request.method} ${origin}${request.path.split("?")[0]}`;
  const fail = (failure: TransportFailure, maybeCarriedOut: boolean, text: string): TransportError =>
    new TransportError(`${at}: ${text}`, failure, maybeCarriedOut, { cause: error });
  const root = rootCauseOf(error);
  if (request.signal?.aborted === true) return fail("aborted", true, "the request was aborted.");
  if (isTimedOut || (root.code === "ETIMEDOUT" && root.proxy === undefined)) {
    const text = `no complete response within ${timeoutMs / 1000} s (opsmanager:timeoutSeconds).`;
    return fail("timeout", true, text);
  }
  if (root.code === TOO_LARGE) {
    return fail("tooLarge", true, `the response is larger than ${maxResponseBytes} bytes and was refused.`);
  }
  const unsent = connectionFailure(root, new URL(origin), SETTINGS);
  return unsent === undefined
    ? fail("reset", true, resetText(error, root))
    : fail(unsent.failure, false, unsent.text);
}

/** The settings that the advice names. */
const SETTINGS = {
  address: "opsmanager:baseUrl",
  tls: "Set a private CA as opsmanager:caCert (OPSMANAGER_CA_CERT), a client certificate as opsmanager:clientCert.",
};

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_OSSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

const EXPECTS_TLS = "the server expects TLS at HOST";
const NO_TLS = "the server does not speak TLS at HOST";

/** What to do about the scheme of the address. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  [EXPECTS_TLS, "ADDRESS must begin with https://."],
  [NO_TLS, "If it speaks plain http, ADDRESS must begin with http://."],
]);

/** Why a connection was never made, by the code and message of Node.js or undici. The first pattern counts. */
const FAILURES: readonly (readonly [RegExp, TransportFailure, problem: string])[] = [
  [/^status/, "proxy", "the proxy refused the connection"],
  [/^ECONNREFUSED/, "refused", "nothing listens at HOST"],
  [/^(?:ENOTFOUND|EAI_AGAIN)/, "dns", "the host name of HOST cannot be resolved"],
  [/^E(?:HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)/, "unreachable", "HOST cannot be reached"],
  [
    /^UND_ERR_CONNECT_TIMEOUT/,
    "connectTimeout",
    `no connection to HOST within ${CONNECT_TIMEOUT_MS / 1000} s`,
  ],
  [/^TLS_ALERT/, "tls", EXPECTS_TLS],
  // A server that sends an alert speaks TLS.
  [/^(?:EPROTO|ERR_SSL_(?:WRONG_V|PACKET_L))(?![^]*alert)/, "tls", NO_TLS],
  [/^(?:EPROTO|ERR_SSL_)/, "tls", "the server refused the TLS connection"],
  [/^ERR_TLS_CERT_ALTNAME/, "tls", "the server's certificate is for another name than HOST"],
  [CERTIFICATE, "tls", "the server's certificate cannot be verified"],
  // Node.js reports this before a byte of the request is sent.
  [/before secure TLS connection was established/, "reset", "the server ended the TLS handshake"],
];

/** Explains a connection that was never made; `undefined` if the request may have been sent. */
export function connectionFailure({ code, message, proxy }: RootCause, { host }: URL, settings = SETTINGS) {
  const known = FAILURES.find(([pattern]) => pattern.test(`${code} ${message}`));
  if (known === undefined && proxy === undefined) return undefined;
  const [, failure, problem] = known ?? ["", "reset" as const, "the connection to HOST broke"];
  const what = problem.replace("HOST", proxy === undefined ? host : new URL(proxy).host);
  const where =
    proxy === undefined ? what : `the proxy ${proxy} cannot be used: ${what.replace("server", "proxy")}`;
  const scheme = proxy === undefined ? SCHEMES.get(problem) : undefined;
  const advice =
    scheme === undefined
      ? `Check ${settings.address}, HTTPS_PROXY and NO_PROXY.${failure === "tls" ? ` ${settings.tls}` : ""}`
      : scheme.replace("ADDRESS", settings.address);
  return { failure, text: `${where} (${code || message}). ${advice}` };
}

/** Explains a connection that broke after the request was sent. */
function resetText(error: unknown, { message }: RootCause): string {
  const { socket } = error as { readonly socket?: { readonly bytesRead?: number } };
  // Some servers refuse a client certificate or plain http without a byte.
  return socket?.bytesRead === 0
    ? `the connection broke before the server responded (${message}). Does it expect https:// (opsmanager:baseUrl), or a client certificate (opsmanager:clientCert, opsmanager:clientKey)?`
    : `the connection broke before the response was complete (${message}). Check opsmanager:baseUrl.`;
}

type RootCause = ReturnType<typeof rootCauseOf>;

/** The innermost code and message of an error. */
export function rootCauseOf(error: unknown) {
  let [code, message] = ["", ""];
  /** The origin of the proxy at which it happened. */
  let proxy: string | undefined;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyError) proxy = at.message;
    const first: Error & { readonly code?: string; readonly data?: string } =
      at instanceof AggregateError ? (at.errors[0] as Error) : at;
    const status = /Proxy response \((\d+)\)/.exec(first.message)?.[1];
    // The response to plain http is a TLS alert (RFC 8446, section 5.1).
    const isTlsAlert = first.data?.startsWith("\u0015\u0003") === true;
    code = status === undefined ? (isTlsAlert ? "TLS_ALERT" : (first.code ?? code)) : `status ${status}`;
    message = first.message;
  }
  return { code, message, proxy };
}
