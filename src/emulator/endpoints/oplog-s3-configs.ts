import { param, selfLink, type Call, type Context, type Route } from "../context";
import type { OplogS3Config } from "../entities";
import { serviceError } from "../errors";
import { readOplogConfig } from "../oplog-validation";
import { buildListBody } from "../paging";
import { requireGlobalRole } from "../permissions";
import { readFlag } from "../query";
import { redactOplogStore } from "../redaction";
import { empty, list, one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const COLLECTION = "/admin/backup/oplog/s3Configs";
const ITEM = `${COLLECTION}/{id}`;

/** `/admin/backup/oplog/s3Configs` (Ops Manager documentation, "S3 Blockstore Configuration for Oplogs"). */
export function oplogS3ConfigRoutes(context: Context): Route[] {
  const { oplogS3Configs } = context.store.tables;
  const { settings } = context;

  const collectionUrl = (): string => context.apiUrl() + COLLECTION;
  const itemUrl = (id: string): string => `${collectionUrl()}/${encodeURIComponent(id)}`;

  const authorizeRead = (call: Call): void =>
    requireGlobalRole(call, "GLOBAL_BACKUP_ADMIN", "GLOBAL_READ_ONLY");
  const authorizeWrite = (call: Call): void => requireGlobalRole(call, "GLOBAL_BACKUP_ADMIN");

  const find = (call: Call): OplogS3Config => {
    const id = param(call, "id");
    const config = oplogS3Configs.get(GLOBAL_SCOPE, id);
    if (config === undefined) throw serviceError("S3_OPLOG_CONFIG_NOT_FOUND", id);
    return config;
  };

  const view = (config: OplogS3Config, self: string): object => {
    const {
      boundJobs: _,
      s3AuthMethod,
      s3MaxConnections,
      ...fields
    } = redactOplogStore(config, settings.redact);
    return {
      ...fields,
      ...(settings.fullOplogResponse ? { s3AuthMethod, s3MaxConnections } : {}),
      links: [selfLink(self)],
    };
  };

  // The service tests the bucket at every write of a store.
  const validateBucket = (config: OplogS3Config): void => {
    if (settings.bucketValidationFailures <= 0) return;
    context.changeSettings({ bucketValidationFailures: settings.bucketValidationFailures - 1 });
    throw serviceError("BACKUP_S3_VALIDATION_FAILED", config.s3BucketName);
  };

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(call) {
        authorizeRead(call);
        const assignableOnly = !call.query.has("assignableOnly") || readFlag(call.query, "assignableOnly");
        const all = oplogS3Configs.rows(GLOBAL_SCOPE);
        const rows = assignableOnly ? all.filter((config) => config.assignmentEnabled) : all;
        return list(
          buildListBody(rows, (config) => view(config, itemUrl(config.id)), collectionUrl(), call.query),
        );
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(call) {
        authorizeRead(call);
        const config = find(call);
        return one(view(config, itemUrl(config.id)));
      },
    },
    {
      method: "POST",
      path: COLLECTION,
      body: "json",
      handle(call) {
        authorizeWrite(call);
        const config = readOplogConfig(call.body);
        if (oplogS3Configs.get(GLOBAL_SCOPE, config.id) !== undefined)
          throw serviceError("S3_OPLOG_CONFIG_ALREADY_EXISTS", config.id);
        validateBucket(config);
        oplogS3Configs.set(config);
        return one(view(config, collectionUrl()), settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: ITEM,
      body: "json",
      handle(call) {
        authorizeWrite(call);
        const current = find(call);
        const config = readOplogConfig(call.body, current);
        validateBucket(config);
        oplogS3Configs.set(config);
        return one(view(config, itemUrl(config.id)));
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(call) {
        authorizeWrite(call);
        const config = find(call);
        if (config.assignmentEnabled || (config.boundJobs ?? 0) > 0)
          throw serviceError("BACKUP_CANNOT_REMOVE_S3_OPLOG_STORE_CONFIG", config.id);
        oplogS3Configs.delete(GLOBAL_SCOPE, config.id);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
