/** undici, as little of it as is needed. */

import type { Agent, EnvHttpProxyAgent, Pool } from "undici";

export interface UndiciParts {
  readonly Agent: typeof Agent;
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent;
  readonly Pool: typeof Pool;
}

/**
 * Loads the parts by themselves: the whole, with fetch, WebSocket and caches, takes three times as long, at every start
 * of a provider process. A release of undici that is built otherwise is loaded as a whole.
 */
export function undici(): UndiciParts {
  try {
    return {
      Agent: require("undici/lib/dispatcher/agent.js") as typeof Agent,
      EnvHttpProxyAgent: require("undici/lib/dispatcher/env-http-proxy-agent.js") as typeof EnvHttpProxyAgent,
      Pool: require("undici/lib/dispatcher/pool.js") as typeof Pool,
    };
  } catch {
    return require("undici") as UndiciParts;
  }
}
