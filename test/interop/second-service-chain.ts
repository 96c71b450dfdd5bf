/** The kinds of the backup chain, of keys and of policies, in the table of `second-service-kinds.ts`. */

import { deleted, updated } from "../e2e/support/assertions";
import type { SecondService, State } from "./second-service";
import type { Args, KindCase } from "./second-service-case";
import {
  byProject,
  EXISTS,
  FOREIGN,
  idOfProject,
  PLATFORM,
  projectOf,
  SECRETS,
  URI,
} from "./second-service-case";

export function chainKindsOn(service: SecondService): readonly KindCase[] {
  return [
    ...keyKinds(service),
    ...storeKinds(),
    projectBackup(),
    snapshotSchedule(),
    featureControl(),
    integration(),
  ];
}

/** What exists before the first run. */
export function chainState({ orgId }: SecondService): object {
  const cluster = (id: string, groupId: string, clusterName: string, others: object = {}) => ({
    [id]: { id, groupId, clusterName, typeName: "REPLICA_SET", status: "STARTED", ...others },
  });
  const shard = { of: CARTS, shardName: "carts_0" };
  return {
    keys: {
      [OLD_KEY]: {
        id: OLD_KEY,
        desc: "old pipeline",
        publicKey: "oldpipel",
        privateKey: "0a1b2c3d-0000-1111-2222-333344445555",
        roles: [
          { groupId: FOREIGN, roleName: "GROUP_READ_ONLY" },
          { orgId, roleName: "ORG_READ_ONLY" },
        ],
      },
    },
    agentKeys: {
      [OLD_AGENTS]: {
        id: OLD_AGENTS,
        groupId: FOREIGN,
        desc: "old agents",
        createdBy: "USER",
        createdTime: "1767225600000",
        key: "01d0a9e27501d0a9e27501d0a9e27501",
      },
    },
    mongoStores: {
      foreign: { id: "foreign", ...MONGO, maxCapacityGB: 7 },
      // A setting that the provider does not know.
      taken: { id: "taken", uri: URI, compactionHours: 7, labels: ["by-others"] },
    },
    oplogStores: { foreign: { id: "foreign", ...MONGO } },
    fileStores: { foreign: { id: "foreign", storePath: "/mnt/foreign", labels: ["eu", "gold"] } },
    clusters: {
      ...cluster(ORDERS, PLATFORM, "orders", { replicaSetName: "orders" }),
      ...cluster(CARTS, PLATFORM, "carts", { typeName: "SHARDED_REPLICA_SET" }),
      ...cluster(SHARD, PLATFORM, "carts", { ...shard, replicaSetName: "carts_0" }),
      ...cluster("6f00000000000000000000d9", PLATFORM, "carts", {
        ...shard,
        typeName: "CONFIG_SERVER_REPLICA_SET",
        replicaSetName: "carts_config",
      }),
      ...cluster(ARCHIVE, FOREIGN, "archive", { replicaSetName: "archive", status: "STOPPED" }),
    },
    schedules: {
      [ORDERS]: SCHEDULE,
      [CARTS]: SCHEDULE,
      [SHARD]: SCHEDULE,
      "6f00000000000000000000d9": SCHEDULE,
      [ARCHIVE]: { ...SCHEDULE, snapshotIntervalHours: 24 },
    },
    projectBackups: {
      [FOREIGN]: { labelFilter: ["gold", "eu"] },
      [PLATFORM]: { daemonFilter: DAEMONS },
    },
    features: {
      [FOREIGN]: { ...STAMPS, _id: "6f00000000000000000000f1", ...TERRAFORM },
      [PLATFORM]: {
        ...STAMPS,
        _id: "6f00000000000000000000f2",
        externalManagementSystem: { name: "operator", version: "1.2" },
        policies: [{ policy: "DISABLE_USER_MANAGEMENT" }],
      },
    },
    integrations: { [FOREIGN]: { DATADOG: { type: "DATADOG", apiKey: SECRETS["apiKey"] } } },
  };
}

const STAMPS = { created: "2026-01-01T00:00:00Z", updated: "2026-01-01T00:00:00Z" };

function sorted(texts: unknown): string[] {
  return [...((texts ?? []) as string[])].sort();
}

// --- Keys ---

const OLD_KEY = "6f00000000000000000000a1";
const OLD_AGENTS = "6f00000000000000000000e1";
const PIPELINE = "release pipeline";

/** A description without the mark of the provider at its end. */
function unmarked(desc: string): string {
  return desc.replace(/ \[[^[\]]*\]$/, "");
}

