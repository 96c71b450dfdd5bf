/** Generated from `src/fields/project.ts` by `npm run generate`: change that. */

import type { KnownProjectRole, Open } from "../fields/alert-catalogue";
import type { Link } from "./link";

/**
 * The LDAP groups whose members have a role in a project.
 * @see [Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)
 */
export interface LdapGroupMapping {
  /**
   * The role in the project, such as `GROUP_OWNER` or `GROUP_READ_ONLY`. Another name, of a newer version of the service, is a
   * warning.
   */
  roleName: Open<KnownProjectRole>;
  /** The distinguished names of the LDAP groups whose members have the role, in any order. */
  ldapGroups: string[];
}

/**
 * The groups of the identity provider whose members have a role in a project.
 * @see [Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)
 */
export interface IdpGroupMapping {
  /**
   * The role in the project, such as `GROUP_OWNER` or `GROUP_READ_ONLY`. Another name, of a newer version of the service, is a
   * warning.
   */
  roleName: Open<KnownProjectRole>;
  /** The groups of the identity provider whose members have the role, in any order. */
  idpGroups: string[];
}

/**
 * The number of hosts by their type.
 * @see [Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)
 */
export interface HostCounts {
  arbiter?: number | undefined;
  config?: number | undefined;
  master?: number | undefined;
  mongos?: number | undefined;
  primary?: number | undefined;
  secondary?: number | undefined;
  slave?: number | undefined;
}

/**
 * A project as the service returns it.
 * @see [Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)
 */
export interface Project {
  /** The id of the project. */
  id: string;
  /** The display name. */
  name: string;
  /** The id of the organization. */
  orgId?: string | undefined;
  /** The tags, in any order; some keys do not see them. */
  tags?: string[] | undefined;
  /**
   * The LDAP groups whose members have a role in the project, if the service authenticates with LDAP. Each role has one entry,
   * and `GROUP_OWNER` has one in any case. The order of entries and groups does not matter.
   */
  ldapGroupMappings?: LdapGroupMapping[] | undefined;
  /**
   * The groups of the identity provider whose members have a role in the project, if the service authenticates with SAML or OIDC
   * (Ops Manager 8.0.17 or later). Each role has one entry, and `GROUP_OWNER` has one in any case. The order of entries and
   * groups does not matter.
   */
  idpGroupMappings?: IdpGroupMapping[] | undefined;
  /** Secret. The key of the agents; only some responses contain it. */
  agentApiKey?: string | undefined;
  /** The number of agents that have reported lately. */
  activeAgentCount?: number | undefined;
  /** The number of hosts by their type: `mongos`, `primary` and others. */
  hostCounts?: HostCounts | undefined;
  /** When an agent last reported, ISO 8601 in UTC; absent before the first report. */
  lastActiveAgent?: string | undefined;
  /** The number of replica sets. */
  replicaSetCount?: number | undefined;
  /** The number of shards. */
  shardCount?: number | undefined;
  /** Links to the project and related objects. */
  links?: Link[] | undefined;
}
