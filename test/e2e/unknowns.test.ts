import assert from "node:assert/strict";
import { created, did, failedWith } from "./support/assertions";
import { CERTIFICATE } from "./support/certificate";
import { usePlayground } from "./support/playground";

/** `later` resolves after the first resource has been created. */
const LATER = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
const first = new opsmanager.ClusterName("first", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders-new" });
const later = <T>(value: T): pulumi.Output<T> => first.previousName.apply(() => value);
`;

const PROGRAM = `${LATER}
new opsmanager.AlertConfig("metric", {
  projectId: later(projectId),
  enabled: later(true),
  eventTypeName: later("OUTSIDE_METRIC_THRESHOLD"),
  matchers: [{ fieldName: "HOSTNAME", operator: later("CONTAINS"), value: later("db") }],
  metricThreshold: { metricName: later("CONNECTIONS"), operator: "GREATER_THAN", threshold: later(10), units: "RAW" },
  notifications: [
    { typeName: "SLACK", channelName: later("#a"), apiToken: later("xoxb-unknown-token"), intervalMin: later(15), delayMin: 0 },
    later({ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }),
    { typeName: "GROUP", roles: [later("GROUP_OWNER"), "GROUP_READ_ONLY"], emailEnabled: later(true), smsEnabled: false, intervalMin: 60, delayMin: 0 },
  ],
});
new opsmanager.AlertConfig("all-at-once", {
  projectId,
  eventTypeName: "HOST_DOWN",
  matchers: later([{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" }]),
  notifications: later([{ typeName: "PAGER_DUTY", serviceKey: "unknown-service-key", delayMin: 0 }]),
});
new opsmanager.AlertConfig("members", {
  projectId,
  eventTypeName: "TOO_FEW_HEALTHY_MEMBERS",
  threshold: later({ operator: "LESS_THAN", threshold: 2 }),
  notifications: [{ typeName: later("EMAIL"), emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }],
});
new opsmanager.OplogS3Config("store", {
  storeId: later("oplog"),
  acceptedTos: later(true),
  awsAccessKey: later("AKIAUNKNOWNUNKNOWN00"),
  awsSecretKey: later("unknown-secret-key"),
  customCertificates: [{ filename: "ca.pem", certString: later(${JSON.stringify(CERTIFICATE)}) }],
  labels: [later("a"), "b"],
  oidc: { enabled: true, method: "azure", tokenUri: later("https://id.example.com/token"), clientId: "opsmanager", clientSecret: later("unknown-client-secret"), scope: "s3" },
  pathStyleAccessEnabled: later(true),
  s3BucketEndpoint: later("https://s3.example.com"),
  s3BucketName: later("oplog"),
  s3MaxConnections: later(5),
  sseEnabled: true,
  uri: later("mongodb://backup:unknown-password@metadata.example.com/"),
});
new opsmanager.ClusterName("second", { projectId, clusterId: later("62d8a2c4a90e4c5d8b31b7d3"), clusterName: later("telemetry-new"), restoreOnDelete: later(true) });
new opsmanager.VersionManifest("versions", { manifest: later("manifest.json"), allowDowngrade: later(true) });
export const rotation = opsmanager.getAuditLogRotationOutput({ projectId: later(projectId) }).effective;
`;

const NAMES = ["first", "metric", "all-at-once", "members", "store", "second", "versions"];

const WRONG_ALERT = `${LATER}
new opsmanager.AlertConfig("alert", {
  projectId: later(projectId),
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  notifications: [
    { typeName: "SLACK", channelName: later("#a"), apiToken: later("xoxb-unknown-token"), intervalMin: 1 },
    { typeName: "EMAIL", emailAddress: later("a@example.com"), delayMin: "soon" as never },
  ],
});
`;

describe("values that are unknown in a preview", function () {
  const playground = usePlayground(this, { program: PROGRAM });

  it("do not prevent the other checks of an alert configuration", async () => {
    await playground.rewrite(WRONG_ALERT);
    failedWith(
      await playground.run("preview"),
      "metricThreshold: is missing",
      "notifications[0].intervalMin",
      "notifications[1].delayMin: must be a number",
    );
  });

  it("are accepted at any depth", async () => {
    await playground.rewrite(PROGRAM);
    await playground.addFile("manifest.json", JSON.stringify({ updated: 1_800_000_000_000, versions: [] }));
    did(await playground.run("preview"), NAMES.map(created));
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("are resolved in the update", async () => {
    const { emulator } = playground;
    did(await playground.run("up"), NAMES.map(created));
    assert.equal(emulator.alertConfigs().list().length, 5);
    assert.equal(
      emulator.oplogS3Configs.get("oplog")?.uri,
      "mongodb://backup:unknown-password@metadata.example.com/",
    );
    assert.deepEqual(emulator.oplogS3Configs.get("oplog")?.labels, ["a", "b"]);
    assert.equal(emulator.clusters().get("62d8a2c4a90e4c5d8b31b7d3")?.clusterName, "telemetry-new");
    const metric = emulator
      .alertConfigs()
      .list()
      .find(({ metricThreshold }) => metricThreshold?.threshold === 10);
    assert.deepEqual(
      metric?.notifications.map(({ typeName, apiToken, roles }) => [typeName, apiToken, roles]),
      [
        ["SLACK", "xoxb-unknown-token", undefined],
        ["EMAIL", undefined, undefined],
        ["GROUP", undefined, ["GROUP_OWNER", "GROUP_READ_ONLY"]],
      ],
    );
  });

  it("cause no change in the next run", async () => {
    did(await playground.run("preview", "--expect-no-changes"), []);
  });
});
