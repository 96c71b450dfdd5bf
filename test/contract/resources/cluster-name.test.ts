import assert from "node:assert/strict";
import { UNKNOWN } from "../../../src/unknowns";
import { failOn, itInHost, type Managed, managed, useEmulator } from "./managed";

const UNKNOWN_CLUSTER = "62d1f3b7a90e4c5d8b2fffff";

describe("ClusterName against the emulator", () => {
  const emulator = useEmulator();
  let cluster: Managed;
  beforeEach(() => void (cluster = managed("ClusterName", emulator)));

  const inputs = (clusterName = "orders-production", rest: object = {}) => {
    const { projectId, clusterId } = emulator;
    return { projectId, clusterId, clusterName, ...rest };
  };
  const up = async (clusterName?: string, rest?: object) => cluster.up(inputs(clusterName, rest));
  const currentName = () => emulator.clusters().get(emulator.clusterId)?.clusterName;
  const change = (fields: object): void => void emulator.clusters().update(emulator.clusterId, fields);
  const writes = () => emulator.counters.writes;
  const fail = failOn(emulator);
  const idOfType = (type: string) =>
    emulator.snapshot().clusters.find(({ typeName }) => typeName === type)?.id;

  it("does not report a new heartbeat as drift", async () => {
    await up();
    const before = cluster.state?.outputs;
    assert.deepEqual([before?.["previousName"], before?.["typeName"]], ["orders", "SHARDED_REPLICA_SET"]);
    change({ lastHeartbeat: "2027-01-01T00:00:00Z" });
    assert.equal(await cluster.refresh(), "same");
    assert.deepEqual(cluster.state?.outputs, before);
  });

  it("restores the previous name with restoreOnDelete, even if that is set later", async () => {
    await up();
    assert.equal(await up("orders-production", { restoreOnDelete: true }), "update");
    assert.equal(writes(), 1, "setting the flag needs no request");
    await cluster.destroy();
    assert.equal(currentName(), "orders");
  });

  for (const isRefreshed of [false, true]) {
    const found = isRefreshed ? " that a refresh has found" : "";
    it(`does not restore the name after a manual rename${found}, and reports that`, async () => {
      await up("orders-production", { restoreOnDelete: true });
      change({ clusterName: "somebody-elses" });
      if (isRefreshed) assert.equal(await cluster.refresh(), "changed");
      await cluster.destroy();
      assert.equal(currentName(), "somebody-elses");
      assert.match(cluster.said.join(), /was renamed outside of this program: its name was left as it is/);
    });
  }

  for (const [what, method, nth] of [
    ["the response", "PATCH", 1],
    ["the read after it", "GET", 2],
  ] as const) {
    it(`renames the cluster although ${what} is lost`, async () => {
      fail(method, "resetAfter", { nth });
      assert.equal(await up(), "create");
      assert.equal(currentName(), "orders-production");
      assert.equal(cluster.state?.outputs["previousName"], "orders");
    });
  }

  it("waits until the service returns the new name", async () => {
    emulator.settings.lateRenameReads = 3;
    await up();
    assert.deepEqual(cluster.said, []);
    assert.equal(await cluster.refresh(), "same");
  });

  it("limits the wait, and warns that the service did not take the name", async () => {
    emulator.settings.lateRenameReads = 100;
    await up();
    assert.deepEqual(cluster.said, [
      'The service did not take clusterName of "resource": "orders-production" was written, and it has "orders".',
    ]);
  });

  const LACKS = "the project .* has no cluster .*";
  const refused: [what: string, clusterId: () => string | undefined, text: string][] = [
    [
      "a cluster of type REPLICA_SET",
      () => idOfType("REPLICA_SET"),
      "the cluster .* is of type REPLICA_SET; the service renames only SHARDED and SHARDED_REPLICA_SET",
    ],
    ["an unknown cluster id", () => UNKNOWN_CLUSTER, LACKS],
    ["a malformed cluster id", () => "not-an-id", LACKS],
  ];
  for (const [what, clusterId, text] of refused) {
    it(`refuses ${what} at preview and before any write`, async () => {
      const refusal = new RegExp(`clusterId: ${text}; nothing was written`);
      await assert.rejects(up("new", { clusterId: clusterId() }), refusal);
      const previewed = cluster.preview(inputs("new", { clusterId: clusterId() }));
      await assert.rejects(previewed, new RegExp(`^(?:Error: )?clusterId: ${text}`));
      assert.equal(writes(), 0);
    });
  }

  it("reverts a rename whose response was lost if the program returns to the old name", async () => {
    await up("one");
    fail("PATCH", "resetAfter");
    fail("GET", { status: 500 }, { nth: 2 });
    await assert.rejects(up("two"), /the connection broke/);
    assert.equal(currentName(), "two");
    assert.equal(await up("one"), "update");
    assert.equal(currentName(), "one");
  });

  for (const [fault, name] of [
    ["resetBefore", "one"],
    ["resetAfter", "two"],
  ] as const) {
    it(`restores the original name after the connection broke in a second rename (${fault})`, async () => {
      await up("one", { restoreOnDelete: true });
      fail("PATCH", fault);
      fail("GET", { status: 500 }, { nth: 2 });
      await assert.rejects(up("two", { restoreOnDelete: true }), /the connection broke/);
      emulator.faults.clear();
      assert.equal(currentName(), name);
      await cluster.destroy();
      assert.equal(currentName(), "orders");
    });
  }

  for (const step of ["create", "update"] as const) {
    for (const isRefreshed of [false, true]) {
      const between = isRefreshed ? ", and a refresh follows" : "";
      it(`repeats a rename in the next up if the connection broke before it (${step})${between}`, async () => {
        if (step === "update") await up();
        fail("PATCH", "resetBefore");
        await assert.rejects(up("orders-new"), /the connection broke/);
        assert.equal(cluster.state?.outputs["previousName"], "orders");
        if (isRefreshed) assert.equal(await cluster.refresh(), "changed");
        assert.equal(await up("orders-new"), "update");
        assert.equal(currentName(), "orders-new");
        assert.equal(await cluster.refresh(), "same");
      });
    }
  }

  describe("at preview", () => {
    const missing = () => `clusterId: the project ${emulator.projectId} has no cluster ${UNKNOWN_CLUSTER}`;
    /** Returns the error, or the messages. */
    const preview = async (rest: object, of = cluster): Promise<string> =>
      of.preview(inputs("orders-new", rest)).then(
        (said) => said.join("\n"),
        ({ message }: Error) => message,
      );

    it("shows the old and the new name for a new resource", async () =>
      assert.equal(
        await preview({}),
        `Renames the cluster "resource" (${emulator.projectId}/${emulator.clusterId}): clusterName: "orders" => "orders-new".`,
      ));

    itInHost("sends no request for a resource in the state unless onlineChecks is true", async () => {
      const id = `${emulator.projectId}/${UNKNOWN_CLUSTER}`;
      const declared = inputs("orders-new", { clusterId: UNKNOWN_CLUSTER });
      const online = managed("ClusterName", emulator, { config: { "opsmanager:onlineChecks": "true" } });
      for (const each of [cluster, online]) await each.import({ id, inputs: declared, outputs: declared });
      emulator.clearRequests();
      assert.equal(await preview({ clusterId: UNKNOWN_CLUSTER }), "");
      assert.equal(emulator.counters.requests, 0);
      assert.equal(await preview({ clusterId: UNKNOWN_CLUSTER }, online), missing());
    });

    it("sends no request if an id is unknown", async () => {
      for (const unknown of ["projectId", "clusterId"])
        assert.equal(await preview({ [unknown]: UNKNOWN }), "");
      assert.equal(emulator.counters.requests, 0);
    });
  });
});