function keyKinds({ orgId }: SecondService): KindCase[] {
  const keyIdOf = (desc: string, { keys }: State): string =>
    Object.values(keys).find((key) => unmarked(key.desc) === desc)?.id ?? desc;
  const agentKeyOf = (name: string, { agentKeys, groups }: State) =>
    Object.values(agentKeys).find(
      ({ groupId, desc }) => `${groups[groupId]?.name}/${unmarked(desc)}` === name,
    );
  return [
    {
      kind: "ApiKey",
      declared: {
        ci: { orgId, desc: PIPELINE, roles: ["ORG_READ_ONLY", "ORG_MEMBER"], rotation: "1" },
        audit: { orgId, desc: "audit", roles: ["ORG_READ_ONLY"] },
      },
      foreign: { orgId, desc: "old pipeline", roles: ["ORG_READ_ONLY"] },
      others: [{ orgId, desc: "the first", roles: ["ORG_OWNER"] }],
      live: ({ keys }) =>
        Object.fromEntries(
          Object.values(keys).map(({ desc, roles }) => [
            unmarked(desc),
            sorted(roles.flatMap((role) => (role.orgId === orgId ? [role.roleName] : []))),
          ]),
        ),
      expected: ({ desc, roles }) => [String(desc), sorted(roles)],
      idOf: (desc, state) => `${orgId}/${keyIdOf(desc, state)}`,
      creation: /^POST .*\/apiKeys$/,
      repeated: 1,
      shownOnce: {
        output: "privateKey",
        of: (desc, state) => state.keys[keyIdOf(desc, state)]?.privateKey ?? desc,
      },
      // Of a creation and of the deletion of what it has created.
      faults: [
        { method: "POST", path: "/apiKeys$", body: '"audit', lose: true },
        { method: "DELETE", path: "/apiKeys/", lose: true },
      ],
      byHand: (state) => ({
        keys: {
          [keyIdOf(PIPELINE, state)]: null,
          // The mark of the provider goes.
          [keyIdOf("audit", state)]: {
            desc: "audits",
            roles: [
              { groupId: PLATFORM, roleName: "GROUP_OWNER" },
              { orgId, roleName: "ORG_OWNER" },
            ],
          },
        },
      }),
      shown: [updated("audit", "desc", "roles[0]"), deleted("ci")],
      gone: (state) => ({ keys: { [keyIdOf("audit", state)]: null } }),
    },
    {
      kind: "ProjectApiKey",
      declared: {
        "ci-shop": {
          projectId: "@shop",
          keyId: "@ci.keyId",
          roles: ["GROUP_READ_ONLY", "GROUP_AUTOMATION_ADMIN"],
        },
        "audit-pay": { projectId: "@pay", keyId: "@audit.keyId", roles: ["GROUP_OWNER"] },
        "audit-platform": { projectId: PLATFORM, keyId: "@audit.keyId", roles: ["GROUP_READ_ONLY"] },
      },
      foreign: { projectId: FOREIGN, keyId: OLD_KEY, roles: ["GROUP_READ_ONLY"] },
      live: ({ keys, groups }) =>
        Object.fromEntries(
          Object.values(keys).flatMap(({ desc, roles }) =>
            [...new Set(roles.flatMap(({ groupId }) => groupId ?? []))].map((id) => [
              `${groups[id]?.name}/${unmarked(desc)}`,
              sorted(roles.flatMap(({ groupId, roleName }) => (groupId === id ? [roleName] : []))),
            ]),
          ),
        ),
      expected: ({ projectId, keyId, roles }) => [
        `${projectOf(projectId)}/${
          { "@ci.keyId": PIPELINE, "@audit.keyId": "audit", [OLD_KEY]: "old pipeline" }[String(keyId)]
        }`,
        sorted(roles),
      ],
      idOf(name, state) {
        const [project = "", desc = ""] = name.split("/");
        return `${idOfProject(project, state)}/${keyIdOf(desc, state)}`;
      },
      creation: /^PATCH \/groups\/\w+\/apiKeys\/\w+$/,
      faults: [{ method: "PATCH", path: "/groups/.*/apiKeys/", lose: true }],
      // Those of the keys (see above) and of a project change their roles, too.
      byHand: () => ({}),
      shown: [deleted("audit-pay"), updated("audit-platform", "roles[0]"), deleted("ci-shop")],
      refusal: "adopt: true",
    },
    {
      kind: "AgentApiKey",
      declared: {
        agents: { projectId: "@shop", desc: "agents of the shop" },
        "pay-agents": { projectId: "@pay", desc: "agents" },
        "platform-agents": { projectId: PLATFORM, desc: "agents", rotation: "1" },
      },
      foreign: { projectId: FOREIGN, desc: "old agents" },
      live: ({ agentKeys, groups }) =>
        Object.fromEntries(
          Object.values(agentKeys).map(({ groupId, desc }) => [
            `${groups[groupId]?.name}/${unmarked(desc)}`,
            "there",
          ]),
        ),
      expected: ({ projectId, desc }) => [`${projectOf(projectId)}/${String(desc)}`, "there"],
      idOf(name, state) {
        const key = agentKeyOf(name, state);
        return `${key?.groupId}/${key?.id}`;
      },
      creation: /^POST .*\/agentapikeys$/,
      repeated: 2,
      shownOnce: { output: "key", of: (name, state) => agentKeyOf(name, state)?.key ?? name },
      faults: [
        { method: "POST", path: "/agentapikeys$", body: "of the shop", lose: true },
        { method: "DELETE", path: "/agentapikeys/", lose: true },
        {
          method: "POST",
          path: `${PLATFORM}/agentapikeys$`,
          status: 500,
          errorCode: "UNEXPECTED_ERROR",
          afterWork: true,
        },
      ],
      byHand: (state) => ({ agentKeys: { [agentKeyOf("platform/agents", state)?.id ?? ""]: null } }),
      shown: [deleted("pay-agents"), deleted("platform-agents")],
      gone: (state) => ({ agentKeys: { [agentKeyOf("platform/agents", state)?.id ?? ""]: null } }),
      exportedToo: ({ groups }) => Object.keys(groups).map((id) => `${id}/${id.slice(0, -1)}0`),
    },
  ];
}

