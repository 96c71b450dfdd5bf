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

/** Finds the organization of the path. @throws ServiceError if it does not exist */
export function findOrg(context: Context, request: RoutedRequest): string {
  const id = param(request, "orgId");
  if (!isId(id)) throw serviceError("INVALID_ORG_ID", id);
  if (context.store.tables.orgs.get(GLOBAL_SCOPE, id) === undefined) throw serviceError("ORG_NOT_FOUND", id);
  return id;
}

/** Finds an organization. @throws ServiceError if the key has no role in it and in none of its projects */
export function requireReadableOrg(context: Context, request: RoutedRequest): string {
  const id = findOrg(context, request);
  const { projects } = context.store.tables;
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

/** Finds the organization of the path. @throws ServiceError if the key has no role in it itself */
export function requireOrgReader(context: Context, request: RoutedRequest): string {
  const orgId = findOrg(context, request);
  if (!mayReadOrg(request.key, orgId)) throw serviceError("USER_UNAUTHORIZED");
  return orgId;
}

/** Finds the organization of the path. @throws ServiceError if the key does not own it */
export function requireOrgOwner(context: Context, request: RoutedRequest): string {
  const orgId = findOrg(context, request);
  if (!ownsOrg(request.key, orgId)) throw serviceError("USER_UNAUTHORIZED");
  return orgId;
}

/** Refuses keys that may not read this access list: only the key itself and readers of the organization may. */
export function requireAccessListReader({ key }: RoutedRequest, orgId: string, apiKeyId: string): void {
  if (key.id !== apiKeyId && !mayReadOrg(key, orgId)) throw serviceError("USER_UNAUTHORIZED");
}

/** Refuses keys that may not change this access list: only the key itself and owners of the organization may. */
export function requireAccessListWriter({ key }: RoutedRequest, orgId: string, apiKeyId: string): void {
  if (key.id !== apiKeyId && !ownsOrg(key, orgId)) throw serviceError("USER_UNAUTHORIZED");
}

function mayReadOrg(key: ApiKey, orgId: string): boolean {
  const isInOrg = key.roles.some((role) => role.orgId === orgId && role.roleName.startsWith("ORG_"));
  return isInOrg || hasRole(key, GLOBAL_READERS);
}

function ownsOrg(key: ApiKey, orgId: string): boolean {
  const isOwner = key.roles.some((role) => role.orgId === orgId && role.roleName === "ORG_OWNER");
  return isOwner || hasRole(key, ["GLOBAL_OWNER"]);
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
