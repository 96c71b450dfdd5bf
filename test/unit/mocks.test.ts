import assert from "node:assert/strict";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../src";
import {
  AccessListEntry,
  AlertConfig,
  AuditLogRotation,
  ClusterName,
  GlobalAlertConfig,
  OplogS3Config,
  Project,
  S3SnapshotStore,
  SystemLogRotation,
  VersionManifest,
} from "../../src";
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

const GLOBAL = { eventTypeName: "NO_PRIMARY", notifications: [SLACK, WEBHOOK] };
const ALERT = { projectId: PROJECT, ...GLOBAL };

const MANIFEST = join(__dirname, "../../examples/version-manifest/version-manifest.json");
const CLUSTER = { projectId: PROJECT, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders" };

const ROTATION = { projectId: PROJECT, sizeThresholdMB: 500, timeThresholdHrs: 12 };
const EFFECTIVE = { ...ROTATION, numUncompressed: 5, percentOfDiskspace: 0.02, numTotal: 0 };

const DATE = "2026-01-01T00:00:00Z";
const NAMES_OF_SHARD = { replicaSetName: "rs0", shardName: "shard0" };
const SHARD = { ...NAMES_OF_SHARD, typeName: "SHARDED_REPLICA_SET", lastHeartbeat: DATE };
const SUMMARY = { manifestUpdated: DATE, versionCount: 1, newestVersions: ["8.0.4-ent"] };

/** The outputs that the mocks add to the inputs of a resource, by class. */
const ADDED: Readonly<Record<string, Record<string, unknown>>> = {
  AccessListEntry: {
    cidrBlock: "203.0.113.9/32",
    ipAddress: "203.0.113.9",
    count: 0,
    created: DATE,
    links: [],
  },
  AlertConfig: {
    alertConfigId: "65b3d8f0c2a94e1786d5b0e4",
    groupId: PROJECT,
    changedSecrets: [],
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-02T00:00:00Z",
    links: [{ href: "https://opsmanager.example.com", rel: "self" }],
  },
  AuditLogRotation: { effective: EFFECTIVE },
  GlobalAlertConfig: { alertConfigId: "65a0f0c1c2a94e17860000a1", changedSecrets: [], links: [] },
  ClusterName: { ...SHARD, groupId: PROJECT, links: [], previousName: "rs0" },
  OplogS3Config: { links: [], changedSecrets: [] },
  S3SnapshotStore: { links: [], changedSecrets: [] },
  Project: { agentApiKey: "mocked-agent-key", links: [] },
  SystemLogRotation: { effective: EFFECTIVE },
  VersionManifest: { ...SUMMARY, sha256: "0".repeat(64), sizeBytes: 17, changedOnService: "older" },
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
  getGlobalAlertConfig: [{ alertConfigId: "a" }, { forAllGroups: true }],
  getGlobalAlertConfigs: [{}, [{ forAllGroups: true }]],
  getOplogS3Config: [{ storeId: "s" }, { s3BucketName: "bucket" }],
  getOplogS3Configs: [{}, [{ id: "s" }]],
  getProject: [
    { name: "shop", orgId: "o" },
    { projectId: "p", tags: ["TEAM-SHOP"] },
  ],
  getProjects: [{ orgId: "o" }, [{ projectId: "p" }]],
  getS3SnapshotStore: [{ storeId: "s" }, { loadFactor: 2 }],
  getS3SnapshotStores: [{}, [{ id: "s" }]],
  getServiceVersion: [{}, { versionString: "8.0.0" }],
  getSystemLogRotation: [{ projectId: "p" }, { effective: { numTotal: 7 } }],
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

/** A resource of each class, and what its outputs are besides those that the mocks add. */
const CASES: Readonly<Record<string, [make: () => pulumi.Resource, outputs: object, secret?: string[]]>> = {
  AccessListEntry: [
    () => new AccessListEntry("office", { orgId: "o", apiKeyId: "k", entry: "203.0.113.9", adopt: true }),
    { orgId: "o", apiKeyId: "k", entry: "203.0.113.9", adopt: true },
  ],
  AlertConfig: [
    () => new AlertConfig("alert", ALERT),
    { id: "alert-id", notifications: [SLACK, WEBHOOK] },
    ["notifications"],
  ],
  AuditLogRotation: [
    () => new AuditLogRotation("audit", ROTATION),
    { sizeThresholdMB: 500, numTotal: undefined, disableOnDestroy: false },
  ],
  ClusterName: [() => new ClusterName("cluster", CLUSTER), { clusterName: "orders", restoreOnDelete: false }],
  "ClusterName with an argument that resolves to undefined": [
    () => {
      const restoreOnDelete = pulumi.output<boolean | undefined>(undefined);
      return new ClusterName("cluster", { ...CLUSTER, restoreOnDelete });
    },
    { restoreOnDelete: false },
  ],
  GlobalAlertConfig: [
    () => new GlobalAlertConfig("global", { ...GLOBAL, forAllGroups: true, tags: ["EU"] }),
    {
      id: "global-id",
      forAllGroups: true,
      tags: ["EU"],
      groupIds: undefined,
      notifications: [SLACK, WEBHOOK],
    },
    ["notifications"],
  ],
  OplogS3Config: [
    () => new OplogS3Config("store", { ...STORE, connection: "eu" }),
    { storeId: "store", connection: "eu", awsSecretKey: "mocked-secret-key", oidc: STORE.oidc },
    ["awsAccessKey", "awsSecretKey", "uri"],
  ],
  Project: [
    () => new Project("project", { name: "shop", orgId: "o" }),
    { projectId: "project-id", withDefaultAlertsSettings: false, allowDelete: false },
  ],
  S3SnapshotStore: [
    () => new S3SnapshotStore("store", { ...STORE, loadFactor: 2 }),
    { storeId: "store", loadFactor: 2, objectLockEnabled: undefined, awsSecretKey: "mocked-secret-key" },
    ["awsAccessKey", "awsSecretKey", "uri"],
  ],
  SystemLogRotation: [
    () => new SystemLogRotation("system", { ...ROTATION, numTotal: 3, disableOnDestroy: true }),
    { timeThresholdHrs: 12, numTotal: 3, disableOnDestroy: true },
  ],
  VersionManifest: [() => new VersionManifest("manifest", { manifest: MANIFEST }), { allowDowngrade: false }],
  "ClusterName that is looked up": [() => ClusterName.get("cluster", "p/c"), { id: "p/c" }],
};

describe("a program with Pulumi's mocks", () => {
  // Each test is a separate run, so names and objects can recur.
  for (const round of [1, 2]) {
    for (const [what, [make, outputs, secret = []]] of Object.entries(CASES)) {
      it(`resolves the outputs of a resource in run ${round} of the process: ${what}`, async () => {
        await useMocks();
        const resource = make() as unknown as Record<string, pulumi.Output<unknown>>;
        const expected: Record<string, unknown> = { ...ADDED[what.split(" ")[0] ?? ""], ...outputs };
        const found: Record<string, unknown> = {};
        for (const name of Object.keys(expected))
          found[name] = await valueOf(resource[name] as pulumi.Output<unknown>);
        assert.deepEqual(found, expected);
        for (const name of secret)
          assert.equal(await pulumi.isSecret(resource[name] as pulumi.Output<unknown>), true);
      });
    }
  }
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
      Object.keys(opsmanager)
        .filter((name) => name.startsWith("get"))
        .sort(),
      NAMES.flatMap((name) => [name, `${name}Output`]).sort(),
    ));
});
