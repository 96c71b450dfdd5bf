/** Why a download failed, in words that name the setting which helps, and neither user info nor query of a URL. */

import { ConfigError } from "../../errors";
import { CONNECT_TIMEOUT_MS, ProxyUnreached } from "../../http/dispatcher";
import { TooLarge } from "../../http/failures";

/** What the server said, or did, that ends a download. */
export class Refused extends Error {}

export interface Limits {
  readonly stallMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** Whether the download took longer than `totalMs`. */
  readonly outOfTime: boolean;
}

/** Host and path of a URL. */
export function placeOf({ host, pathname }: URL): string {
  return `${host}${pathname}`;
}

/** @param at where the download had come to */
export function failed(error: unknown, at: URL, limits: Limits): Error {
  if (error instanceof ConfigError) return error;
  return new Error(`manifest: ${placeOf(at)} ${reason(error, limits)}.`, { cause: error });
}

function reason(error: unknown, { stallMs, totalMs, maxBytes, outOfTime }: Limits): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof TooLarge) return `is larger than ${maxBytes} bytes`;
  if (outOfTime) return `was not complete within ${totalMs / 1000} s`;
  const { code, proxy, proxyStatus } = found(error);
  if (proxy !== undefined)
    return `was not reached, because the proxy ${proxy} was not (${code}); check HTTPS_PROXY and NO_PROXY`;
  if (proxyStatus !== undefined)
    return `was not reached: the proxy refused with status ${proxyStatus}; check HTTPS_PROXY and NO_PROXY`;
  switch (code) {
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return `sent nothing for ${stallMs / 1000} s`;
    case "UND_ERR_CONNECT_TIMEOUT":
      return `was not reached within ${CONNECT_TIMEOUT_MS / 1000} s; is a proxy needed (HTTPS_PROXY)?`;
    default:
      return isCertificate(code)
        ? `has a certificate that cannot be verified (${code}); for a private CA set NODE_EXTRA_CA_CERTS before Pulumi starts`
        : `was not read to its end (${code})`;
  }
}

function isCertificate(code: string): boolean {
  return /CERT|^UNABLE_TO_|HOSTNAME_MISMATCH/.test(code);
}

/** The innermost code of an error, and what it says of a proxy. */
function found(error: unknown): {
  code: string;
  proxy: string | undefined;
  proxyStatus: string | undefined;
} {
  let code = "no reason given";
  let proxy: string | undefined;
  let proxyStatus: string | undefined;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProxyUnreached) proxy = at.message;
    proxyStatus ??= /Proxy response \((\d+)\)/.exec(at.message)?.[1];
    const first = at instanceof AggregateError ? (at.errors[0] as NodeJS.ErrnoException) : at;
    if ("code" in first && typeof first.code === "string") code = first.code;
  }
  return { code, proxy, proxyStatus };
}
