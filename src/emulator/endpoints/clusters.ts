import { findCluster } from "../cluster-backup";
import { selfLink, REL_NAMESPACE, type Context, type Route } from "../context";
import type { Cluster } from "../entities";
import { serviceError } from "../errors";
import { readFields } from "../fields";
import { formatTimestamp } from "../ids";
import { compact } from "../json";
import { buildListBody } from "../paging";
import { requireProjectRole, requireReadableProject } from "../permissions";
import { list, one } from "../reply";

const READ_ONLY = ["groupId", "id", "lastHeartbeat", "links", "replicaSetName", "shardName", "typeName"];

/** How far the heartbeat advances between two reads. */
const HEARTBEAT_MS = 10_000;

/** `GET /groups/{projectId}/clusters`, `GET` and `PATCH .../clusters/{clusterId}` (Ops Manager documentation, "Clusters"). */
export function clusterRoutes(context: Context): Route[] {
  const { clusters } = context.store.tables;

  // A part of a sharded cluster reports the name of the cluster (Ops Manager documentation).
  const nameOf = (cluster: Cluster, isRead: boolean): string => {
    const parent =
      cluster.parentId === undefined ? undefined : clusters.get(cluster.groupId, cluster.parentId);
    if (parent !== undefined) return nameOf(parent, false);
    const old = cluster.renamedFrom;
    if (old === undefined || old.readsLeft <= 0) return cluster.clusterName;
    if (isRead) old.readsLeft -= 1;
    return old.clusterName;
  };

  const view = (cluster: Cluster, clusterName: string, links: object[]): object => {
    cluster.lastHeartbeat = formatTimestamp(Date.parse(cluster.lastHeartbeat) + HEARTBEAT_MS);
    const { groupId, id, lastHeartbeat, replicaSetName, shardName, typeName } = cluster;
    return compact({ clusterName, groupId, id, lastHeartbeat, links, replicaSetName, shardName, typeName });
  };

  const url = (groupId: string): string => `${context.apiUrl()}/groups/${groupId}/clusters`;
  const links = ({ groupId, id }: Cluster): object[] => [
    selfLink(`${url(groupId)}/${id}`),
    { href: `${context.apiUrl()}/groups/${groupId}`, rel: `${REL_NAMESPACE}/group` },
  ];

  return [
    {
      method: "GET",
      path: "/groups/{projectId}/clusters",
      handle(request) {
        const project = requireReadableProject(context, request);
        const row = (cluster: Cluster): object =>
          view(cluster, nameOf(cluster, true), [selfLink(`${url(project.id)}/${cluster.id}`)]);
        return list(buildListBody(clusters.rows(project.id), row, url(project.id), request.query));
      },
    },
    {
      method: "GET",
      path: "/groups/{projectId}/clusters/{clusterId}",
      handle(request) {
        requireReadableProject(context, request);
        const cluster = findCluster(context, request);
        return one(view(cluster, nameOf(cluster, true), links(cluster)));
      },
    },
    {
      method: "PATCH",
      path: "/groups/{projectId}/clusters/{clusterId}",
      body: "json",
      handle(request) {
        requireProjectRole(context, request, "GROUP_OWNER", "GROUP_MONITORING_ADMIN");
        const cluster = findCluster(context, request);
        const rules = { clusterName: { type: "string", required: true } } as const;
        const { clusterName } = readFields(request.body, rules, { readOnly: READ_ONLY });
        if (clusterName === "") throw serviceError("INVALID_ATTRIBUTE", "clusterName");
        if (cluster.typeName !== "SHARDED" && cluster.typeName !== "SHARDED_REPLICA_SET")
          throw serviceError("NOT_SHARDED", cluster.id);
        const readsLeft = context.settings.lateRenameReads;
        const { renamedFrom: _, ...rest } = cluster;
        const late = readsLeft > 0 ? { renamedFrom: { clusterName: cluster.clusterName, readsLeft } } : {};
        const renamed: Cluster = { ...rest, clusterName, ...late };
        clusters.set(renamed);
        return one(view(renamed, clusterName, links(renamed)));
      },
    },
  ];
}
