import { contains } from "./addresses";
import type { AccessListEntry, ApiKey } from "./entities";
import { serviceError } from "./errors";
import type { Store } from "./store";

/** Finds API keys by their public half. */
export function keyDirectory(store: Store): (publicKey: string) => ApiKey | undefined {
  const { apiKeys } = store.tables;
  let version = -1;
  let byPublicKey = new Map<string, ApiKey>();
  return (publicKey) => {
    if (version !== apiKeys.version) {
      version = apiKeys.version;
      byPublicKey = new Map(apiKeys.all().map((key) => [key.publicKey, key]));
    }
    return byPublicKey.get(publicKey);
  };
}

/**
 * Lets a key in from an address that its access list has, and counts the request there. A key without any entry may be
 * used from everywhere.
 */
export function accessListGuard(store: Store): (key: ApiKey, address: string) => void {
  const { accessList } = store.tables;
  let version = -1;
  let known = new Map<string, AccessListEntry | "open" | "closed">();
  return (key, address) => {
    if (version !== accessList.version) {
      version = accessList.version;
      known = new Map();
    }
    const cacheKey = `${key.id} ${address}`;
    let entry = known.get(cacheKey);
    if (entry === undefined) {
      const rows = accessList.rows(key.id);
      entry = rows.find((row) => contains(row.cidrBlock, address)) ?? (rows.length === 0 ? "open" : "closed");
      known.set(cacheKey, entry);
    }
    if (entry === "closed") throw serviceError("IP_ADDRESS_NOT_ON_ACCESS_LIST", address);
    if (entry !== "open") entry.count += 1;
  };
}
