import { randomInt, randomUUID } from "node:crypto";
import { readKeyChange, readNewKey, readProjectRoles, type NewKey } from "../api-key-validation";
import { param, selfLink, type RoutedRequest, type Context, type Route } from "../context";
import type { ApiKey, RoleGrant } from "../entities";
import { serviceError } from "../errors";
import { newId } from "../ids";
import { reverseLists } from "../json";
import { buildListBody, readPage } from "../paging";
import {
  requireOrgOwner,
  requireOrgReader,
  requireProjectRole,
  requireReadableProject,
} from "../permissions";
import { empty, list, one, type Reply } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const OF_ORG = "/orgs/{orgId}/apiKeys";
const OF_PROJECT = "/groups/{projectId}/apiKeys";
const MOST_KEYS = 500;

/** `/orgs/{orgId}/apiKeys` and `/groups/{projectId}/apiKeys` (Ops Manager documentation, "Programmatic API Keys"). */
export function apiKeyRoutes(context: Context): Route[] {
  return [...orgRoutes(context), ...projectRoutes(context)];
}

function orgRoutes(context: Context): Route[] {
  const { accessList, apiKeys } = context.store.tables;
  const { settings } = context;

  const find = (request: RoutedRequest, orgId: string): ApiKey => {
    const id = param(request, "apiKeyId");
    const key = apiKeys.get(GLOBAL_SCOPE, id);
    if (key?.orgId !== orgId) throw serviceError("API_KEY_NOT_FOUND", id);
    return key;
  };

  return [
    {
      method: "GET",
      path: OF_ORG,
      handle(request) {
        const orgId = requireOrgReader(context, request);
        return listKeys(context, request, `/orgs/${orgId}/apiKeys`, (key) => key.orgId === orgId);
      },
    },
    {
      method: "GET",
      path: `${OF_ORG}/{apiKeyId}`,
      handle: (request) => one(maskedView(context, find(request, requireOrgReader(context, request)))),
    },
    {
      method: "POST",
      path: OF_ORG,
      body: "json",
      handle(request) {
        const orgId = requireOrgOwner(context, request);
        const given = readNewKey(request.body, "org");
        return create(context, orgId, given, grants(given.roleNames, { orgId }));
      },
    },
    {
      method: "PATCH",
      path: `${OF_ORG}/{apiKeyId}`,
      body: "json",
      handle(request) {
        const orgId = requireOrgOwner(context, request);
        const key = find(request, orgId);
        const { desc = key.desc, roleNames } = readKeyChange(request.body);
        const others = key.roles.filter((role) => role.orgId !== orgId);
        // That roles in projects are kept is a guess.
        const roles = roleNames === undefined ? key.roles : [...grants(roleNames, { orgId }), ...others];
        const changed = { ...key, desc, roles };
        apiKeys.set(changed);
        return one(maskedView(context, changed));
      },
    },
    {
      method: "DELETE",
      path: `${OF_ORG}/{apiKeyId}`,
      handle(request) {
        const { id } = find(request, requireOrgOwner(context, request));
        apiKeys.delete(GLOBAL_SCOPE, id);
        accessList.clear(id);
        return empty(settings.deletedStatus);
      },
    },
  ];
}