// --- Stores ---

const MONGO = { uri: URI, assignmentEnabled: true, labels: ["eu", "gold"], writeConcern: "W2" };
const MONGO_DEFAULTS = { assignmentEnabled: false, ssl: false, encryptedCredentials: false };

function storeKinds(): KindCase[] {
  /** With what the service fills in, which an update may send. */
  const family = (path: string, state: "fileStores" | "mongoStores" | "oplogStores", defaults: object) => {
    const whole = (store: Args) => ({
      ...defaults,
      loadFactor: 1,
      compactionHours: 24,
      ...store,
      labels: sorted(store["labels"]),
    });
    return {
      live: ({ [state]: stores }: State) =>
        Object.fromEntries(Object.entries(stores).map(([id, store]) => [id, whole(store as Args)])),
      expected: ({ storeId, adopt, ...body }: Args): [string, unknown] => [
        String(storeId),
        // What the provider does not know stays.
        whole({ ...body, id: storeId, ...(adopt === true && { compactionHours: 7 }) }),
      ],
      idOf: (id: string) => id,
      creation: new RegExp(`^POST .*/${path}$`),
      refusal: EXISTS,
    };
  };
  return [
    {
      kind: "MongoSnapshotStore",
      ...family("snapshot/mongoConfigs", "mongoStores", MONGO_DEFAULTS),
      creation: /^(POST .*\/snapshot\/mongoConfigs|PUT .*\/snapshot\/mongoConfigs\/taken)$/,
      declared: {
        blocks: { storeId: "blocks", ...MONGO, maxCapacityGB: 500 },
        "more-blocks": { storeId: "more-blocks", ...MONGO, ssl: true },
        taken: { storeId: "taken", ...MONGO, adopt: true },
      },
      foreign: { storeId: "foreign", ...MONGO, maxCapacityGB: 7 },
      faults: [
        { method: "POST", path: "/snapshot/mongoConfigs$", body: '"blocks"', lose: true },
        {
          method: "POST",
          path: "/snapshot/mongoConfigs$",
          body: '"more-blocks"',
          errorCode: "BACKUP_MONGO_CONNECTION_FAILED",
        },
      ],
      byHand: () => ({
        mongoStores: {
          blocks: { uri: URI.replace("metadata", "by-hand") },
          "more-blocks": null,
          taken: { labels: ["by-hand"], writeConcern: null },
        },
      }),
      shown: [
        updated("blocks", "changedSecrets"),
        deleted("more-blocks"),
        updated("taken", "labels[0]", "labels[1]", "writeConcern"),
      ],
    },
    {
      kind: "MongoOplogStore",
      ...family("oplog/mongoConfigs", "oplogStores", MONGO_DEFAULTS),
      declared: { oplogs: { storeId: "oplogs", ...MONGO, loadFactor: 3 } },
      foreign: { storeId: "foreign", ...MONGO },
      faults: [{ method: "POST", path: "/oplog/mongoConfigs$", lose: true }],
      byHand: () => ({ oplogStores: { oplogs: { loadFactor: 5, ssl: true } } }),
      shown: [updated("oplogs", "loadFactor", "ssl")],
    },
    {
      kind: "FileSystemSnapshotStore",
      ...family("snapshot/fileSystemConfigs", "fileStores", { assignmentEnabled: false }),
      declared: {
        files: {
          storeId: "files",
          storePath: "/mnt/files",
          assignmentEnabled: true,
          wtCompressionSetting: "GZIP",
        },
        "more-files": { storeId: "more-files", storePath: "/mnt/more", labels: ["gold"] },
      },
      foreign: { storeId: "foreign", storePath: "/mnt/foreign", labels: ["eu", "gold"] },
      faults: [{ method: "POST", path: "/snapshot/fileSystemConfigs$", body: '"files"', lose: true }],
      byHand: () => ({
        fileStores: { files: { storePath: "/mnt/by-hand", assignmentEnabled: false }, "more-files": null },
      }),
      shown: [updated("files", "assignmentEnabled", "storePath"), deleted("more-files")],
      gone: () => ({ fileStores: { "more-files": null } }),
    },
  ];
}

