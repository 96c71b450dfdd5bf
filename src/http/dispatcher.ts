/** Creates undici's connection pools, with TLS and proxies. */

import { isIP } from "node:net";
import type * as Undici from "undici";
import type { buildConnector, Dispatcher } from "undici";
import { ConfigError } from "../errors";
import type { TlsOptions } from "./tls";

export interface DispatcherOptions {
  readonly tls: TlsOptions;
  /** The source of HTTPS_PROXY, HTTP_PROXY and NO_PROXY; lower-case names win. */
  readonly env: NodeJS.ProcessEnv;
  readonly maxConnections: number;
  /** A larger response fails with {@link TOO_LARGE}. */
  readonly maxResponseBytes: number;
}

export const CONNECT_TIMEOUT_MS = 10_000;

/** The code of undici's error for a response that is too large. */
export const TOO_LARGE = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

/** Thrown for a failure of the proxy itself, not of the server behind it; the message is the origin of the proxy. */
export class ProxyError extends Error {}

/**
 * Creates a pool for requests to one origin.
 * @throws ConfigError for a proxy that is not a URL
 */
export function createDispatcher(
  origin: string,
  { tls, env, maxConnections, maxResponseBytes }: DispatcherOptions,
): Dispatcher {
  // undici takes 100 ms to load, and a run without changes sends nothing.
  const { EnvHttpProxyAgent, Pool } = require("undici") as typeof Undici;
  const pool = {
    connections: maxConnections,
    maxResponseSize: maxResponseBytes,
    connect: { ...tls, timeout: CONNECT_TIMEOUT_MS },
  };
  const variable = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const httpProxy = variable("HTTP_PROXY");
  const httpsProxy = variable("HTTPS_PROXY");
  if (httpProxy === undefined && httpsProxy === undefined) return new Pool(origin, pool);
  // The client certificate is for the service only.
  const { cert: _, key: __, ...proxyTls } = tls;
  try {
    // Behind a proxy undici applies `requestTls` to the service, not `connect`.
    return new EnvHttpProxyAgent({
      ...pool,
      requestTls: tls,
      proxyTls: { ...proxyTls, timeout: CONNECT_TIMEOUT_MS },
      clientFactory: (proxied, options) =>
        new Pool(proxied, { connect: nameProxyInErrors((options as { connect: Connector }).connect) }),
      noProxy: variable("NO_PROXY") ?? "",
      ...(httpProxy !== undefined && { httpProxy }),
      ...(httpsProxy !== undefined && { httpsProxy }),
    });
  } catch {
    throw new ConfigError("HTTPS_PROXY or HTTP_PROXY is not a URL of the form http://host:port.");
  }
}

type Connector = buildConnector.connector;

function nameProxyInErrors(connect: Connector): Connector {
  return ({ servername, ...options }, callback) =>
    // Node.js warns of an IP address as the server name of TLS.
    connect(
      { ...options, ...(servername !== undefined && isIP(servername) === 0 && { servername }) },
      (...result) => {
        const [error] = result;
        if (error === null) callback(...result);
        else
          callback(
            new ProxyError(`${options.protocol}//${options.host ?? options.hostname}`, { cause: error }),
            null,
          );
      },
    );
}
