import { findProject, param, type Call, type Context } from "./context";
import type { ApiKey, Project } from "./entities";
import { serviceError } from "./errors";

/** Roles that may read everything. That GLOBAL_READ_ONLY includes the backup administration is a guess. */
const GLOBAL_READERS = ["GLOBAL_OWNER", "GLOBAL_READ_ONLY"];

/** Finds the project of the path. @throws ServiceError if the key may not read it */
export function requireReadableProject(context: Context, call: Call): Project {
  const id = param(call, "projectId");
  const project = findProject(context, id);
  if (project === undefined)
    throw serviceError(hasGlobalRole(call.key) ? "GROUP_NOT_FOUND" : "NOT_IN_GROUP", id);
  if (!mayReadProject(call.key, project)) throw serviceError("NOT_IN_GROUP", id);
  return project;
}

export function mayReadProject(key: ApiKey, project: Project): boolean {
  return (
    hasGlobalRole(key) || key.roles.some((role) => role.groupId === project.id || isOrgWide(role, project))
  );
}

/** Finds the project of the path. @throws ServiceError if the key has none of the roles and does not own it */
export function requireProjectRole(context: Context, call: Call, ...roleNames: string[]): Project {
  const project = requireReadableProject(context, call);
  const allowed = call.key.roles.some(
    (role) =>
      role.roleName === "GLOBAL_OWNER" ||
      (role.roleName === "ORG_OWNER" && role.orgId === project.orgId) ||
      (roleNames.includes(role.roleName) && (role.groupId === undefined || role.groupId === project.id)),
  );
  if (!allowed) throw serviceError("USER_UNAUTHORIZED");
  return project;
}

/** Refuses keys that have none of the global roles. */
export function requireGlobalRole(call: Call, ...roleNames: string[]): void {
  if (!hasRole(call.key, ["GLOBAL_OWNER", ...roleNames])) throw serviceError("USER_UNAUTHORIZED");
}

/** Refuses keys that may not read this access list: only the key itself and readers of the organization may. */
export function requireAccessListReader(call: Call, orgId: string, apiKeyId: string): void {
  const inOrg = call.key.roles.some((role) => role.orgId === orgId && role.roleName.startsWith("ORG_"));
  if (call.key.id !== apiKeyId && !inOrg && !hasRole(call.key, GLOBAL_READERS))
    throw serviceError("USER_UNAUTHORIZED");
}

/** Refuses keys that may not change this access list: only the key itself and owners of the organization may. */
export function requireAccessListWriter(call: Call, orgId: string, apiKeyId: string): void {
  const owns = call.key.roles.some((role) => role.orgId === orgId && role.roleName === "ORG_OWNER");
  if (call.key.id !== apiKeyId && !owns && !hasRole(call.key, ["GLOBAL_OWNER"]))
    throw serviceError("USER_UNAUTHORIZED");
}

function hasRole(key: ApiKey, roleNames: readonly string[]): boolean {
  return key.roles.some((role) => roleNames.includes(role.roleName));
}

function hasGlobalRole(key: ApiKey): boolean {
  return key.roles.some((role) => role.roleName.startsWith("GLOBAL_"));
}

function isOrgWide(role: ApiKey["roles"][number], project: Project): boolean {
  return role.orgId === project.orgId && (role.roleName === "ORG_OWNER" || role.roleName === "ORG_READ_ONLY");
}
