/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import type { Connections } from "../../core/connections";
import { isUnknown } from "../../core/unknowns";
import { alertConfig } from "../../resources/alert-config/definition";
import { alertConfigSet } from "../../resources/alert-config-set/definition";
import { clusterName } from "../../resources/cluster-name/definition";
import { oplogS3Config } from "../../resources/oplog-s3-config/definition";
import { versionManifest } from "../../resources/version-manifest/definition";
import { alertIn, compareProject, membersIn, projectsOf } from "./alerts";
import type { Compared } from "./findings";
import { merged } from "./findings";
import { compareCluster, compareManifest, compareStore } from "./others";
import type { DriftReport } from "./report";
import { reportOf } from "./report";
import type { StackResource } from "./state";

const KINDS = [alertConfig, alertConfigSet, clusterName, oplogS3Config, versionManifest].map(
  ({ kind }) => kind,
);

/** @param progress is called after each list */
export async function compareState(
  resources: readonly StackResource[],
  connections: Connections,
  showSecrets: boolean,
  progress: () => void,
): Promise<DriftReport> {
  const unknown = resources.find(({ kind }) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new Error(`${unknown.urn}: this version does not know its kind.`);
  const all = resources.map((resource): Compared => {
    const { connection } = resource.outputs;
    const name = typeof connection === "string" && !isUnknown(connection) ? connection : undefined;
    return { resource, connection: connections(name), showSecrets };
  });
  const ofKind = (kind: string): Compared[] => all.filter(({ resource }) => resource.kind === kind);
  const alerts = [...ofKind("AlertConfig").map(alertIn), ...ofKind("AlertConfigSet").flatMap(membersIn)];
  const projects = await Promise.all(
    projectsOf(alerts, ofKind("AlertConfigSet")).map(async (project) =>
      compareProject(project).finally(progress),
    ),
  );
  const others = await Promise.all([
    ...ofKind("ClusterName").map(compareCluster),
    ...ofKind("OplogS3Config").map(compareStore),
    ...ofKind("VersionManifest").map(compareManifest),
  ]);
  return reportOf(alerts.length + others.length, {
    ...merged([...projects, ...others]),
    unmanaged: projects.flatMap(({ unmanaged }) => unmanaged),
    duplicates: projects.flatMap(({ duplicates }) => duplicates),
  });
}
