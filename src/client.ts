/** The typed API client (`pulumi-opsmanager/client`), which does not need Pulumi. */

import { setTimeout } from "node:timers/promises";
import * as accessList from "./api/access-list";
import { adviseOnRefusal } from "./api/advice";
import * as agentApiKeys from "./api/agent-api-keys";
import * as alertConfigs from "./api/alert-configs";
import * as apiKeys from "./api/api-keys";
import * as clusters from "./api/clusters";
import { confirmDeletion } from "./api/common";
import { featureControl } from "./api/feature-control";
import * as integrations from "./api/integrations";
import { DISABLED, logRotation, type RotatedLog } from "./api/log-rotation";
import type { Page } from "./api/paging";
import { collect, each } from "./api/paging";
import * as projectBackup from "./api/project-backup";
import * as projects from "./api/projects";
import * as schedules from "./api/snapshot-schedule";
import * as stores from "./api/stores";
import * as versionManifest from "./api/version-manifest";
import type {
  AlertConfig,
  AlertConfigBody,
  GlobalAlertConfig,
  GlobalAlertConfigBody,
} from "./fields/alert-config";
import type { FeatureControl } from "./fields/feature-control";
import type { LogRotationBody } from "./fields/log-rotation";
import type { ProjectBackup } from "./fields/project-backup";
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
  GlobalAlertConfig,
  GlobalAlertConfigBody,
} from "./fields/alert-config";
export type { ApiKeyBody } from "./api/api-keys";
export type { AgentApiKey, ApiKey, KeyRole } from "./fields/api-key";
export type { Notification } from "./fields/notification";
export type { Cluster } from "./api/clusters";
export type { FeatureControl } from "./fields/feature-control";
export type { Integration, IntegrationBody } from "./fields/integration";
export type { ProjectBackup } from "./fields/project-backup";
export type { SnapshotSchedule, SnapshotScheduleBody } from "./fields/snapshot-schedule";
export type { LogRotation, LogRotation as AuditLogRotation, LogRotationBody } from "./fields/log-rotation";
export type { ProjectBody } from "./api/projects";
export type { Link } from "./fields/table";
export type { CustomCertificate, Oidc, OplogS3Config, OplogS3ConfigBody } from "./fields/store";
export type { FileSystemSnapshotStore, FileSystemSnapshotStoreBody } from "./fields/store";
export type { MongoOplogStore, MongoOplogStoreBody } from "./fields/store";
export type { MongoSnapshotStore, MongoSnapshotStoreBody } from "./fields/store";
export type { S3SnapshotStore, S3SnapshotStoreBody } from "./fields/store";
export type { Project, Project as Group } from "./fields/project";
export type { ServiceVersion, VersionManifest } from "./api/version-manifest";
export * from "./errors";

/** The parameters of a method. */
type Called<Args extends unknown[]> = [...Args, options?: CallOptions | undefined];

