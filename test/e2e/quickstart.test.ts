import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QUICKSTART, quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../../scripts/demo/repository";
import { created, deleted, did, outputsOf, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { withoutNoise } from "./support/service-state";

const RESOURCES = ["no-primary", "replication-lag", "oplog-store-1", "orders-cluster", "versions"];

describe("the quickstart", function () {
  const playground = usePlayground(this, { program: { folder: QUICKSTART }, config: quickstartConfig });
  let seed: unknown;

  it("shows the resources in a preview and creates nothing", async () => {
    const { emulator } = playground;
    seed = withoutNoise(emulator.snapshot());
    did(await playground.run("preview"), RESOURCES.map(created));
    assert.equal(emulator.counters.writes, 0);
  });

  it("creates everything with one challenge for the program and one for the provider", async () => {
    const { emulator } = playground;
    emulator.clearRequests();
    did(await playground.run("up"), RESOURCES.map(created));
    assert.equal(emulator.counters.challenges, 2);
    assert.equal(emulator.alertConfigs().list().length, 4);
    assert.deepEqual(
      emulator.oplogS3Configs.list().map(({ id }) => id),
      ["oplog-store-1"],
    );
    assert.equal(
      emulator.versionManifest.get("current")?.text,
      readFileSync(join(repository, "examples/quickstart/version-manifest.json"), "utf8"),
    );
  });

  it("has its declared outputs", async () => {
    const { alertConfigIds, ...outputs } = await outputsOf(playground.stack);
    const ids = playground.emulator.alertConfigs().list();
    assert.deepEqual(
      alertConfigIds,
      ["NO_PRIMARY", "OUTSIDE_METRIC_THRESHOLD"].map(
        (event) => ids.findLast(({ eventTypeName }) => eventTypeName === event)?.id,
      ),
    );
    assert.deepEqual(outputs, {
      oplogStoreId: "oplog-store-1",
      clusterName: "orders-production",
      previousClusterName: "orders",
      newestDatabaseVersions: ["8.0.17-ent", "8.0.17", "8.0.4-ent", "7.0.31", "7.0.16-ent"],
      accessList: { cidrBlock: "198.51.100.0/24", lastUsedAddress: "198.51.100.77" },
      auditLogs: {
        sizeThresholdMB: 1000.5,
        timeThresholdHrs: 24,
        numUncompressed: 7,
        percentOfDiskspace: 0.02,
        numTotal: 0,
      },
    });
  });

  it("writes nothing the second time", async () => {
    playground.emulator.clearRequests();
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("shows no diff in a refresh if nothing was changed", async () => {
    playground.emulator.clearRequests();
    did(await playground.run("refresh", "--expect-no-changes"), []);
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("shows exactly the manual changes in a refresh", async () => {
    const { emulator } = playground;
    const lag = emulator
      .alertConfigs()
      .list()
      .findLast((alert) => alert.metricThreshold?.threshold === 10);
    assert.ok(lag);
    emulator.alertConfigs().update(lag.id, { metricThreshold: { threshold: 60 }, enabled: false });
    emulator.clusters().update(emulator.clusterId, { clusterName: "renamed-by-hand" });
    emulator.oplogS3Configs.update("oplog-store-1", { s3MaxConnections: 5, labels: ["test"] });
    emulator.settings.fullOplogResponse = true;
    did(await playground.run("refresh"), [
      updated("replication-lag", "metricThreshold.threshold", "enabled"),
      updated("orders-cluster", "clusterName"),
      updated("oplog-store-1", "s3MaxConnections", "labels[0]", "labels[1]"),
    ]);
  });

  it("restores the declared state", async () => {
    const { emulator } = playground;
    did(await playground.run("up"), [
      updated("replication-lag", "metricThreshold.threshold", "enabled"),
      updated("orders-cluster", "clusterName"),
      updated("oplog-store-1", "s3MaxConnections", "labels[0]", "labels[1]"),
    ]);
    const lag = emulator
      .alertConfigs()
      .list()
      .findLast((alert) => alert.metricThreshold?.threshold === 10);
    assert.equal(lag?.enabled, true);
    assert.equal(emulator.clusters().get(emulator.clusterId)?.clusterName, "orders-production");
    assert.deepEqual(emulator.oplogS3Configs.get("oplog-store-1")?.labels, ["production", "eu"]);
    assert.equal(emulator.oplogS3Configs.get("oplog-store-1")?.s3MaxConnections, 50);
  });

  it("leaves nothing behind when it is destroyed", async () => {
    const run = await playground.run("destroy");
    did(run, RESOURCES.map(deleted));
    assert.deepEqual(withoutNoise(playground.emulator.snapshot()), seed);
    succeeded(run);
  });
});
