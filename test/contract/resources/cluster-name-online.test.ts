import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/core/unknowns";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { lifecycle } from "../../../src/core/lifecycle";
import { clusterName } from "../../../src/resources/cluster-name/behaviour";
import { connectionsTo } from "./managed";

describe("ClusterName at preview", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  async function told(rest: object, onlineChecks: boolean): Promise<string[]> {
    const config: Record<string, string> = onlineChecks ? { "opsmanager:onlineChecks": "true" } : {};
    const inputs = {
      projectId: emulator.projectId,
      clusterId: emulator.clusterId,
      clusterName: "orders-new",
      ...rest,
    };
    const { failures } = await lifecycle(clusterName, connectionsTo(emulator, config)).check({}, inputs);
    return failures.map(({ reason }) => reason);
  }

  it("has nothing to say about a cluster that can be renamed", async () =>
    assert.deepEqual(await told({}, true), []));

  it("tells an unknown cluster with onlineChecks", async () =>
    assert.deepEqual(await told({ clusterId: "62d1f3b7a90e4c5d8b2fffff" }, true), [
      `clusterId: the project ${emulator.projectId} has no cluster 62d1f3b7a90e4c5d8b2fffff`,
    ]));

  it("asks nothing without onlineChecks", async () => {
    assert.deepEqual(await told({ clusterId: "62d1f3b7a90e4c5d8b2fffff" }, false), []);
    assert.equal(emulator.counters.requests, 0);
  });

  for (const unknown of ["projectId", "clusterId"]) {
    it(`asks nothing while ${unknown} is not known`, async () => {
      assert.deepEqual(await told({ [unknown]: UNKNOWN }, true), []);
      assert.equal(emulator.counters.requests, 0);
    });
  }
});