/** The endpoints of a collection; `Ids` lead to it. */
interface Collection<Ids extends string[], Item, Body, Change> {
  readonly pages: (api: ApiClient, ...ids: Ids) => AsyncIterable<Page<Item>>;
  readonly get: (api: ApiClient, ...args: [...Ids, id: string]) => Promise<Item | undefined>;
  readonly create: (api: ApiClient, ...args: [...Ids, body: Body]) => Promise<Item>;
  readonly update: (api: ApiClient, ...args: [...Ids, id: string, body: Change]) => Promise<Item>;
  readonly delete: (api: ApiClient, ...args: [...Ids, id: string]) => Promise<boolean>;
}

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
    const complete = { env, log: requestLog(env), ...environment };
    this.#client = createApiClient(options, complete, adviseOnRefusal);
  }

  /** Alert configurations of a project. */
  readonly alertConfigs = {
    ...this.#collection<[projectId: string], AlertConfig, AlertConfigBody>("the alert configuration", {
      pages: alertConfigs.alertConfigPages,
      get: alertConfigs.getAlertConfig,
      create: alertConfigs.createAlertConfig,
      update: alertConfigs.updateAlertConfig,
      delete: alertConfigs.deleteAlertConfig,
    }),
    setEnabled: this.#call(
      async (api, projectId: string, id: string, enabled: boolean): Promise<AlertConfig> =>
        alertConfigs.setAlertConfigEnabled(api, projectId, id, enabled),
    ),
    /** Lists the allowed values of `matchers.fieldName`. */
    matcherFieldNames: this.#call(alertConfigs.listMatcherFieldNames),
  };

  /** Global alert configurations, which belong to no project. */
  readonly globalAlertConfigs = this.#collection<[], GlobalAlertConfig, GlobalAlertConfigBody>(
    "the global alert configuration",
    alertConfigs.globalAlertConfigs,
  );

  /** S3-compatible oplog stores. */
  readonly oplogS3Configs = this.#collection("the oplog store", stores.oplogS3Configs);

  /** S3-compatible snapshot stores. */
  readonly s3SnapshotStores = this.#collection("the snapshot store", stores.s3SnapshotStores);

  /** Oplog stores in MongoDB deployments. */
  readonly mongoOplogStores = this.#collection("the MongoDB oplog store", stores.mongoOplogStores);

  /** Snapshot stores in MongoDB deployments. */
  readonly mongoSnapshotStores = this.#collection("the MongoDB snapshot store", stores.mongoSnapshotStores);

  /** Snapshot stores in files. */
  readonly fileSystemSnapshotStores = this.#collection(
    "the file system snapshot store",
    stores.fileSystemSnapshotStores,
  );

  /** Discovered clusters. */
  readonly clusters = {
    ...this.#list(clusters.clusterPages),
    get: this.#call(clusters.getCluster),
    rename: this.#call(clusters.renameCluster),
  };

  /** Projects, which the API calls groups. */
  readonly projects = {
    /** Lists the projects that the key can read, or those of an organization. */
    list: (options?: { readonly orgId?: string | undefined } & CallOptions) =>
      projects.listProjects(this.#api(options), options?.orgId),
    iterate: (
      options?: { readonly orgId?: string | undefined } & CallOptions,
    ): AsyncIterableIterator<Project> => each(projects.projectPages(this.#api(options), options?.orgId)),
    get: this.#call((api: ApiClient, id: string) => projects.getProject(api, id)),
    /** Finds the project in all organizations; the response has the key of the agents. */
    getByName: this.#call(projects.getProjectByName),
    /** Of which the response has the key of the agents. */
    create: this.#call(projects.createProject),
    /** Renames the project, or replaces its tags or mappings. */
    update: this.#call(projects.updateProject),
    /** Waits until the project is gone, which takes a while. */
    delete: this.#call(async (api, id: string) => projects.deleteProject(api, id, setTimeout)),
  };

  /** The lists of {@link projects}, by the name that the API has for them. */
  readonly groups = { list: this.projects.list, iterate: this.projects.iterate };

  /** Keys of the agents of a project. */
  readonly agentApiKeys = {
    /** Lists the keys, masked. */
    list: this.#call(agentApiKeys.listAgentApiKeys),
    /** Of which the response alone has the key in clear. */
    create: this.#call(agentApiKeys.createAgentApiKey),
    /** Rejects if the key still exists after a response that does not show its deletion. */
    delete: this.#delete(agentApiKeys.deleteAgentApiKey, agentApiKeys.getAgentApiKey, "the agent API key"),
  };

  /** API keys of an organization. */
  readonly apiKeys = {
    ...this.#list(apiKeys.apiKeyPages),
    get: this.#call(apiKeys.getApiKey),
    /** Of which the response alone has the private key in clear. */
    create: this.#call(apiKeys.createApiKey),
    /** Changes the description, or replaces the roles in the organization. */
    update: this.#call(apiKeys.updateApiKey),
    /** Rejects if the key still exists after a response that does not show its deletion. */
    delete: this.#delete(apiKeys.deleteApiKey, apiKeys.getApiKey, "the API key"),
  };

  /** The roles of API keys in a project. */
  readonly projectApiKeys = {
    /** Lists the keys that have a role in the project. */
    ...this.#list(apiKeys.projectApiKeyPages),
    /** Gives a key of the organization exactly these roles in the project. */
    setRoles: this.#call(apiKeys.setProjectRoles),
    /** Takes all roles in the project; the key stays. */
    remove: this.#delete(apiKeys.removeFromProject, apiKeys.getProjectApiKey, "the project API key"),
  };

  /** Access list entries of an organization API key. */
  readonly accessList = {
    ...this.#list(accessList.accessListPages),
    /** `entry` is an address or a CIDR block. */
    get: (
      orgId: string,
      apiKeyId: string,
      entry: string,
      options?: accessList.AccessListEntryQuery & CallOptions,
    ) => accessList.getAccessListEntry(this.#api(options), orgId, apiKeyId, entry, options),
    /** Adds an address or a CIDR block, and returns the entry. */
    add: this.#call(accessList.addAccessListEntry),
    /** Rejects if the entry still exists after a response that does not show its deletion. */
    delete: this.#delete(
      accessList.deleteAccessListEntry,
      accessList.getAccessListEntry,
      "the access list entry",
    ),
  };

  /** The backup configuration of a project. */
  readonly projectBackup = {
    /** Lists those of all projects that have one. */
    list: this.#call(projectBackup.listProjectBackups),
    /** Returns `undefined` before the first write. */
    get: this.#call(projectBackup.getProjectBackup),
    /** Replaces everything. */
    set: this.#call(async (api, projectId: string, body: Omit<ProjectBackup, "id" | "links">) =>
      projectBackup.putProjectBackup(api, projectId, body),
    ),
  };

  /** The snapshot schedule of a cluster, which exists as soon as its backup was started. */
  readonly snapshotSchedule = {
    get: this.#call(schedules.getSnapshotSchedule),
    /** Changes the fields that are sent, and returns the whole schedule. */
    update: this.#call(schedules.updateSnapshotSchedule),
  };

  /** What users of a project cannot do. */
  readonly featureControl = {
    /** Returns no system for a project in which nobody has set it. */
    get: this.#call(async (api, projectId: string) => featureControl.read(api, projectId)),
    /** Replaces everything. */
    set: this.#call(
      async (api, projectId: string, body: Pick<FeatureControl, "externalManagementSystem" | "policies">) =>
        featureControl.send(api, projectId, body),
    ),
  };

  /** Integrations of a project, at most one of each type. */
  readonly integrations = {
    ...this.#list(integrations.integrationPages),
    get: this.#call(integrations.getIntegration),
    /** Adds the integration, or changes the fields that are sent. */
    set: this.#call(integrations.putIntegration),
    /** Rejects if the integration still exists after a response that does not show its deletion. */
    delete: this.#delete(integrations.deleteIntegration, integrations.getIntegration, "the integration"),
  };

  /** Audit log rotation of a project. */
  readonly auditLogRotation = this.#rotationOf("audit");

  /** System log rotation of a project. */
  readonly systemLogRotation = this.#rotationOf("system");

  /** The version manifest. */
  readonly versionManifest = {
    /** Returns `undefined` if the service does not offer it. */
    get: this.#call(async (api) => (await versionManifest.getVersionManifest(api))?.manifest),
    /** Uploads the bytes of a manifest file unmodified. */
    put: async (bytes: Uint8Array, options?: CallOptions): Promise<void> => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await versionManifest.putVersionManifest(this.#api(options), buffer);
    },
  };

  /** Returns the version of the service from its version header. */
  readonly serviceVersion = this.#call(versionManifest.getServiceVersion);

  /** Closes all connections; calls in progress and later calls fail. */
  close(): Promise<void> {
    return this.#client.close();
  }

  #rotationOf(log: RotatedLog) {
    const { read, send } = logRotation[log];
    return {
      /** Returns the configured fields only. */
      get: this.#call(async (api, projectId: string) => read(api, projectId)),
      /**
       * Replaces all settings: a field that is left out gets its default. Each call publishes a new version of the automation
       * configuration to all agents of the project, so it is not retried after it may have been carried out.
       */
      set: this.#call(async (api, projectId: string, body: LogRotationBody) => send(api, projectId, body)),
      /** Disables the rotation; this publishes a new version as well. */
      disable: this.#call(async (api, projectId: string) => send(api, projectId, DISABLED)),
    };
  }

  #collection<Ids extends string[], Item, Body, Change = Body>(
    what: string,
    endpoints: Collection<Ids, Item, Body, Change>,
  ) {
    return {
      ...this.#list(endpoints.pages),
      get: this.#call(endpoints.get),
      create: this.#call(endpoints.create),
      /** Replaces the whole object: send everything, secrets included. */
      update: this.#call(endpoints.update),
      /** Rejects if the object still exists after a response that does not show its deletion. */
      delete: this.#delete(endpoints.delete, endpoints.get, what),
    };
  }

  #api(options: CallOptions | undefined): ApiClient {
    return withSignal(this.#client, options?.signal);
  }

  /** Makes a method of a function of the API. */
  #call<Args extends unknown[], T>(run: (api: ApiClient, ...args: Args) => T) {
    return (...args: Called<Args>): T => {
      const count = run.length - 1;
      return run(this.#api(args[count] as CallOptions | undefined), ...(args.slice(0, count) as Args));
    };
  }

  /** Makes the method that deletes an object, and reads it if the response does not show that it is gone. */
  #delete<Args extends string[]>(
    remove: (api: ApiClient, ...ids: Args) => Promise<boolean>,
    read: (api: ApiClient, ...ids: Args) => Promise<unknown>,
    what: string,
  ) {
    return async (...args: Called<Args>): Promise<void> => {
      const object = `${what} ${(args.slice(0, remove.length - 1) as Args).join("/")}`;
      const find = async (): Promise<unknown> => this.#call(read)(...args);
      await confirmDeletion(this.#call(remove)(...args), object, find, setTimeout);
    };
  }

  /** Makes the two methods of a list. */
  #list<Args extends unknown[], T>(pagesOf: (api: ApiClient, ...args: Args) => AsyncIterable<Page<T>>) {
    const pages = this.#call(pagesOf);
    return {
      list: async (...args: Called<Args>) => collect(pages(...args)),
      iterate: (...args: Called<Args>) => each(pages(...args)),
    };
  }
}
