/** `/orgs/{org_id}/apiKeys/{api_key_id}/accessList`: where an organization API key may be used (specification 2.1, 4.1). */

import { z } from "zod";
import { isApiError } from "../errors";
import type { ApiClient, CallOptions } from "../http/api-client";
import type { Link } from "./common";
import { orUndefined, path, provesAbsence } from "./common";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { answered, link, maybe, pageOf } from "./schema";

export interface AccessListEntry {
  /** The range in CIDR notation; for a single address that address and `/32`. */
  cidrBlock?: string | undefined;
  /** The address; absent for a range. */
  ipAddress?: string | undefined;
  /** How many requests came from there. */
  count?: number | undefined;
  /** When the entry was added, ISO 8601 in UTC. */
  created?: string | undefined;
  /** When the last request came, ISO 8601 in UTC; absent if none did. */
  lastUsed?: string | undefined;
  /** Where the last request came from; absent if none did. */
  lastUsedAddress?: string | undefined;
  links?: Link[] | undefined;
}

const accessListEntry: z.ZodType<AccessListEntry> = z.looseObject({
  cidrBlock: maybe(z.string()),
  ipAddress: maybe(z.string()),
  count: maybe(z.number()),
  created: maybe(z.string()),
  lastUsed: maybe(z.string()),
  lastUsedAddress: maybe(z.string()),
  links: maybe(z.array(link)),
});

const oneEntry = answered(accessListEntry);
const pageOfEntries = pageOf(accessListEntry);

/** Query parameters of {@link getAccessListEntry}. */
export interface AccessListEntryQuery {
  readonly pageNum?: number | undefined;
  readonly itemsPerPage?: number | undefined;
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList` */
export async function listAccessList(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  options: CallOptions = {},
): Promise<AccessListEntry[]> {
  return collect(accessListPages(api, orgId, apiKeyId, options));
}

export function accessListPages(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  options: CallOptions = {},
): AsyncIterable<Page<AccessListEntry>> {
  return pages(api, { path: path`/orgs/${orgId}/apiKeys/${apiKeyId}/accessList`, ...options }, pageOfEntries);
}

/** `GET /orgs/{org_id}/apiKeys/{api_key_id}/accessList/{access_list_entry}`; `undefined` when it does not exist. */
export async function getAccessListEntry(
  api: ApiClient,
  orgId: string,
  apiKeyId: string,
  entry: string,
  { pageNum, itemsPerPage, ...options }: AccessListEntryQuery & CallOptions = {},
): Promise<AccessListEntry | undefined> {
  return orUndefined(
    api.request({
      method: "GET",
      path: path`/orgs/${orgId}/apiKeys/${apiKeyId}/accessList/${entry}`,
      query: { pageNum, itemsPerPage },
      schema: oneEntry,
      ...options,
    }),
    // A key that is gone is a 400 (Ops Manager documentation, "Error codes").
    (error) => provesAbsence(error) || (isApiError(error) && error.errorCode === "API_KEY_NOT_FOUND"),
  );
}
