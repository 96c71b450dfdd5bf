/** undici's connection pool, with TLS and proxies as the connection wants them. */

import { isIP } from "node:net";
import type { buildConnector, Dispatcher } from "undici";
import { ConfigError } from "../errors";
import type { TlsOptions } from "./tls";
import { undici, undiciPool } from "./undici";

export interface PoolOptions {
  readonly tls: TlsOptions;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case of letters; lower case wins. */
  readonly env: NodeJS.ProcessEnv;
  readonly maxConnections: number;
}

export const CONNECT_TIMEOUT_MS = 10_000;

/** What kept from the proxy itself, and not from the server behind it; the message is the origin of the proxy. */
export class ProxyUnreached extends Error {}

/**
 * For `dispatch` to one origin alone. undici is loaded here, with the first request.
 * @throws ConfigError for a proxy that is no URL
 */
export function createDispatcher(origin: string, { tls, env, maxConnections }: PoolOptions): Dispatcher {
  const pool = {
    connections: maxConnections,
    pipelining: 1,
    connect: { ...tls, timeout: CONNECT_TIMEOUT_MS },
  };
  const { httpProxy, httpsProxy, noProxy } = proxiesOf(env);
  if (httpProxy === undefined && httpsProxy === undefined) {
    const Pool = undiciPool();
    return new Pool(origin, pool);
  }
  const { EnvHttpProxyAgent, Pool } = undici();
  // The proxy is trusted by the same CAs, but the client certificate is for the service alone.
  const { cert: _, key: __, ...proxyTls } = tls;
  try {
    // Behind a proxy `connect` is not applied to the target, `requestTls` is.
    return new EnvHttpProxyAgent({
      ...pool,
      requestTls: tls,
      proxyTls: { ...proxyTls, timeout: CONNECT_TIMEOUT_MS },
      clientFactory: (proxied, options) =>
        new Pool(proxied, { connect: namingProxy((options as { connect: Connector }).connect) }),
      noProxy,
      ...(httpProxy !== undefined && { httpProxy }),
      ...(httpsProxy !== undefined && { httpsProxy }),
    });
  } catch {
    throw new ConfigError("HTTPS_PROXY or HTTP_PROXY is not a URL of the form http://host:port.");
  }
}

type Connector = buildConnector.connector;

function namingProxy(connect: Connector): Connector {
  return ({ servername, ...options }, callback) =>
    // An address is no server name of TLS; Node.js warns of one.
    connect(
      { ...options, ...(servername !== undefined && isIP(servername) === 0 && { servername }) },
      (...result) => {
        const [error] = result;
        if (error === null) callback(...result);
        else
          callback(
            new ProxyUnreached(`${options.protocol}//${options.host ?? options.hostname}`, { cause: error }),
            null,
          );
      },
    );
}

function proxiesOf(env: NodeJS.ProcessEnv): {
  httpProxy: string | undefined;
  httpsProxy: string | undefined;
  noProxy: string;
} {
  const variable = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  return {
    httpProxy: variable("HTTP_PROXY"),
    httpsProxy: variable("HTTPS_PROXY"),
    noProxy: variable("NO_PROXY") ?? "",
  };
}
