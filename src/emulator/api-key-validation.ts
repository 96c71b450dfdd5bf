import { ORG_ROLES, PROJECT_ROLES } from "./catalogue";
import { serviceError } from "./errors";
import { readFields } from "./fields";

const ROLES = { roles: { type: "strings" } } as const;
const FIELDS = { desc: { type: "string" }, ...ROLES } as const;
const READ_ONLY = ["id", "links", "privateKey", "publicKey"];
const LONGEST_DESC = 250;

/** Where a key gets roles. */
export type RoleLevel = "org" | "group";

/** The description and the roles of a new key. */
export interface NewKey {
  readonly desc: string;
  readonly roleNames: readonly string[];
}

/** Validates the body of a POST (Ops Manager documentation, "Create One Organization API Key"). */
export function readNewKey(body: unknown, level: RoleLevel): NewKey {
  const { desc, roles } = readFields(body, FIELDS, { readOnly: READ_ONLY });
  if (desc === undefined) throw serviceError("API_KEY_REQUIRES_DESCRIPTION");
  return { desc: checkDesc(desc), roleNames: checkRoles(roles, level) };
}

/** Validates the body of a PATCH of an organization key, which needs one of the fields. */
export function readKeyChange(body: unknown): Partial<NewKey> {
  const { desc, roles } = readFields(body, FIELDS, { readOnly: READ_ONLY });
  if (desc === undefined && roles === undefined)
    throw serviceError("MISSING_ONE_OF_ATTRIBUTES", "desc, roles");
  return {
    ...(desc === undefined ? {} : { desc: checkDesc(desc) }),
    ...(roles === undefined ? {} : { roleNames: checkRoles(roles, "org") }),
  };
}

/** Validates the roles that a key gets in a project: the body of a PATCH, or an element of that of a POST. */
export function readProjectRoles(body: unknown, path?: string): readonly string[] {
  const options = { readOnly: READ_ONLY, ...(path === undefined ? {} : { path }) };
  return checkRoles(readFields(body, ROLES, options).roles, "group");
}

function checkDesc(desc: string): string {
  if (desc === "" || desc.length > LONGEST_DESC) throw serviceError("INVALID_API_KEY_DESC");
  return desc;
}

function checkRoles(roles: readonly string[] = [], level: RoleLevel): readonly string[] {
  if (roles.length === 0) throw serviceError("MISSING_API_KEY_ROLES");
  const known = level === "org" ? ORG_ROLES : PROJECT_ROLES;
  const unknown = roles.find((role) => !known.includes(role));
  if (unknown !== undefined)
    throw serviceError(level === "org" ? "INVALID_ROLE_FOR_ORG" : "INVALID_ROLE_FOR_GROUP", unknown);
  return [...new Set(roles)];
}
