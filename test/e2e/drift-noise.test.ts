import assert from "node:assert/strict";
import type { Emulator } from "../../src/emulator";
import { created, did, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";

const PROGRAM = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
new opsmanager.AlertConfig("alert", {
  projectId,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  matchers: [
    { fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" },
    { fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" },
    { fieldName: "PORT", operator: "EQUALS", value: "27017" },
  ],
  metricThreshold: { metricName: "OPLOG_SLAVE_LAG_MASTER_TIME", operator: "GREATER_THAN", threshold: 10, units: "MINUTES" },
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: "noise-pager-duty-key", delayMin: 0 },
    { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-noise-slack-token", intervalMin: 15, delayMin: 5 },
    { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/noise/token", webhookSecret: "noise-webhook-secret", intervalMin: 15, delayMin: 0 },
    { typeName: "GROUP", roles: ["GROUP_OWNER", "GROUP_READ_ONLY"], emailEnabled: true, smsEnabled: false, intervalMin: 60, delayMin: 0 },
  ],
});
new opsmanager.OplogS3Config("store", {
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIANOISENOISENOISE0",
  awsSecretKey: "noise-secret-key",
  labels: ["b", "a", "c"],
  oidc: { enabled: true, method: "azure", tokenUri: "https://id.example.com/token", clientId: "opsmanager", clientSecret: "noise-client-secret", scope: "s3" },
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:noise-password@metadata.example.com/",
});
new opsmanager.ClusterName("cluster", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders-new" });
new opsmanager.VersionManifest("versions", { manifest: "manifest.json" });
`;

/** Changes that the service makes by itself. */
const NOISE: Readonly<Record<string, (emulator: Emulator) => void>> = {
  "the order of lists and keys": ({ settings }) => void (settings.shuffle = true),
  "the older form of masked secrets": ({ settings }) => void (settings.redact = "old"),
  "secrets in plain text": ({ settings }) => void (settings.redact = "off"),
  "the newer form of masked secrets": ({ settings }) => void (settings.redact = "new"),
  "fields that were not returned before": ({ settings }) => void (settings.fullOplogResponse = true),
  "another unit for the same threshold": ({ settings }) => void (settings.convertUnits = true),
  "new timestamps, heartbeats and ids": (emulator) => {
    for (const { id, notifications } of emulator.alertConfigs().list().slice(2)) {
      emulator.alertConfigs().update(id, {
        updated: "2030-01-01T00:00:00Z",
        notifications: notifications.map((notification, index) => ({
          ...notification,
          id: `new-${index}`,
        })),
      });
    }
    emulator.clusters().update(emulator.clusterId, { lastHeartbeat: "2030-01-01T00:00:00Z" });
  },
  "another layout of the same manifest": ({ versionManifest }) => {
    const text = versionManifest.get("current")?.text ?? "";
    versionManifest.update("current", { text: JSON.stringify(JSON.parse(text), undefined, 4) });
  },
};

describe("a change that the service makes by itself", function () {
  const playground = usePlayground(this, { program: PROGRAM });

  before(async () => {
    playground.emulator.versionManifest.update("current", { text: '{"updated": 1, "versions": []}' });
    await playground.addFile(
      "manifest.json",
      JSON.stringify({ updated: 1_800_000_000_000, versions: [{ name: "8.0.4", builds: [] }] }),
    );
    did(await playground.run("up"), ["alert", "cluster", "store", "versions"].map(created));
  });

  it(`is neither drift nor the cause of a write: ${Object.keys(NOISE).join(", ")}`, async () => {
    for (const happen of Object.values(NOISE)) happen(playground.emulator);
    playground.emulator.clearRequests();
    did(await playground.run("refresh", "--expect-no-changes"), []);
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("does not hide a changed secret if the service returns it, or a different manifest", async () => {
    const { emulator } = playground;
    emulator.settings.redact = "off";
    const store = emulator.oplogS3Configs.get("store");
    emulator.oplogS3Configs.update("store", {
      awsSecretKey: "changed-by-hand",
      oidc: { ...store?.oidc, clientSecret: "changed-by-hand-too" },
    });
    emulator.versionManifest.update("current", {
      text: JSON.stringify({ updated: 1_700_000_000_000, versions: [] }),
    });
    const changes = [updated("store", "changedSecrets"), updated("versions", "changedOnService")];
    did(await playground.run("refresh"), changes);
    did(await playground.run("up"), changes);
    assert.equal(emulator.oplogS3Configs.get("store")?.awsSecretKey, "noise-secret-key");
    assert.equal(emulator.oplogS3Configs.get("store")?.oidc?.["clientSecret"], "noise-client-secret");
    assert.match(emulator.versionManifest.get("current")?.text ?? "", /8\.0\.4/);
  });
});
