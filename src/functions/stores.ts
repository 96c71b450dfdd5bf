/** Oplog and snapshot stores. */

import { defineFunction, defineOutputFunction } from "./invoke";

/**
 * Reads one oplog store, without its keys. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getOplogS3Config({ storeId: "oplog-eu" });
 * console.log(store.s3BucketName);
 * ```
 */
export const getOplogS3Config = defineFunction("getOplogS3Config");

/**
 * The `Output` variant of {@link getOplogS3Config}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const bucket = opsmanager.getOplogS3ConfigOutput({ storeId: "oplog-eu" }).s3BucketName;
 * ```
 */
export const getOplogS3ConfigOutput = defineOutputFunction("getOplogS3Config");

/**
 * Reads all oplog stores, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getOplogS3Configs();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getOplogS3Configs = defineFunction("getOplogS3Configs");

/**
 * The `Output` variant of {@link getOplogS3Configs}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getOplogS3ConfigsOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getOplogS3ConfigsOutput = defineOutputFunction("getOplogS3Configs");

/**
 * Reads one snapshot store, without its keys. `uri` contains only scheme, hosts and database.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @throws Error if the store does not exist
 * @example
 * ```ts
 * const store = await opsmanager.getS3SnapshotStore({ storeId: "snapshots-eu" });
 * console.log(store.s3BucketName);
 * ```
 */
export const getS3SnapshotStore = defineFunction("getS3SnapshotStore");

/**
 * The `Output` variant of {@link getS3SnapshotStore}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const bucket = opsmanager.getS3SnapshotStoreOutput({ storeId: "snapshots-eu" }).s3BucketName;
 * ```
 */
export const getS3SnapshotStoreOutput = defineOutputFunction("getS3SnapshotStore");

/**
 * Reads all snapshot stores, from all pages, including those whose assignment is disabled.
 *
 * Required role of the API key: Global Owner or Global Backup Admin.
 *
 * @example
 * ```ts
 * const stores = await opsmanager.getS3SnapshotStores();
 * const assignable = stores.filter(({ assignmentEnabled }) => assignmentEnabled === true);
 * ```
 */
export const getS3SnapshotStores = defineFunction("getS3SnapshotStores");

/**
 * The `Output` variant of {@link getS3SnapshotStores}: it accepts outputs as arguments, and requires no `await`.
 *
 * @example
 * ```ts
 * export const storeIds = opsmanager.getS3SnapshotStoresOutput().apply((stores) => stores.map(({ id }) => id));
 * ```
 */
export const getS3SnapshotStoresOutput = defineOutputFunction("getS3SnapshotStores");
