/** Generated from `src/fields/api-key.ts` by `npm run generate`: change that. */

import type { Link } from "./link";

/**
 * A key of the agents of a project as the service returns it.
 * @see [Get all agent API keys](https://www.mongodb.com/docs/ops-manager/current/reference/api/agentapikeys/get-all-agent-api-keys-for-project/)
 */
export interface AgentApiKey {
  /** The id of the key. */
  id: string;
  /** What the key is for. */
  desc?: string | undefined;
  /** Secret. The key; in clear only in the response to its creation, otherwise masked. */
  key?: string | undefined;
  /** When the key was created, in milliseconds since 1970 in UTC. */
  createdTime?: number | undefined;
  /** Who created the key: `USER`, `PUBLIC_API`, `PROVISIONING` and others. */
  createdBy?: string | undefined;
  /** The id of the user or API key that created it. */
  createdUserId?: string | undefined;
  /** The address from which it was created. */
  createdIpAddr?: string | undefined;
}

/**
 * A role of an API key.
 * @see [Get one organization API key](https://www.mongodb.com/docs/ops-manager/current/reference/api/api-keys/org/get-one-org-api-key/)
 */
export interface KeyRole {
  /** The name of the role. */
  roleName: string;
  /** The organization, of a role there. */
  orgId?: string | undefined;
  /** The project, of a role there. */
  groupId?: string | undefined;
}

/**
 * An API key of an organization as the service returns it.
 * @see [Get one organization API key](https://www.mongodb.com/docs/ops-manager/current/reference/api/api-keys/org/get-one-org-api-key/)
 */
export interface ApiKey {
  /** The id of the key. */
  id: string;
  /** What the key is for. */
  desc?: string | undefined;
  /** The public part, which is the user name of Digest. */
  publicKey?: string | undefined;
  /** Secret. The private part; in clear only in the response to the creation, otherwise masked. */
  privateKey?: string | undefined;
  /** The roles in the organization and in its projects, in any order. */
  roles?: KeyRole[] | undefined;
  /** Links to the key and related objects. */
  links?: Link[] | undefined;
}
