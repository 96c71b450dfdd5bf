/** The service itself. */

import { defineFunction, defineOutputFunction } from "./invoke";

/**
 * Reads the version of the service, from the version header of a response.
 *
 * Required role of the API key: none, but the key must be valid.
 *
 * @example
 * ```ts
 * const { versionString } = await opsmanager.getServiceVersion();
 * console.log(versionString);
 * ```
 */
export const getServiceVersion = defineFunction("getServiceVersion");

/**
 * The `Output` variant of {@link getServiceVersion}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const version = opsmanager.getServiceVersionOutput().versionString;
 * ```
 */
export const getServiceVersionOutput = defineOutputFunction("getServiceVersion");

/**
 * Reads a summary of the version manifest of the service.
 *
 * Required role of the API key: none.
 *
 * @throws Error if the service does not return its manifest
 * @example
 * ```ts
 * const { newestVersions } = await opsmanager.getVersionManifest();
 * console.log(newestVersions);
 * ```
 */
export const getVersionManifest = defineFunction("getVersionManifest");

/**
 * The `Output` variant of {@link getVersionManifest}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const newestVersions = opsmanager.getVersionManifestOutput().newestVersions;
 * ```
 */
export const getVersionManifestOutput = defineOutputFunction("getVersionManifest");
