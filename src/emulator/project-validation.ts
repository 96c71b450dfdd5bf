import type { Project } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules } from "./fields";

const CHANGED = {
  name: { type: "string" },
  tags: { type: "strings" },
  ldapGroupMappings: { type: "array" },
} as const satisfies FieldRules;

const CREATED = {
  ...CHANGED,
  name: { type: "string", required: true },
  orgId: { type: "string" },
  withDefaultAlertsSettings: { type: "boolean" },
} as const satisfies FieldRules;

const READ_ONLY = [
  "activeAgentCount",
  "agentApiKey",
  "hostCounts",
  "id",
  "lastActiveAgent",
  "links",
  "publicApiEnabled",
  "replicaSetCount",
  "shardCount",
];

const MOST_TAGS = 10;
const TAG = /^[A-Z0-9._-]{1,32}$/;

/** The fields of a new project. */
export interface NewProject extends Omit<Project, "id"> {
  tags: string[];
  hasDefaultAlerts: boolean;
}

/** Validates the body of a POST (Ops Manager documentation, "Create One Project"). */
export function readNewProject(body: unknown): NewProject {
  const {
    orgId,
    withDefaultAlertsSettings = true,
    ...given
  } = readFields(body, CREATED, { readOnly: READ_ONLY });
  if (orgId === undefined || orgId === "") throw serviceError("API_KEY_CREATED_GROUPS_MUST_HAVE_ORG");
  const { name = "", tags = [] } = checked(given);
  return { name, orgId, tags, hasDefaultAlerts: withDefaultAlertsSettings };
}

/** Validates the body of a PATCH. That one without a field is refused is documented, the error is a guess. */
export function readProjectChange(body: unknown): Partial<Pick<Project, "name" | "tags">> {
  const given = readFields(body, CHANGED, { readOnly: [...READ_ONLY, "orgId"] });
  if (Object.keys(given).length === 0) throw serviceError("MISSING_ATTRIBUTE", "name");
  return checked(given);
}

function checked(given: {
  name?: string;
  tags?: readonly string[];
  ldapGroupMappings?: readonly unknown[];
}): Partial<Pick<Project, "name" | "tags">> {
  const { name, tags, ldapGroupMappings } = given;
  if (name !== undefined && (name.trim() === "" || /^10gen-|-10gen$/.test(name)))
    throw serviceError("INVALID_GROUP_NAME", name);
  if ((tags?.length ?? 0) > MOST_TAGS) throw serviceError("TOO_MANY_GROUP_TOKENS", String(MOST_TAGS));
  const wrong = tags?.find((tag) => !TAG.test(tag));
  if (wrong !== undefined) throw serviceError("INVALID_GROUP_TOKEN", wrong);
  if (ldapGroupMappings !== undefined)
    throw serviceError("DISALLOWED_ATTRIBUTE_TURN_ON_LDAP", "ldapGroupMappings");
  return { ...(name === undefined ? {} : { name }), ...(tags === undefined ? {} : { tags: [...tags] }) };
}
