/** Downloads a file from an https URL, without the credentials, CA and client certificate of the service. */

import { ConfigError } from "../errors";
import { VERSION } from "../version";
import { timeoutSignal } from "./abort";
import { createDispatcher, TOO_LARGE } from "./dispatcher";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";
import { exchange } from "./transport";
import { connectionFailure, rootCauseOf } from "./transport-errors";

const DEFAULTS = {
  /** The source of HTTPS_PROXY and NO_PROXY; lower-case names win. */
  env: process.env,
  /** The longest time without a byte. */
  stallMs: 30_000,
  /** The limit for the whole download. */
  totalMs: 300_000,
  maxBytes: 134_217_728,
};

export interface DownloadOptions extends Readonly<typeof DEFAULTS> {
  /** PEM certificates to trust instead of those of Node.js. */
  readonly ca?: string[];
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Thrown when a response ends the download; the message continues "<host and path> ...". */
class Refusal extends Error {}

/**
 * Downloads a file, and follows redirects to https.
 * @throws Error that shows only host and path of the URL: user info and query may contain a token
 */
export async function download(url: string, options: DownloadOptions = DEFAULTS): Promise<Buffer> {
  let at = httpsUrl(url, (given) => new Error(`a RemoteAsset must be an https URL, not ${given}.`));
  const timeout = timeoutSignal(options.totalMs);
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await get(at, options, timeout);
      const { status, body } = response;
      if (status >= 200 && status < 300) return body;
      const location = headerOf(response, "location");
      if (!REDIRECTS.has(status) || location === undefined) throw new Refusal(`returned status ${status}`);
      if (redirects === MAX_REDIRECTS) throw new Refusal(`was redirected more than ${MAX_REDIRECTS} times`);
      const refuse = (given: string): Error =>
        new Refusal(`redirects to ${given}, and only https is followed`);
      at = httpsUrl(location, refuse, at.href);
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new Error(`${placeOf(at)} ${explain(error, at, options, timeout.aborted)}`, { cause: error });
  }
}

function httpsUrl(text: string, refusal: (given: string) => Error, base?: string): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.protocol === "https:") return url;
  throw refusal(url === undefined ? "an invalid URL" : `${url.protocol}//${placeOf(url)}`);
}

/** Host and path of a URL, which contain no token. */
export function placeOf({ host, pathname }: URL): string {
  return `${host}${pathname}`;
}

async function get(
  url: URL,
  { env, ca, stallMs, maxBytes }: DownloadOptions,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const tls = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) } as const;
  const limits = { maxConnections: 1, maxResponseBytes: maxBytes };
  const dispatcher = createDispatcher(url.origin, { tls, env, ...limits });
  try {
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: "GET",
      headers: headersFor(url),
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
    } as const;
    return await exchange(dispatcher, request, signal);
  } finally {
    await dispatcher.destroy();
  }
}

/** Sends the user info of the URL, as the Pulumi engine does when it hashes the file. */
function headersFor({ username, password }: URL): Record<string, string> {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    accept: "application/json, */*",
    "accept-encoding": "identity",
    "user-agent": `pulumi-opsmanager/${VERSION}`,
    ...(user !== ":" && {
      authorization: `Basic ${Buffer.from(user).toString("base64")}`,
    }),
  };
}

function explain(
  error: unknown,
  at: URL,
  { stallMs, totalMs, maxBytes }: DownloadOptions,
  isTimedOut: boolean,
): string {
  if (error instanceof Refusal) return `${error.message}.`;
  if (isTimedOut) return `was not complete within ${totalMs / 1000} s.`;
  const root = rootCauseOf(error);
  if (root.code === TOO_LARGE) return `is larger than ${maxBytes} bytes.`;
  if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(root.code)) return `sent nothing for ${stallMs / 1000} s.`;
  const { text = `${root.message}.` } = connectionFailure(root, at, SETTINGS) ?? {};
  return `was not read to its end: ${text}`;
}

/** Node.js reads the setting of the CA when it starts. */
const SETTINGS = { address: "the URL", tls: "Name the file of a private CA in NODE_EXTRA_CA_CERTS." };
