/** Generated from `src/resources/cluster-name/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { Link } from "../types/link";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link ClusterName}. */
export interface ClusterNameArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of the cluster, which must be of type SHARDED or SHARDED_REPLICA_SET. A change replaces the resource. */
  clusterId: pulumi.Input<string>;
  /** The display name of the cluster. */
  clusterName: pulumi.Input<string>;
  /**
   * Whether destroying the resource restores the name that the cluster had before.
   * @default false
   */
  restoreOnDelete?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same cluster.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const CLUSTER_NAME: ClassData = {
  what: "name of the cluster",
  inputs: ["projectId", "clusterId", "clusterName", "restoreOnDelete"],
  outputs: ["typeName", "groupId", "replicaSetName", "shardName", "lastHeartbeat", "links", "previousName"],
  defaults: { restoreOnDelete: false },
  secrets: ["__written", "__attempted"],
  repeating: [],
  unique: ["projectId", "clusterId"],
  inIds: ["projectId", "clusterId"],
  createOnly: [],
  canImport: true,
};

/**
 * The display name of a cluster that the service has discovered. The update waits until the service returns the new name.
 * Destroying the resource leaves the name in place, or restores the previous one with `restoreOnDelete`.
 *
 * Required role of the API key: Project Monitoring Admin or Project Owner.
 *
 * @example
 * ```ts
 * new opsmanager.ClusterName("orders", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "60a2b7d1e4b0c5571d3f8e1a",
 *   clusterName: "orders",
 *   restoreOnDelete: true,
 * });
 * ```
 */
export class ClusterName extends OpsManagerResource implements OutputsOf<ClusterNameArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly clusterId: pulumi.Output<string>;
  declare readonly clusterName: pulumi.Output<string>;
  declare readonly restoreOnDelete: pulumi.Output<boolean>;
  /** The type of the cluster: `SHARDED` or `SHARDED_REPLICA_SET`. */
  declare readonly typeName: pulumi.Output<string | undefined>;
  /** The id of the project, as the service returns it. */
  declare readonly groupId: pulumi.Output<string | undefined>;
  /** The name of the replica set, if the cluster is a replica set. */
  declare readonly replicaSetName: pulumi.Output<string | undefined>;
  /** The name of the shard, if the cluster is a shard. */
  declare readonly shardName: pulumi.Output<string | undefined>;
  /** When the service last received a heartbeat, ISO 8601 in UTC; as of the last write or of a refresh that found a change. */
  declare readonly lastHeartbeat: pulumi.Output<string | undefined>;
  /** Links to the cluster and related objects; as of the last write or of a refresh that found a change. */
  declare readonly links: pulumi.Output<Link[]>;
  /** The name that the cluster had when the resource was created. */
  declare readonly previousName: pulumi.Output<string>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId`, `clusterId` and `clusterName` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: ClusterNameArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ClusterNameArgs> = args ?? {};
    super("ClusterName", name, given, registrationOf(CLUSTER_NAME, given), options);
  }

  /**
   * Reads an existing cluster without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<clusterId>`
   * @throws Error if it does not exist
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ClusterName {
    return lookUp(ClusterName, name, id, options);
  }
}
