/** A file from an https URL that is not the service's: without our credentials, CA and client certificate. */

import { createDispatcher } from "../../http/dispatcher";
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
  const { env, ca, stallMs, totalMs } = options;
  let url = https(uri);
  const tls = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) } as const;
  const dispatcher = await createDispatcher({ tls, env, maxConnections: 1, forRequest: true });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), totalMs);
  try {
    for (let redirects = 0; ; redirects++) {
      const { statusCode, headers, body } = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: "GET",
        headers: headersFor(url),
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
        signal: limit.signal,
      });
      if (statusCode >= 200 && statusCode < 300) {
        return await bytesOf(body, headers["content-length"], options.maxBytes);
      }
      // Its connection is not used again before the body is gone.
      await body.dump({ limit: options.maxBytes });
      const { location } = headers;
      if (!REDIRECTS.has(statusCode) || typeof location !== "string")
        throw new Refused(`answered ${statusCode}`);
      if (redirects === MOST_REDIRECTS) throw new Refused(`was redirected more than ${MOST_REDIRECTS} times`);
      url = redirected(url, location);
    }
  } catch (error) {
    throw failed(error, url, { stallMs, totalMs, outOfTime: limit.signal.aborted });
  } finally {
    clearTimeout(timer);
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

/** In one place from the start where the server tells the size. */
async function bytesOf(
  body: AsyncIterable<Buffer>,
  length: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const announced = Number(length ?? 0);
  if (announced > maxBytes) throw new Refused(`is larger than ${maxBytes} bytes`);
  const whole = Buffer.allocUnsafe(Number.isSafeInteger(announced) ? announced : 0);
  const further: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Refused(`is larger than ${maxBytes} bytes`);
    if (size <= whole.length) chunk.copy(whole, size - chunk.length);
    else further.push(chunk);
  }
  return further.length === 0 ? whole.subarray(0, size) : Buffer.concat([whole, ...further]);
}
