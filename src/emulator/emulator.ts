import type {
  AccessListEntry,
  AgentApiKey,
  AlertConfig,
  ApiKey,
  BackupConfig,
  Cluster,
  CollectionName,
  ControlledFeature,
  Entities,
  FileSystemStore,
  GlobalAlertConfig,
  Integration,
  LogRotation,
  MongoSnapshotStore,
  MongoStore,
  OplogS3Config,
  ProjectBackup,
  S3SnapshotStore,
  SnapshotSchedule,
  State,
  VersionManifest,
} from "./entities";
import type { EntityAccess } from "./entity-access";
import type { Faults } from "./faults";
import type { Counters, RequestRecord } from "./request-log";
import type { Settings } from "./settings";

/** The entities that a test usually works with: the first key, project and so on of the state. */
export interface FirstEntities {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly projectId: string;
  readonly orgId: string;
  readonly apiKeyId: string;
  /** A cluster of the project that can be renamed. */
  readonly clusterId: string;
}

/** A running emulator. */
export interface Emulator extends FirstEntities {
  /** The origin of the service, without the path of the API. */
  readonly baseUrl: string;
  /** The origin of the control interface, and the token that it requires. */
  readonly controlUrl: string;
  readonly controlToken: string;
  /** With TLS: the certificate, which clients add as a CA. */
  readonly caCert?: string;

  /** The entities of any collection; `scope` is the project or the API key where the collection has one. */
  entities<Name extends CollectionName>(collection: Name, scope?: string): EntityAccess<Entities[Name]>;
  /** The alert configurations of a project, by default the first one. */
  alertConfigs(projectId?: string): EntityAccess<AlertConfig>;
  /** The clusters of a project, by default the first one. */
  clusters(projectId?: string): EntityAccess<Cluster>;
  /** The backups of the clusters of a project, by default the first one, by the id of the cluster. */
  backupConfigs(projectId?: string): EntityAccess<BackupConfig>;
  /** The same for their snapshot schedules. */
  snapshotSchedules(projectId?: string): EntityAccess<SnapshotSchedule>;
  /** The integrations of a project, by default the first one, by their type. */
  integrations(projectId?: string): EntityAccess<Integration>;
  /** The keys of the agents of a project, by default the first one. */
  agentApiKeys(projectId?: string): EntityAccess<AgentApiKey>;
  /** The access list of an API key, by default the first one. */
  accessList(apiKeyId?: string): EntityAccess<AccessListEntry>;
  readonly globalAlertConfigs: EntityAccess<GlobalAlertConfig>;
  readonly oplogS3Configs: EntityAccess<OplogS3Config>;
  readonly s3SnapshotStores: EntityAccess<S3SnapshotStore>;
  readonly mongoSnapshotStores: EntityAccess<MongoSnapshotStore>;
  readonly mongoOplogStores: EntityAccess<MongoStore>;
  readonly mongoSyncStores: EntityAccess<MongoStore>;
  readonly fileSystemSnapshotStores: EntityAccess<FileSystemStore>;
  /** By project id. */
  readonly projectBackups: EntityAccess<ProjectBackup>;
  /** By project id. */
  readonly controlledFeatures: EntityAccess<ControlledFeature>;
  /** By project id. */
  readonly auditLogRotation: EntityAccess<LogRotation>;
  /** By project id. */
  readonly systemLogRotation: EntityAccess<LogRotation>;
  readonly apiKeys: EntityAccess<ApiKey>;
  /** A single entity, `current`, with the document as text. */
  readonly versionManifest: EntityAccess<VersionManifest>;

  /** The current settings; each can be assigned. */
  readonly settings: Settings;
  readonly faults: Faults;
  /** The last requests, oldest first. */
  requests(): RequestRecord[];
  readonly counters: Counters;
  /** Clears the request log and the counters. */
  clearRequests(): void;
  /** Invalidates every nonce, as a restart of the server does. */
  forgetNonces(): void;
  /** A deep copy of the whole state. */
  snapshot(): State;
  /** Restores the initial state, settings and faults, and clears the request log. Nonces stay valid. */
  reset(): void;
  /** Stops the servers and closes open connections. */
  close(): Promise<void>;
}
