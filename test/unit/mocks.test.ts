import assert from "node:assert/strict";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../src";
import { valueOf } from "./resources/registered";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";

const STORE: opsmanager.OplogS3ConfigArgs = {
  acceptedTos: true,
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 5,
  sseEnabled: true,
  awsAccessKey: "AKIAMOCKMOCKMOCKMOCK",
  awsSecretKey: pulumi.secret("mocked-secret-key"),
  oidc: { clientId: "us", clientSecret: "mocked-client-secret" },
  uri: "mongodb://backup:mocked-password@metadata.example.com/",
};

const SLACK = { typeName: "SLACK", channelName: "#alerts", apiToken: "xoxb-mocked-token", intervalMin: 15 };
const WEBHOOK = { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/mocked", delayMin: 0 };

const ALERT = { projectId: PROJECT, eventTypeName: "NO_PRIMARY", notifications: [SLACK, WEBHOOK] };

const CLUSTER = { projectId: PROJECT, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders" };

/** The outputs that the mocks add to the inputs of a resource, by class. */
const ADDED: Readonly<Record<string, Record<string, unknown>>> = {
  AlertConfig: {
    alertConfigId: "65b3d8f0c2a94e1786d5b0e4",
    groupId: PROJECT,
    changedSecrets: [],
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-02T00:00:00Z",
    links: [{ href: "https://opsmanager.example.com", rel: "self" }],
  },
  ClusterName: {
    typeName: "SHARDED_REPLICA_SET",
    groupId: PROJECT,
    replicaSetName: "rs0",
    shardName: "shard0",
    lastHeartbeat: "2026-01-01T00:00:00Z",
    links: [],
    previousName: "rs0",
  },
  OplogS3Config: { links: [], changedSecrets: [] },
  VersionManifest: {
    sha256: "0".repeat(64),
    sizeBytes: 17,
    manifestUpdated: "2026-01-01T00:00:00Z",
    versionCount: 1,
    newestVersions: ["8.0.4-ent"],
    changedOnService: "older",
  },
};

/** The functions with arguments and the results of their mocks. */
const CALLS = {
  getAccessList: [{ orgId: "o", apiKeyId: "k" }, [{ cidrBlock: "203.0.113.10/32" }]],
  getAccessListEntry: [{ orgId: "o", apiKeyId: "k", entry: "203.0.113.10" }, { count: 3 }],
  getAlertConfig: [{ projectId: "p", alertConfigId: "a" }, { eventTypeName: "NO_PRIMARY" }],
  getAlertConfigs: [{ projectId: "p" }, [{ eventTypeName: "NO_PRIMARY" }]],
  getAuditLogRotation: [{ projectId: "p", connection: "eu" }, { effective: { numTotal: 0 } }],
  getCluster: [{ projectId: "p", clusterId: "c" }, { clusterName: "orders" }],
  getClusters: [{ projectId: "p" }, []],
  getOplogS3Config: [{ storeId: "s" }, { s3BucketName: "bucket" }],
  getOplogS3Configs: [{}, [{ id: "s" }]],
  getServiceVersion: [{}, { versionString: "8.0.0" }],
  getVersionManifest: [{}, { versionCount: 1, newestVersions: [] }],
} as const;

type Name = keyof typeof CALLS;
type Anything = Record<string, (args: unknown) => unknown>;

const NAMES = Object.keys(CALLS) as Name[];
const functions = opsmanager as unknown as Anything;

async function useMocks(calls: unknown[] = [], preview = false): Promise<void> {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, id, inputs }) => ({
        id: id === undefined || id === "" ? `${name}-id` : id,
        state: { ...inputs, ...ADDED[type.split(":").at(-1) ?? ""] },
      }),
      call: ({ token, inputs }) => {
        calls.push({ token, inputs });
        const name = token.split(":").at(-1) as Name;
        return CALLS[name][1];
      },
    },
    "project",
    "stack",
    preview,
  );
}

/** Resolves the outputs that the mocks added. */
async function addedTo(resource: pulumi.Resource, kind: string): Promise<Record<string, unknown>> {
  const outputs = resource as unknown as Record<string, pulumi.Output<unknown>>;
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(ADDED[kind] ?? {})) {
    found[name] = await valueOf(outputs[name] as pulumi.Output<unknown>);
  }
  return found;
}

