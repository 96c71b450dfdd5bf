/** `/orgs/{org_id}/apiKeys/{api_key_id}/accessList`: the addresses from which an organization API key may be used. */

import { isApiError } from "../errors";
import type { Fields, Link } from "../fields/table";
import { LINKS } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import { orUndefined, path, provesAbsence } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { pageSchema, responseSchema } from "./schema";

/**
 * An address or a range from which an API key may be used.
 * @see [API key access lists](https://www.mongodb.com/docs/ops-manager/current/reference/api/org-api-key-access-lists/)
 */
export interface AccessListEntry {
  /** The range in CIDR notation. A single address has `/32` (IPv6: `/128`). */
  cidrBlock?: string | undefined;
  /** The address; absent for a range. */
  ipAddress?: string | undefined;
  /** The number of requests from this address or range. */
  count?: number | undefined;
  /** When the entry was added, ISO 8601 in UTC. */
  created?: string | undefined;
  /** When the last request from this address or range arrived, ISO 8601 in UTC; absent before the first request. */
  lastUsed?: string | undefined;
  /** The address of the last request; absent before the first request. */
  lastUsedAddress?: string | undefined;
  /** Links to the entry and the API key. */
  links?: Link[] | undefined;
}

export const ACCESS_LIST_ENTRY = {
  cidrBlock: { type: "string" },
  ipAddress: { type: "string" },
  count: { type: "number", readOnly: true },
  created: { type: "string", readOnly: true },
  lastUsed: { type: "string", readOnly: true },
  lastUsedAddress: { type: "string", readOnly: true },
  links: LINKS,
} as const satisfies Fields;

const oneEntry = responseSchema<AccessListEntry>(ACCESS_LIST_ENTRY);
const pageOfEntries = pageSchema<AccessListEntry>(ACCESS_LIST_ENTRY);

/** Query parameters of a single entry. */
export interface AccessListEntryQuery {
  readonly pageNum?: number | undefined;
  readonly itemsPerPage?: number | undefined;
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList` */
export async function listAccessList(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
): Promise<AccessListEntry[]> {
  return collect(accessListPages(api, orgId, apiKeyId));
}

export function accessListPages(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
): AsyncIterable<Page<AccessListEntry>> {
  return pages(api, { path: path`/orgs/${orgId}/apiKeys/${apiKeyId}/accessList` }, pageOfEntries);
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList/{access_list_entry}`; `undefined` when it does not exist. */
export async function getAccessListEntry(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
  { pageNum, itemsPerPage }: AccessListEntryQuery = {},
): Promise<AccessListEntry | undefined> {
  return orUndefined(
    api.request({
      method: "GET",
      path: path`/orgs/${orgId}/apiKeys/${apiKeyId}/accessList/${entry}`,
      query: { pageNum, itemsPerPage },
      schema: oneEntry,
    }),
    // For a deleted key the service returns a 400.
    (error) => provesAbsence(error) || (isApiError(error) && error.errorCode === "API_KEY_NOT_FOUND"),
  );
}
