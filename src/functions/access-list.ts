/** The access lists of API keys. */

import { defineFunction, defineOutputFunction } from "./invoke";

/**
 * Reads one entry of the access list of an organization API key.
 *
 * Required role of the API key: Organization Owner. A key needs no role to read its own access list.
 *
 * @throws Error if the entry does not exist
 * @example
 * ```ts
 * const entry = await opsmanager.getAccessListEntry({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 *   entry: "10.20.0.0/16",
 * });
 * console.log(entry.lastUsed);
 * ```
 */
export const getAccessListEntry = defineFunction("getAccessListEntry");

/**
 * The `Output` variant of {@link getAccessListEntry}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const lastUsed = opsmanager.getAccessListEntryOutput({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 *   entry: "10.20.0.0/16",
 * }).lastUsed;
 * ```
 */
export const getAccessListEntryOutput = defineOutputFunction("getAccessListEntry");

/**
 * Reads all entries of the access list of an organization API key, from all pages.
 *
 * Required role of the API key: Organization Owner. A key needs no role to read its own access list.
 *
 * @example
 * ```ts
 * const entries = await opsmanager.getAccessList({
 *   orgId: config.require("orgId"),
 *   apiKeyId: config.require("apiKeyId"),
 * });
 * const unused = entries.filter(({ lastUsed }) => lastUsed === undefined);
 * ```
 */
export const getAccessList = defineFunction("getAccessList");

/**
 * The `Output` variant of {@link getAccessList}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const blocks = opsmanager
 *   .getAccessListOutput({ orgId: config.require("orgId"), apiKeyId: config.require("apiKeyId") })
 *   .apply((entries) => entries.map(({ cidrBlock }) => cidrBlock));
 * ```
 */
export const getAccessListOutput = defineOutputFunction("getAccessList");