// --- The backup of projects and clusters ---

const DAEMONS = [{ machine: "daemon.example.com", headRootDirectory: "/head/" }];

function projectBackup(): KindCase {
  const whole = ({ resetOnDestroy: _, projectId: __, ...config }: Args) => {
    const stores = (name: string) =>
      sorted(
        ((config[name] ?? []) as { id: string; type: string }[]).map(
          ({ id, type }) => `${type} ${id.replace(/^@(\w+)\..*/, "$1").replace("more_files", "more-files")}`,
        ),
      );
    return {
      daemonFilter: [] as unknown,
      ...config,
      labelFilter: sorted(config["labelFilter"]),
      syncStoreFilter: sorted(config["syncStoreFilter"]),
      oplogStoreFilter: stores("oplogStoreFilter"),
      snapshotStoreFilter: stores("snapshotStoreFilter"),
    };
  };
  return {
    kind: "ProjectBackup",
    declared: {
      "shop-backup": {
        projectId: "@shop",
        snapshotStoreFilter: [
          { id: "@blocks.storeId", type: "blockstore" },
          { id: "@files.storeId", type: "fileSystemStore" },
        ],
        oplogStoreFilter: [{ id: "@oplogs.storeId", type: "oplogStore" }],
        kmipClientCertPath: "/etc/kmip.pem",
        kmipClientCertPassword: SECRETS["kmipClientCertPassword"],
        resetOnDestroy: true,
      },
      "pay-backup": { projectId: "@pay", daemonFilter: DAEMONS },
      "platform-backup": {
        projectId: PLATFORM,
        labelFilter: ["silver", "eu"],
        snapshotStoreFilter: [{ id: "@more_files.storeId", type: "fileSystemStore" }],
        syncStoreFilter: ["sync-a", "sync-b"],
      },
    },
    foreign: { projectId: FOREIGN, labelFilter: ["eu", "gold"] },
    left: [{ projectId: PLATFORM }],
    live: (state) => byProject(state.projectBackups, state, (config) => whole(config as Args)),
    // The program does not declare the daemons of this project.
    expected: (args) => [
      projectOf(args["projectId"]),
      { ...whole(args), ...(args["projectId"] === PLATFORM && { daemonFilter: DAEMONS }) },
    ],
    idOf: idOfProject,
    creation: /^PUT \/admin\/backup\/groups\//,
    undeclared: (state) => ({
      made: { projectBackups: { [idOfProject("shop", state)]: { labelFilter: ["by-hand"] } } },
      taken: { projectBackups: { [idOfProject("shop", state)]: { labelFilter: null } } },
    }),
    faults: [{ method: "PUT", path: "/admin/backup/groups/", body: "kmip", lose: true }],
    byHand: (state) => ({
      projectBackups: {
        [idOfProject("shop", state)]: { kmipClientCertPassword: "by-hand", oplogStoreFilter: null },
        [PLATFORM]: { labelFilter: ["eu"] },
      },
    }),
    shown: [
      deleted("pay-backup"),
      updated("platform-backup", "labelFilter[0]", "labelFilter[1]"),
      updated("shop-backup", "changedSecrets", "oplogStoreFilter[0]"),
    ],
  };
}

