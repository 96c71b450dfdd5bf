import { PROJECT_ROLES } from "./catalogue";
import type { GroupMapping, Project } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules, type FieldsOf } from "./fields";

const CHANGED = {
  name: { type: "string" },
  tags: { type: "strings" },
  ldapGroupMappings: { type: "array" },
  idpGroupMappings: { type: "array" },
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

/** What a request can change. */
export type ProjectChange = Partial<
  Pick<Project, "name" | "tags" | "ldapGroupMappings" | "idpGroupMappings">
>;

/** The directories that the service and its version can map. */
export interface ProjectFacts {
  readonly ldap: boolean;
  readonly idp: boolean;
}

/** Validates the body of a POST (Ops Manager documentation, "Create One Project"). */
export function readNewProject(body: unknown, facts: ProjectFacts): NewProject {
  const {
    orgId,
    withDefaultAlertsSettings = true,
    ...given
  } = readFields(body, CREATED, { readOnly: READ_ONLY });
  if (orgId === undefined || orgId === "") throw serviceError("API_KEY_CREATED_GROUPS_MUST_HAVE_ORG");
  const { name = "", tags = [], ...mappings } = checked(given, facts);
  return { name, orgId, tags, ...mappings, hasDefaultAlerts: withDefaultAlertsSettings };
}

/** Validates the body of a PATCH. That one without a field is refused is documented, the error is a guess. */
export function readProjectChange(body: unknown, facts: ProjectFacts): ProjectChange {
  const given = readFields(body, CHANGED, { readOnly: [...READ_ONLY, "orgId"] });
  if (Object.keys(given).length === 0) throw serviceError("MISSING_ATTRIBUTE", "name");
  return checked(given, facts);
}

function checked(given: FieldsOf<typeof CHANGED>, facts: ProjectFacts): ProjectChange {
  const { name, tags } = given;
  if (name !== undefined && (name.trim() === "" || /^10gen-|-10gen$/.test(name)))
    throw serviceError("INVALID_GROUP_NAME", name);
  if ((tags?.length ?? 0) > MOST_TAGS) throw serviceError("TOO_MANY_GROUP_TOKENS", String(MOST_TAGS));
  const wrong = tags?.find((tag) => !TAG.test(tag));
  if (wrong !== undefined) throw serviceError("INVALID_GROUP_TOKEN", wrong);
  return {
    ...(name === undefined ? {} : { name }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...readMappings(given, facts),
  };
}

function readMappings(given: FieldsOf<typeof CHANGED>, { ldap, idp }: ProjectFacts): ProjectChange {
  const { ldapGroupMappings, idpGroupMappings } = given;
  const mappings: ProjectChange = {};
  if (ldapGroupMappings !== undefined) {
    if (!ldap) throw serviceError("DISALLOWED_ATTRIBUTE_TURN_ON_LDAP", "ldapGroupMappings");
    mappings.ldapGroupMappings = ldapGroupMappings.map((element, index) =>
      readMapping(element, "ldapGroups", `ldapGroupMappings[${index}]`),
    );
    const roles = mappings.ldapGroupMappings.map(({ roleName }) => roleName);
    const repeated = findRepeated(roles);
    if (repeated !== undefined) throw serviceError("DUPLICATE_ROLE_ENTRY_IN_LDAP_MAPPING", repeated);
    // Also for an empty array, so that nobody loses the last owner.
    if (!roles.includes("GROUP_OWNER"))
      throw serviceError("MISSING_ROLE_ENTRY_IN_LDAP_MAPPING", "GROUP_OWNER");
  }
  if (idpGroupMappings !== undefined) {
    if (!idp) throw serviceError("INVALID_ATTRIBUTE", "idpGroupMappings");
    mappings.idpGroupMappings = idpGroupMappings.map((element, index) =>
      readMapping(element, "idpGroups", `idpGroupMappings[${index}]`),
    );
    // The error is a guess.
    if (findRepeated(mappings.idpGroupMappings.map(({ roleName }) => roleName)) !== undefined)
      throw serviceError("INVALID_ATTRIBUTE", "idpGroupMappings");
  }
  return mappings;
}

function readMapping<Groups extends "ldapGroups" | "idpGroups">(
  element: unknown,
  groups: Groups,
  path: string,
): GroupMapping<Groups> {
  const rules: FieldRules = {
    roleName: { type: "string", required: true, values: PROJECT_ROLES },
    [groups]: { type: "strings", required: true },
  };
  const mapping = readFields(element, rules, { path }) as unknown as GroupMapping<Groups>;
  // That an entry needs a group is a guess.
  if (mapping[groups].length === 0) throw serviceError("MISSING_ATTRIBUTE", `${path}.${groups}`);
  return mapping;
}

function findRepeated(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) < index);
}
