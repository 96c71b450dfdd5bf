import assert from "node:assert/strict";
import { failedWith, outputsOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { cluster, PROJECT, SECOND_PROJECT, STORE_SECRETS } from "./support/resources";

const IDS = `
const projectId = "${PROJECT}";
const key = { orgId: "5f3e9c41d2a7b84e60c1f0a3", apiKeyId: "61c0e5a8f1d24b3a7e905d11" };
`;

const READING = `${IDS}
const entry = (entry: string) => opsmanager.getAccessListEntryOutput({ ...key, entry: pulumi.output(entry) });
export const address = entry("203.0.113.10");
export const nothingConfigured = opsmanager.getAuditLogRotationOutput({ projectId: "${SECOND_PROJECT}" });
export const alert = opsmanager.getAlertConfigOutput({ projectId, alertConfigId: "65b3d8f0c2a94e1786d5b0e4" }).notifications;
export const stores = opsmanager.getOplogS3ConfigsOutput();
export const service = opsmanager.getServiceVersionOutput().versionString;
export const promised = opsmanager.getAuditLogRotation({ projectId }).then(({ effective }) => effective.numTotal);

const alertState = opsmanager.AlertConfig.get("got-alert", projectId + "/65c49a21c2a94e1786e71f38");
export const gotAlert = [alertState.eventTypeName, alertState.metricThreshold.apply((metric) => metric?.threshold), alertState.alertConfigId];
const clusterState = opsmanager.ClusterName.get("got-cluster", projectId + "/62d8a2c4a90e4c5d8b31b7d3");
export const gotCluster = [clusterState.clusterName, clusterState.typeName];
export const gotStore = opsmanager.OplogS3Config.get("got-store", "seeded").s3BucketName;
export const gotManifest = opsmanager.VersionManifest.get("got-manifest").versionCount;
`;

describe("functions and get", function () {
  const playground = usePlayground(this, { program: READING });

  before(() => {
    const store = {
      acceptedTos: true,
      labels: [],
      pathStyleAccessEnabled: true,
      sseEnabled: true,
      ...STORE_SECRETS,
    };
    const bucket = { s3BucketEndpoint: "https://s3.example.com", s3BucketName: "seeded-bucket" };
    playground.emulator.oplogS3Configs.set("seeded", { ...store, ...bucket });
  });

  it("return the objects of the service and send no write", async () => {
    succeeded(await playground.run("up"));
    assert.equal(playground.emulator.counters.writes, 0);
    const { address, alert, stores, service, ...outputs } = await outputsOf(playground.stack);
    const { links, ...fields } = address as { links: unknown };
    assert.ok(Array.isArray(links));
    assert.deepEqual(fields, {
      cidrBlock: "203.0.113.10/32",
      ipAddress: "203.0.113.10",
      count: 1482,
      created: "2025-03-04T08:12:45Z",
      lastUsed: "2026-10-29T21:40:03Z",
      lastUsedAddress: "203.0.113.10",
    });
    assert.doesNotMatch(JSON.stringify(alert), /serviceKey|a94d/);
    assert.doesNotMatch(JSON.stringify(stores), /awsAccessKey|awsSecretKey|store-password|REDACTED|backup:/);
    assert.match(JSON.stringify(stores), /seeded-bucket|metadata\.example\.com/);
    assert.match(String(service), /^8\.0\./);
    assert.deepEqual(outputs, {
      nothingConfigured: { effective: { numUncompressed: 5, percentOfDiskspace: 0.02, numTotal: 0 } },
      promised: 0,
      gotAlert: ["OUTSIDE_METRIC_THRESHOLD", 4500, "65c49a21c2a94e1786e71f38"],
      gotCluster: ["telemetry", "SHARDED"],
      gotStore: "seeded-bucket",
      gotManifest: 3,
    });
  });

  it("fail with one message without a configuration, also next to a resource", async () => {
    await playground.stack.configure({ "opsmanager:baseUrl": "" });
    await playground.rewrite(`${cluster("cluster")}
export const rotation = opsmanager.getAuditLogRotationOutput({ projectId: "${PROJECT}" });
export const version = opsmanager.getServiceVersionOutput().versionString;`);
    const run = await playground.run("preview");
    failedWith(run, "pulumi config set opsmanager:baseUrl");
    assert.doesNotMatch(run.output, /PromiseRejectionHandledWarning/);
  });
});
