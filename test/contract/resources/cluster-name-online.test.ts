import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/unknowns";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { clusterName } from "../../../src/resources/cluster-name/definition";
import { surroundings } from "../../unit/dynamic/surroundings";
import { connectionsTo } from "./managed";

describe("ClusterName at preview", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  const UNKNOWN_CLUSTER = "62d1f3b7a90e4c5d8b2fffff";

  /** Returns the errors and messages of a preview. */
  async function preview(rest: object, onlineChecks?: string, olds: object = {}): Promise<string[]> {
    const config: Record<string, string> =
      onlineChecks === undefined ? {} : { "opsmanager:onlineChecks": onlineChecks };
    const inputs = {
      projectId: emulator.projectId,
      clusterId: emulator.clusterId,
      clusterName: "orders-new",
      ...rest,
    };
    const process = surroundings();
    const methods = dynamicProvider(clusterName, connectionsTo(emulator, config), process);
    const { failures } = await methods.check(
      { ...olds },
      { ...inputs, __run: { urn: "urn::c", preview: true } },
    );
    return [
      ...failures.map(({ reason }) => reason),
      ...process.logged.map(([urn, , text]) => `${urn} ${text}`),
    ];
  }

  it("shows the old and the new name for a new resource", async () =>
    assert.deepEqual(await preview({}), [
      `urn::c Renames the cluster "c" (${emulator.projectId}/${emulator.clusterId}): clusterName: "orders" => "orders-new".`,
    ]));

  it("reports an unknown cluster", async () =>
    assert.deepEqual(await preview({ clusterId: UNKNOWN_CLUSTER }), [
      `clusterId: the project ${emulator.projectId} has no cluster ${UNKNOWN_CLUSTER}`,
    ]));

  it("sends no request for a resource in the state unless onlineChecks is true", async () => {
    const state = { projectId: emulator.projectId, clusterId: UNKNOWN_CLUSTER, clusterName: "orders-new" };
    assert.deepEqual(await preview(state, undefined, state), []);
    assert.equal(emulator.counters.requests, 0);
    assert.deepEqual(await preview(state, "true", state), [
      `clusterId: the project ${emulator.projectId} has no cluster ${UNKNOWN_CLUSTER}`,
    ]);
  });

  it("sends no request if onlineChecks is false", async () => {
    assert.deepEqual(await preview({ clusterId: UNKNOWN_CLUSTER }, "false"), []);
    assert.equal(emulator.counters.requests, 0);
  });

  for (const unknown of ["projectId", "clusterId"]) {
    it(`sends no request while ${unknown} is unknown`, async () => {
      assert.deepEqual(await preview({ [unknown]: UNKNOWN }), []);
      assert.equal(emulator.counters.requests, 0);
    });
  }
});
