import assert from "node:assert/strict";
import { STORE } from "../contract/resources/managed";
import { failedWith, outputsOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { API_KEY, cluster, ORG, PROJECT, STORE_SECRETS } from "./support/resources";

const READING = `
const projectId = "${PROJECT}";
const key = { orgId: "${ORG}", apiKeyId: "${API_KEY}" };
export const address = opsmanager.getAccessListEntryOutput({ ...key, entry: pulumi.output("203.0.113.10") }).cidrBlock;
export const stores = opsmanager.getOplogS3ConfigsOutput();
export const service = opsmanager.getServiceVersionOutput().versionString;
export const promised = opsmanager.getAuditLogRotation({ projectId }).then(({ effective }) => effective.numTotal);

const alertState = opsmanager.AlertConfig.get("got-alert", projectId + "/65c49a21c2a94e1786e71f38");
export const gotAlert = [alertState.eventTypeName, alertState.metricThreshold.apply((metric) => metric?.threshold), alertState.alertConfigId];
const clusterState = opsmanager.ClusterName.get("got-cluster", projectId + "/62d8a2c4a90e4c5d8b31b7d3");
export const gotCluster = [clusterState.clusterName, clusterState.typeName];
export const gotStore = opsmanager.OplogS3Config.get("got-store", "seeded").s3BucketName;
const entryState = opsmanager.AccessListEntry.get("got-entry", key.orgId + "/" + key.apiKeyId + "/203.0.113.10/32");
export const gotEntry = [entryState.apiKeyId, entryState.entry, entryState.cidrBlock];
export const gotManifest = opsmanager.VersionManifest.get("got-manifest").versionCount;
`;

describe("functions and get", function () {
  const playground = usePlayground(this, { program: READING });

  before(() => {
    const seeded = { ...STORE, ...STORE_SECRETS, s3BucketName: "seeded-bucket" };
    playground.emulator.oplogS3Configs.set("seeded", seeded);
  });

  it("return the objects of the service and send no write", async () => {
    succeeded(await playground.run("up"));
    assert.equal(playground.emulator.counters.writes, 0);
    const { stores, service, ...outputs } = await outputsOf(playground.stack);
    assert.doesNotMatch(JSON.stringify(stores), /awsAccessKey|awsSecretKey|store-password|REDACTED|backup:/);
    assert.match(JSON.stringify(stores), /seeded-bucket|metadata\.example\.com/);
    assert.match(String(service), /^8\.0\./);
    assert.deepEqual(outputs, {
      address: "203.0.113.10/32",
      promised: 0,
      gotAlert: ["OUTSIDE_METRIC_THRESHOLD", 4500, "65c49a21c2a94e1786e71f38"],
      gotCluster: ["telemetry", "SHARDED"],
      gotStore: "seeded-bucket",
      gotEntry: [API_KEY, "203.0.113.10", "203.0.113.10/32"],
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
