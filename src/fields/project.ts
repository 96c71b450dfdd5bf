/** Projects, which the API calls groups: the fields of a project. */

import type { Documented, Fields } from "./table";
import { LINKS } from "./table";

export type * from "../types/project";

const HOST_TYPES = ["arbiter", "config", "master", "mongos", "primary", "secondary", "slave"] as const;

type CountField = { readonly type: "number" };
const COUNTS = HOST_TYPES.map((type): [string, CountField] => [type, { type: "number" }]);
export const HOST_COUNTS = Object.fromEntries(COUNTS) as Record<(typeof HOST_TYPES)[number], CountField>;

export const PROJECT = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the project." },
  name: { type: "string", always: true, required: true, doc: "The display name." },
  orgId: { type: "string", required: true, doc: "The id of the organization." },
  tags: { type: "strings", doc: "The tags, in any order; some keys do not see them." },
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

/** What tags may be (Ops Manager documentation, "Requirements on Tag Names"). */
export const MOST_TAGS = 10;
export const TAG = /^[A-Z0-9._-]{1,32}$/;

const GET =
  "[Get one project](https://www.mongodb.com/docs/ops-manager/current/reference/api/groups/get-one-group-by-id/)";

export const PROJECT_INTERFACES: readonly Documented[] = [
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
