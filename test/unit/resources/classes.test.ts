import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { mapValues, omit, pick, type PlainObject } from "../../../src/json";
import { kindNamed } from "../../../src/kinds";
import { surroundings } from "../dynamic/surroundings";
import { offline } from "./connection";
import { KINDS } from "../../../src/kinds";
import { ARGS, CLUSTER, create, createWithoutArguments, KEY, KIND_NAMES } from "./kinds";
import { type KindName, lookUp, ORG, PROJECT } from "./kinds";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const STORE_SECRETS = mapValues(pick(ARGS.OplogS3Config, ["awsAccessKey", "awsSecretKey", "uri"]), secret);

/** What a class passes besides the required arguments of the program. */
const ADDED: Partial<Record<KindName, PlainObject>> = {
  AlertConfigSet: { __resourceName: "one" },
  AuditLogRotation: { disableOnDestroy: false },
  ClusterName: { restoreOnDelete: false },
  FileSystemSnapshotStore: { storeId: "one" },
  Integration: mapValues(pick(ARGS.Integration, ["serviceKey"]), secret),
  ProjectBackup: { resetOnDestroy: false },
  MongoOplogStore: { storeId: "one", uri: STORE_SECRETS.uri },
  MongoSnapshotStore: { storeId: "one", uri: STORE_SECRETS.uri },
  OplogS3Config: { storeId: "one", ...STORE_SECRETS },
  Project: { withDefaultAlertsSettings: false, allowDelete: false },
  S3SnapshotStore: { storeId: "one", ...STORE_SECRETS },
  SystemLogRotation: { disableOnDestroy: false },
  VersionManifest: { allowDowngrade: false },
};

/** The object that only one resource of a program and connection may manage, and the arguments that name it. */
const CLAIMED: Partial<Record<KindName, [what: string, args?: object]>> = {
  AccessListEntry: [`access list entry ${ORG}/${KEY}/203.0.113.9`],
  AlertConfig: [`alert configuration ${PROJECT}/a2`, { adoptId: "a2" }],
  AuditLogRotation: [`audit log rotation ${PROJECT}`],
  ClusterName: [`name of the cluster ${PROJECT}/${CLUSTER}`],
  FeatureControl: [`feature control ${PROJECT}`],
  FileSystemSnapshotStore: ["file system snapshot store same", { storeId: "same" }],
  GlobalAlertConfig: ["global alert configuration a2", { adoptId: "a2" }],
  Integration: [`integration ${PROJECT}/PAGER_DUTY`],
  MongoOplogStore: ["MongoDB oplog store same", { storeId: "same" }],
  MongoSnapshotStore: ["MongoDB snapshot store same", { storeId: "same" }],
  OplogS3Config: ["oplog store same", { storeId: "same" }],
  Project: [`project ${ORG}/shop`],
  ProjectBackup: [`project backup configuration ${PROJECT}`],
  ProjectApiKey: [`project API key ${PROJECT}/${KEY}`],
  S3SnapshotStore: ["snapshot store same", { storeId: "same" }],
  SnapshotSchedule: [`snapshot schedule ${PROJECT}/${CLUSTER}`],
  SystemLogRotation: [`system log rotation ${PROJECT}`],
  VersionManifest: ["version manifest of the service"],
};

/** The arguments that are ids of the service. */
const IDS: Partial<Record<KindName, string[]>> = {
  AccessListEntry: ["orgId", "apiKeyId"],
  AgentApiKey: ["projectId"],
  AlertConfig: ["projectId", "adoptId"],
  AlertConfigSet: ["projectId"],
  ApiKey: ["orgId"],
  AuditLogRotation: ["projectId"],
  ClusterName: ["projectId", "clusterId"],
  FeatureControl: ["projectId"],
  GlobalAlertConfig: ["adoptId"],
  Project: ["orgId"],
  ProjectApiKey: ["projectId", "keyId"],
  ProjectBackup: ["projectId"],
  SnapshotSchedule: ["projectId", "clusterId"],
  SystemLogRotation: ["projectId"],
};

/** A file is compared in version-manifest.test.ts; of outputs an empty map of secrets is passed, which the check drops. */
const comparable = (inputs: PlainObject): PlainObject =>
  omit(inputs, ["manifest", "notificationSecrets", "alertConfigSecrets"]);

class Provider extends pulumi.ProviderResource {
  constructor(name: string) {
    super("other", name, {});
  }
}

const entriesOf = <T>(table: Partial<Record<KindName, T>>) => Object.entries(table) as [KindName, T][];
const conflictOf = async (resource: pulumi.Resource): Promise<unknown> =>
  (await arrived(resource))["conflict"];

