/** Projects, which the API calls groups: the fields of a project. */

import type { Fields, Link } from "./table";
import { argumentNames, LINKS } from "./table";

const HOST_TYPES = ["arbiter", "config", "master", "mongos", "primary", "secondary", "slave"] as const;

/** The number of hosts by their type. */
export type HostCounts = { [Type in (typeof HOST_TYPES)[number]]?: number | undefined };

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

type CountField = { readonly type: "number" };
const COUNTS = HOST_TYPES.map((type): [string, CountField] => [type, { type: "number" }]);
export const HOST_COUNTS = Object.fromEntries(COUNTS) as Record<keyof HostCounts, CountField>;

export const PROJECT = {
  id: { type: "string", always: true, readOnly: true },
  name: { type: "string", always: true, required: true },
  orgId: { type: "string", required: true },
  tags: { type: "strings" },
  agentApiKey: { type: "string", readOnly: true, secret: true },
  activeAgentCount: { type: "number", readOnly: true },
  hostCounts: { type: { object: HOST_COUNTS }, readOnly: true },
  lastActiveAgent: { type: "string", readOnly: true },
  replicaSetCount: { type: "number", readOnly: true },
  shardCount: { type: "number", readOnly: true },
  links: LINKS,
} as const satisfies Fields;

/** What tags may be (Ops Manager documentation, "Requirements on Tag Names"). */
export const MOST_TAGS = 10;
export const TAG = /^[A-Z0-9._-]{1,32}$/;

/** The arguments of a resource that the service does not return, and their defaults. */
export const DEFAULTS = { withDefaultAlertsSettings: false, allowDelete: false };

/** The names of the arguments of a resource. */
export const PROJECT_INPUTS = [
  ...argumentNames(PROJECT),
  "withDefaultAlertsSettings",
  "allowDelete",
] as const;

/** The names of the outputs that only the service knows. */
export const PROJECT_OUTPUTS = ["projectId", "agentApiKey", "links"] as const;
