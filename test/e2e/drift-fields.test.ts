import assert from "node:assert/strict";
import type { AlertConfig, Cluster, Emulator, OplogS3Config } from "../../src/emulator";
import type { Change } from "../../scripts/demo/events";
import { created, deleted, did, stateOf, updated } from "./support/assertions";
import { CERTIFICATE } from "./support/certificate";
import { usePlayground } from "./support/playground";
import { withoutNoise } from "./support/service-state";

/** A manual change of one object, and the fields that a refresh must report for it. */
interface Drift<Live extends object> {
  readonly patch: { readonly [Field in keyof Live]?: unknown };
  readonly fields: readonly string[];
}

const group = {
  typeName: "GROUP",
  roles: ["GROUP_OWNER"],
  emailEnabled: true,
  smsEnabled: false,
  intervalMin: 60,
  delayMin: 0,
};
const channel = {
  typeName: "SLACK",
  channelName: "#a",
  apiToken: "xoxb-drift-slack",
  intervalMin: 15,
  delayMin: 5,
};

const alertDrifts: Readonly<Record<string, Drift<AlertConfig>>> = {
  "enabled-off": { patch: { enabled: false }, fields: ["enabled"] },
  "event-type": {
    patch: { eventTypeName: "HOST_DOWN", metricThreshold: null },
    fields: ["eventTypeName", "metricThreshold"],
  },
  "matcher-value": {
    patch: { matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "other" }] },
    fields: ["matchers[0].value"],
  },
  "matcher-added": {
    patch: {
      matchers: [
        { fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" },
        { fieldName: "PORT", operator: "EQUALS", value: "27017" },
      ],
    },
    fields: ["matchers[1]"],
  },
  "matchers-gone": { patch: { matchers: [] }, fields: ["matchers[0]"] },
  "metric-name": {
    patch: { metricThreshold: { metricName: "CONNECTIONS_MAX" } },
    fields: ["metricThreshold.metricName"],
  },
  "metric-operator": {
    patch: { metricThreshold: { operator: "LESS_THAN" } },
    fields: ["metricThreshold.operator"],
  },
  "metric-threshold": { patch: { metricThreshold: { threshold: 1 } }, fields: ["metricThreshold.threshold"] },
  "notification-delay": {
    patch: {
      notifications: [
        { ...group, id: "1", delayMin: 30 },
        { ...channel, id: "2" },
      ],
    },
    fields: ["notifications[0].delayMin"],
  },
  "notification-interval": {
    patch: {
      notifications: [
        { ...group, id: "1", intervalMin: 5 },
        { ...channel, id: "2" },
      ],
    },
    fields: ["notifications[0].intervalMin"],
  },
  "notification-email": {
    patch: {
      notifications: [
        { ...group, id: "1", emailEnabled: false },
        { ...channel, id: "2" },
      ],
    },
    fields: ["notifications[0].emailEnabled"],
  },
  "notification-roles": {
    patch: {
      notifications: [
        { ...group, id: "1", roles: ["GROUP_READ_ONLY"] },
        { ...channel, id: "2" },
      ],
    },
    fields: ["notifications[0].roles[0]"],
  },
  "notification-channel": {
    patch: {
      notifications: [
        { ...group, id: "1" },
        { ...channel, id: "2", channelName: "#b" },
      ],
    },
    fields: ["notifications[1].channelName"],
  },
  "notification-secret": {
    patch: {
      notifications: [
        { ...group, id: "1" },
        { ...channel, id: "2", apiToken: "xoxb-by-somebody-else" },
      ],
    },
    fields: ["changedSecrets"],
  },
  "notification-gone": { patch: { notifications: [{ ...group, id: "1" }] }, fields: ["notifications[1]"] },
  "notification-added": {
    patch: {
      notifications: [
        { ...group, id: "1" },
        { ...channel, id: "2" },
        { typeName: "EMAIL", id: "3", emailAddress: "by-hand@example.com", intervalMin: 60, delayMin: 0 },
      ],
    },
    fields: ["notifications[2]"],
  },
};

const storeDrifts: Readonly<Record<string, Drift<OplogS3Config>>> = {
  assignment: { patch: { assignmentEnabled: false }, fields: ["assignmentEnabled"] },
  "access-key": { patch: { awsAccessKey: "AKIABYSOMEBODYELSE" }, fields: ["changedSecrets"] },
  certificates: { patch: { customCertificates: [] }, fields: ["customCertificates[0]"] },
  proxy: { patch: { disableProxyS3: true }, fields: ["disableProxyS3"] },
  labels: { patch: { labels: ["a", "c"] }, fields: ["labels[1]"] },
  "path-style": { patch: { pathStyleAccessEnabled: false }, fields: ["pathStyleAccessEnabled"] },
  "auth-method": { patch: { s3AuthMethod: "IAM_ROLE" }, fields: ["s3AuthMethod"] },
  endpoint: { patch: { s3BucketEndpoint: "https://other.example.com" }, fields: ["s3BucketEndpoint"] },
  bucket: { patch: { s3BucketName: "other" }, fields: ["s3BucketName"] },
  connections: { patch: { s3MaxConnections: 3 }, fields: ["s3MaxConnections"] },
  region: { patch: { s3RegionOverride: "elsewhere" }, fields: ["s3RegionOverride"] },
  sse: { patch: { sseEnabled: false }, fields: ["sseEnabled"] },
  tls: { patch: { ssl: false }, fields: ["ssl"] },
  uri: { patch: { uri: "mongodb://backup:drift-password@other.example.com/" }, fields: ["changedSecrets"] },
  "write-concern": { patch: { writeConcern: "W2" }, fields: ["writeConcern"] },
};

