/** undici, as little of it as is needed. */

import type * as Undici from "undici";

/** All of undici. Its dispatchers get `request`, `connect` and the like only when it is loaded as a whole. */
export function undici(): typeof Undici {
  return require("undici") as typeof Undici;
}

/**
 * The pools by themselves, for `dispatch` and direct connections: the whole, with fetch, WebSocket and caches, takes three
 * times as long to load, at every start of a provider process. A release that is built otherwise is loaded as a whole.
 */
export function undiciPool(): typeof Undici.Pool {
  try {
    return require("undici/lib/dispatcher/pool.js") as typeof Undici.Pool;
  } catch {
    return undici().Pool;
  }
}
