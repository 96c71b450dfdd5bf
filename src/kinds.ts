/** All kinds of resources, with what the command line needs of them. The provider loads only their definitions. */

import type { CommonArgs, ResourceDefinition, StateOf } from "./core/definition";
import type { Declaring } from "./core/declaring";
import type { DriftComparison } from "./core/drift-report";
import { driftOfRefresh } from "./core/drift-report";
import { declaringAlerts } from "./resources/alert-config/declare";
import { alertConfig } from "./resources/alert-config/definition";
import { alertDrift } from "./resources/alert-config/drift-report";
import { declaringSet } from "./resources/alert-config-set/declare";
import { alertConfigSet } from "./resources/alert-config-set/definition";
import { setDrift } from "./resources/alert-config-set/drift-report";
import { declaringClusters } from "./resources/cluster-name/declare";
import { clusterName } from "./resources/cluster-name/definition";
import { declaringStores } from "./resources/oplog-s3-config/declare";
import { oplogS3Config } from "./resources/oplog-s3-config/definition";
import { storeDrift } from "./resources/oplog-s3-config/drift-report";
import { declaringProjects } from "./resources/project/declare";
import { project } from "./resources/project/definition";
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
  kind({ definition: alertConfig, drift: alertDrift, declaring: declaringAlerts }),
  kind({ definition: alertConfigSet, drift: setDrift, declaring: declaringSet }),
  kind({ definition: clusterName, drift: driftOfRefresh(clusterName), declaring: declaringClusters }),
  kind({ definition: oplogS3Config, drift: storeDrift, declaring: declaringStores }),
  kind({ definition: project, drift: driftOfRefresh(project), declaring: declaringProjects }),
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