const PROGRAM = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
for (const name of ${JSON.stringify(Object.keys(alertDrifts))}) {
  new opsmanager.AlertConfig("alert-" + name, {
    projectId,
    enabled: true,
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" }],
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, mode: "AVERAGE", units: "RAW" },
    notifications: ${JSON.stringify([group, channel])},
  });
}
for (const name of ${JSON.stringify(Object.keys(storeDrifts))}) {
  new opsmanager.OplogS3Config("store-" + name, {
    acceptedTos: true,
    assignmentEnabled: true,
    awsAccessKey: "AKIADRIFTDRIFTDRIFT0",
    awsSecretKey: "drift-secret-key",
    customCertificates: [{ filename: "ca.pem", certString: ${JSON.stringify(CERTIFICATE)} }],
    disableProxyS3: false,
    labels: ["a", "b"],
    pathStyleAccessEnabled: true,
    s3AuthMethod: "KEYS",
    s3BucketEndpoint: "https://s3.example.com",
    s3BucketName: "oplog",
    s3MaxConnections: 50,
    s3RegionOverride: "eu",
    sseEnabled: true,
    ssl: true,
    uri: "mongodb://backup:drift-password@metadata.example.com/",
    writeConcern: "MAJORITY",
  });
}
new opsmanager.ClusterName("cluster-orders", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders-new" });
`;

describe("a field that was changed by hand", function () {
  const playground = usePlayground(this, {
    program: PROGRAM,
    emulator: { fullOplogResponse: true, convertUnits: false },
  });
  let foreign: ReadonlySet<string>;
  let declared: unknown;
  const drifts: Change[] = [
    ...Object.entries(alertDrifts).map(([name, { fields }]) => updated(`alert-${name}`, ...fields)),
    ...Object.entries(storeDrifts).map(([name, { fields }]) => updated(`store-${name}`, ...fields)),
    updated("cluster-orders", "clusterName"),
  ];
  const names = drifts.map(({ resource }) => resource);

  before(async () => {
    const { emulator } = playground;
    foreign = new Set(
      emulator
        .alertConfigs()
        .list()
        .map(({ id }) => id),
    );
    did(await playground.run("up"), names.map(created));
    declared = comparable(emulator, foreign);
    await changeByHand(emulator, await idsOfAlerts());
    assert.notDeepEqual(comparable(emulator, foreign), declared);
  });

  it("is reported by a refresh, for every field, and nothing else is reported", async () => {
    playground.emulator.clearRequests();
    did(await playground.run("refresh"), drifts);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("is restored by the next up", async () => {
    did(await playground.run("up"), drifts);
    assert.deepEqual(comparable(playground.emulator, foreign), declared);
  });

  it("shows no diff after that", async () => {
    playground.emulator.clearRequests();
    did(await playground.run("refresh", "--expect-no-changes"), []);
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("does not prevent a destroy", async () => {
    did(await playground.run("destroy"), names.map(deleted));
    assert.deepEqual(playground.emulator.oplogS3Configs.list(), []);
  });

  async function idsOfAlerts(): Promise<Record<string, string>> {
    const state = await stateOf(playground.stack);
    return Object.fromEntries(
      Object.entries(state).map(([name, { id = "" }]) => [name, id.slice(id.indexOf("/") + 1)]),
    );
  }
});

async function changeByHand(emulator: Emulator, ids: Record<string, string>): Promise<void> {
  for (const [name, { patch }] of Object.entries(alertDrifts)) {
    emulator.alertConfigs().update(ids[`alert-${name}`] ?? "", patch);
  }
  for (const [name, { patch }] of Object.entries(storeDrifts)) {
    emulator.oplogS3Configs.update(`store-${name}`, patch);
  }
  const cluster: Partial<Cluster> = { clusterName: "by-hand" };
  emulator.clusters().update(emulator.clusterId, cluster);
}

/** The state of the service without generated fields. */
function comparable(emulator: Emulator, foreign: ReadonlySet<string>): unknown {
  const { alertConfigs, ...rest } = withoutNoise(emulator.snapshot()) as { alertConfigs: AlertConfig[] };
  return {
    ...rest,
    alertConfigs: alertConfigs
      .filter(({ id }) => !foreign.has(id))
      .map(({ updated: _, notifications, ...config }) => ({
        ...config,
        notifications: notifications.map(({ id: __, ...notification }) => notification),
      })),
  };
}
