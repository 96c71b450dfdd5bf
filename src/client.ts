/** The typed API client (`pulumi-opsmanager/client`), which does not need Pulumi. */

import { setTimeout } from "node:timers/promises";
import * as accessList from "./api/access-list";
import * as alertConfigs from "./api/alert-configs";
import * as auditLogRotation from "./api/audit-log-rotation";
import * as clusters from "./api/clusters";
import { confirmDeletion } from "./api/common";
import * as groups from "./api/groups";
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
export type { Group } from "./api/groups";
export type { Link } from "./fields/table";
export type { CustomCertificate, Oidc, OplogS3Config, OplogS3ConfigBody } from "./fields/oplog-s3-config";
export type { ServiceVersion, VersionManifest } from "./api/version-manifest";
export * from "./errors";

/**
 * A client for the public API v1.0. Each client has a connection pool: create one and share it.
 *
 * Every method returns a promise. `list` collects all pages; `iterate` yields the items one by one and requests a page
 * when it is needed. `get` returns `undefined` for an object that does not exist. The last argument may be `{ signal }`.
 * Clients of one process with the same key and server share the nonce, the limit on requests in progress and the retries.
 *
 * @throws ConfigError from the constructor for invalid options; methods throw the errors of `errors.ts`
 */
export class OpsManagerClient {
  readonly #api: ApiClient;

  /** `environment` replaces what the client takes from the process. */
  constructor(options: ConnectionOptions, environment: Partial<ClientEnvironment> = {}) {
    this.#api = createApiClient(options, { ...processEnvironment(), ...environment });
  }

  /** Alert configurations of a project. */
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
    /** Rejects if the alert configuration still exists after a response that does not show its deletion. */
    delete: (projectId: string, id: string, options?: CallOptions): Promise<void> =>
      confirmDeletion(
        alertConfigs.deleteAlertConfig(this.#api, projectId, id, options),
        `the alert configuration ${projectId}/${id}`,
        async () => alertConfigs.getAlertConfig(this.#api, projectId, id, options),
        setTimeout,
      ),
    /** Lists the allowed values of `matchers.fieldName`. */
    matcherFieldNames: (options?: CallOptions) => alertConfigs.listMatcherFieldNames(this.#api, options),
  };

  /** S3-compatible oplog stores. */
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
    /** Rejects if the store still exists after a response that does not show its deletion. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      confirmDeletion(
        oplogS3Configs.deleteOplogS3Config(this.#api, id, options),
        `the oplog store ${id}`,
        async () => oplogS3Configs.getOplogS3Config(this.#api, id, options),
        setTimeout,
      ),
  };

  /** Discovered clusters. */
  readonly clusters = {
    list: (projectId: string, options?: CallOptions) => clusters.listClusters(this.#api, projectId, options),
    iterate: (projectId: string, options?: CallOptions): AsyncIterableIterator<clusters.Cluster> =>
      each(clusters.clusterPages(this.#api, projectId, options)),
    get: (projectId: string, id: string, options?: CallOptions) =>
      clusters.getCluster(this.#api, projectId, id, options),
    rename: (projectId: string, id: string, clusterName: string, options?: CallOptions) =>
      clusters.renameCluster(this.#api, projectId, id, clusterName, options),
  };

  /** Projects, which the API calls groups. */
  readonly groups = {
    /** Lists the projects that the key can read. */
    list: (options?: CallOptions) => groups.listGroups(this.#api, options),
    iterate: (options?: CallOptions): AsyncIterableIterator<groups.Group> =>
      each(groups.groupPages(this.#api, options)),
  };

  /** Access list entries of an organization API key. */
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

  /** Audit log rotation of a project. */
  readonly auditLogRotation = {
    get: (projectId: string, options?: CallOptions) =>
      auditLogRotation.getAuditLogRotation(this.#api, projectId, options),
  };

  /** The version manifest. */
  readonly versionManifest = {
    /** Returns `undefined` if the service does not offer it. */
    get: async (options?: CallOptions) =>
      (await versionManifest.getVersionManifest(this.#api, options))?.manifest,
    /** Uploads the bytes of a manifest file unmodified. */
    put: async (bytes: Uint8Array, options?: CallOptions): Promise<void> => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await versionManifest.putVersionManifest(this.#api, buffer, options);
    },
  };

  /** Returns the version of the service from its version header. */
  serviceVersion(options?: CallOptions): Promise<versionManifest.ServiceVersion> {
    return versionManifest.getServiceVersion(this.#api, options);
  }

  /** Closes all connections; calls in progress and later calls fail. */
  close(): Promise<void> {
    return this.#api.close();
  }
}

function processEnvironment(): ClientEnvironment {
  return {
    env: process.env,
    log: {
      level: logLevelOf(process.env["OPSMANAGER_LOG"]),
      write: (line) => process.stderr.write(`${line}\n`),
    },
  };
}
