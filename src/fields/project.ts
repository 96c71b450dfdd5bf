/** Projects, which the API calls groups: the fields of a project. */

import { PROJECT_ROLES } from "./alert-catalogue";
import type { Documented, Fields } from "./table";
import { LINKS } from "./table";

export type * from "../types/project";

const HOST_TYPES = ["arbiter", "config", "master", "mongos", "primary", "secondary", "slave"] as const;

type CountField = { readonly type: "number" };
const COUNTS = HOST_TYPES.map((type): [string, CountField] => [type, { type: "number" }]);
export const HOST_COUNTS = Object.fromEntries(COUNTS) as Record<(typeof HOST_TYPES)[number], CountField>;

const ROLE_NAME = {
  type: "string",
  required: true,
  always: true,
  listed: { names: PROJECT_ROLES, what: "role of a project" },
  open: "KnownProjectRole",
  doc: "The role in the project, such as `GROUP_OWNER` or `GROUP_READ_ONLY`. Another name, of a newer version of the service, is a warning.",
} as const;

export const LDAP_GROUP_MAPPING = {
  roleName: ROLE_NAME,
  ldapGroups: {
    type: "strings",
    required: true,
    always: true,
    doc: "The distinguished names of the LDAP groups whose members have the role, in any order.",
  },
} as const satisfies Fields;

export const IDP_GROUP_MAPPING = {
  roleName: ROLE_NAME,
  idpGroups: {
    type: "strings",
    required: true,
    always: true,
    doc: "The groups of the identity provider whose members have the role, in any order.",
  },
} as const satisfies Fields;

/** The role without which nobody in the directory owns the project. */
export const OWNER = "GROUP_OWNER";

const MAPPING_NOTE =
  "Each role has one entry, and `GROUP_OWNER` has one in any case. The order of entries and groups does not matter";

export const PROJECT = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the project." },
  name: { type: "string", always: true, required: true, doc: "The display name." },
  orgId: { type: "string", required: true, doc: "The id of the organization." },
  tags: { type: "strings", doc: "The tags, in any order; some keys do not see them." },
  ldapGroupMappings: {
    type: { list: LDAP_GROUP_MAPPING },
    keptIfRemoved: true,
    doc: `The LDAP groups whose members have a role in the project, if the service authenticates with LDAP. ${MAPPING_NOTE}.`,
    otherwise: "the mappings that the service has, also those of an argument that is removed",
  },
  idpGroupMappings: {
    type: { list: IDP_GROUP_MAPPING },
    keptIfRemoved: true,
    doc: `The groups of the identity provider whose members have a role in the project, if the service authenticates with SAML or OIDC (Ops Manager 8.0.17 or later). ${MAPPING_NOTE}.`,
    otherwise: "the mappings that the service has, also those of an argument that is removed",
  },
  agentApiKey: {
    type: "string",
    readOnly: true,
    secret: true,
    doc: "The key of the agents; only some responses contain it.",
  },
  activeAgentCount: {
    type: "number",
    readOnly: true,
    doc: "The number of agents that have reported lately.",
  },
  hostCounts: {
    type: { object: HOST_COUNTS },
    readOnly: true,
    doc: "The number of hosts by their type: `mongos`, `primary` and others.",
  },
  lastActiveAgent: {
    type: "string",
    readOnly: true,
    doc: "When an agent last reported, ISO 8601 in UTC; absent before the first report.",
  },
  replicaSetCount: { type: "number", readOnly: true, doc: "The number of replica sets." },
  shardCount: { type: "number", readOnly: true, doc: "The number of shards." },
  links: { ...LINKS, doc: "Links to the project and related objects." },
} as const satisfies Fields;

/** The groups whose members have roles: what a program does not declare of them stays. */
export const GROUP_MAPPINGS = ["ldapGroupMappings", "idpGroupMappings"] as const;

/** What tags may be (Ops Manager documentation, "Requirements on Tag Names"). */
export const MOST_TAGS = 10;
export const TAG = /^[A-Z0-9._-]{1,32}$/;

const GET =
  "[Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)";

export const PROJECT_INTERFACES: readonly Documented[] = [
  {
    name: "LdapGroupMapping",
    doc: "The LDAP groups whose members have a role in a project.",
    see: GET,
    table: LDAP_GROUP_MAPPING,
    use: "arguments",
  },
  {
    name: "IdpGroupMapping",
    doc: "The groups of the identity provider whose members have a role in a project.",
    see: GET,
    table: IDP_GROUP_MAPPING,
    use: "arguments",
  },
  {
    name: "HostCounts",
    doc: "The number of hosts by their type.",
    see: GET,
    table: HOST_COUNTS,
    use: "response",
  },
  {
    name: "Project",
    doc: "A project as the service returns it.",
    see: GET,
    table: PROJECT,
    use: "response",
  },
];
