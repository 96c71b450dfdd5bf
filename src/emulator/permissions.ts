import { findProject, param, type RoutedRequest, type Context } from "./context";
import type { ApiKey, Project } from "./entities";
import { serviceError } from "./errors";
import { isId } from "./ids";
import { GLOBAL_SCOPE } from "./store";

/** Roles that may read everything. That GLOBAL_READ_ONLY includes the backup administration is a guess. */
const GLOBAL_READERS = ["GLOBAL_OWNER", "GLOBAL_READ_ONLY"];

/** Finds the project of the path. @throws ServiceError if the key may not read it */
export function requireReadableProject(context: Context, request: RoutedRequest): Project {
  const id = param(request, "projectId");
  const project = findProject(context, id);
  if (project === undefined)
    throw serviceError(hasGlobalRole(request.key) ? "GROUP_NOT_FOUND" : "NOT_IN_GROUP", id);
  if (!mayReadProject(request.key, project)) throw serviceError("NOT_IN_GROUP", id);
  return project;
}

export function mayReadProject(key: ApiKey, project: Project): boolean {
  return (
    hasGlobalRole(key) || key.roles.some((role) => role.groupId === project.id || isOrgWide(role, project))
  );
}

/** Finds the project of the path. @throws ServiceError if the key has none of the roles and does not own it */
export function requireProjectRole(
  context: Context,
  request: RoutedRequest,
  ...roleNames: string[]
): Project {
  const project = requireReadableProject(context, request);
  const allowed = request.key.roles.some(
    (role) =>
      role.roleName === "GLOBAL_OWNER" ||
      (role.roleName === "ORG_OWNER" && role.orgId === project.orgId) ||
      (roleNames.includes(role.roleName) && (role.groupId === undefined || role.groupId === project.id)),
  );
  if (!allowed) throw serviceError("USER_UNAUTHORIZED");
  return project;
}

/** Finds an organization. @throws ServiceError if the key has no role in it and in none of its projects */
export function requireReadableOrg(context: Context, request: RoutedRequest): string {
  const id = param(request, "orgId");
  const { orgs, projects } = context.store.tables;
  if (!isId(id)) throw serviceError("INVALID_ORG_ID", id);
  if (orgs.get(GLOBAL_SCOPE, id) === undefined) throw serviceError("ORG_NOT_FOUND", id);
  const isInOrg = request.key.roles.some(({ orgId }) => orgId === id);
  const isInProject = projects
    .rows(GLOBAL_SCOPE)
    .some((each) => each.orgId === id && mayReadProject(request.key, each));
  if (!isInOrg && !isInProject && !hasGlobalRole(request.key)) throw serviceError("USER_UNAUTHORIZED");
  return id;
}

/** Refuses keys that may not create projects in an organization. */
export function requireProjectCreator(request: RoutedRequest, orgId: string): void {
  const creates = ["ORG_OWNER", "ORG_GROUP_CREATOR"];
  const isInOrg = request.key.roles.some((role) => role.orgId === orgId && creates.includes(role.roleName));
  if (!isInOrg && !hasRole(request.key, ["GLOBAL_OWNER"])) throw serviceError("NOT_ORG_GROUP_CREATOR", orgId);
}

/** Refuses keys that have none of the global roles. */
export function requireGlobalRole(request: RoutedRequest, ...roleNames: string[]): void {
  if (!hasRole(request.key, ["GLOBAL_OWNER", ...roleNames])) throw serviceError("USER_UNAUTHORIZED");
}

/** Refuses keys that may not read this access list: only the key itself and readers of the organization may. */
export function requireAccessListReader(request: RoutedRequest, orgId: string, apiKeyId: string): void {
  const inOrg = request.key.roles.some((role) => role.orgId === orgId && role.roleName.startsWith("ORG_"));
  if (request.key.id !== apiKeyId && !inOrg && !hasRole(request.key, GLOBAL_READERS))
    throw serviceError("USER_UNAUTHORIZED");
}

/** Refuses keys that may not change this access list: only the key itself and owners of the organization may. */
export function requireAccessListWriter(request: RoutedRequest, orgId: string, apiKeyId: string): void {
  const owns = request.key.roles.some((role) => role.orgId === orgId && role.roleName === "ORG_OWNER");
  if (request.key.id !== apiKeyId && !owns && !hasRole(request.key, ["GLOBAL_OWNER"]))
    throw serviceError("USER_UNAUTHORIZED");
}

function hasRole(key: ApiKey, roleNames: readonly string[]): boolean {
  return key.roles.some((role) => roleNames.includes(role.roleName));
}

export function hasGlobalRole(key: ApiKey): boolean {
  return key.roles.some((role) => role.roleName.startsWith("GLOBAL_"));
}

function isOrgWide(role: ApiKey["roles"][number], project: Project): boolean {
  return role.orgId === project.orgId && (role.roleName === "ORG_OWNER" || role.roleName === "ORG_READ_ONLY");
}
