import type { State } from "./entities";

const ORG = "5f3e9c41d2a7b84e60c1f0a3";
const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const SECOND_PROJECT = "60b9d1f2e4b0c5571d47a90b";
const OWNER_KEY = "61c0e5a8f1d24b3a7e905d11";
const READ_ONLY_KEY = "61c0e61bf1d24b3a7e905d2c";
const FOREIGN_KEY = "61c0e69ef1d24b3a7e905d47";
const AGENT_KEY = "7c1e0a5d94b8f23610d7ce4f8ab2953e60f1d7a2";
const SECOND_AGENT_KEY = "e48b7290c1fd53a6870d2b9ec6a1f4053d8e7b19";
const ORDERS = "62d1f3b7a90e4c5d8b2f6e01";

/**
 * The initial state of the emulator: an organization that has used the service for some years. All names, addresses and
 * keys are made up. `startEmulator` returns the ids of the first entries.
 */
export const SEED: State = {
  orgs: [{ id: ORG, name: "Northwind Retail" }],
  projects: [
    {
      id: PROJECT,
      orgId: ORG,
      name: "shop-production",
      tags: ["PRODUCTION", "TEAM-SHOP"],
      agentApiKey: AGENT_KEY,
    },
    {
      id: SECOND_PROJECT,
      orgId: ORG,
      name: "shop-staging",
      tags: [],
      agentApiKey: SECOND_AGENT_KEY,
    },
  ],
  apiKeys: [
    {
      id: OWNER_KEY,
      orgId: ORG,
      desc: "infrastructure as code",
      publicKey: "vkwzbqre",
      privateKey: "4f1d7a52-90c3-4be8-a6d5-27c8e30b9f64",
      roles: [{ roleName: "GLOBAL_OWNER" }, { roleName: "ORG_OWNER", orgId: ORG }],
    },
    {
      id: READ_ONLY_KEY,
      orgId: ORG,
      desc: "dashboards, read only",
      publicKey: "hxtmcopa",
      privateKey: "b82e06f9-3d57-4a1c-9e74-c5016d8fa23b",
      roles: [{ roleName: "GLOBAL_READ_ONLY" }, { roleName: "ORG_READ_ONLY", orgId: ORG }],
    },
    {
      id: FOREIGN_KEY,
      orgId: ORG,
      desc: "build servers, usable from their network only",
      publicKey: "quyfdsln",
      privateKey: "0c9a4e73-b6f1-48d2-8350-e17f92ad6cb5",
      roles: [{ roleName: "GLOBAL_OWNER" }],
    },
  ],
  accessList: [
    {
      apiKeyId: OWNER_KEY,
      cidrBlock: "203.0.113.10/32",
      ipAddress: "203.0.113.10",
      count: 1482,
      created: "2025-03-04T08:12:45Z",
      lastUsed: "2026-10-29T21:40:03Z",
      lastUsedAddress: "203.0.113.10",
    },
    {
      apiKeyId: OWNER_KEY,
      cidrBlock: "198.51.100.0/24",
      ipAddress: null,
      count: 37,
      created: "2025-03-04T08:13:20Z",
      lastUsed: "2026-09-15T06:02:51Z",
      lastUsedAddress: "198.51.100.77",
    },
    {
      apiKeyId: OWNER_KEY,
      cidrBlock: "2001:db8:5a::/48",
      ipAddress: null,
      count: 0,
      created: "2026-01-19T15:30:09Z",
    },
    {
      apiKeyId: OWNER_KEY,
      cidrBlock: "127.0.0.1/32",
      ipAddress: "127.0.0.1",
      count: 12,
      created: "2026-02-02T10:00:00Z",
    },
    {
      apiKeyId: FOREIGN_KEY,
      cidrBlock: "192.0.2.0/24",
      ipAddress: null,
      count: 508,
      created: "2025-11-11T11:11:00Z",
    },
  ],
  agentApiKeys: [
    {
      id: "60a2b7c9e4b0c5571d3f8e14",
      groupId: PROJECT,
      desc: "Initial key",
      key: AGENT_KEY,
      createdBy: "PROVISIONING",
      createdTime: 1_621_276_617_000,
    },
    {
      id: "6513a08ee4b0c5571d92c4f7",
      groupId: PROJECT,
      desc: "hosts in the second data center",
      key: "3ad90e57bc1284f6e05d7193a8c2b64f10e7d95a",
      createdBy: "USER",
      createdTime: 1_695_785_102_000,
      createdUserId: "5f3e9d07d2a7b84e60c1f0d8",
      createdIpAddr: "198.51.100.77",
    },
    {
      id: "60b9d1f2e4b0c5571d47a90d",
      groupId: SECOND_PROJECT,
      desc: "Initial key",
      key: SECOND_AGENT_KEY,
      createdBy: "PROVISIONING",
      createdTime: 1_622_790_642_000,
    },
  ],
  users: [
    { username: "jane.doe@example.com", projectIds: [PROJECT, SECOND_PROJECT] },
    { username: "joe.bloggs@example.com", projectIds: [PROJECT] },
  ],
  teams: [{ id: "63a4c0d9be17f2509c8d3e76", orgId: ORG, name: "Database on-call" }],
  clusters: [
    {
      id: ORDERS,
      groupId: PROJECT,
      clusterName: "orders",
      typeName: "SHARDED_REPLICA_SET",
      lastHeartbeat: "2026-11-01T06:30:00Z",
    },
    {
      id: "62d1f3b7a90e4c5d8b2f6e0a",
      groupId: PROJECT,
      clusterName: "orders",
      typeName: "REPLICA_SET",
      replicaSetName: "orders-shard-0",
      shardName: "orders-shard-0",
      parentId: ORDERS,
      lastHeartbeat: "2026-11-01T06:30:04Z",
    },
    {
      id: "62d1f3b7a90e4c5d8b2f6e0f",
      groupId: PROJECT,
      clusterName: "orders",
      typeName: "CONFIG_SERVER_REPLICA_SET",
      replicaSetName: "orders-config",
      parentId: ORDERS,
      lastHeartbeat: "2026-11-01T06:30:02Z",
    },
    {
      id: "62d8a2c4a90e4c5d8b31b7d3",
      groupId: PROJECT,
      clusterName: "telemetry",
      typeName: "SHARDED",
      shardName: "telemetry-0",
      lastHeartbeat: "2026-11-01T06:29:55Z",
    },
    {
      id: "62e0b915a90e4c5d8b3a4c88",
      groupId: PROJECT,
      clusterName: "sessions",
      typeName: "REPLICA_SET",
      replicaSetName: "sessions-rs",
      lastHeartbeat: "2026-11-01T06:29:58Z",
    },
    {
      id: "64f7c1e2a90e4c5d8b5500ab",
      groupId: SECOND_PROJECT,
      clusterName: "staging",
      typeName: "SHARDED_REPLICA_SET",
      lastHeartbeat: "2026-11-01T06:28:41Z",
    },
  ],
  backupConfigs: [
    { groupId: PROJECT, clusterId: ORDERS, statusName: "STARTED", storageEngineName: "WIRED_TIGER" },
  ],
  snapshotSchedules: [
    {
      groupId: PROJECT,
      clusterId: ORDERS,
      snapshotIntervalHours: 24,
      snapshotRetentionDays: 3,
      dailySnapshotRetentionDays: 15,
      weeklySnapshotRetentionWeeks: 8,
      monthlySnapshotRetentionMonths: 12,
      pointInTimeWindowHours: 48,
      fullIncrementalDayOfWeek: "SATURDAY",
    },
  ],
  integrations: [],
  controlledFeatures: [],
  automationConfig: [],
  auditLogRotation: [{ groupId: PROJECT, sizeThresholdMB: 1000.5, timeThresholdHrs: 24, numUncompressed: 7 }],
  systemLogRotation: [{ groupId: PROJECT, sizeThresholdMB: 1000, timeThresholdHrs: 24 }],
  alertConfigs: [
    {
      id: "65b3d8f0c2a94e1786d5b0e4",
      groupId: PROJECT,
      created: "2025-06-17T09:21:33Z",
      updated: "2026-04-02T13:05:10Z",
      enabled: true,
      eventTypeName: "NO_PRIMARY",
      matchers: [{ fieldName: "REPLICA_SET_NAME", operator: "STARTS_WITH", value: "orders-" }],
      notifications: [
        {
          id: "65b3d8f0c2a94e1786d5b0e5",
          typeName: "PAGER_DUTY",
          delayMin: 0,
          serviceKey: "5b2e81c07d4f46a3b9e0d17c6f28a94d",
        },
        {
          id: "65b3d8f0c2a94e1786d5b0e6",
          typeName: "GROUP",
          delayMin: 0,
          intervalMin: 15,
          emailEnabled: true,
          smsEnabled: false,
          roles: ["GROUP_OWNER"],
        },
      ],
    },
    {
      id: "65c49a21c2a94e1786e71f38",
      groupId: PROJECT,
      created: "2025-08-05T16:44:02Z",
      updated: "2025-08-05T16:44:02Z",
      enabled: false,
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }],
      metricThreshold: {
        metricName: "CONNECTIONS",
        mode: "AVERAGE",
        operator: "GREATER_THAN",
        threshold: 4500,
        units: "RAW",
      },
      notifications: [
        {
          id: "65c49a21c2a94e1786e71f39",
          typeName: "EMAIL",
          delayMin: 5,
          intervalMin: 60,
          emailAddress: "dba@example.com",
        },
      ],
    },
  ],
  globalAlertConfigs: [],
  oplogS3Configs: [],
  s3SnapshotStores: [],
  mongoSnapshotStores: [],
  mongoOplogStores: [],
  mongoSyncStores: [],
  fileSystemSnapshotStores: [],
  projectBackups: [],
  versionManifest: [
    {
      id: "current",
      text: `${JSON.stringify({
        updated: 1_783_425_600_000,
        versions: [
          createVersion("7.0.31", "4b8f0ce1a7d9"),
          createVersion("8.0.17", "91d02fb67e3c"),
          createVersion("8.0.17-ent", "c70ae583b1f4"),
        ],
      })}\n`,
    },
  ],
};

function createVersion(name: string, gitVersion: string): object {
  const edition = name.endsWith("-ent")
    ? { folder: "mongodb-linux-x86_64-enterprise", modules: ["enterprise"] }
    : { folder: "mongodb-linux-x86_64" };
  const build = (architecture: string, flavor: string): object => ({
    architecture,
    flavor,
    gitVersion: gitVersion.repeat(4).slice(0, 40),
    ...("modules" in edition ? { modules: edition.modules } : {}),
    platform: "linux",
    url: `https://downloads.example.com/${edition.folder}-${flavor}-${name.replace("-ent", "")}.tgz`,
  });
  return { name, builds: [build("amd64", "rhel93"), build("aarch64", "ubuntu2204")] };
}
