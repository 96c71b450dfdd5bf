/** Projects, which the API calls groups: the fields of a project. */

import type { Fields, Link } from "./table";
import { argumentNames, LINKS } from "./table";

/**
 * The number of hosts of a project by their type.
 * @see [Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)
 */
export interface HostCounts {
  /** The number of arbiters. */
  arbiter?: number | undefined;
  /** The number of config servers. */
  config?: number | undefined;
  /** The number of masters, of a kind of replication that no longer exists. */
  master?: number | undefined;
  /** The number of mongos processes. */
  mongos?: number | undefined;
  /** The number of primaries. */
  primary?: number | undefined;
  /** The number of secondaries. */
  secondary?: number | undefined;
  /** The number of slaves, of a kind of replication that no longer exists. */
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
  /** The number of hosts by their type. */
  hostCounts?: HostCounts | undefined;
  /** When an agent last reported, ISO 8601 in UTC; absent before the first report. */
  lastActiveAgent?: string | undefined;
  /** Whether the public API can be used; always true. */
  publicApiEnabled?: boolean | undefined;
  /** The number of replica sets. */
  replicaSetCount?: number | undefined;
  /** The number of shards. */
  shardCount?: number | undefined;
  /** Links to the project and related objects. */
  links?: Link[] | undefined;
}

export const HOST_COUNTS = {
  arbiter: { type: "number" },
  config: { type: "number" },
  master: { type: "number" },
  mongos: { type: "number" },
  primary: { type: "number" },
  secondary: { type: "number" },
  slave: { type: "number" },
} as const satisfies Fields;

export const PROJECT = {
  id: { type: "string", always: true, readOnly: true },
  name: { type: "string", always: true, required: true },
  orgId: { type: "string", required: true },
  tags: { type: "strings" },
  agentApiKey: { type: "string", readOnly: true, secret: true },
  activeAgentCount: { type: "number", readOnly: true },
  hostCounts: { type: { object: HOST_COUNTS }, readOnly: true },
  lastActiveAgent: { type: "string", readOnly: true },
  publicApiEnabled: { type: "boolean", readOnly: true },
  replicaSetCount: { type: "number", readOnly: true },
  shardCount: { type: "number", readOnly: true },
  links: LINKS,
} as const satisfies Fields;

/** What tags may be (Ops Manager documentation, "Requirements on Tag Names"). */
export const MOST_TAGS = 10;
export const TAG = /^[A-Z0-9._-]{1,32}$/;

/** The names of the arguments of a resource; the service does not return the last two. */
export const PROJECT_INPUTS = [
  ...argumentNames(PROJECT),
  "withDefaultAlertsSettings",
  "allowDelete",
] as const;

/** The names of the outputs that only the service knows. */
export const PROJECT_OUTPUTS = ["projectId", "agentApiKey", "links"] as const;