export const ORDERS = "6f00000000000000000000d1";
const CARTS = "6f00000000000000000000d2";
/** Of the cluster `carts`. */
export const SHARD = "6f00000000000000000000d8";
const ARCHIVE = "6f00000000000000000000d3";
const SCHEDULE = {
  snapshotIntervalHours: 6,
  snapshotRetentionDays: 2,
  dailySnapshotRetentionDays: 7,
  weeklySnapshotRetentionWeeks: 4,
  monthlySnapshotRetentionMonths: 1,
  pointInTimeWindowHours: 24,
  fullIncrementalDayOfWeek: "SUNDAY",
};

function snapshotSchedule(): KindCase {
  const declared = {
    orders: {
      projectId: PLATFORM,
      clusterId: ORDERS,
      snapshotIntervalHours: 12,
      dailySnapshotRetentionDays: 0,
      referenceHourOfDay: 1,
      referenceMinuteOfHour: 0,
      referenceTimeZoneOffset: "+0230",
    },
    carts: {
      projectId: PLATFORM,
      clusterId: CARTS,
      clusterCheckpointIntervalMin: 30,
      weeklySnapshotRetentionWeeks: 0,
    },
  };
  const names: Readonly<Record<string, string>> = {
    [ORDERS]: "orders",
    [CARTS]: "carts",
    [ARCHIVE]: "archive",
  };
  return {
    kind: "SnapshotSchedule",
    declared,
    foreign: {
      projectId: FOREIGN,
      clusterId: ARCHIVE,
      snapshotIntervalHours: 24,
      pointInTimeWindowHours: 24,
    },
    left: Object.values(declared),
    live: ({ schedules }) =>
      Object.fromEntries(
        Object.entries(schedules).flatMap(([id, schedule]) => (id in names ? [[names[id], schedule]] : [])),
      ),
    expected: ({ projectId: _, clusterId, ...fields }) => [
      names[String(clusterId)] ?? "",
      {
        ...SCHEDULE,
        ...fields,
        ...("referenceHourOfDay" in fields && {
          referenceHourOfDay: 22,
          referenceMinuteOfHour: 30,
          referenceTimeZoneOffset: "+0000",
        }),
      },
    ],
    idOf: (name) => {
      const [id = ""] = Object.entries(names).find(([, each]) => each === name) ?? [];
      return `${id === ARCHIVE ? FOREIGN : PLATFORM}/${id}`;
    },
    creation: /^PATCH .*\/snapshotSchedule$/,
    undeclared: () => ({
      made: { schedules: { [ORDERS]: { snapshotRetentionDays: 5, fullIncrementalDayOfWeek: "FRIDAY" } } },
      taken: { schedules: { [ORDERS]: { snapshotRetentionDays: 2, fullIncrementalDayOfWeek: "SUNDAY" } } },
    }),
    faults: [{ method: "PATCH", path: "/snapshotSchedule$", body: "clusterCheckpoint", lose: true }],
    byHand: () => ({
      schedules: {
        [ORDERS]: { dailySnapshotRetentionDays: 30, referenceHourOfDay: 5 },
        [CARTS]: { clusterCheckpointIntervalMin: 60 },
      },
    }),
    shown: [
      updated("carts", "clusterCheckpointIntervalMin"),
      updated("orders", "dailySnapshotRetentionDays", "referenceHourOfDay"),
    ],
  };
}

// --- Policies and integrations ---

