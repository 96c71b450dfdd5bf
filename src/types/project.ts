/** Generated from `src/fields/project.ts` by `npm run generate`: change that. */

import type { Link } from "./link";

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
