/** The typed form of the name of a cluster, and the form in which the engine stores it. */

import type { Cluster } from "../../api/clusters";
import type { CommonArgs, Outputs, StateOf } from "../../core/definition";
import { argumentsOf } from "../../core/description";
import { pick } from "../../json";
import { CLUSTER_NAME_DESCRIPTION } from "./description";
import type { ClusterIds } from "./requests";

/** The arguments of the name of a cluster. */
export interface ClusterArgs extends CommonArgs, ClusterIds {
  readonly clusterName: string;
  readonly restoreOnDelete?: boolean | undefined;
}

export const INPUT_NAMES = Object.keys(argumentsOf(CLUSTER_NAME_DESCRIPTION)) as (keyof ClusterArgs)[];

export interface ClusterState extends StateOf<ClusterArgs> {
  readonly service: ServiceFields;
  /** The name before the cluster was first managed. */
  readonly previousName?: string | undefined;
  /** The name of our last write. */
  readonly written?: string | undefined;
  /** The name of a write whose outcome is unknown. */
  readonly attempted?: string | undefined;
}

export const SERVICE_FIELDS = [
  "typeName",
  "groupId",
  "replicaSetName",
  "shardName",
  "lastHeartbeat",
  "links",
] as const;

export type ServiceFields = Pick<Cluster, (typeof SERVICE_FIELDS)[number]>;

export function fromOutputs(outputs: Outputs): ClusterState {
  const { previousName, __written: written, __attempted: attempted } = outputs;
  const args = pick(outputs, INPUT_NAMES);
  return {
    args,
    service: pick(outputs, SERVICE_FIELDS),
    previousName,
    written,
    attempted,
  } as unknown as ClusterState;
}

export function toOutputs({ args, service, previousName, written, attempted }: ClusterState): Outputs {
  return {
    ...pick(args, INPUT_NAMES),
    ...service,
    previousName,
    __written: written,
    __attempted: attempted,
  };
}
