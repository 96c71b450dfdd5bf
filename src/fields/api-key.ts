/** The keys of agents, and the API keys of organizations: their fields. */

import { ORG_ROLES, PROJECT_ROLES } from "./alert-catalogue";
import type { Documented, Field, Fields } from "./table";
import { LINKS } from "./table";

export type * from "../types/api-key";

/** The longest `desc` in characters, with the mark of the provider (Ops Manager documentation, "Create One Agent API Key"). */
export const AGENT_DESC_LENGTH = 1000;
/** The same of an API key ("Create One Organization API Key"). */
export const API_KEY_DESC_LENGTH = 250;

export const AGENT_API_KEY = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the key." },
  desc: { type: "string", required: true, doc: "What the key is for." },
  key: {
    type: "string",
    readOnly: true,
    secret: true,
    doc: "The key; in clear only in the response to its creation, otherwise masked.",
  },
  createdTime: {
    type: "number",
    readOnly: true,
    doc: "When the key was created, in milliseconds since 1970 in UTC.",
  },
  createdBy: {
    type: "string",
    readOnly: true,
    doc: "Who created the key: `USER`, `PUBLIC_API`, `PROVISIONING` and others.",
  },
  createdUserId: { type: "string", readOnly: true, doc: "The id of the user or API key that created it." },
  createdIpAddr: { type: "string", readOnly: true, doc: "The address from which it was created." },
} as const satisfies Fields;

export const KEY_ROLE = {
  roleName: { type: "string", always: true, doc: "The name of the role." },
  orgId: { type: "string", doc: "The organization, of a role there." },
  groupId: { type: "string", doc: "The project, of a role there." },
} as const satisfies Fields;

export const API_KEY = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the key." },
  desc: { type: "string", required: true, doc: "What the key is for." },
  publicKey: { type: "string", readOnly: true, doc: "The public part, which is the user name of Digest." },
  privateKey: {
    type: "string",
    readOnly: true,
    secret: true,
    doc: "The private part; in clear only in the response to the creation, otherwise masked.",
  },
  roles: {
    type: { list: KEY_ROLE },
    readOnly: true,
    doc: "The roles in the organization and in its projects, in any order.",
  },
  links: { ...LINKS, doc: "Links to the key and related objects." },
} as const satisfies Fields;

/** The roles of a key in its organization, as a program declares them. */
export const ORG_KEY_ROLES = {
  type: "strings",
  required: true,
  always: true,
  listed: { names: ORG_ROLES, what: "role of an organization" },
  open: "KnownOrgRole",
} as const satisfies Field;

/** Those in a project. */
export const PROJECT_KEY_ROLES = {
  type: "strings",
  required: true,
  always: true,
  listed: { names: PROJECT_ROLES, what: "role of a project" },
  open: "KnownProjectRole",
} as const satisfies Field;

const AGENT_KEYS =
  "[Get all agent API keys](https://www.mongodb.com/docs/ops-manager/current/reference/api/agentapikeys/get-all-agent-api-keys-for-project/)";
const ORG_KEYS =
  "[Get one organization API key](https://www.mongodb.com/docs/ops-manager/current/reference/api/api-keys/org/get-one-org-api-key/)";

export const API_KEY_INTERFACES: readonly Documented[] = [
  {
    name: "AgentApiKey",
    doc: "A key of the agents of a project as the service returns it.",
    see: AGENT_KEYS,
    table: AGENT_API_KEY,
    use: "response",
  },
  {
    name: "KeyRole",
    doc: "A role of an API key.",
    see: ORG_KEYS,
    table: KEY_ROLE,
    use: "response",
  },
  {
    name: "ApiKey",
    doc: "An API key of an organization as the service returns it.",
    see: ORG_KEYS,
    table: API_KEY,
    use: "response",
  },
];
