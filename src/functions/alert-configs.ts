/** Alert configurations, of projects and global ones. */

import { defineFunction, defineOutputFunction } from "./invoke";

/**
 * Reads one alert configuration of a project, without the secret fields of its notifications.
 *
 * Required role of the API key: any role in the project.
 *
 * @throws Error if the alert configuration does not exist
 * @example
 * ```ts
 * const alert = await opsmanager.getAlertConfig({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   alertConfigId: "60b8f0e3e4b0c5571d40aa01",
 * });
 * console.log(alert.eventTypeName, alert.enabled);
 * ```
 */
export const getAlertConfig = defineFunction("getAlertConfig");

/**
 * The `Output` variant of {@link getAlertConfig}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const enabled = opsmanager.getAlertConfigOutput({
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   alertConfigId: "60b8f0e3e4b0c5571d40aa01",
 * }).enabled;
 * ```
 */
export const getAlertConfigOutput = defineOutputFunction("getAlertConfig");

/**
 * Reads all alert configurations of a project, from all pages, without the secret fields of their notifications.
 *
 * Required role of the API key: any role in the project.
 *
 * @example
 * ```ts
 * const alerts = await opsmanager.getAlertConfigs({ projectId: "60a2b7c9e4b0c5571d3f8e12" });
 * const disabled = alerts.filter(({ enabled }) => enabled !== true);
 * ```
 */
export const getAlertConfigs = defineFunction("getAlertConfigs");

/**
 * The `Output` variant of {@link getAlertConfigs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const disabledAlerts = opsmanager
 *   .getAlertConfigsOutput({ projectId: "60a2b7c9e4b0c5571d3f8e12" })
 *   .apply((alerts) => alerts.filter(({ enabled }) => enabled !== true).length);
 * ```
 */
export const getAlertConfigsOutput = defineOutputFunction("getAlertConfigs");

/**
 * Reads one global alert configuration.
 *
 * Required role of the API key: Global Owner or Global Monitoring Admin.
 *
 * @example
 * ```ts
 * const alert = await opsmanager.getGlobalAlertConfig({ alertConfigId: "6f00000000000000000000d4" });
 * ```
 * @returns the documented fields, without the secret fields of notifications
 * @throws Error if it does not exist
 */
export const getGlobalAlertConfig = defineFunction("getGlobalAlertConfig");

/**
 * The `Output` variant of {@link getGlobalAlertConfig}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const enabled = opsmanager.getGlobalAlertConfigOutput({ alertConfigId: "6f00000000000000000000d4" }).apply((found) => found.enabled);
 * ```
 */
export const getGlobalAlertConfigOutput = defineOutputFunction("getGlobalAlertConfig");

/**
 * Reads all global alert configurations, including those that the service ships.
 *
 * Required role of the API key: Global Owner or Global Monitoring Admin.
 *
 * @example
 * ```ts
 * const alerts = await opsmanager.getGlobalAlertConfigs();
 * ```
 * @returns the global alert configurations of all pages, without the secret fields of notifications
 */
export const getGlobalAlertConfigs = defineFunction("getGlobalAlertConfigs");

/**
 * The `Output` variant of {@link getGlobalAlertConfigs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const count = opsmanager.getGlobalAlertConfigsOutput().apply((alerts) => alerts.length);
 * ```
 */
export const getGlobalAlertConfigsOutput = defineOutputFunction("getGlobalAlertConfigs");
