/** What lives as long as a connection of this process. */

import type { ApiClient } from "../http/api-client";

/** Gives the one value of a connection and key, made at first use. */
export function perConnection<T>(
  make: (api: ApiClient, key: string) => T,
): (api: ApiClient, key: string) => T {
  const values = new WeakMap<ApiClient, Map<string, T>>();
  return (api, key) => {
    const ofApi = values.get(api) ?? new Map<string, T>();
    values.set(api, ofApi);
    const value = ofApi.get(key) ?? make(api, key);
    ofApi.set(key, value);
    return value;
  };
}
