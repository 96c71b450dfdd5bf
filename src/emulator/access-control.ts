import { contains } from "./addresses";
import type { AccessListEntry, ApiKey } from "./entities";
import { addHeaders, serviceError } from "./errors";
import type { Settings } from "./settings";
import type { Store } from "./store";

/** Creates a lookup of API keys by their public key. */
export function createKeyLookup(store: Store): (publicKey: string) => ApiKey | undefined {
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

/** Finds the entry that a request from an address counts for: the smallest block that contains it. */
export function findEntryOf(
  address: string,
  entries: readonly AccessListEntry[],
): AccessListEntry | undefined {
  const prefix = ({ cidrBlock }: AccessListEntry): number => Number(cidrBlock.split("/")[1]);
  return entries
    .filter(({ cidrBlock }) => contains(cidrBlock, address))
    .reduce<AccessListEntry | undefined>(
      (best, entry) => (best === undefined || prefix(entry) > prefix(best) ? entry : best),
      undefined,
    );
}

/**
 * Creates a check that refuses addresses outside the access list of a key, and counts the others in their entry. A key
 * with an empty access list is accepted from every address.
 */
export function createAccessListCheck(store: Store): (key: ApiKey, address: string) => void {
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
      entry = findEntryOf(address, rows) ?? (rows.length === 0 ? "open" : "closed");
      known.set(cacheKey, entry);
    }
    if (entry === "closed") throw serviceError("IP_ADDRESS_NOT_ON_ACCESS_LIST", address);
    if (entry !== "open") entry.count += 1;
  };
}

/** Creates a check that counts the requests of each key in fixed windows and refuses those above the limit. */
export function createRateLimit(settings: Readonly<Settings>, now: () => number): (keyId: string) => void {
  const windows = new Map<string, { start: number; used: number }>();
  return (keyId) => {
    if (settings.rateLimit === null) return;
    const { requests, minutes } = settings.rateLimit;
    const length = minutes * 60_000;
    const start = Math.floor(now() / length) * length;
    const window = windows.get(keyId);
    const used = window?.start === start ? window.used + 1 : 1;
    windows.set(keyId, { start, used });
    if (used <= requests) return;
    const wait = Math.max(1, Math.ceil((start + length - now()) / 1000));
    const error = serviceError("RATE_LIMITED", String(requests), String(minutes));
    throw addHeaders(error, { "Retry-After": String(wait) });
  };
}
