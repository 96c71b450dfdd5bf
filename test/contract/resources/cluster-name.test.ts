import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { managed } from "./managed";

describe("ClusterName against the emulator", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  const inputs = (clusterName = "orders-production", rest: object = {}) => ({
    projectId: emulator.projectId,
    clusterId: emulator.clusterId,
    clusterName,
    ...rest,
  });
  const currentName = () => emulator.clusters().get(emulator.clusterId)?.clusterName;
  const writes = () => emulator.counters.writes;
  const idOfType = (typeName: string) =>
    emulator
      .clusters()
      .list()
      .find((cluster) => cluster.typeName === typeName)?.id;

  it("does not report a new heartbeat as drift", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    const before = cluster.state?.outputs;
    assert.deepEqual([before?.["previousName"], before?.["typeName"]], ["orders", "SHARDED_REPLICA_SET"]);
    emulator.clusters().update(emulator.clusterId, { lastHeartbeat: "2027-01-01T00:00:00Z" });
    assert.equal(await cluster.refresh(), "same");
    assert.deepEqual(cluster.state?.outputs, before);
  });

  it("keeps the name when the resource is deleted", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    await cluster.destroy();
    assert.equal(currentName(), "orders-production");
    assert.equal(writes(), 1);
  });

  it("restores the previous name with restoreOnDelete, even if that is set later", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.equal(await cluster.up(inputs("orders-production", { restoreOnDelete: true })), "update");
    assert.equal(writes(), 1, "setting the flag needs no request");
    await cluster.destroy();
    assert.equal(currentName(), "orders");
  });

  for (const isRefreshed of [false, true]) {
    const found = isRefreshed ? " that a refresh has found" : "";
    it(`does not restore the name after a manual rename${found}, and reports that`, async () => {
      const cluster = managed("ClusterName", emulator);
      await cluster.up(inputs("orders-production", { restoreOnDelete: true }));
      emulator.clusters().update(emulator.clusterId, { clusterName: "somebody-elses" });
      if (isRefreshed) assert.equal(await cluster.refresh(), "changed");
      await cluster.destroy();
      assert.equal(currentName(), "somebody-elses");
      assert.match(cluster.said.join(), /was renamed outside of this program: its name was left as it is/);
    });
  }

  it("renames the cluster although the response or the read after it is lost", async () => {
    for (const match of [{ method: "PATCH" }, { method: "GET", nth: 2 }]) {
      emulator.reset();
      emulator.faults.add({ match, action: "resetAfter" });
      const cluster = managed("ClusterName", emulator);
      assert.equal(await cluster.up(inputs()), "create");
      assert.equal(currentName(), "orders-production");
      assert.equal(cluster.state?.outputs["previousName"], "orders");
    }
  });

  it("keeps the previous name in the state if the outcome remains unknown", async () => {
    emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
    await assert.rejects(
      managed("ClusterName", emulator).up(inputs()),
      (error: Error & { properties?: object }) => {
        assert.equal((error.properties as Record<string, unknown>)["previousName"], "orders");
        return true;
      },
    );
  });

  it("waits until the service returns the new name", async () => {
    emulator.settings.lateRenameReads = 3;
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.deepEqual(cluster.said, []);
    assert.equal(await cluster.refresh(), "same");
  });

  it("limits the wait, and warns that a refresh may report drift", async () => {
    emulator.settings.lateRenameReads = 100;
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.match(cluster.said.join(), /still shows the old one; a refresh may report that as drift/);
  });

  for (const typeName of ["REPLICA_SET", "CONFIG_SERVER_REPLICA_SET"]) {
    it(`refuses a cluster of type ${typeName} before any write`, async () => {
      const cluster = managed("ClusterName", emulator);
      await assert.rejects(
        cluster.up(inputs("new", { clusterId: idOfType(typeName) })),
        new RegExp(
          `clusterId: the cluster .* is of type ${typeName}; the service renames only SHARDED and SHARDED_REPLICA_SET; nothing was written`,
        ),
      );
      assert.equal(writes(), 0);
    });
  }

  for (const [clusterId, article] of [
    ["62d1f3b7a90e4c5d8b2fffff", "an unknown"],
    ["not-an-id", "a malformed"],
  ] as const) {
    it(`refuses ${article} cluster id before any write`, async () => {
      const cluster = managed("ClusterName", emulator);
      await assert.rejects(
        cluster.up(inputs("new", { clusterId })),
        /clusterId: the project .* has no cluster .*; nothing was written/,
      );
      assert.equal(writes(), 0);
    });
  }

  it("suggests to check the projectId if the project is unknown", async () => {
    const cluster = managed("ClusterName", emulator);
    await assert.rejects(
      cluster.up(inputs("new", { projectId: "60a2b7c9e4b0c5571d3f8e99" })),
      /: 404 GROUP_NOT_FOUND - .*60a2b7c9e4b0c5571d3f8e99\. Check the projectId\.$/,
    );
    assert.equal(writes(), 0);
  });

  it("refuses at preview a cluster that cannot be renamed", async () => {
    await assert.rejects(
      managed("ClusterName", emulator).preview(inputs("new", { clusterId: idOfType("REPLICA_SET") })),
      /^Error: clusterId: .* is of type REPLICA_SET/,
    );
    assert.equal(emulator.counters.requests, 2, "a challenge and a read");
  });

  it("names the missing role once if the key is refused", async () => {
    const body = {
      error: 401,
      errorCode: "USER_UNAUTHORIZED",
      detail: "No.",
      reason: "Unauthorized",
      parameters: [],
    };
    emulator.faults.add({ match: { method: "PATCH" }, action: { status: 401, body } });
    await assert.rejects(managed("ClusterName", emulator).up(inputs()), ({ message }: Error) => {
      assert.equal(
        message.match(/Required role: Project Monitoring Admin or Project Owner\./g)?.length,
        1,
        message,
      );
      return true;
    });
  });

  it("reverts a rename whose response was lost if the program returns to the old name", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs("one"));
    emulator.faults.add({ match: { method: "PATCH" }, action: "resetAfter" });
    emulator.faults.add({ match: { method: "GET", nth: 2 }, action: { status: 500 } });
    await assert.rejects(cluster.up(inputs("two")), /the connection broke/);
    assert.equal(currentName(), "two");
    assert.equal(await cluster.up(inputs("one")), "update");
    assert.equal(currentName(), "one");
  });

  for (const [fault, name] of [
    ["resetBefore", "one"],
    ["resetAfter", "two"],
  ] as const) {
    it(`restores the original name after the connection broke in a second rename (${fault})`, async () => {
      const cluster = managed("ClusterName", emulator);
      await cluster.up(inputs("one", { restoreOnDelete: true }));
      emulator.faults.add({ match: { method: "PATCH" }, action: fault });
      emulator.faults.add({ match: { method: "GET", nth: 2 }, action: { status: 500 } });
      await assert.rejects(cluster.up(inputs("two", { restoreOnDelete: true })), /the connection broke/);
      emulator.faults.clear();
      assert.equal(currentName(), name);
      await cluster.destroy();
      assert.equal(currentName(), "orders");
    });
  }

  for (const [step, isRefreshed] of [
    ["create", false],
    ["create", true],
    ["update", false],
    ["update", true],
  ] as const) {
    const between = isRefreshed ? ", and a refresh follows" : "";
    it(`repeats a rename in the next up if the connection broke before it (${step})${between}`, async () => {
      const cluster = managed("ClusterName", emulator);
      if (step === "update") await cluster.up(inputs("orders-production"));
      emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
      await assert.rejects(cluster.up(inputs("orders-new")), /the connection broke/);
      if (isRefreshed) assert.equal(await cluster.refresh(), "changed");
      assert.equal(await cluster.up(inputs("orders-new")), "update");
      assert.equal(currentName(), "orders-new");
      assert.equal(await cluster.refresh(), "same");
    });
  }

  it("is replaced if clusterId or projectId changes", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.equal(
      await cluster.up(inputs("orders-production", { clusterId: "62d8a2c4a90e4c5d8b31b7d3" })),
      "replace",
    );
    assert.equal(
      await cluster.up(inputs("orders-production", { projectId: "60b9d1f2e4b0c5571d47a90b" })),
      "replace",
    );
  });
});
