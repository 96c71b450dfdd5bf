/** The typed API client by itself (`pulumi-opsmanager/client`); it needs no Pulumi. */

import * as accessList from "./api/access-list";
import * as alertConfigs from "./api/alert-configs";
import * as auditLogRotation from "./api/audit-log-rotation";
import * as clusters from "./api/clusters";
import * as oplogS3Configs from "./api/oplog-s3-configs";
import { each } from "./api/paging";
import * as versionManifest from "./api/version-manifest";
import type { AlertConfig, AlertConfigBody } from "./fields/alert-config";
import type { OplogS3Config, OplogS3ConfigBody } from "./fields/oplog-s3-config";
import type { ApiClient, CallOptions, ClientEnvironment } from "./http/api-client";
import { createApiClient } from "./http/api-client";
import { logLevelOf } from "./http/log";
import type { ConnectionOptions } from "./http/options";

export type { CallOptions, ClientEnvironment } from "./http/api-client";
export type { ConnectionOptions } from "./http/options";
export type { AccessListEntry, AccessListEntryQuery } from "./api/access-list";
export type {
  AlertConfig,
  AlertConfigBody,
  AlertMatcher as Matcher,
  AlertMetricThreshold as MetricThreshold,
  AlertThreshold as Threshold,
} from "./fields/alert-config";
export type { Notification } from "./fields/notification";
export type { AuditLogRotation } from "./api/audit-log-rotation";
export type { Cluster } from "./api/clusters";
export type { Link } from "./fields/table";
export type { CustomCertificate, Oidc, OplogS3Config, OplogS3ConfigBody } from "./fields/oplog-s3-config";
export type { ServiceVersion, VersionManifest } from "./api/version-manifest";
export * from "./errors";

/**
 * A client of the public API v1.0. One client holds one connection pool: share it.
 *
 * Every call gives a promise. `list` collects all pages; `iterate` gives the items one by one and asks for a page
 * when it is needed. A `get` of what does not exist gives `undefined`. The last argument of each may be `{ signal }`.
 * Clients of one process with the same key and server share the nonce and the bound on requests under way.
 *
 * @throws ConfigError from the constructor for options that cannot be used; calls throw the errors of `errors.ts`.
 */
export class OpsManagerClient {
  readonly #api: ApiClient;

  /** `environment` is what is taken from the process; tests pass their own. */
  constructor(options: ConnectionOptions, environment: Partial<ClientEnvironment> = {}) {
    this.#api = createApiClient(options, { ...ofProcess(), ...environment });
  }

  /** Alert configurations of a project (specification 2.5). */
  readonly alertConfigs = {
    list: (projectId: string, options?: CallOptions) =>
      alertConfigs.listAlertConfigs(this.#api, projectId, options),
    iterate: (projectId: string, options?: CallOptions): AsyncIterableIterator<AlertConfig> =>
      each(alertConfigs.alertConfigPages(this.#api, projectId, options)),
    get: (projectId: string, id: string, options?: CallOptions) =>
      alertConfigs.getAlertConfig(this.#api, projectId, id, options),
    create: async (projectId: string, body: AlertConfigBody, options?: CallOptions) =>
      (await alertConfigs.createAlertConfig(this.#api, projectId, body, options)).value,
    /** Replaces the whole configuration: send everything, secrets included. */
    update: (projectId: string, id: string, body: AlertConfigBody, options?: CallOptions) =>
      alertConfigs.updateAlertConfig(this.#api, projectId, id, body, options),
    setEnabled: (projectId: string, id: string, enabled: boolean, options?: CallOptions) =>
      alertConfigs.setAlertConfigEnabled(this.#api, projectId, id, enabled, options),
    delete: (projectId: string, id: string, options?: CallOptions) =>
      alertConfigs.deleteAlertConfig(this.#api, projectId, id, options),
    /** The names that `matchers.fieldName` may have. */
    matcherFieldNames: (options?: CallOptions) => alertConfigs.listMatcherFieldNames(this.#api, options),
  };

  /** S3-compatible oplog stores (specification 2.2). */
  readonly oplogS3Configs = {
    list: (options?: CallOptions) => oplogS3Configs.listOplogS3Configs(this.#api, options),
    iterate: (options?: CallOptions): AsyncIterableIterator<OplogS3Config> =>
      each(oplogS3Configs.oplogS3ConfigPages(this.#api, options)),
    get: (id: string, options?: CallOptions) => oplogS3Configs.getOplogS3Config(this.#api, id, options),
    create: (body: OplogS3ConfigBody & { id: string }, options?: CallOptions) =>
      oplogS3Configs.createOplogS3Config(this.#api, body, options),
    /** Replaces the whole store: send everything, secrets included. */
    update: (id: string, body: OplogS3ConfigBody, options?: CallOptions) =>
      oplogS3Configs.updateOplogS3Config(this.#api, id, body, options),
    delete: (id: string, options?: CallOptions) => oplogS3Configs.deleteOplogS3Config(this.#api, id, options),
  };

  /** Discovered clusters (specification 2.3). */
  readonly clusters = {
    list: (projectId: string, options?: CallOptions) => clusters.listClusters(this.#api, projectId, options),
    iterate: (projectId: string, options?: CallOptions): AsyncIterableIterator<clusters.Cluster> =>
      each(clusters.clusterPages(this.#api, projectId, options)),
    get: (projectId: string, id: string, options?: CallOptions) =>
      clusters.getCluster(this.#api, projectId, id, options),
    rename: (projectId: string, id: string, clusterName: string, options?: CallOptions) =>
      clusters.renameCluster(this.#api, projectId, id, clusterName, options),
  };

  /** Access list entries of an organization API key (specification 2.1). */
  readonly accessList = {
    list: (orgId: string, apiKeyId: string, options?: CallOptions) =>
      accessList.listAccessList(this.#api, orgId, apiKeyId, options),
    iterate: (
      orgId: string,
      apiKeyId: string,
      options?: CallOptions,
    ): AsyncIterableIterator<accessList.AccessListEntry> =>
      each(accessList.accessListPages(this.#api, orgId, apiKeyId, options)),
    /** `entry` is an address or a CIDR block. */
    get: (
      orgId: string,
      apiKeyId: string,
      entry: string,
      options?: accessList.AccessListEntryQuery & CallOptions,
    ) => accessList.getAccessListEntry(this.#api, orgId, apiKeyId, entry, options),
  };

  /** Audit log rotation of a project (specification 2.4). */
  readonly auditLogRotation = {
    get: (projectId: string, options?: CallOptions) =>
      auditLogRotation.getAuditLogRotation(this.#api, projectId, options),
  };

  /** The version manifest (specification 2.6). */
  readonly versionManifest = {
    /** `undefined` for a service that does not offer it. */
    get: async (options?: CallOptions) =>
      (await versionManifest.getVersionManifest(this.#api, options))?.manifest,
    /** The bytes of the file, which are sent unmodified. */
    put: (bytes: Uint8Array, options?: CallOptions) =>
      versionManifest.putVersionManifest(
        this.#api,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        options,
      ),
  };

  /** The version of the service, from its version header. */
  serviceVersion(options?: CallOptions): Promise<versionManifest.ServiceVersion> {
    return versionManifest.getServiceVersion(this.#api, options);
  }

  /** Closes all connections; calls that are under way fail, and later ones. */
  close(): Promise<void> {
    return this.#api.close();
  }
}

function ofProcess(): ClientEnvironment {
  return {
    env: process.env,
    log: {
      level: logLevelOf(process.env["OPSMANAGER_LOG"]),
      write: (line) => process.stderr.write(`${line}\n`),
    },
  };
}