const TERRAFORM = {
  externalManagementSystem: { name: "terraform", systemId: "6f", version: "1.9" },
  policies: [
    { policy: "DISABLE_SET_MONGOD_VERSION" },
    { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.CAFile"] },
  ],
};

function featureControl(): KindCase {
  const system = { name: "pulumi" };
  interface Policy {
    readonly policy: string;
    readonly disabledParams?: readonly string[];
  }
  const whole = ({ externalManagementSystem, policies }: Args) => ({
    externalManagementSystem,
    policies: Object.fromEntries(
      ((policies ?? []) as Policy[]).map(({ policy, disabledParams }) => [
        policy.replace("DisableBackupAgent", "DISABLE_BACKUP_AGENT"),
        sorted(disabledParams),
      ]),
    ),
  });
  return {
    kind: "FeatureControl",
    declared: {
      "shop-control": {
        projectId: "@shop",
        externalManagementSystem: system,
        policies: [
          {
            policy: "DISABLE_SET_MONGOD_CONFIG",
            disabledParams: ["net.tls.mode", "net.port", "storage.dbPath"],
          },
          { policy: "DisableBackupAgent" },
          { policy: "DISABLE_USER_MANAGEMENT", disabledParams: [] },
        ],
      },
      "pay-control": {
        projectId: "@pay",
        externalManagementSystem: { ...system, version: "2" },
        policies: [],
      },
      "platform-control": {
        projectId: PLATFORM,
        externalManagementSystem: system,
        policies: [{ policy: "DISABLE_AUTHENTICATION_MECHANISMS" }],
        adopt: true,
      },
    },
    foreign: { projectId: FOREIGN, ...TERRAFORM },
    refused: { projectId: FOREIGN, ...TERRAFORM, externalManagementSystem: system },
    refusal: "terraform",
    left: [{ projectId: PLATFORM, externalManagementSystem: system }],
    live: (state) => byProject(state.features, state, whole),
    expected: (args) => [projectOf(args["projectId"]), whole(args)],
    idOf: idOfProject,
    creation: /^PUT .*\/controlledFeature$/,
    faults: [{ method: "PUT", path: "/controlledFeature$", body: "net.port", lose: true }],
    byHand: (state) => ({
      features: {
        [idOfProject("shop", state)]: {
          policies: [
            { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.mode"] },
            { policy: "DISABLE_BACKUP_AGENT" },
            { policy: "DISABLE_USER_MANAGEMENT" },
          ],
        },
        [PLATFORM]: { externalManagementSystem: { name: "operator" } },
      },
    }),
    shown: [
      deleted("pay-control"),
      updated("platform-control", "externalManagementSystem.name"),
      updated("shop-control", "policies[0].disabledParams[2]"),
    ],
  };
}

function integration(): KindCase {
  const secretOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, SECRETS[name]]));
  return {
    kind: "Integration",
    declared: {
      "on-call": { projectId: "@shop", type: "PAGER_DUTY", ...secretOf("serviceKey") },
      hook: { projectId: "@shop", type: "WEBHOOK", ...secretOf("url", "secret") },
      teams: { projectId: "@pay", type: "MICROSOFT_TEAMS", ...secretOf("microsoftTeamsWebhookUrl") },
      // The service fills in the region.
      genie: { projectId: "@shop", type: "OPS_GENIE", ...secretOf("apiKey") },
      victor: { projectId: "@shop", type: "VICTOR_OPS", routingKey: "dba", ...secretOf("apiKey") },
      chat: { projectId: PLATFORM, type: "SLACK", teamName: "dba", ...secretOf("apiToken") },
      scrape: {
        projectId: PLATFORM,
        type: "PROMETHEUS",
        username: "prometheus",
        listenAddress: "0.0.0.0:9216",
        serviceDiscovery: "http",
        scheme: "http",
        enabled: true,
        ...secretOf("password"),
      },
    },
    foreign: { projectId: FOREIGN, type: "DATADOG", ...secretOf("apiKey") },
    live: ({ integrations, groups }) =>
      Object.fromEntries(
        Object.entries(integrations).flatMap(([id, types]) =>
          Object.entries(types).map(([type, body]) => [`${groups[id]?.name}/${type}`, body]),
        ),
      ),
    expected: ({ projectId, ...body }) => [`${projectOf(projectId)}/${String(body["type"])}`, body],
    idOf(name, state) {
      const [project = "", type = ""] = name.split("/");
      return `${idOfProject(project, state)}/${type}`;
    },
    creation: /^PUT .*\/integrations\/\w+$/,
    undeclared: () => ({
      made: { integrations: { [PLATFORM]: { SLACK: { channelName: "by-hand" } } } },
      taken: { integrations: { [PLATFORM]: { SLACK: { channelName: null } } } },
    }),
    faults: [{ method: "PUT", path: "/integrations/PAGER_DUTY", lose: true }],
    byHand: (state) => ({
      integrations: {
        [idOfProject("shop", state)]: { PAGER_DUTY: { serviceKey: "0".repeat(32) }, WEBHOOK: null },
        [PLATFORM]: { PROMETHEUS: { enabled: false } },
      },
    }),
    gone: () => ({ integrations: { [PLATFORM]: { SLACK: null } } }),
    shown: [
      deleted("hook"),
      updated("on-call", "changedSecrets"),
      updated("scrape", "enabled"),
      deleted("teams"),
    ],
    refusal: EXISTS,
  };
}
