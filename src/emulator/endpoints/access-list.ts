import { normalizeCidr } from "../addresses";
import { param, REL_NAMESPACE, selfLink, type Call, type Context, type Route } from "../context";
import type { AccessListEntry } from "../entities";
import { serviceError } from "../errors";
import { isId, formatTimestamp } from "../ids";
import { buildListBody, readPage } from "../paging";
import { requireAccessListReader } from "../permissions";
import { list, one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

/**
 * `GET /orgs/{orgId}/apiKeys/{apiKeyId}/accessList` and `.../accessList/{entry}`. The entry of a single address is found by
 * the address and by its `/32`.
 */
export function accessListRoutes(context: Context): Route[] {
  const { accessList, apiKeys, orgs } = context.store.tables;

  const keyUrl = (call: Call): string =>
    `${context.apiUrl()}/orgs/${param(call, "orgId")}/apiKeys/${param(call, "apiKeyId")}`;

  const authorize = (call: Call): string => {
    const orgId = param(call, "orgId");
    const apiKeyId = param(call, "apiKeyId");
    if (!isId(orgId)) throw serviceError("INVALID_ORG_ID", orgId);
    if (orgs.get(GLOBAL_SCOPE, orgId) === undefined) throw serviceError("ORG_NOT_FOUND", orgId);
    requireAccessListReader(call, orgId, apiKeyId);
    if (apiKeys.get(GLOBAL_SCOPE, apiKeyId)?.orgId !== orgId)
      throw serviceError("API_KEY_NOT_FOUND", apiKeyId);
    return apiKeyId;
  };

  const view = (entry: AccessListEntry, links: object[]): object => {
    const { apiKeyId: _, ...fields } = entry;
    return { ...fields, links };
  };

  const entryUrl = (call: Call, entry: AccessListEntry): string =>
    `${keyUrl(call)}/accessList/${encodeURIComponent(entry.ipAddress ?? entry.cidrBlock)}`;

  return [
    {
      method: "GET",
      path: "/orgs/{orgId}/apiKeys/{apiKeyId}/accessList",
      handle(call) {
        const apiKeyId = authorize(call);
        const rows = accessList.rows(apiKeyId);
        markUsed(rows, call, context.now());
        const url = `${keyUrl(call)}/accessList`;
        return list(
          buildListBody(rows, (entry) => view(entry, [selfLink(entryUrl(call, entry))]), url, call.query),
        );
      },
    },
    {
      method: "GET",
      path: "/orgs/{orgId}/apiKeys/{apiKeyId}/accessList/{entry}",
      handle(call) {
        const apiKeyId = authorize(call);
        readPage(call.query);
        const name = param(call, "entry");
        const cidr = normalizeCidr(name);
        const entry = cidr === undefined ? undefined : accessList.get(apiKeyId, cidr);
        if (entry === undefined) throw serviceError("API_KEY_ACCESS_LIST_NOT_FOUND", name);
        markUsed([entry], call, context.now());
        const links = [
          selfLink(entryUrl(call, entry)),
          { href: keyUrl(call), rel: `${REL_NAMESPACE}/apiKeys` },
        ];
        return one(view(entry, links));
      },
    },
  ];
}

// The last use is recorded only when the access list is read.
function markUsed(entries: readonly AccessListEntry[], call: Call, now: number): void {
  for (const entry of entries) {
    if (entry.apiKeyId !== call.key.id || entry.ipAddress !== call.address) continue;
    entry.lastUsed = formatTimestamp(now);
    entry.lastUsedAddress = call.address;
  }
}
