/** How a program declares the names of the clusters that exist. */

import type { Cluster } from "../../api/clusters";
import { listClusters } from "../../api/clusters";
import type { Declaring } from "../../core/declaring";
import { inStableOrder, joinName, slug } from "../../core/declaring";
import { joinId } from "../../core/resource-id";
import { omit } from "../../json";
import { clusterName, serviceFields } from "./definition";
import type { ClusterArgs, ClusterState } from "./encoding";
import { isRenamable } from "./requests";

export const declaringClusters: Declaring<Cluster, ClusterState> = {
  listing: {
    what: "clusters",
    ofProject: async (api, projectId) =>
      inStableOrder((await listClusters(api, projectId)).filter(isRenamable)),
    describe: ({ id, clusterName: name }, { projectId }) => ({
      what: `cluster ${id}`,
      id: joinId(projectId, id),
      checked: {
        definition: clusterName,
        args: { projectId, clusterId: id, clusterName: name } as ClusterArgs,
        secrets: [],
      },
    }),
  },
  declare: ({ projectId, slug: prefix }, clusters, unique) =>
    clusters.map((live) => {
      const args = { projectId, clusterId: live.id, clusterName: live.clusterName };
      const complete: ClusterArgs = { ...args, restoreOnDelete: false };
      return {
        name: unique(joinName(prefix, slug(live.clusterName) || live.id)),
        id: joinId(projectId, live.id),
        args,
        secrets: [],
        inputs: args,
        state: {
          args: complete,
          // A heartbeat would differ in every export.
          service: omit(serviceFields(live), ["lastHeartbeat"]),
          previousName: live.clusterName,
        },
      };
    }),
};
