/** Parses the base URL of a connection. */

import { ConfigError } from "../errors";

const API_PATH = "/api/public/v1.0";

/**
 * Parses a base URL, with or without `/api/public/v1.0`.
 * @throws ConfigError for anything but http(s), for user info, query or fragment, and for plain http to a host other
 * than loopback unless `allowHttp`.
 */
export function parseBaseUrl(text: string, allowHttp: boolean) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password !== "" ||
    /[?#]/.test(text)
  ) {
    // The value is not shown: user info may be a key.
    throw new ConfigError(
      "baseUrl is not a URL of the form https://host:port with an optional path; it must begin with https:// or http://, " +
        "and contain no user info, query or fragment.",
    );
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    throw new ConfigError(
      `baseUrl is plain http to ${url.host}, which would send everything unencrypted. ` +
        "Use https, or set allowHttp (opsmanager:allowHttp, OPSMANAGER_ALLOW_HTTP) to true if this is intended.",
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return {
    /** Scheme, host and port: requests are signed for this origin only. */
    origin: url.origin,
    /** The path of the API without a trailing slash: `/api/public/v1.0`, perhaps with a prefix. */
    path: path.endsWith(API_PATH) ? path : path + API_PATH,
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