describe("the class of a resource", () => {
  beforeEach(mockEngine);

  it("are those of all kinds", () => {
    assert.deepEqual(KIND_NAMES.toSorted(), KINDS.map(({ definition: { kind } }) => kind).sort());
  });

  for (const kind of KIND_NAMES)
    it(`passes the arguments of the program, also those that are known later (${kind})`, async () => {
      const passed = await arrived(create(kind, "one"));
      assert.deepEqual(comparable(passed), comparable({ ...ARGS[kind], ...ADDED[kind] }));
      await mockEngine();
      const later = await arrived(create(kind, "one", mapValues(ARGS[kind], pulumi.output)));
      assert.deepEqual(comparable(later), comparable(passed));
    });

  for (const kind of KIND_NAMES)
    it(`leaves it to the check to report arguments that a JavaScript program omits (${kind})`, async () => {
      const passed = await arrived(createWithoutArguments(kind, "one"));
      assert.deepEqual(pick(passed, Object.keys(ARGS[kind])), {});
    });

  for (const [kind, [what, args]] of entriesOf(CLAIMED))
    it(`names both resources that manage one object, at one connection, before either is registered (${kind})`, async () => {
      const [first, second, elsewhere] = [
        create(kind, "first", args),
        create(kind, "second", args),
        create(kind, "elsewhere", { ...args, connection: "eu" }),
      ];
      const text = `The resources "first" and "second" both manage the ${what}: keep one of them. Nothing was written.`;
      assert.deepEqual([await conflictOf(first), await conflictOf(second)], [text, text]);
      assert.equal(await conflictOf(elsewhere), undefined);
    });

  it("takes objects of several kinds with the same id for several", async () => {
    const all = entriesOf(CLAIMED).map(([kind, [, args]]) => create(kind, kind, args));
    for (const one of all) assert.equal(await conflictOf(one), undefined);
  });

  for (const [kind, names] of entriesOf(IDS))
    it(`warns in its check about ids that do not have the form of the service's ids (${kind})`, async () => {
      const { definition } = kindNamed(kind) ?? assert.fail();
      const around = surroundings();
      const provider = dynamicProvider(definition, () => offline(), around);
      for (const args of [{}, Object.fromEntries(names.map((name) => [name, "odd"]))]) {
        const inputs = await arrived(create(kind, `with ${Object.keys(args).length}`, args));
        const news = { ...inputs, __run: { urn: "urn:odd", preview: false } };
        assert.deepEqual((await provider.check({}, news)).failures, []);
      }
      const form = "is not 24 hexadecimal digits, the form of the service's ids";
      const warnings = names.map((name) => ["urn:odd", "warn", `${name}: "odd" ${form}`]);
      assert.deepEqual(around.logged, warnings);
    });

  for (const kind of KIND_NAMES.filter((name) => name !== "AlertConfigSet"))
    it(`passes only an id and a connection for a look-up (${kind})`, async () => {
      const found = lookUp(kind, "found", "p/c", { connection: "eu" });
      assert.deepEqual(await arrived(found), { id: "p/c", connection: "eu" });
    });

  for (const kind of KIND_NAMES)
    it(`passes the id of import under a name that the engine does not show, or refuses the option (${kind})`, async () => {
      const make = () => create(kind, "one", {}, { protect: true, import: "p/c" });
      if (kind === "AlertConfigSet" || kind === "VersionManifest")
        return assert.throws(make, {
          message: `${kind} "one": the resource option import is not supported, since there is nothing to take over: omit it.`,
        });
      const { __import, id } = await arrived(make());
      return assert.deepEqual([__import, id], ["p/c", undefined]);
    });

  for (const kind of KIND_NAMES)
    it(`refuses the option provider and suggests connection (${kind})`, () => {
      const text = `^Error: ${kind} "one": the resource option provider is not supported[^]*set the argument connection`;
      const make = () => create(kind, "one", {}, { provider: new Provider("other") });
      assert.throws(make, new RegExp(text));
    });

  it("refuses the option provider in a look-up", () =>
    assert.throws(
      () => lookUp("ClusterName", "one", "p/c", { provider: new Provider("other") }),
      /option provider is not supported/,
    ));

  for (const key of ["provider", "providers"])
    it(`accepts a parent component with another package in ${key}`, async () => {
      const other = new Provider("other");
      const options = key === "provider" ? { provider: other } : { providers: [other] };
      const parent = new pulumi.ComponentResource("shop:index:Component", "parent", {}, options);
      assert.ok(await valueOf(create("ClusterName", "one", {}, { parent }).urn));
    });
});
