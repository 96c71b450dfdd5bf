/** A role that an API key holds: everywhere, or in one organization or project. */
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

/** A project, which the API calls a group. */
export interface Project {
  id: string;
  orgId: string;
  name: string;
}

/** An organization API key: its public half is the Digest user name, its private half the password. */
export interface ApiKey {
  id: string;
  orgId: string;
  desc: string;
  publicKey: string;
  privateKey: string;
  roles: RoleGrant[];
}

/** One entry of an API key's access list (specification 2.1). */
export interface AccessListEntry {
  apiKeyId: string;
  cidrBlock: string;
  ipAddress: string | null;
  count: number;
  created: string;
  lastUsed?: string;
  lastUsedAddress?: string;
}

/** A person with an account; alert notifications of type USER refer to it by name. */
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

/** A discovered cluster (specification 2.3). */
export interface Cluster {
  id: string;
  groupId: string;
  clusterName: string;
  typeName: "REPLICA_SET" | "SHARDED" | "SHARDED_REPLICA_SET" | "CONFIG_SERVER_REPLICA_SET";
  lastHeartbeat: string;
  replicaSetName?: string;
  shardName?: string;
  /** Never answered: the sharded cluster that this replica set is a part of, whose name it reports. */
  parentId?: string;
  /** Never answered: the name that reads still give, and for how many more reads. */
  renamedFrom?: { clusterName: string; readsLeft: number };
}

/** Audit log rotation of one project: only the configured fields (specification 2.4). */
export interface AuditLogRotation {
  groupId: string;
  sizeThresholdMB?: number;
  timeThresholdHrs?: number;
  numUncompressed?: number;
  percentOfDiskspace?: number;
  numTotal?: number;
}

/** A rule that an object must satisfy to be checked (specification 2.5). */
export interface Matcher {
  fieldName: string;
  operator: string;
  value: string;
}

/** The condition of a metric alert (specification 2.5). */
export interface MetricThreshold {
  metricName: string;
  mode: string;
  operator: string;
  threshold: number;
  units: string;
}

/** The condition of a member-health alert (specification 2.5). */
export interface Threshold {
  operator: string;
  threshold: number;
  units: string;
}

/** A notification target; which further fields it has depends on its `typeName`. Secrets are kept in clear. */
export interface Notification {
  id: string;
  typeName: string;
  delayMin: number;
  intervalMin?: number;
  [field: string]: unknown;
}

/** An alert configuration (specification 2.5). */
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

/** An S3-compatible oplog store (specification 2.2). Secrets are kept in clear. */
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
  /** Never answered: how many backup jobs write to the store; it cannot be removed while there are some. */
  boundJobs?: number;
}

/** The uploaded version manifest, byte for byte. */
export interface VersionManifest {
  id: "current";
  text: string;
}

/** What the emulator keeps, by collection. */
export interface Entities {
  orgs: Organization;
  projects: Project;
  apiKeys: ApiKey;
  accessList: AccessListEntry;
  users: User;
  teams: Team;
  clusters: Cluster;
  auditLogRotation: AuditLogRotation;
  alertConfigs: AlertConfig;
  oplogS3Configs: OplogS3Config;
  versionManifest: VersionManifest;
}

/** The name of a collection. */
export type CollectionName = keyof Entities;

/** A whole state: what a seed gives, what the state file holds and what `reset` goes back to. */
export type State = { [Name in CollectionName]: Entities[Name][] };
