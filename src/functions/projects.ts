/** Projects, their clusters and their log rotations. */

import { defineFunction, defineOutputFunction } from "./invoke";

/**
 * Reads the audit log rotation of a project: the configured values, and the effective values with the documented defaults.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * const rotation = await opsmanager.getAuditLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(rotation.effective.numUncompressed);
 * ```
 */
export const getAuditLogRotation = defineFunction("getAuditLogRotation");

/**
 * The `Output` variant of {@link getAuditLogRotation}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const rotation = opsmanager.getAuditLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;
 * ```
 */
export const getAuditLogRotationOutput = defineOutputFunction("getAuditLogRotation");

/**
 * Reads one cluster of a project.
 *
 * Required role of the API key: any role in the project.
 *
 * @throws Error if the cluster does not exist
 * @example
 * ```ts
 * const cluster = await opsmanager.getCluster({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "60a2b7d1e4b0c5571d3f8e1a",
 * });
 * console.log(cluster.clusterName);
 * ```
 */
export const getCluster = defineFunction("getCluster");

/**
 * The `Output` variant of {@link getCluster}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const lastHeartbeat = opsmanager.getClusterOutput({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "60a2b7d1e4b0c5571d3f8e1a",
 * }).lastHeartbeat;
 * ```
 */
export const getClusterOutput = defineOutputFunction("getCluster");

/**
 * Reads all clusters of a project, from all pages.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const clusters = await opsmanager.getClusters({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const sharded = clusters.filter(({ typeName }) => typeName === "SHARDED_REPLICA_SET");
 * ```
 */
export const getClusters = defineFunction("getClusters");

/**
 * The `Output` variant of {@link getClusters}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const clusterNames = opsmanager
 *   .getClustersOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((clusters) => clusters.map(({ clusterName }) => clusterName));
 * ```
 */
export const getClustersOutput = defineOutputFunction("getClusters");

/**
 * Reads one project by its id or its exact name, without the key of its agents.
 *
 * Required role of the API key: any role in the project. Some versions show the tags to Global Read Only or Project Read Only only.
 *
 * @throws Error if the project does not exist, or if several organizations have one of this name and `orgId` is missing
 * @example
 * ```ts
 * const { projectId } = await opsmanager.getProject({ name: "shop-production" });
 * console.log(projectId);
 * ```
 */
export const getProject = defineFunction("getProject");

/**
 * The `Output` variant of {@link getProject}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * const { projectId } = opsmanager.getProjectOutput({ name: "shop-production" });
 * export const rotation = opsmanager.getAuditLogRotationOutput({ projectId }).effective;
 * ```
 */
export const getProjectOutput = defineOutputFunction("getProject");

/**
 * Reads all projects that the key can read, or those of an organization, from all pages, without the keys of their agents.
 *
 * Required role of the API key: any role in the projects. The list has no others.
 *
 * @example
 * ```ts
 * const projects = await opsmanager.getProjects();
 * const untagged = projects.filter(({ tags = [] }) => tags.length === 0).map(({ name }) => name);
 * ```
 */
export const getProjects = defineFunction("getProjects");

/**
 * The `Output` variant of {@link getProjects}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const projectNames = opsmanager
 *   .getProjectsOutput({ orgId: config.require("orgId") })
 *   .apply((projects) => projects.map(({ name }) => name));
 * ```
 */
export const getProjectsOutput = defineOutputFunction("getProjects");

/**
 * Reads the system log rotation of a project: the configured values, and the effective values with the documented defaults.
 *
 * Required role of the API key: Project Automation Admin.
 *
 * @example
 * ```ts
 * const rotation = await opsmanager.getSystemLogRotation({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * console.log(rotation.effective.numUncompressed);
 * ```
 */
export const getSystemLogRotation = defineFunction("getSystemLogRotation");

/**
 * The `Output` variant of {@link getSystemLogRotation}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const rotation = opsmanager.getSystemLogRotationOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" }).effective;
 * ```
 */
export const getSystemLogRotationOutput = defineOutputFunction("getSystemLogRotation");
