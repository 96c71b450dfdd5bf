/** What a ClusterName is. */

import type { Description } from "../../core/description";
import { CLUSTER } from "../../fields/cluster";
import { PROJECT_ID } from "../../fields/options";
import type { Fields } from "../../fields/table";
import { LINKS } from "../../fields/table";

const IDS = {
  projectId: PROJECT_ID,
  clusterId: {
    type: "string",
    required: true,
    doc: "The id of the cluster, which must be of type SHARDED or SHARDED_REPLICA_SET. A change replaces the resource.",
  },
} as const satisfies Fields;

const OBJECT = {
  clusterName: { ...CLUSTER.clusterName, doc: "The display name of the cluster." },
} as const satisfies Fields;

const OPTIONS = {
  restoreOnDelete: {
    type: "boolean",
    default: false,
    doc: "Whether destroying the resource restores the name that the cluster had before.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  typeName: {
    type: "string",
    stable: true,
    doc: "The type of the cluster: `SHARDED` or `SHARDED_REPLICA_SET`.",
  },
  groupId: { type: "string", stable: true, doc: "The id of the project, as the service returns it." },
  replicaSetName: {
    type: "string",
    stable: true,
    doc: "The name of the replica set, if the cluster is a replica set.",
  },
  shardName: { type: "string", stable: true, doc: "The name of the shard, if the cluster is a shard." },
  lastHeartbeat: {
    type: "string",
    doc: "When the service last received a heartbeat, ISO 8601 in UTC; as of the last write or of a refresh that found a change.",
  },
  links: {
    type: LINKS.type,
    stable: true,
    always: true,
    doc: "Links to the cluster and related objects; as of the last write or of a refresh that found a change.",
  },
  previousName: {
    type: "string",
    stable: true,
    always: true,
    doc: "The name that the cluster had when the resource was created.",
  },
} as const satisfies Fields;

export const CLUSTER_NAME_DESCRIPTION: Description = {
  kind: "ClusterName",
  what: "name of the cluster",
  text: "The display name of a cluster that the service has discovered. The update waits until the service returns the new name. Destroying the resource leaves the name in place, or restores the previous one with `restoreOnDelete`.",
  role: "Project Monitoring Admin or Project Owner.",
  example: `new opsmanager.ClusterName("orders", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "60a2b7d1e4b0c5571d3f8e1a",
  clusterName: "orders",
  restoreOnDelete: true,
});`,
  ids: IDS,
  object: OBJECT,
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same cluster.",
  lookUp: { object: "an existing cluster", id: "`<projectId>/<clusterId>`" },
  unique: Object.keys(IDS),
  encrypted: ["__written", "__attempted"],
};
