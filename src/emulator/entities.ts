/** A role of an API key: global, or in one organization or project. */
export interface RoleGrant {
  roleName: string;
  orgId?: string;
  groupId?: string;
}

/** An organization. */
export interface Organization {
  id: string;
  name: string;
}

/** The groups of a directory whose members have a role in a project. */
export type GroupMapping<Groups extends "ldapGroups" | "idpGroups"> = { roleName: string } & Record<
  Groups,
  string[]
>;

/** A project, which the API calls a group. */
export interface Project {
  id: string;
  orgId: string;
  name: string;
  tags?: string[];
  ldapGroupMappings?: GroupMapping<"ldapGroups">[];
  idpGroupMappings?: GroupMapping<"idpGroups">[];
  /** The key of the agents; only some responses contain it. */
  agentApiKey?: string;
  /** Not returned: how many backups are active beside those of `backupConfigs`; the project can be deleted only when there are none. */
  activeBackups?: number;
  /** Not returned: of a deleted project, how many more reads return it. */
  deleted?: { readsLeft: number };
}

/** An organization API key: the public key is the Digest user name, the private key the password. */
export interface ApiKey {
  id: string;
  orgId: string;
  desc: string;
  publicKey: string;
  privateKey: string;
  roles: RoleGrant[];
}

/** A key of the agents of a project. Stored in plain text; only the response to its creation contains it so. */
export interface AgentApiKey {
  /** Returned as `_id`. */
  id: string;
  groupId: string;
  desc: string;
  key: string;
  createdBy: "USER" | "PUBLIC_API" | "PROVISIONING" | "OLD_KEY" | "ATLAS";
  /** In milliseconds since 1970. */
  createdTime: number;
  /** Absent if the service created the key. */
  createdUserId?: string;
  createdIpAddr?: string;
}

/** An entry of the access list of an API key. */
export interface AccessListEntry {
  apiKeyId: string;
  cidrBlock: string;
  ipAddress: string | null;
  count: number;
  created: string;
  lastUsed?: string;
  lastUsedAddress?: string;
}

/** A user; alert notifications of type USER refer to it by name. */
export interface User {
  username: string;
  projectIds: string[];
}

/** A team of an organization. */
export interface Team {
  id: string;
  orgId: string;
  name: string;
}

/** A discovered cluster. */
export interface Cluster {
  id: string;
  groupId: string;
  clusterName: string;
  typeName: "REPLICA_SET" | "SHARDED" | "SHARDED_REPLICA_SET" | "CONFIG_SERVER_REPLICA_SET";
  lastHeartbeat: string;
  replicaSetName?: string;
  shardName?: string;
  /** Not returned: the sharded cluster that this replica set belongs to, whose name it reports. */
  parentId?: string;
  /** Not returned: false until monitoring has seen the cluster, which has no backup configuration until then. */
  monitored?: boolean;
  /** Not returned: the previous name, and how many more reads return it. */
  renamedFrom?: { clusterName: string; readsLeft: number };
}

/** The backup of a cluster. A cluster without an entity has an inactive one. */
export interface BackupConfig {
  groupId: string;
  clusterId: string;
  /** INACTIVE, STARTED or STOPPED. */
  statusName: string;
  storageEngineName: string;
  encryptionEnabled?: boolean;
  excludedNamespaces?: string[];
  includedNamespaces?: string[];
  preferredMember?: string;
  provisioned?: boolean;
  snapshotStore?: { snapshotStoreId: string; snapshotStoreType: string };
  sslEnabled?: boolean;
  /** Not returned: the state on the way to `statusName`, and how many more reads return it. */
  transition?: { statusName: string; readsLeft: number };
}

/** When the snapshots of a cluster are taken and how long they are kept. It exists while the backup does. */
export interface SnapshotSchedule {
  groupId: string;
  clusterId: string;
  clusterCheckpointIntervalMin?: number;
  dailySnapshotRetentionDays?: number;
  fullIncrementalDayOfWeek?: string;
  monthlySnapshotRetentionMonths?: number;
  pointInTimeWindowHours?: number;
  referenceHourOfDay?: number;
  referenceMinuteOfHour?: number;
  referenceTimeZoneOffset?: string;
  snapshotIntervalHours?: number;
  snapshotRetentionDays?: number;
  weeklySnapshotRetentionWeeks?: number;
}

/** The settings of a project for a service of others; its fields depend on `type`. Secrets are stored in plain text. */
export interface Integration {
  groupId: string;
  type: string;
  [field: string]: unknown;
}

/** What the users of a project may not change, since an external system manages it. */
export interface ControlledFeature {
  groupId: string;
  created?: string;
  updated?: string;
  externalManagementSystem?: { name: string; systemId?: string; version?: string };
  policies: { policy: string; disabledParams?: string[] }[];
}

/** The configuration that the agents of a project apply. */
export interface AutomationConfig {
  groupId: string;
  /** Raised by each change. A project without an entity has version 1. */
  version: number;
}

/** Audit or system log rotation of a project: only the configured fields. */
export interface LogRotation {
  groupId: string;
  sizeThresholdMB?: number;
  timeThresholdHrs?: number;
  numUncompressed?: number;
  percentOfDiskspace?: number;
  numTotal?: number;
  /** Not in the documentation of these endpoints. */
  includeAuditLogsWithMongoDBLogs?: boolean;
}

