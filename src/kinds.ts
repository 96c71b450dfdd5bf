/** All kinds of resources, with what the command line needs of them. The provider loads only their definitions. */

import type { CommonArgs, ResourceDefinition, StateOf } from "./core/definition";
import type { DriftComparison } from "./core/drift-report";
import { alertConfig } from "./resources/alert-config/definition";
import { alertDrift } from "./resources/alert-config/drift-report";
import { alertConfigSet } from "./resources/alert-config-set/definition";
import { setDrift } from "./resources/alert-config-set/drift-report";
import { clusterName } from "./resources/cluster-name/definition";
import { clusterDrift } from "./resources/cluster-name/drift-report";
import { oplogS3Config } from "./resources/oplog-s3-config/definition";
import { storeDrift } from "./resources/oplog-s3-config/drift-report";
import { versionManifest } from "./resources/version-manifest/definition";
import { manifestDrift } from "./resources/version-manifest/drift-report";

export interface Kind<Args extends CommonArgs, State extends StateOf<Args>, Item> {
  readonly definition: ResourceDefinition<Args, State>;
  readonly drift: DriftComparison<State, Item>;
}

/** A kind of which neither the arguments nor the state are known. */
export type AnyKind = Kind<CommonArgs, StateOf<CommonArgs>, unknown>;

export const KINDS: readonly AnyKind[] = [
  kind({ definition: alertConfig, drift: alertDrift }),
  kind({ definition: alertConfigSet, drift: setDrift }),
  kind({ definition: clusterName, drift: clusterDrift }),
  kind({ definition: oplogS3Config, drift: storeDrift }),
  kind({ definition: versionManifest, drift: manifestDrift }),
];

function kind<Args extends CommonArgs, State extends StateOf<Args>, Item>(
  of: Kind<Args, State, Item>,
): AnyKind {
  return of;
}
