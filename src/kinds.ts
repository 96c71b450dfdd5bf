/** All kinds of resources, with what the command line needs of them. The provider loads only their definitions. */

import type { CommonArgs, ResourceDefinition, StateOf } from "./core/definition";
import type { Declaring } from "./core/declaring";
import type { DriftComparison } from "./core/drift-report";
import { driftOfRefresh } from "./core/drift-report";
import { declaringEntries } from "./resources/access-list-entry/declare";
import { accessListEntry } from "./resources/access-list-entry/definition";
import { declaringAlerts, declaringGlobalAlerts } from "./resources/alert-config/declare";
import { alertConfig, globalAlertConfig } from "./resources/alert-config/definition";
import { alertDrift, globalAlertDrift } from "./resources/alert-config/drift-report";
import { declaringSet } from "./resources/alert-config-set/declare";
import { alertConfigSet } from "./resources/alert-config-set/definition";
import { setDrift } from "./resources/alert-config-set/drift-report";
import { declaringClusters } from "./resources/cluster-name/declare";
import { clusterName } from "./resources/cluster-name/definition";
import { declaringRotations } from "./resources/log-rotation/declare";
import { auditLogRotation, systemLogRotation } from "./resources/log-rotation/definition";
import { declaringProjects } from "./resources/project/declare";
import { project } from "./resources/project/definition";
import { declaringStores } from "./resources/s3-store/declare";
import { oplogS3Config, s3SnapshotStore } from "./resources/s3-store/definition";
import { storeDrift } from "./resources/s3-store/drift-report";
import { OPLOG_STORE, SNAPSHOT_STORE } from "./resources/s3-store/kinds";
import { declaringManifest } from "./resources/version-manifest/declare";
import { versionManifest } from "./resources/version-manifest/definition";
import { manifestDrift } from "./resources/version-manifest/drift-report";

export interface Kind<Args extends CommonArgs, State extends StateOf<Args>, Item, Live> {
  readonly definition: ResourceDefinition<Args, State>;
  readonly drift: DriftComparison<State, Item>;
  readonly declaring: Declaring<Live, State>;
}

/** A kind of which neither the arguments nor the state are known. */
export type AnyKind = Kind<CommonArgs, StateOf<CommonArgs>, unknown, unknown>;

export const KINDS: readonly AnyKind[] = [
  kind({ definition: accessListEntry, drift: driftOfRefresh(accessListEntry), declaring: declaringEntries }),
  kind({ definition: alertConfig, drift: alertDrift, declaring: declaringAlerts }),
  kind({ definition: alertConfigSet, drift: setDrift, declaring: declaringSet }),
  kind({
    definition: auditLogRotation,
    drift: driftOfRefresh(auditLogRotation),
    declaring: declaringRotations("audit", auditLogRotation),
  }),
  kind({ definition: clusterName, drift: driftOfRefresh(clusterName), declaring: declaringClusters }),
  kind({ definition: globalAlertConfig, drift: globalAlertDrift, declaring: declaringGlobalAlerts }),
  kind({
    definition: oplogS3Config,
    drift: storeDrift(OPLOG_STORE),
    declaring: declaringStores(OPLOG_STORE),
  }),
  kind({ definition: project, drift: driftOfRefresh(project), declaring: declaringProjects }),
  kind({
    definition: s3SnapshotStore,
    drift: storeDrift(SNAPSHOT_STORE),
    declaring: declaringStores(SNAPSHOT_STORE),
  }),
  kind({
    definition: systemLogRotation,
    drift: driftOfRefresh(systemLogRotation),
    declaring: declaringRotations("system", systemLogRotation),
  }),
  kind({ definition: versionManifest, drift: manifestDrift, declaring: declaringManifest }),
];

/** @param name the name of the class */
export function kindNamed(name: string): AnyKind | undefined {
  return KINDS.find(({ definition }) => definition.kind === name);
}

function kind<Args extends CommonArgs, State extends StateOf<Args>, Item, Live>(
  of: Kind<Args, State, Item, Live>,
): AnyKind {
  return of;
}
