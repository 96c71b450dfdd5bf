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
  const nameNow = () => emulator.clusters().get(emulator.clusterId)?.clusterName;
  const writes = () => emulator.counters.writes;
  const idOfType = (typeName: string) =>
    emulator
      .clusters()
      .list()
      .find((cluster) => cluster.typeName === typeName)?.id;

  it("renames, and writes nothing more while the name is right", async () => {
    const cluster = managed("ClusterName", emulator);
    assert.equal(await cluster.up(inputs()), "create");
    assert.equal(nameNow(), "orders-production");
    assert.equal(cluster.state?.outputs["previousName"], "orders");
    assert.equal(cluster.state?.outputs["typeName"], "SHARDED_REPLICA_SET");
    assert.equal(await cluster.refresh(), "same");
    assert.equal(await cluster.up(inputs()), "same");
    assert.equal(writes(), 1);
  });

  it("writes nothing at all when the cluster has the name already", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs("orders"));
    assert.equal(writes(), 0);
  });

  it("does not take a heartbeat for a change", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    const before = cluster.state?.outputs;
    emulator.clusters().update(emulator.clusterId, { lastHeartbeat: "2027-01-01T00:00:00Z" });
    assert.equal(await cluster.refresh(), "same");
    assert.deepEqual(cluster.state?.outputs, before);
  });

  it("tells of a renaming by hand, and puts it right; the name before the first management survives", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" });
    assert.equal(await cluster.refresh(), "changed");
    assert.equal(cluster.state?.inputs["clusterName"], "by-hand");
    assert.equal(await cluster.up(inputs()), "update");
    assert.equal(nameNow(), "orders-production");
    assert.equal(cluster.state?.outputs["previousName"], "orders");
  });

  it("forgets the name when it is destroyed", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    await cluster.destroy();
    assert.equal(nameNow(), "orders-production");
    assert.equal(writes(), 1);
  });

  it("gives the previous name back with restoreOnDelete, also when that was set later", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.equal(await cluster.up(inputs("orders-production", { restoreOnDelete: true })), "update");
    assert.equal(writes(), 1, "a flag alone needs no request");
    await cluster.destroy();
    assert.equal(nameNow(), "orders");
  });

  it("leaves a name alone that is not ours, and says so", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs("orders-production", { restoreOnDelete: true }));
    emulator.clusters().update(emulator.clusterId, { clusterName: "somebody-elses" });
    await cluster.destroy();
    assert.equal(nameNow(), "somebody-elses");
    assert.match(cluster.said.join(), /was renamed outside of this program: its name was left as it is/);
  });

  it("leaves a name alone that is not ours after a refresh as well", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs("orders-production", { restoreOnDelete: true }));
    emulator.clusters().update(emulator.clusterId, { clusterName: "somebody-elses" });
    await cluster.refresh();
    await cluster.destroy();
    assert.equal(nameNow(), "somebody-elses");
  });

  it("is renamed when the answer is lost, and when the read after it fails", async () => {
    for (const match of [{ method: "PATCH" }, { method: "GET", nth: 2 }]) {
      emulator.reset();
      emulator.faults.add({ match, action: "resetAfter" });
      const cluster = managed("ClusterName", emulator);
      assert.equal(await cluster.up(inputs()), "create");
      assert.equal(nameNow(), "orders-production");
      assert.equal(cluster.state?.outputs["previousName"], "orders");
    }
  });

  it("keeps the previous name in the state when the outcome stays unknown", async () => {
    emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
    await assert.rejects(
      managed("ClusterName", emulator).up(inputs()),
      (error: Error & { properties?: object }) => {
        assert.equal((error.properties as Record<string, unknown>)["previousName"], "orders");
        return true;
      },
    );
  });

  it("waits for a name that shows late", async () => {
    emulator.settings.lateRenameReads = 3;
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    assert.deepEqual(cluster.said, []);
    assert.equal(await cluster.refresh(), "same");
  });

  it("does not wait for ever, and says what may follow", async () => {
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

  for (const [clusterId, title] of [
    ["62d1f3b7a90e4c5d8b2fffff", "unknown"],
    ["not-an-id", "malformed"],
  ] as const) {
    it(`refuses an ${title} cluster before any write`, async () => {
      const cluster = managed("ClusterName", emulator);
      await assert.rejects(
        cluster.up(inputs("new", { clusterId })),
        /clusterId: the project .* has no cluster .*; nothing was written/,
      );
      assert.equal(writes(), 0);
    });
  }

  it("says of an unknown project that it is the project", async () => {
    const cluster = managed("ClusterName", emulator);
    await assert.rejects(cluster.up(inputs("new", { projectId: "60a2b7c9e4b0c5571d3f8e99" })), /projectId/);
    assert.equal(writes(), 0);
  });

  it("tells what NOT_SHARDED means, should the service know better", async () => {
    const body = {
      error: 400,
      errorCode: "NOT_SHARDED",
      detail: "Refused.",
      reason: "Bad Request",
      parameters: [],
    };
    emulator.faults.add({ match: { method: "PATCH" }, action: { status: 400, body } });
    await assert.rejects(
      managed("ClusterName", emulator).up(inputs()),
      /^clusterId: the service renames only SHARDED and SHARDED_REPLICA_SET \(PATCH .*NOT_SHARDED/,
    );
  });

  it("refuses a cluster at preview that cannot be renamed", async () => {
    await assert.rejects(
      managed("ClusterName", emulator).preview(inputs("new", { clusterId: idOfType("REPLICA_SET") })),
      /^Error: clusterId: .* is of type REPLICA_SET/,
    );
    assert.equal(emulator.counters.requests, 2, "a challenge and a read");
  });

  it("is gone when the service says so, and comes back as another resource", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs());
    emulator.clusters().delete(emulator.clusterId);
    assert.equal(await cluster.refresh(), "gone");
  });

  it("names the role that a refused key lacks, once", async () => {
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

  it("corrects a rename that was carried out and lost when the program goes back", async () => {
    const cluster = managed("ClusterName", emulator);
    await cluster.up(inputs("one"));
    emulator.faults.add({ match: { method: "PATCH" }, action: "resetAfter" });
    emulator.faults.add({ match: { method: "GET", nth: 2 }, action: { status: 500 } });
    await assert.rejects(cluster.up(inputs("two")), /the connection broke/);
    assert.equal(nameNow(), "two");
    assert.equal(await cluster.up(inputs("one")), "update");
    assert.equal(nameNow(), "one");
  });

  for (const [fault, name] of [
    ["resetBefore", "one"],
    ["resetAfter", "two"],
  ] as const) {
    it(`restores the first name after a second rename was lost (${fault})`, async () => {
      const cluster = managed("ClusterName", emulator);
      await cluster.up(inputs("one", { restoreOnDelete: true }));
      emulator.faults.add({ match: { method: "PATCH" }, action: fault });
      emulator.faults.add({ match: { method: "GET", nth: 2 }, action: { status: 500 } });
      await assert.rejects(cluster.up(inputs("two", { restoreOnDelete: true })));
      emulator.faults.clear();
      assert.equal(nameNow(), name);
      await cluster.destroy();
      assert.equal(nameNow(), "orders");
    });
  }

  for (const step of ["create", "update"] as const) {
    it(`${step}: a rename that was lost on the way is done by the next up`, async () => {
      const cluster = managed("ClusterName", emulator);
      if (step === "update") await cluster.up(inputs("orders-production"));
      emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
      await assert.rejects(cluster.up(inputs("orders-new")), /the connection broke/);
      assert.equal(await cluster.up(inputs("orders-new")), "update");
      assert.equal(nameNow(), "orders-new");
      assert.equal(await cluster.refresh(), "same");
    });
  }

  it("is replaced with another cluster or project", async () => {
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
