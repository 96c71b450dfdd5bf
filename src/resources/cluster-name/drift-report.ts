/** What a report says of the name of a cluster. */

import type { Cluster } from "../../api/clusters";
import { getCluster, listClusters } from "../../api/clusters";
import { orUndefined } from "../../api/common";
import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings, idsOf } from "../../core/drift-report";
import { isUnknown } from "../../unknowns";
import type { ClusterState } from "./encoding";

export const clusterDrift: DriftComparison<ClusterState, Compared<ClusterState>> = {
  items: (compared) => [compared],

  async compare({ resource, connection, stateIn }): Promise<Found> {
    const { urn, id, outputs } = resource;
    const { api, once } = connection;
    const { projectId, id: clusterId } = idsOf(resource, "<projectId>/<clusterId>");
    const listed = await once(`listed clusters of ${projectId}`, async () =>
      orUndefined<readonly Cluster[]>(listClusters(api, projectId)),
    );
    const live =
      listed?.find((each) => each.id === clusterId) ?? (await getCluster(api, projectId, clusterId));
    if (live === undefined) return { missing: [{ urn, id }] };
    const { clusterName } = stateIn(() => outputs).args;
    const isEncrypted = isUnknown(clusterName);
    const isSame = isEncrypted || clusterName === live.clusterName;
    return findings(resource, id, [], {
      changes: isSame ? [] : [{ path: ["clusterName"], before: clusterName, after: live.clusterName }],
      changedSecrets: [],
      unverifiedSecrets: isEncrypted ? ["clusterName"] : [],
    });
  },
};
