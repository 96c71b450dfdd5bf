/** What a report says of the name of a cluster. */

import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings, idsOf } from "../../core/drift-report";
import { isUnknown } from "../../unknowns";
import type { ClusterState } from "./encoding";
import { readsOf } from "./requests";

export const clusterDrift: DriftComparison<ClusterState, Compared<ClusterState>> = {
  async compare({ resource, connection, stateIn }): Promise<Found> {
    const { urn, id, outputs } = resource;
    const { projectId, id: clusterId } = idsOf(resource, "<projectId>/<clusterId>");
    const live = await readsOf(connection, projectId).read(clusterId);
    if (live === undefined) return { missing: [{ urn, id }] };
    const { clusterName } = stateIn(() => outputs).args;
    if (isUnknown(clusterName)) return { unverifiable: [{ urn, path: "clusterName" }] };
    const isSame = clusterName === live.clusterName;
    const change = { path: ["clusterName"], before: clusterName, after: live.clusterName };
    return findings(resource, id, { changes: isSame ? [] : [change] });
  },
};
