/** The list of all kinds of resources, from which the providers, the classes, the schema, the functions of an export and the pages follow. */

import type { CommonArgs, ResourceDefinition, StateOf } from "./core/definition";
import type { Declaring } from "./core/declaring";
import type { DriftComparison } from "./core/drift-report";
import { driftOfRefresh } from "./core/drift-report";
import { declaringEntries } from "./resources/access-list-entry/declare";
import { accessListEntry } from "./resources/access-list-entry/definition";
import { declaringAgentKeys } from "./resources/agent-api-key/declare";
import { agentApiKey } from "./resources/agent-api-key/definition";
import { declaringAlerts, declaringGlobalAlerts } from "./resources/alert-config/declare";
import { alertConfig, globalAlertConfig } from "./resources/alert-config/definition";
import { alertDrift, globalAlertDrift } from "./resources/alert-config/drift-report";
import { declaringSet } from "./resources/alert-config-set/declare";
import { alertConfigSet } from "./resources/alert-config-set/definition";
import { setDrift } from "./resources/alert-config-set/drift-report";
import { declaringApiKeys } from "./resources/api-key/declare";
import { apiKey } from "./resources/api-key/definition";
import { declaringClusters } from "./resources/cluster-name/declare";
import { clusterName } from "./resources/cluster-name/definition";
import { featureControl } from "./resources/feature-control/definition";
import { integration } from "./resources/integration/definition";
import { auditLogRotation, systemLogRotation } from "./resources/log-rotation/definition";
import { projectBackup } from "./resources/project-backup/definition";
import { declaringProjects } from "./resources/project/declare";
import { project } from "./resources/project/definition";
import { declaringProjectKeys } from "./resources/project-api-key/declare";
import { projectApiKey } from "./resources/project-api-key/definition";
import { declaringStores } from "./resources/store/declare";
import { snapshotSchedule } from "./resources/snapshot-schedule/definition";
import { storeDefinition } from "./resources/store/definition";
import { storeDrift } from "./resources/store/drift-report";
import type { StoreKind } from "./resources/store/kinds";
import {
  FILE_SYSTEM_SNAPSHOT_STORE,
  MONGO_OPLOG_STORE,
  MONGO_SNAPSHOT_STORE,
  OPLOG_STORE,
  SNAPSHOT_STORE,
} from "./resources/store/kinds";
import { declaringManifest } from "./resources/version-manifest/declare";
import { versionManifest } from "./resources/version-manifest/definition";
import { manifestDrift } from "./resources/version-manifest/drift-report";

export interface Kind<Args extends CommonArgs, State extends StateOf<Args>, Item, Live> {
  /** The folder in `resources`, by which its generated class is named. */
  readonly folder: string;
  readonly definition: ResourceDefinition<Args, State>;
  readonly drift: DriftComparison<State, Item>;
  readonly declaring: Declaring<Live, State>;
}

/** A kind of which neither the arguments nor the state are known. */
export type AnyKind = Kind<CommonArgs, StateOf<CommonArgs>, unknown, unknown>;

/** Their names are part of every user's state and never change. */
export const KINDS: readonly AnyKind[] = [
  kind({
    folder: "access-list-entry",
    definition: accessListEntry,
    declaring: declaringEntries,
  }),
  kind({ folder: "agent-api-key", definition: agentApiKey, declaring: declaringAgentKeys }),
  kind({ folder: "alert-config", definition: alertConfig, drift: alertDrift, declaring: declaringAlerts }),
  kind({ folder: "alert-config-set", definition: alertConfigSet, drift: setDrift, declaring: declaringSet }),
  kind({ folder: "api-key", definition: apiKey, declaring: declaringApiKeys }),
  kind({ folder: "log-rotation", ...auditLogRotation }),
  kind({
    folder: "cluster-name",
    definition: clusterName,
    declaring: declaringClusters,
  }),
  kind({
    folder: "alert-config",
    definition: globalAlertConfig,
    drift: globalAlertDrift,
    declaring: declaringGlobalAlerts,
  }),
  kind({ folder: "feature-control", ...featureControl }),
  ofStores(FILE_SYSTEM_SNAPSHOT_STORE),
  kind({ folder: "integration", ...integration }),
  ofStores(MONGO_OPLOG_STORE),
  ofStores(MONGO_SNAPSHOT_STORE),
  ofStores(OPLOG_STORE),
  kind({
    folder: "project",
    definition: project,
    declaring: declaringProjects,
  }),
  kind({ folder: "project-backup", ...projectBackup }),
  kind({ folder: "project-api-key", definition: projectApiKey, declaring: declaringProjectKeys }),
  ofStores(SNAPSHOT_STORE),
  kind({ folder: "snapshot-schedule", ...snapshotSchedule }),
  kind({ folder: "log-rotation", ...systemLogRotation }),
  kind({
    folder: "version-manifest",
    definition: versionManifest,
    drift: manifestDrift,
    declaring: declaringManifest,
  }),
];

/** @param name the name of the class */
export function kindNamed(name: string): AnyKind | undefined {
  return KINDS.find(({ definition }) => definition.kind === name);
}

function ofStores(store: StoreKind): AnyKind {
  return kind({
    folder: "store",
    definition: storeDefinition(store),
    drift: storeDrift(store),
    declaring: declaringStores(store),
  });
}

/** @param drift what a refresh does not find. @default the comparison of a refresh */
function kind<Args extends CommonArgs, State extends StateOf<Args>, Item, Live>({
  drift,
  ...rest
}: Omit<Kind<Args, State, Item, Live>, "drift"> &
  Partial<Pick<Kind<Args, State, Item, Live>, "drift">>): AnyKind {
  return { ...rest, drift: drift ?? driftOfRefresh(rest.definition) };
}
