/** A file from an https URL that is not the service's: without our credentials, CA and client certificate. */

import { createDispatcher } from "../../http/dispatcher";
import { Gathering } from "../../http/gathering";
import type { HttpResponse } from "../../http/message";
import { headerOf } from "../../http/message";
import type { StopSignal } from "../../http/stop";
import { Stop } from "../../http/stop";
import { VERSION } from "../../version";
import { failed, placeOf, Refused } from "./download-failures";

export interface DownloadOptions {
  /** HTTPS_PROXY and NO_PROXY, in either case of letters; lower case wins. */
  readonly env: NodeJS.ProcessEnv;
  /** PEM certificates in place of those that Node.js trusts. */
  readonly ca?: string[];
  /** The longest time without a byte. */
  readonly stallMs: number;
  /** The longest time for everything. */
  readonly totalMs: number;
  readonly maxBytes: number;
}

const USUAL: DownloadOptions = {
  env: process.env,
  stallMs: 30_000,
  totalMs: 300_000,
  maxBytes: 134_217_728,
};

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @throws Error that names host and path of the URL only: user info and query may hold a token */
export async function download(uri: string, options: DownloadOptions = USUAL): Promise<Buffer> {
  const { totalMs } = options;
  let url = https(uri);
  const limit = new Stop();
  const timer = setTimeout(() => limit.abort(new Error("out of time")), totalMs);
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, options, limit);
      const { status, body } = response;
      if (status >= 200 && status < 300) return body;
      const location = headerOf(response, "location");
      if (!REDIRECTS.has(status) || location === undefined) throw new Refused(`answered ${status}`);
      if (redirects === MOST_REDIRECTS) throw new Refused(`was redirected more than ${MOST_REDIRECTS} times`);
      url = redirected(url, location);
    }
  } catch (error) {
    throw failed(error, url, { ...options, outOfTime: limit.aborted });
  } finally {
    clearTimeout(timer);
  }
}

/** @param limit ends it with its reason */
async function get(
  url: URL,
  { env, ca, stallMs, maxBytes }: DownloadOptions,
  limit: StopSignal,
): Promise<HttpResponse> {
  const tls = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) } as const;
  const dispatcher = createDispatcher(url.origin, { tls, env, maxConnections: 1 });
  try {
    return await new Gathering(maxBytes).by(
      dispatcher,
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: "GET",
        headers: headersFor(url),
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
      },
      limit,
    );
  } finally {
    await dispatcher.destroy();
  }
}

function https(uri: string): URL {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol === "https:") return url;
  const given = url === undefined ? "this" : `${url.protocol}//${placeOf(url)}`;
  throw new Error(`manifest: a RemoteAsset must be an https URL, not ${given}.`);
}

function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  if (to?.protocol === "https:") return to;
  const where = to === undefined ? "nowhere" : `${to.protocol}//${placeOf(to)}`;
  throw new Refused(`redirects to ${where}, and only https is followed`);
}

/** The engine, which fetches the file for its hash, sends the user info of a URL in the same way. */
function headersFor({ username, password }: URL): Record<string, string> {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    accept: "application/json, */*",
    "accept-encoding": "identity",
    "user-agent": `pulumi-opsmanager/${VERSION}`,
    ...(user !== ":" && { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
  };
}
