/** How a program declares the names of the clusters that exist. */

import type { Cluster } from "../../api/clusters";
import { listClusters } from "../../api/clusters";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName, slug } from "../../core/export-names";
import { omit } from "../../json";
import { capitalized } from "../../words";
import type { ClusterState } from "./definition";
import { serviceOf } from "./definition";
import { findRenamable, ID, isRenamable } from "./requests";

export const declaringClusters: Declaring<Cluster, ClusterState> = {
  listing: {
    what: "clusters",
    isInProjects: true,
    list: async (api, projectId) => inStableOrder((await listClusters(api, projectId)).filter(isRenamable)),
    describe: ({ id }, projectId) => ({ what: `cluster ${id}`, id: ID.idOf({ projectId, clusterId: id }) }),
    async absent(api, id, text) {
      const found = await findRenamable({ api }, ID.split(id));
      return typeof found === "string" ? `${capitalized(found)}.` : text;
    },
  },
  declare: ({ projectId, slug: prefix }, clusters, unique) =>
    clusters.map((live) => {
      const { id, clusterName } = live;
      const args = { projectId, clusterId: id, clusterName };
      // A heartbeat would differ in every export.
      const service = omit(serviceOf(live, clusterName), ["lastHeartbeat"]);
      return {
        name: unique(joinName(prefix, slug(clusterName) || id)),
        id: ID.idOf(args),
        args,
        state: { args, service, kept: {} },
      };
    }),
};
