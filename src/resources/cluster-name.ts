/** ClusterName: the display name of a discovered cluster (specification 2.3, 4.3). */

import * as pulumi from "@pulumi/pulumi";
import type { Link } from "../api/common";
import { computed, lazyOutput, markedSecrets, withDefault } from "../core/arguments";
import type { LookUpOptions } from "../core/look-up";
import { lookUp } from "../core/look-up";
import { warnAbout } from "../core/program";
import { runInput } from "../core/run-input";
import { resourceOptions, warnAboutOptions, withoutImport } from "../core/resource-options";
import { thinProvider } from "../core/thin-provider";
import { ARGUMENT_NAMES, COMPUTED } from "./cluster-name/names";
import { clusterProblems } from "./cluster-name/rules";

/** Arguments of {@link ClusterName}. */
export interface ClusterNameArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of the cluster, which must be of type SHARDED or SHARDED_REPLICA_SET. A change replaces the resource. */
  clusterId: pulumi.Input<string>;
  /** The name that the cluster shall have. */
  clusterName: pulumi.Input<string>;
  /** Whether destroying gives the cluster the name back that it had before. @default false */
  restoreOnDelete?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one. After a change it must lead to the same cluster. */
  connection?: string | undefined;
}

/** The name of a discovered cluster. Destroying it forgets it, or gives the previous name back with `restoreOnDelete`. */
export class ClusterName extends pulumi.dynamic.Resource {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly clusterId: pulumi.Output<string>;
  declare readonly clusterName: pulumi.Output<string>;
  declare readonly restoreOnDelete: pulumi.Output<boolean>;
  declare readonly connection: pulumi.Output<string | undefined>;
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
    const { options: otherOptions, imported } = withoutImport(options);
    const claimed = {
      what: "name of the cluster",
      parts: [args.projectId, args.clusterId],
      connection: args.connection,
    };
    const isLookUp = options?.id !== undefined;
    super(
      thinProvider("ClusterName"),
      name,
      {
        ...computed(COMPUTED),
        ...markedSecrets(args),
        ...computed(ARGUMENT_NAMES),
        ...runInput("ClusterName", name, options, claimed),
        ...imported,
        ...args,
        ...(!isLookUp && { restoreOnDelete: withDefault(args.restoreOnDelete, false) }),
      },
      resourceOptions("ClusterName", name, otherOptions, ["__written", "__attempted"]),
      "opsmanager",
      "ClusterName",
    );
    warnAboutOptions(this, options, args.connection);
    lazyOutput(this, "connection", () => pulumi.output(args.connection));
    if (!isLookUp) warnAbout(this, args, clusterProblems);
  }

  /** Looks up an existing cluster, which stays unmanaged. @param id `<projectId>/<clusterId>` */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): ClusterName {
    return lookUp(ClusterName, name, id, options);
  }
}