describe("a program with Pulumi's mocks", () => {
  // Each test is a separate run, so names and objects can recur.
  for (const round of [1, 2]) {
    describe(`in run ${round} of the process`, () => {
      beforeEach(() => useMocks());

      it("resolves the outputs of an alert configuration, with complete, secret notifications", async () => {
        const alert = new opsmanager.AlertConfig("alert", ALERT);
        assert.deepEqual(await addedTo(alert, "AlertConfig"), ADDED["AlertConfig"]);
        assert.equal(await valueOf(alert.id), "alert-id");
        assert.deepEqual(await valueOf(alert.notifications), [SLACK, WEBHOOK]);
        assert.equal(await pulumi.isSecret(alert.notifications), true);
      });

      it("resolves the outputs of an alert configuration whose arguments are outputs", async () => {
        const notifications = pulumi.output([{ ...SLACK, apiToken: pulumi.secret(SLACK.apiToken) }]);
        const alert = new opsmanager.AlertConfig("alert", { ...ALERT, adoptId: "a", notifications });
        assert.deepEqual(await valueOf(alert.notifications), [SLACK]);
        assert.equal(await valueOf(alert.adoptId), "a");
      });

      it("resolves the outputs of a cluster name, with the default of restoreOnDelete", async () => {
        const cluster = new opsmanager.ClusterName("cluster", CLUSTER);
        assert.deepEqual(await addedTo(cluster, "ClusterName"), ADDED["ClusterName"]);
        assert.equal(await valueOf(cluster.clusterName), "orders");
        assert.equal(await valueOf(cluster.restoreOnDelete), false);
      });

      it("resolves the outputs of a store, with the resource name as its id and secret credentials", async () => {
        const store = new opsmanager.OplogS3Config("store", { ...STORE, connection: "eu" });
        assert.deepEqual(await addedTo(store, "OplogS3Config"), ADDED["OplogS3Config"]);
        assert.equal(await valueOf(store.storeId), "store");
        assert.equal(await valueOf(store.connection), "eu");
        assert.equal(await valueOf(store.awsSecretKey), "mocked-secret-key");
        for (const secret of [store.awsAccessKey, store.awsSecretKey, store.uri]) {
          assert.equal(await pulumi.isSecret(secret), true);
        }
        assert.deepEqual(await valueOf(store.oidc), { clientId: "us", clientSecret: "mocked-client-secret" });
      });

      it("resolves the outputs of a version manifest, with the default of allowDowngrade", async () => {
        const path = join(__dirname, "../../examples/version-manifest/version-manifest.json");
        const manifest = new opsmanager.VersionManifest("manifest", { manifest: path });
        assert.deepEqual(await addedTo(manifest, "VersionManifest"), ADDED["VersionManifest"]);
        assert.equal(await valueOf(manifest.allowDowngrade), false);
      });

      it("reads each kind of resource by its id", async () => {
        const cluster = opsmanager.ClusterName.get("cluster", "p/c");
        assert.equal(await valueOf(cluster.previousName), "rs0");
        assert.equal(await valueOf(cluster.id), "p/c");
        const alert = opsmanager.AlertConfig.get("alert", "p/a", { connection: "eu" });
        assert.equal(await valueOf(alert.alertConfigId), "65b3d8f0c2a94e1786d5b0e4");
        assert.deepEqual(await valueOf(opsmanager.OplogS3Config.get("store", "s").links), []);
        assert.equal(await valueOf(opsmanager.VersionManifest.get("manifest").versionCount), 1);
      });
    });
  }

  it("uses the default for an argument that resolves to undefined", async () => {
    await useMocks();
    const restoreOnDelete = pulumi.output<boolean | undefined>(undefined);
    const cluster = new opsmanager.ClusterName("cluster", { ...CLUSTER, restoreOnDelete });
    assert.equal(await valueOf(cluster.restoreOnDelete), false);
  });
});

describe("a function with Pulumi's mocks", () => {
  for (const name of NAMES) {
    const [args, result] = CALLS[name];

    it(`calls the mock and returns its result, as a promise and as an output (${name})`, async () => {
      const calls: unknown[] = [];
      await useMocks(calls);
      assert.deepEqual(await functions[name]?.(args), result);
      const later = pulumi.output(args) as unknown;
      assert.deepEqual(await valueOf(functions[`${name}Output`]?.(later) as pulumi.Output<unknown>), result);
      const call = { token: `opsmanager:index:${name}`, inputs: args };
      assert.deepEqual(calls, [call, call]);
    });
  }

  it("calls the mock without arguments if none are required", async () => {
    const calls: unknown[] = [];
    await useMocks(calls);
    assert.deepEqual(await opsmanager.getServiceVersion(), { versionString: "8.0.0" });
    assert.deepEqual(calls, [{ token: "opsmanager:index:getServiceVersion", inputs: {} }]);
  });

  it("fails with the error of the mock", async () => {
    await pulumi.runtime.setMocks({
      newResource: ({ inputs }) => ({ id: "a", state: inputs }),
      call: () => Promise.reject(new Error("there is no such cluster")),
    });
    await assert.rejects(opsmanager.getClusters({ projectId: "p" }), /^Error: there is no such cluster$/);
  });

  it("keeps its result secret if an argument is secret", async () => {
    await useMocks();
    const rotation = opsmanager.getAuditLogRotationOutput({ projectId: pulumi.secret("p") });
    assert.equal(await pulumi.isSecret(rotation), true);
    assert.equal(await valueOf(rotation.effective.numTotal), 0);
  });

  it("covers every function of the package", () =>
    assert.deepEqual(
      NAMES.flatMap((name) => [name, `${name}Output`]).toSorted(),
      Object.keys(opsmanager)
        .filter((name) => name.startsWith("get"))
        .toSorted(),
    ));
});