/** A condition that selects the objects of an alert configuration. */
export interface Matcher {
  fieldName: string;
  operator: string;
  value: string;
}

/** The condition of a metric alert. */
export interface MetricThreshold {
  metricName: string;
  mode: string;
  operator: string;
  threshold: number;
  units: string;
}

/** The condition of a member-health alert. */
export interface Threshold {
  operator: string;
  threshold: number;
  units: string;
}

/** A notification target; its other fields depend on `typeName`. Secrets are stored in plain text. */
export interface Notification {
  id: string;
  typeName: string;
  delayMin: number;
  intervalMin?: number;
  [field: string]: unknown;
}

/** An alert configuration. */
export interface AlertConfig {
  id: string;
  groupId: string;
  created: string;
  updated: string;
  enabled: boolean;
  eventTypeName: string;
  matchers: Matcher[];
  metricThreshold?: MetricThreshold;
  threshold?: Threshold;
  notifications: Notification[];
}

/** An alert configuration that belongs to no project. */
export interface GlobalAlertConfig extends Omit<AlertConfig, "groupId"> {
  forAllGroups: boolean;
  groupIds: string[];
  tags: string[];
}

/** An S3-compatible oplog store. Secrets are stored in plain text. */
export interface OplogS3Config {
  id: string;
  acceptedTos: boolean;
  assignmentEnabled: boolean;
  awsAccessKey?: string;
  awsSecretKey?: string;
  customCertificates: { filename: string; certString: string }[];
  disableProxyS3: boolean;
  encryptedCredentials: boolean;
  labels: string[];
  oidc?: { [field: string]: unknown };
  pathStyleAccessEnabled: boolean;
  s3AuthMethod: string;
  s3BucketEndpoint: string;
  s3BucketName: string;
  s3MaxConnections: number;
  s3RegionOverride?: string;
  sseEnabled: boolean;
  ssl: boolean;
  uri: string;
  writeConcern?: string;
  /** Not returned: how many backup jobs use the store; it can be removed only when there are none. */
  boundJobs?: number;
}

/** An S3-compatible snapshot store. Secrets are stored in plain text. */
export interface S3SnapshotStore extends OplogS3Config {
  loadFactor?: number;
  objectLockEnabled?: boolean;
  /** Not returned: how many snapshots the store holds; it can be removed only when there are none. */
  snapshots?: number;
}

/** A store in a MongoDB deployment. Secrets are stored in plain text. */
export interface MongoStore {
  id: string;
  uri: string;
  assignmentEnabled: boolean;
  encryptedCredentials: boolean;
  /** Not returned if it is empty. */
  labels?: string[];
  loadFactor: number;
  oidc?: { [field: string]: unknown };
  ssl: boolean;
  usedSize?: number;
  writeConcern?: string;
  /** Not returned: how many backup jobs use the store, and how many snapshots it holds. */
  boundJobs?: number;
  snapshots?: number;
}

/** A snapshot store in a MongoDB deployment, which the service calls a blockstore. */
export interface MongoSnapshotStore extends MongoStore {
  maxCapacityGB?: number;
}

/** A snapshot store in a file system. */
export interface FileSystemStore {
  id: string;
  storePath: string;
  assignmentEnabled: boolean;
  /** Not returned if it is empty. */
  labels?: string[];
  loadFactor: number;
  mmapv1CompressionSetting?: string;
  wtCompressionSetting?: string;
  /** Not returned: how many backup jobs use the store, and how many snapshots it holds. */
  boundJobs?: number;
  snapshots?: number;
}

/** The daemons and stores that the backups of a project may use. A filter that is empty or absent allows all. */
export interface ProjectBackup {
  groupId: string;
  labelFilter?: string[];
  daemonFilter?: { machine: string; headRootDirectory?: string }[];
  oplogStoreFilter?: { id: string; type: string }[];
  snapshotStoreFilter?: { id: string; type: string }[];
  syncStoreFilter?: string[];
  kmipClientCertPath?: string;
  kmipClientCertPassword?: string;
}

/** The uploaded version manifest, byte for byte. */
export interface VersionManifest {
  id: "current";
  text: string;
}

/** The entity types by collection. */
export interface Entities {
  orgs: Organization;
  projects: Project;
  apiKeys: ApiKey;
  accessList: AccessListEntry;
  agentApiKeys: AgentApiKey;
  users: User;
  teams: Team;
  clusters: Cluster;
  backupConfigs: BackupConfig;
  snapshotSchedules: SnapshotSchedule;
  integrations: Integration;
  controlledFeatures: ControlledFeature;
  automationConfig: AutomationConfig;
  auditLogRotation: LogRotation;
  systemLogRotation: LogRotation;
  alertConfigs: AlertConfig;
  globalAlertConfigs: GlobalAlertConfig;
  oplogS3Configs: OplogS3Config;
  s3SnapshotStores: S3SnapshotStore;
  mongoSnapshotStores: MongoSnapshotStore;
  mongoOplogStores: MongoStore;
  mongoSyncStores: MongoStore;
  fileSystemSnapshotStores: FileSystemStore;
  projectBackups: ProjectBackup;
  versionManifest: VersionManifest;
}

/** The name of a collection. */
export type CollectionName = keyof Entities;

/** The entities of all collections, as in a seed or a state file. */
export type State = { [Name in CollectionName]: Entities[Name][] };
