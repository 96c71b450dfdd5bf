import { findEntryOf } from "../access-control";
import { readAddresses } from "../access-list-validation";
import { normalizeCidr } from "../addresses";
import { param, REL_NAMESPACE, selfLink, type Call, type Context, type Route } from "../context";
import type { AccessListEntry } from "../entities";
import { serviceError } from "../errors";
import { isId, formatTimestamp } from "../ids";
import { buildListBody, readPage } from "../paging";
import { requireAccessListReader, requireAccessListWriter } from "../permissions";
import { empty, list, one, type Reply } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const COLLECTION = "/orgs/{orgId}/apiKeys/{apiKeyId}/accessList";
const ITEM = `${COLLECTION}/{entry}`;

/**
 * `/orgs/{orgId}/apiKeys/{apiKeyId}/accessList` (Ops Manager documentation, "Organization API Key Access Lists"). The entry
 * of a single address is found by the address and by its `/32`.
 */
export function accessListRoutes(context: Context): Route[] {
  const { accessList, apiKeys, orgs } = context.store.tables;
  const { settings } = context;

  const keyUrl = (call: Call): string =>
    `${context.apiUrl()}/orgs/${param(call, "orgId")}/apiKeys/${param(call, "apiKeyId")}`;

  const authorize = (call: Call, requireRole: typeof requireAccessListReader): string => {
    const orgId = param(call, "orgId");
    const apiKeyId = param(call, "apiKeyId");
    if (!isId(orgId)) throw serviceError("INVALID_ORG_ID", orgId);
    if (orgs.get(GLOBAL_SCOPE, orgId) === undefined) throw serviceError("ORG_NOT_FOUND", orgId);
    requireRole(call, orgId, apiKeyId);
    if (apiKeys.get(GLOBAL_SCOPE, apiKeyId)?.orgId !== orgId)
      throw serviceError("API_KEY_NOT_FOUND", apiKeyId);
    return apiKeyId;
  };

  const find = (call: Call, apiKeyId: string): AccessListEntry => {
    const name = param(call, "entry");
    const cidr = normalizeCidr(name);
    const entry = cidr === undefined ? undefined : accessList.get(apiKeyId, cidr);
    if (entry === undefined) throw serviceError("API_KEY_ACCESS_LIST_NOT_FOUND", name);
    return entry;
  };

  /** The entry that the request itself counts for, if the list is that of its key. */
  const findOwn = (call: Call, apiKeyId: string): AccessListEntry | undefined =>
    call.key.id === apiKeyId ? findEntryOf(call.address, accessList.rows(apiKeyId)) : undefined;

  // The last use is recorded only when the access list is read.
  const markUsed = (call: Call, apiKeyId: string, read: readonly AccessListEntry[]): void => {
    const own = findOwn(call, apiKeyId);
    if (own === undefined || !read.includes(own)) return;
    own.lastUsed = formatTimestamp(context.now());
    own.lastUsedAddress = call.address;
  };

  const view = (entry: AccessListEntry, links: object[]): object => {
    const { apiKeyId: _, ...fields } = entry;
    return { ...fields, links };
  };

  const entryUrl = (call: Call, entry: AccessListEntry): string =>
    `${keyUrl(call)}/accessList/${encodeURIComponent(entry.ipAddress ?? entry.cidrBlock)}`;

  const listAll = (call: Call, apiKeyId: string, status: number): Reply => {
    const show = (entry: AccessListEntry): object => view(entry, [selfLink(entryUrl(call, entry))]);
    const url = `${keyUrl(call)}/accessList`;
    return list(buildListBody(accessList.rows(apiKeyId), show, url, call.query), status);
  };

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(call) {
        const apiKeyId = authorize(call, requireAccessListReader);
        markUsed(call, apiKeyId, accessList.rows(apiKeyId));
        return listAll(call, apiKeyId, 200);
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(call) {
        const apiKeyId = authorize(call, requireAccessListReader);
        readPage(call.query);
        const entry = find(call, apiKeyId);
        markUsed(call, apiKeyId, [entry]);
        const links = [
          selfLink(entryUrl(call, entry)),
          { href: keyUrl(call), rel: `${REL_NAMESPACE}/apiKeys` },
        ];
        return one(view(entry, links));
      },
    },
    {
      method: "POST",
      path: COLLECTION,
      body: "json",
      handle(call) {
        const apiKeyId = authorize(call, requireAccessListWriter);
        readPage(call.query);
        const addresses = readAddresses(call.body);
        // Checked first, so that a refused request adds nothing.
        for (const { cidrBlock } of addresses)
          if (accessList.get(apiKeyId, cidrBlock) !== undefined)
            throw serviceError("ADDRESS_ALREADY_IN_ACCESS_LIST", cidrBlock);
        const created = formatTimestamp(context.now());
        for (const address of addresses) accessList.set({ apiKeyId, ...address, count: 0, created });
        return listAll(call, apiKeyId, settings.createdStatus);
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(call) {
        const apiKeyId = authorize(call, requireAccessListWriter);
        const entry = find(call, apiKeyId);
        const others = accessList.rows(apiKeyId).filter((row) => row !== entry);
        // Another block may still contain the address.
        if (findOwn(call, apiKeyId) === entry && findEntryOf(call.address, others) === undefined)
          throw serviceError("CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST", call.address);
        accessList.delete(apiKeyId, entry.cidrBlock);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
