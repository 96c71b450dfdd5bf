import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "../../src";
import { mapValues, omit, type PlainObject } from "../../src/json";
import { ARGS, create, type KindName } from "./resources/kinds";
import { valueOf } from "./resources/registered";

const SLACK = { typeName: "SLACK", channelName: "#alerts", apiToken: "xoxb-mocked-token", intervalMin: 15 };
const WEBHOOK = { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/mocked", delayMin: 0 };
const NOTIFICATIONS = { notifications: [SLACK, WEBHOOK] };
const OIDC = { oidc: { clientId: "us", clientSecret: "mocked-client-secret" } };

/** The outputs that the mocks add to the inputs of a resource. */
const NAMES_ADDED: Readonly<Record<string, string>> = {
  AccessListEntry: "cidrBlock ipAddress count created links",
  AlertConfig: "alertConfigId groupId changedSecrets created updated links",
  AlertConfigSet: "alertConfigIds changedSecrets unmanagedAlertConfigs",
  AuditLogRotation: "effective",
  ClusterName: "replicaSetName shardName typeName lastHeartbeat groupId links previousName",
  GlobalAlertConfig: "alertConfigId changedSecrets links",
  OplogS3Config: "links changedSecrets",
  Project: "agentApiKey links",
  S3SnapshotStore: "links changedSecrets",
  SystemLogRotation: "effective",
  VersionManifest: "manifestUpdated versionCount newestVersions sha256 sizeBytes changedOnService",
};
const ADDED = mapValues(NAMES_ADDED, (names, kind): PlainObject =>
  Object.fromEntries(names.split(" ").map((name) => [name, `the ${name} of ${kind}`])),
);

/** Mocks that return `result` from each call, and add the calls to a list. */
async function useMocks(result?: unknown, calls: unknown[] = []): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, id, inputs }) => ({
      id: id === undefined || id === "" ? `${name}-id` : id,
      state: { ...inputs, ...ADDED[type.split(":").at(-1) ?? ""] },
    }),
    call: (call) => {
      calls.push(call);
      return result as PlainObject;
    },
  });
}

const STORE_SECRETS = ["awsAccessKey", "awsSecretKey", "uri"];
const UNSET = pulumi.output<boolean | undefined>(undefined);

type Case = [kind: KindName, args: object, outputs: PlainObject, ...secret: string[]];
/** Resources with further arguments, their outputs besides these and those that the mocks add, and the secret ones. */
const CASES: readonly Case[] = [
  ["AccessListEntry", { adopt: true }, {}],
  ["AlertConfig", NOTIFICATIONS, { id: "one-id" }, "notifications"],
  ["AlertConfigSet", { unmanaged: "delete", unmanagedExcept: ["a1"], secretsVersion: 2 }, {}],
  ["AuditLogRotation", {}, { numTotal: undefined, disableOnDestroy: false }],
  ["ClusterName", {}, { restoreOnDelete: false }],
  ["ClusterName", { restoreOnDelete: UNSET }, { restoreOnDelete: false }],
  ["GlobalAlertConfig", { ...NOTIFICATIONS, tags: ["EU"] }, { groupIds: undefined }, "notifications"],
  ["OplogS3Config", { ...OIDC, connection: "eu" }, { storeId: "one" }, ...STORE_SECRETS],
  ["Project", {}, { projectId: "one-id", withDefaultAlertsSettings: false, allowDelete: false }],
  ["S3SnapshotStore", { loadFactor: 2 }, { storeId: "one", objectLockEnabled: undefined }, ...STORE_SECRETS],
  ["SystemLogRotation", { numTotal: 3, disableOnDestroy: true }, {}],
  ["VersionManifest", {}, { allowDowngrade: false }],
];

async function outputsOf(resource: pulumi.Resource, names: readonly string[]): Promise<PlainObject> {
  const outputs = resource as unknown as Readonly<Record<string, pulumi.Output<unknown>>>;
  const values = names.map(async (name) => [name, await valueOf(pulumi.output(outputs[name]))] as const);
  return Object.fromEntries(await Promise.all(values));
}

describe("a program with Pulumi's mocks", () => {
  // Each test is a separate run, so names and objects can recur.
  for (const [index, [kind, args, outputs, ...secret]] of [...CASES, ...CASES].entries())
    it(`resolves the outputs of ${kind} (${index + 1})`, async () => {
      await useMocks();
      const resource = create(kind, "one", args);
      // A file becomes an asset.
      const expected = omit({ ...ARGS[kind], ...args, ...ADDED[kind], ...outputs }, ["manifest"]);
      assert.deepEqual(await outputsOf(resource, Object.keys(expected)), expected);
      for (const name of secret)
        assert.ok(
          await pulumi.isSecret((resource as unknown as Record<string, never>)[name] ?? assert.fail()),
        );
    });
});

const functions = opsmanager as unknown as Record<string, (args: unknown) => unknown>;
const NAMES = Object.keys(opsmanager).filter((name) => name.startsWith("get") && !name.endsWith("Output"));

describe("a function with Pulumi's mocks", () => {
  for (const name of NAMES)
    it(`calls the mock and returns its result, as a promise and as an output (${name})`, async () => {
      const calls: unknown[] = [];
      const [args, result] = [{ an: "argument" }, [{ a: "result" }]];
      await useMocks(result, calls);
      assert.deepEqual(await functions[name]?.(args), result);
      const later = functions[`${name}Output`]?.(pulumi.output(args));
      assert.deepEqual(await valueOf(later as pulumi.Output<unknown>), result);
      const call = { token: `opsmanager:index:${name}`, inputs: args };
      assert.deepEqual(calls, [call, call]);
    });

  it("calls the mock without arguments if none are required", async () => {
    const calls: unknown[] = [];
    await useMocks({ versionString: "8.0.0" }, calls);
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
    await useMocks({ effective: { numTotal: 0 } });
    const rotation = opsmanager.getAuditLogRotationOutput({ projectId: pulumi.secret("p") });
    assert.equal(await pulumi.isSecret(rotation), true);
    assert.equal(await valueOf(rotation.effective.numTotal), 0);
  });
});
