import assert from "node:assert/strict";
import type { FaultAction } from "../../src/emulator";
import { contentOf, created, deleted, did, failedWith } from "./support/assertions";
import { usePlayground } from "./support/playground";

const PROGRAM = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
new opsmanager.AlertConfig("alert", {
  projectId,
  eventTypeName: "HOST_DOWN",
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }],
});
new opsmanager.OplogS3Config("store", {
  acceptedTos: true,
  awsAccessKey: "AKIAGONEGONEGONEGONE",
  awsSecretKey: "gone-secret-key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:gone-password@metadata.example.com/",
});
new opsmanager.ClusterName("cluster", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders-new" });
`;

const NAMES = ["alert", "cluster", "store"];

/** Responses that do not prove that an object was deleted; contract tests have more of them. */
const MISLEADING: Readonly<Record<string, { action: FaultAction; text: string | RegExp }>> = {
  "a 404 from a proxy": {
    action: {
      status: 404,
      headers: { "Content-Type": "text/html" },
      body: "<html><h1>404 Not Found</h1></html>",
    },
    text: "404",
  },
  "a 401 for a missing role": {
    action: {
      status: 401,
      body: {
        detail: "The current user is not authorized.",
        error: 401,
        errorCode: "USER_UNAUTHORIZED",
        parameters: [],
        reason: "Unauthorized",
      },
    },
    text: "USER_UNAUTHORIZED",
  },
};

describe("an object that was deleted by hand", function () {
  const playground = usePlayground(this, {
    program: PROGRAM,
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });

  before(async () => did(await playground.run("up"), NAMES.map(created)));

  for (const [name, { action, text }] of Object.entries(MISLEADING)) {
    it(`is not dropped from the state because of ${name}`, async () => {
      const { emulator } = playground;
      const before = await contentOf(playground.stack);
      emulator.faults.add({ match: { method: "GET", times: "always" }, action });
      try {
        failedWith(await playground.run("refresh"), text);
      } finally {
        emulator.faults.clear();
      }
      assert.deepEqual(await contentOf(playground.stack), before);
    });
  }

  it("is dropped by a refresh", async () => {
    const { emulator } = playground;
    const alert = emulator.alertConfigs().list().at(-1);
    assert.ok(alert);
    emulator.alertConfigs().delete(alert.id);
    emulator.oplogS3Configs.delete("store");
    emulator.clusters().delete(emulator.clusterId);
    did(await playground.run("refresh"), NAMES.map(deleted));
  });

  it("is created again by the next up", async () => {
    const { emulator } = playground;
    emulator.clusters().add({
      id: emulator.clusterId,
      clusterName: "discovered-again",
      typeName: "SHARDED",
      lastHeartbeat: "2026-11-01T06:30:00Z",
    });
    did(await playground.run("up"), NAMES.map(created));
    assert.equal(emulator.alertConfigs().list().length, 3);
    assert.equal(emulator.oplogS3Configs.list().length, 1);
    assert.equal(emulator.clusters().get(emulator.clusterId)?.clusterName, "orders-new");
  });

  it("is reported as deleted by an update, with the next step", async () => {
    const { emulator } = playground;
    emulator.oplogS3Configs.delete("store");
    await playground.rewrite(PROGRAM.replace("s3MaxConnections: 50", "s3MaxConnections: 51"));
    failedWith(await playground.run("up"), "no longer exists", "pulumi refresh");
  });

  it("does not prevent a destroy", async () => {
    did(await playground.run("destroy"), NAMES.map(deleted));
    assert.equal(playground.emulator.alertConfigs().list().length, 2);
  });
});
