/** ClusterName: the display name of a discovered cluster. */

import type * as pulumi from "@pulumi/pulumi";
import type { Link } from "../fields/table";
import { withDefault } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { isLookUp, lookUp, OpsManagerResource } from "../program/resource";
import { INPUT_NAMES, OUTPUT_NAMES } from "./cluster-name/encoding";

/** Arguments of {@link ClusterName}. */
export interface ClusterNameArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of the cluster, which must be of type SHARDED or SHARDED_REPLICA_SET. A change replaces the resource. */
  clusterId: pulumi.Input<string>;
  /** The name of the cluster. */
  clusterName: pulumi.Input<string>;
  /** Whether destroying the resource restores the name that the cluster had before. @default false */
  restoreOnDelete?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one. A changed connection must lead to the same cluster. */
  connection?: string | undefined;
}

/** The name of a discovered cluster. Destroying it leaves the name in place, or restores the previous one with `restoreOnDelete`. */
export class ClusterName extends OpsManagerResource {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly clusterId: pulumi.Output<string>;
  declare readonly clusterName: pulumi.Output<string>;
  declare readonly restoreOnDelete: pulumi.Output<boolean>;
  /** `SHARDED` or `SHARDED_REPLICA_SET`. */
  declare readonly typeName: pulumi.Output<string | undefined>;
  declare readonly groupId: pulumi.Output<string | undefined>;
  declare readonly replicaSetName: pulumi.Output<string | undefined>;
  declare readonly shardName: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC, as of our last write or of a refresh that found a change. */
  declare readonly lastHeartbeat: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** The name that the cluster had before it was first managed. */
  declare readonly previousName: pulumi.Output<string>;

  /** @param args `projectId`, `clusterId` and `clusterName` are required. */
  constructor(name: string, args: ClusterNameArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<ClusterNameArgs> = args ?? {};
    const { projectId, clusterId, restoreOnDelete } = given;
    super(
      "ClusterName",
      name,
      given,
      {
        inputs: isLookUp(options)
          ? given
          : { ...given, restoreOnDelete: withDefault(restoreOnDelete, false) },
        names: [...INPUT_NAMES, ...OUTPUT_NAMES],
        secretNames: ["__written", "__attempted"],
        claimed: { what: "name of the cluster", parts: [projectId, clusterId] },
        canImport: true,
      },
      options,
    );
  }

  /** Looks up an existing cluster, which stays unmanaged. @param id `<projectId>/<clusterId>` */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ClusterName {
    return lookUp(ClusterName, name, id, options);
  }
}
