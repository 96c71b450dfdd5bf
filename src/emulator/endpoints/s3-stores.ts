import { param, selfLink, type RoutedRequest, type Context, type Route } from "../context";
import type { OplogS3Config, S3SnapshotStore } from "../entities";
import { serviceError, type ErrorCode } from "../errors";
import { buildListBody } from "../paging";
import { requireGlobalRole } from "../permissions";
import { readFlag } from "../query";
import { redactStore } from "../redaction";
import { empty, list, one } from "../reply";
import { readOplogConfig, readSnapshotStore } from "../s3-store-validation";
import { GLOBAL_SCOPE, type Table } from "../store";

/** A collection of stores. */
interface Stores<Store extends OplogS3Config> {
  readonly path: string;
  readonly table: Table<Store>;
  /** Validates the body of a POST, or of a PUT that replaces `current`. */
  readonly read: (body: unknown, current: Store | undefined, newerFields: readonly string[]) => Store;
  /** The fields of a response, without those that it never has. */
  readonly shown: (store: Store) => object;
  readonly isInUse: (store: Store) => boolean;
  readonly codes: Readonly<Record<"notFound" | "exists" | "inUse", ErrorCode>>;
}

/** `/admin/backup/oplog/s3Configs` (Ops Manager documentation, "S3 Blockstore Configuration for Oplogs"). */
export function oplogS3ConfigRoutes(context: Context): Route[] {
  const { settings, store } = context;
  return storeRoutes(context, {
    path: "/admin/backup/oplog/s3Configs",
    table: store.tables.oplogS3Configs,
    read: readOplogConfig,
    shown: ({ boundJobs: _, s3AuthMethod, s3MaxConnections, ...fields }) =>
      settings.fullOplogResponse ? { ...fields, s3AuthMethod, s3MaxConnections } : fields,
    isInUse: ({ boundJobs = 0 }) => boundJobs > 0,
    codes: {
      notFound: "S3_OPLOG_CONFIG_NOT_FOUND",
      exists: "S3_OPLOG_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG",
    },
  });
}

/** `/admin/backup/snapshot/s3Configs` (Ops Manager documentation, "S3 Blockstore Configuration"). */
export function s3SnapshotStoreRoutes(context: Context): Route[] {
  return storeRoutes<S3SnapshotStore>(context, {
    path: "/admin/backup/snapshot/s3Configs",
    table: context.store.tables.s3SnapshotStores,
    read: readSnapshotStore,
    shown: ({ boundJobs: _, snapshots: __, ...fields }) => fields,
    isInUse: ({ boundJobs = 0, snapshots = 0 }) => boundJobs + snapshots > 0,
    codes: {
      notFound: "S3_SNAPSHOT_CONFIG_NOT_FOUND",
      exists: "S3_SNAPSHOT_CONFIG_ALREADY_EXISTS",
      inUse: "BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG",
    },
  });
}

function storeRoutes<Store extends OplogS3Config>(
  context: Context,
  { path, table, read, shown, isInUse, codes }: Stores<Store>,
): Route[] {
  const item = `${path}/{id}`;
  const { settings } = context;

  const collectionUrl = (): string => context.apiUrl() + path;
  const itemUrl = (id: string): string => `${collectionUrl()}/${encodeURIComponent(id)}`;

  const authorizeRead = (request: RoutedRequest): void =>
    requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN", "GLOBAL_READ_ONLY");
  const authorizeWrite = (request: RoutedRequest): void => requireGlobalRole(request, "GLOBAL_BACKUP_ADMIN");

  const find = (request: RoutedRequest): Store => {
    const id = param(request, "id");
    const store = table.get(GLOBAL_SCOPE, id);
    if (store === undefined) throw serviceError(codes.notFound, id);
    return store;
  };

  const view = (store: Store, self: string): object => ({
    ...shown(redactStore(store, settings.redact)),
    links: [selfLink(self)],
  });

  // The service tests the bucket at every write of a store.
  const validateBucket = ({ s3BucketName }: Store): void => {
    if (settings.bucketValidationFailures <= 0) return;
    context.changeSettings({ bucketValidationFailures: settings.bucketValidationFailures - 1 });
    throw serviceError("BACKUP_S3_VALIDATION_FAILED", s3BucketName);
  };

  return [
    {
      method: "GET",
      path,
      handle(request) {
        authorizeRead(request);
        const assignableOnly =
          !request.query.has("assignableOnly") || readFlag(request.query, "assignableOnly");
        const all = table.rows(GLOBAL_SCOPE);
        const rows = assignableOnly ? all.filter((store) => store.assignmentEnabled) : all;
        return list(
          buildListBody(rows, (store) => view(store, itemUrl(store.id)), collectionUrl(), request.query),
        );
      },
    },
    {
      method: "GET",
      path: item,
      handle(request) {
        authorizeRead(request);
        const store = find(request);
        return one(view(store, itemUrl(store.id)));
      },
    },
    {
      method: "POST",
      path,
      body: "json",
      handle(request) {
        authorizeWrite(request);
        const store = read(request.body, undefined, settings.newerFields);
        if (table.get(GLOBAL_SCOPE, store.id) !== undefined) throw serviceError(codes.exists, store.id);
        validateBucket(store);
        table.set(store);
        return one(view(store, collectionUrl()), settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: item,
      body: "json",
      handle(request) {
        authorizeWrite(request);
        const current = find(request);
        const store = read(request.body, current, settings.newerFields);
        validateBucket(store);
        table.set(store);
        return one(view(store, itemUrl(store.id)));
      },
    },
    {
      method: "DELETE",
      path: item,
      handle(request) {
        authorizeWrite(request);
        const store = find(request);
        if (store.assignmentEnabled || isInUse(store)) throw serviceError(codes.inUse, store.id);
        table.delete(GLOBAL_SCOPE, store.id);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
