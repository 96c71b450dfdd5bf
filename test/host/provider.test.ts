import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { type Emulator, startEmulator } from "../../src/emulator";
import { configOf, endAll, startHost } from "./host";

describe("the process of the dynamic provider", function () {
  const running: ChildProcess[] = [];
  let emulator: Emulator;
  beforeEach(async () => void (emulator = await startEmulator()));
  afterEach(async () => {
    await endAll(running);
    await emulator.close();
  });

  it("shares one configured provider and one challenge between concurrent first calls", async () => {
    const host = await startHost(configOf(emulator), running);
    const { projectId, clusterId } = emulator;
    const notifications = [{ typeName: "EMAIL", emailAddress: "dba@example.com" }];
    const alert = { projectId, eventTypeName: "NO_PRIMARY", enabled: true, notifications };
    const cluster = { projectId, clusterId, clusterName: "x", restoreOnDelete: false };
    const made = await Promise.all([
      ...Array.from({ length: 8 }, () => host.create("AlertConfig", alert)),
      host.create("ClusterName", cluster),
      host.create("ClusterName", { ...cluster, clusterId: "62d8a2c4a90e4c5d8b31b7d3" }),
    ]);
    assert.equal(new Set(made.map(({ id }) => id)).size, 10);
    assert.equal(emulator.counters.challenges, 1);
  });
});
