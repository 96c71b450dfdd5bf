import { findEntryOf } from "../access-control";
import { readAddresses } from "../access-list-validation";
import { normalizeCidr } from "../addresses";
import { param, REL_NAMESPACE, selfLink, type RoutedRequest, type Context, type Route } from "../context";
import type { AccessListEntry } from "../entities";
import { serviceError } from "../errors";
import { formatTimestamp } from "../ids";
import { buildListBody, readPage } from "../paging";
import { findOrg, requireAccessListReader, requireAccessListWriter } from "../permissions";
import { empty, list, one, type Reply } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const COLLECTION = "/orgs/{orgId}/apiKeys/{apiKeyId}/accessList";
const ITEM = `${COLLECTION}/{entry}`;

/**
 * `/orgs/{orgId}/apiKeys/{apiKeyId}/accessList` (Ops Manager documentation, "Organization API Key Access Lists"). The entry
 * of a single address is found by the address and by its `/32`.
 */
export function accessListRoutes(context: Context): Route[] {
  const { accessList, apiKeys } = context.store.tables;
  const { settings } = context;

  const keyUrl = (request: RoutedRequest): string =>
    `${context.apiUrl()}/orgs/${param(request, "orgId")}/apiKeys/${param(request, "apiKeyId")}`;

  const authorize = (request: RoutedRequest, requireRole: typeof requireAccessListReader): string => {
    const orgId = findOrg(context, request);
    const apiKeyId = param(request, "apiKeyId");
    requireRole(request, orgId, apiKeyId);
    if (apiKeys.get(GLOBAL_SCOPE, apiKeyId)?.orgId !== orgId)
      throw serviceError("API_KEY_NOT_FOUND", apiKeyId);
    return apiKeyId;
  };

  const find = (request: RoutedRequest, apiKeyId: string): AccessListEntry => {
    const name = param(request, "entry");
    const cidr = normalizeCidr(name);
    const entry = cidr === undefined ? undefined : accessList.get(apiKeyId, cidr);
    if (entry === undefined) throw serviceError("API_KEY_ACCESS_LIST_NOT_FOUND", name);
    return entry;
  };

  /** The entry that the request itself counts for, if the list is that of its key. */
  const findOwn = (request: RoutedRequest, apiKeyId: string): AccessListEntry | undefined =>
    request.key.id === apiKeyId ? findEntryOf(request.address, accessList.rows(apiKeyId)) : undefined;

  // The last use is recorded only when the access list is read.
  const markUsed = (request: RoutedRequest, apiKeyId: string, read: readonly AccessListEntry[]): void => {
    const own = findOwn(request, apiKeyId);
    if (own === undefined || !read.includes(own)) return;
    own.lastUsed = formatTimestamp(context.now());
    own.lastUsedAddress = request.address;
  };

  const view = (entry: AccessListEntry, links: object[]): object => {
    const { apiKeyId: _, ...fields } = entry;
    return { ...fields, links };
  };

  const entryUrl = (request: RoutedRequest, entry: AccessListEntry): string =>
    `${keyUrl(request)}/accessList/${encodeURIComponent(entry.ipAddress ?? entry.cidrBlock)}`;

  const listAll = (request: RoutedRequest, apiKeyId: string, status: number): Reply => {
    const show = (entry: AccessListEntry): object => view(entry, [selfLink(entryUrl(request, entry))]);
    const url = `${keyUrl(request)}/accessList`;
    return list(buildListBody(accessList.rows(apiKeyId), show, url, request.query), status);
  };

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(request) {
        const apiKeyId = authorize(request, requireAccessListReader);
        markUsed(request, apiKeyId, accessList.rows(apiKeyId));
        return listAll(request, apiKeyId, 200);
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(request) {
        const apiKeyId = authorize(request, requireAccessListReader);
        readPage(request.query);
        const entry = find(request, apiKeyId);
        markUsed(request, apiKeyId, [entry]);
        const links = [
          selfLink(entryUrl(request, entry)),
          { href: keyUrl(request), rel: `${REL_NAMESPACE}/apiKeys` },
        ];
        return one(view(entry, links));
      },
    },
    {
      method: "POST",
      path: COLLECTION,
      body: "json",
      handle(request) {
        const apiKeyId = authorize(request, requireAccessListWriter);
        readPage(request.query);
        const addresses = readAddresses(request.body);
        // Checked first, so that a refused request adds nothing.
        for (const { cidrBlock } of addresses)
          if (accessList.get(apiKeyId, cidrBlock) !== undefined)
            throw serviceError("ADDRESS_ALREADY_IN_ACCESS_LIST", cidrBlock);
        const created = formatTimestamp(context.now());
        for (const address of addresses) accessList.set({ apiKeyId, ...address, count: 0, created });
        return listAll(request, apiKeyId, settings.createdStatus);
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(request) {
        const apiKeyId = authorize(request, requireAccessListWriter);
        const entry = find(request, apiKeyId);
        const others = accessList.rows(apiKeyId).filter((row) => row !== entry);
        // Another block may still contain the address.
        if (findOwn(request, apiKeyId) === entry && findEntryOf(request.address, others) === undefined)
          throw serviceError("CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST", request.address);
        accessList.delete(apiKeyId, entry.cidrBlock);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
