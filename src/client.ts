/** The typed API client (`pulumi-opsmanager/client`), which does not need Pulumi. */

import { setTimeout } from "node:timers/promises";
import * as accessList from "./api/access-list";
import * as alertConfigs from "./api/alert-configs";
import * as auditLogRotation from "./api/audit-log-rotation";
import * as clusters from "./api/clusters";
import { confirmDeletion } from "./api/common";
import * as oplogS3Configs from "./api/oplog-s3-configs";
import { each } from "./api/paging";
import * as projects from "./api/projects";
import * as versionManifest from "./api/version-manifest";
import type { AlertConfig, AlertConfigBody } from "./fields/alert-config";
import type { OplogS3Config, OplogS3ConfigBody } from "./fields/oplog-s3-config";
import type { Project } from "./fields/project";
import type { ApiClient, CallOptions, ClientEnvironment } from "./http/api-client";
import { createApiClient, withSignal } from "./http/api-client";
import { requestLog } from "./http/log";
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
export type { ProjectBody } from "./api/projects";
export type { Link } from "./fields/table";
export type { CustomCertificate, Oidc, OplogS3Config, OplogS3ConfigBody } from "./fields/oplog-s3-config";
export type { Project, Project as Group } from "./fields/project";
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
  readonly #client: ApiClient;

  /** `environment` replaces what the client takes from the process. */
  constructor(options: ConnectionOptions, environment: Partial<ClientEnvironment> = {}) {
    const { env } = process;
    this.#client = createApiClient(options, { env, log: requestLog(env), ...environment });
  }

  /** Alert configurations of a project. */
  readonly alertConfigs = {
    list: (projectId: string, options?: CallOptions) =>
      alertConfigs.listAlertConfigs(this.#api(options), projectId),
    iterate: (projectId: string, options?: CallOptions): AsyncIterableIterator<AlertConfig> =>
      each(alertConfigs.alertConfigPages(this.#api(options), projectId)),
    get: (projectId: string, id: string, options?: CallOptions) =>
      alertConfigs.getAlertConfig(this.#api(options), projectId, id),
    create: async (projectId: string, body: AlertConfigBody, options?: CallOptions) =>
      (await alertConfigs.createAlertConfig(this.#api(options), projectId, body)).value,
    /** Replaces the whole configuration: send everything, secrets included. */
    update: (projectId: string, id: string, body: AlertConfigBody, options?: CallOptions) =>
      alertConfigs.updateAlertConfig(this.#api(options), projectId, id, body),
    setEnabled: (projectId: string, id: string, enabled: boolean, options?: CallOptions) =>
      alertConfigs.setAlertConfigEnabled(this.#api(options), projectId, id, enabled),
    /** Rejects if the alert configuration still exists after a response that does not show its deletion. */
    delete: (projectId: string, id: string, options?: CallOptions): Promise<void> =>
      confirmDeletion(
        alertConfigs.deleteAlertConfig(this.#api(options), projectId, id),
        `the alert configuration ${projectId}/${id}`,
        async () => alertConfigs.getAlertConfig(this.#api(options), projectId, id),
        setTimeout,
      ),
    /** Lists the allowed values of `matchers.fieldName`. */
    matcherFieldNames: (options?: CallOptions) => alertConfigs.listMatcherFieldNames(this.#api(options)),
  };

  /** S3-compatible oplog stores. */
  readonly oplogS3Configs = {
    list: (options?: CallOptions) => oplogS3Configs.listOplogS3Configs(this.#api(options)),
    iterate: (options?: CallOptions): AsyncIterableIterator<OplogS3Config> =>
      each(oplogS3Configs.oplogS3ConfigPages(this.#api(options))),
    get: (id: string, options?: CallOptions) => oplogS3Configs.getOplogS3Config(this.#api(options), id),
    create: (body: OplogS3ConfigBody & { id: string }, options?: CallOptions) =>
      oplogS3Configs.createOplogS3Config(this.#api(options), body),
    /** Replaces the whole store: send everything, secrets included. */
    update: (id: string, body: OplogS3ConfigBody, options?: CallOptions) =>
      oplogS3Configs.updateOplogS3Config(this.#api(options), id, body),
    /** Rejects if the store still exists after a response that does not show its deletion. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      confirmDeletion(
        oplogS3Configs.deleteOplogS3Config(this.#api(options), id),
        `the oplog store ${id}`,
        async () => oplogS3Configs.getOplogS3Config(this.#api(options), id),
        setTimeout,
      ),
  };

  /** Discovered clusters. */
  readonly clusters = {
    list: (projectId: string, options?: CallOptions) => clusters.listClusters(this.#api(options), projectId),
    iterate: (projectId: string, options?: CallOptions): AsyncIterableIterator<clusters.Cluster> =>
      each(clusters.clusterPages(this.#api(options), projectId)),
    get: (projectId: string, id: string, options?: CallOptions) =>
      clusters.getCluster(this.#api(options), projectId, id),
    rename: (projectId: string, id: string, clusterName: string, options?: CallOptions) =>
      clusters.renameCluster(this.#api(options), projectId, id, clusterName),
  };

  /** Projects, which the API calls groups. */
  readonly projects = {
    /** Lists the projects that the key can read, or those of an organization. */
    list: (options?: { readonly orgId?: string | undefined } & CallOptions) =>
      projects.listProjects(this.#api(options), options?.orgId),
    iterate: (
      options?: { readonly orgId?: string | undefined } & CallOptions,
    ): AsyncIterableIterator<Project> => each(projects.projectPages(this.#api(options), options?.orgId)),
    get: (id: string, options?: CallOptions) => projects.getProject(this.#api(options), id),
    /** Finds the project in all organizations; the response has the key of the agents. */
    getByName: (name: string, options?: CallOptions) => projects.getProjectByName(this.#api(options), name),
    /** Of which the response has the key of the agents. */
    create: (body: projects.ProjectBody, options?: CallOptions) =>
      projects.createProject(this.#api(options), body),
    /** Renames the project, or replaces its tags. */
    update: (id: string, body: Partial<Pick<projects.ProjectBody, "name" | "tags">>, options?: CallOptions) =>
      projects.updateProject(this.#api(options), id, body),
    /** Waits until the project is gone, which takes a while. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      projects.deleteProject(this.#api(options), id, setTimeout),
  };

  /** The lists of {@link projects}, by the name that the API has for them. */
  readonly groups = {
    list: this.projects.list,
    iterate: this.projects.iterate,
  };

  /** Access list entries of an organization API key. */
  readonly accessList = {
    list: (orgId: string, apiKeyId: string, options?: CallOptions) =>
      accessList.listAccessList(this.#api(options), orgId, apiKeyId),
    iterate: (
      orgId: string,
      apiKeyId: string,
      options?: CallOptions,
    ): AsyncIterableIterator<accessList.AccessListEntry> =>
      each(accessList.accessListPages(this.#api(options), orgId, apiKeyId)),
    /** `entry` is an address or a CIDR block. */
    get: (
      orgId: string,
      apiKeyId: string,
      entry: string,
      options?: accessList.AccessListEntryQuery & CallOptions,
    ) => accessList.getAccessListEntry(this.#api(options), orgId, apiKeyId, entry, options),
  };

  /** Audit log rotation of a project. */
  readonly auditLogRotation = {
    get: (projectId: string, options?: CallOptions) =>
      auditLogRotation.getAuditLogRotation(this.#api(options), projectId),
  };

  /** The version manifest. */
  readonly versionManifest = {
    /** Returns `undefined` if the service does not offer it. */
    get: async (options?: CallOptions) =>
      (await versionManifest.getVersionManifest(this.#api(options)))?.manifest,
    /** Uploads the bytes of a manifest file unmodified. */
    put: async (bytes: Uint8Array, options?: CallOptions): Promise<void> => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await versionManifest.putVersionManifest(this.#api(options), buffer);
    },
  };

  /** Returns the version of the service from its version header. */
  serviceVersion(options?: CallOptions): Promise<versionManifest.ServiceVersion> {
    return versionManifest.getServiceVersion(this.#api(options));
  }

  /** Closes all connections; calls in progress and later calls fail. */
  close(): Promise<void> {
    return this.#client.close();
  }

  #api(options: CallOptions | undefined): ApiClient {
    return withSignal(this.#client, options?.signal);
  }
}
