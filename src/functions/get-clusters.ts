/** Reads the clusters of a project (specification 2.3). */

import type * as pulumi from "@pulumi/pulumi";
import type { Cluster } from "../api/clusters";
import type { InputsOf } from "../core/arguments";
import type { FunctionArgs } from "./args";
import { documentedCluster } from "./documented";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getCluster}. */
export interface GetClusterArgs extends FunctionArgs {
  projectId: string;
  clusterId: string;
}

/** Result of {@link getCluster}. */
export type GetClusterResult = Cluster;

/** One cluster of a project. @throws an error that names the cluster when it does not exist. */
export async function getCluster(
  args: GetClusterArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetClusterResult> {
  return invoke("getCluster", args, async (client, { projectId, clusterId }) =>
    documentedCluster(
      mustExist(
        await client.clusters.get(projectId, clusterId),
        `The cluster ${clusterId} of the project ${projectId}`,
      ),
    ),
  );
}

/** The {@link getCluster} of values that are known later. */
export function getClusterOutput(
  args: InputsOf<GetClusterArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetClusterResult> {
  return invokeOutput(args, getCluster);
}

/** Arguments of {@link getClusters}. */
export interface GetClustersArgs extends FunctionArgs {
  projectId: string;
}

/** Result of {@link getClusters}: the clusters of every page. */
export type GetClustersResult = GetClusterResult[];

/** All clusters of a project, of every page. */
export async function getClusters(
  args: GetClustersArgs,
  _options?: pulumi.InvokeOptions,
): Promise<GetClustersResult> {
  return invoke("getClusters", args, async (client, { projectId }) =>
    (await client.clusters.list(projectId)).map(documentedCluster),
  );
}

/** The {@link getClusters} of values that are known later. */
export function getClustersOutput(
  args: InputsOf<GetClustersArgs>,
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetClustersResult> {
  return invokeOutput(args, getClusters);
}