function projectRoutes(context: Context): Route[] {
  const { apiKeys } = context.store.tables;
  const { settings } = context;

  const authorizeWrite = (request: RoutedRequest): { id: string; orgId: string } =>
    requireProjectRole(context, request, "GROUP_OWNER", "GROUP_USER_ADMIN");

  const hasRoles = (key: ApiKey, groupId: string): boolean =>
    key.roles.some((role) => role.groupId === groupId);

  /** Replaces the roles of a key in a project. */
  const assign = (key: ApiKey, groupId: string, roleNames: readonly string[]): ApiKey => {
    const others = key.roles.filter((role) => role.groupId !== groupId);
    const assigned = { ...key, roles: [...others, ...grants(roleNames, { groupId })] };
    apiKeys.set(assigned);
    return assigned;
  };

  const find = (request: RoutedRequest, orgId: string): ApiKey => {
    const id = param(request, "apiKeyId");
    const key = apiKeys.get(GLOBAL_SCOPE, id);
    if (key === undefined) throw serviceError("API_KEY_NOT_FOUND", id);
    if (key.orgId !== orgId) throw serviceError("API_KEY_CAN_ONLY_BELONG_TO_ONE_ORG", id);
    return key;
  };

  return [
    {
      method: "GET",
      path: OF_PROJECT,
      handle(request) {
        const { id } = requireReadableProject(context, request);
        return listKeys(context, request, `/groups/${id}/apiKeys`, (key) => hasRoles(key, id));
      },
    },
    {
      method: "POST",
      path: OF_PROJECT,
      body: "json",
      handle(request) {
        const { id: groupId, orgId } = authorizeWrite(request);
        const given = readNewKey(request.body, "group");
        // That the key is a member of the organization is in a sample.
        const member = grants(["ORG_MEMBER"], { orgId });
        return create(context, orgId, given, [...member, ...grants(given.roleNames, { groupId })]);
      },
    },
    {
      method: "PATCH",
      path: `${OF_PROJECT}/{apiKeyId}`,
      body: "json",
      handle(request) {
        const { id, orgId } = authorizeWrite(request);
        const key = find(request, orgId);
        return one(maskedView(context, assign(key, id, readProjectRoles(request.body))));
      },
    },
    {
      // Documented for MongoDB Atlas only.
      method: "POST",
      path: `${OF_PROJECT}/{apiKeyId}`,
      body: "json",
      handle(request) {
        const { id, orgId } = authorizeWrite(request);
        const key = find(request, orgId);
        if (!Array.isArray(request.body)) throw serviceError("INVALID_JSON");
        const given = request.body.flatMap((each, index) => readProjectRoles(each, `[${index}]`));
        if (given.length === 0) throw serviceError("MISSING_API_KEY_ROLES");
        assign(key, id, [...new Set(given)]);
        return empty(204);
      },
    },
    {
      method: "DELETE",
      path: `${OF_PROJECT}/{apiKeyId}`,
      handle(request) {
        const { id, orgId } = authorizeWrite(request);
        const key = find(request, orgId);
        // The error is a guess.
        if (!hasRoles(key, id)) throw serviceError("API_KEY_NOT_FOUND", key.id);
        assign(key, id, []);
        return empty(settings.deletedStatus);
      },
    },
  ];
}

function grants(roleNames: readonly string[], place: Omit<RoleGrant, "roleName">): RoleGrant[] {
  return roleNames.map((roleName) => ({ ...place, roleName }));
}

function listKeys(
  context: Context,
  request: RoutedRequest,
  path: string,
  isListed: (key: ApiKey) => boolean,
): Reply {
  readPage(request.query);
  const rows = context.store.tables.apiKeys.rows(GLOBAL_SCOPE).filter(isListed);
  return list(buildListBody(rows, (key) => maskedView(context, key), context.apiUrl() + path, request.query));
}

/** Creates a key; only this response has the private key. */
function create(context: Context, orgId: string, { desc }: NewKey, roles: RoleGrant[]): Reply {
  const { apiKeys } = context.store.tables;
  const all = apiKeys.rows(GLOBAL_SCOPE);
  if (all.filter((key) => key.orgId === orgId).length >= MOST_KEYS)
    throw serviceError("MAX_API_KEYS_PER_ORG_EXCEEDED", String(MOST_KEYS));
  let publicKey: string;
  do publicKey = Array.from({ length: 8 }, () => String.fromCodePoint(randomInt(97, 123))).join("");
  while (all.some((key) => key.publicKey === publicKey));
  const key: ApiKey = { id: newId(context.now()), orgId, desc, publicKey, privateKey: randomUUID(), roles };
  apiKeys.set(key);
  return one(view(context, key), context.settings.createdStatus);
}

// The order of the roles is not that of the request.
function view(context: Context, key: ApiKey): object {
  const { id, orgId, desc, publicKey, privateKey, roles } = key;
  const links = [selfLink(`${context.apiUrl()}/orgs/${orgId}/apiKeys/${id}`)];
  return { id, desc, publicKey, privateKey, roles: reverseLists(roles), links };
}

function maskedView(context: Context, key: ApiKey): object {
  return view(context, { ...key, privateKey: `********-****-****-${key.privateKey.slice(-12)}` });
}
