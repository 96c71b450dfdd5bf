/** `/orgs/{org_id}/apiKeys/{api_key_id}/accessList`: the addresses from which an organization API key may be used. */

import { isIP, isIPv4, SocketAddress } from "node:net";
import { ACCESS_LIST_ENTRY } from "../fields/access-list-entry";
import type { AccessListEntry } from "../types/access-list-entry";
import type { ApiClient } from "../http/api-client";
import { provesNoKey } from "./api-keys";
import { collectionOf } from "./collection";
import { path } from "./common";
import { pageSchema } from "./schema";

export type * from "../types/access-list-entry";

/**
 * Returns one spelling for all of an address or a block: an address without `/32` (IPv6: `/128`), IPv6 in short form (RFC 5952). The
 * service keeps the host bits of a block, so that they stay. `undefined` for any other text.
 */
export function canonicalEntry(text: string): string | undefined {
  // Without a zone, as in fe80::1%eth0, which means something on one machine only.
  const [, given = "", prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const [family, bits] = isIPv4(given) ? (["ipv4", 32] as const) : (["ipv6", 128] as const);
  const length = Number(prefix ?? bits);
  if (isIP(given) === 0 || length > bits) return undefined;
  const { address } = new SocketAddress({ address: given, family });
  return length === bits ? address : `${address}/${length}`;
}

/** The canonical address or block of an entry that the service returns. */
export function entryOf({ ipAddress, cidrBlock = "" }: AccessListEntry): string {
  const text = ipAddress ?? cidrBlock;
  return canonicalEntry(text) ?? text;
}

const entries = collectionOf<AccessListEntry>(ACCESS_LIST_ENTRY);
const pageOfEntries = pageSchema<AccessListEntry>(ACCESS_LIST_ENTRY);

const listPath = (orgId: string, apiKeyId: string): string =>
  path`/orgs/${orgId}/apiKeys/${apiKeyId}/accessList`;
const entriesOf = (orgId: string, apiKeyId: string) => entries(listPath(orgId, apiKeyId));

/** Query parameters of a single entry. */
export interface AccessListEntryQuery {
  readonly pageNum?: number | undefined;
  readonly itemsPerPage?: number | undefined;
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList` */
export async function listAccessList(api: ApiClient, orgId: string, apiKeyId: string) {
  return entriesOf(orgId, apiKeyId).list(api);
}

export function accessListPages(api: ApiClient, orgId: string, apiKeyId: string) {
  return entriesOf(orgId, apiKeyId).pages(api);
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList/{access_list_entry}`; `undefined` when it does not exist. */
export async function getAccessListEntry(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
  { pageNum, itemsPerPage }: AccessListEntryQuery = {},
): Promise<AccessListEntry | undefined> {
  return entriesOf(orgId, apiKeyId).find(api, entry, {
    absent: provesNoKey,
    single: { pageNum, itemsPerPage },
    isIt: (each) => entryOf(each) === (canonicalEntry(entry) ?? entry),
  });
}

/**
 * `POST /orgs/{org_id}/apiKeys/{api_key_id}/accessList`: adds an entry. The service returns the first page of the list, which may lack
 * the entry; it is then read.
 */
export async function addAccessListEntry(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
): Promise<AccessListEntry> {
  const canonical = canonicalEntry(entry) ?? entry;
  const added = canonical.includes("/") ? { cidrBlock: canonical } : { ipAddress: canonical };
  const request = { method: "POST", path: listPath(orgId, apiKeyId), json: [added] } as const;
  const { results } = await api.request({ ...request, schema: pageOfEntries });
  const found = results.find((each) => entryOf(each) === canonical);
  if (found !== undefined) return found;
  let isMissing = false;
  // A read that fails for another reason leaves only its counters unknown.
  const live = await entriesOf(orgId, apiKeyId).find(api, canonical, {
    absent(error) {
      isMissing = provesNoKey(error);
      return true;
    },
  });
  if (isMissing)
    throw new Error(
      `The response to the addition of ${canonical} is not an error, but the access list does not have it: look there for what was added in its place.`,
    );
  return live ?? added;
}

/** `DELETE /orgs/{org_id}/apiKeys/{api_key_id}/accessList/{access_list_entry}`. @returns whether the response shows that it is gone */
export async function deleteAccessListEntry(api: ApiClient, orgId: string, apiKeyId: string, entry: string) {
  return entriesOf(orgId, apiKeyId).delete(api, entry);
}
