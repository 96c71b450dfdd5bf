/** Discovered clusters: the fields of a cluster. */

import type { Documented, Fields } from "./table";
import { LINKS } from "./table";

export const CLUSTER = {
  id: { type: "string", always: true, readOnly: true, doc: "The id of the cluster." },
  clusterName: { type: "string", always: true, required: true, doc: "The display name." },
  groupId: { type: "string", readOnly: true, doc: "The id of the project." },
  lastHeartbeat: {
    type: "string",
    readOnly: true,
    doc: "When the service last received a heartbeat from the cluster, ISO 8601 in UTC.",
  },
  replicaSetName: {
    type: "string",
    readOnly: true,
    doc: "The name of the replica set, if the cluster is a replica set.",
  },
  shardName: { type: "string", readOnly: true, doc: "The name of the shard, if the cluster is a shard." },
  typeName: {
    type: "string",
    readOnly: true,
    doc: "The type: `SHARDED`, `SHARDED_REPLICA_SET`, `REPLICA_SET` or `CONFIG_SERVER_REPLICA_SET`. Only the first two can be renamed.",
  },
  links: { ...LINKS, doc: "Links to the cluster and related objects." },
} as const satisfies Fields;

export const CLUSTER_INTERFACES: readonly Documented[] = [
  {
    name: "Cluster",
    doc: "A cluster that the service has discovered.",
    see: "[Update one cluster](https://www.mongodb.com/docs/ops-manager/current/reference/api/clusters/clusters-update-one/)",
    table: CLUSTER,
    use: "response",
  },
];
