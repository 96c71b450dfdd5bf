import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "../../src/emulator";
import { ApiError, ConfigError, TransportError } from "../../src/errors";
import * as functions from "../../src/functions";
import { isPlainObject, mapValues } from "../../src/json";
import { STORE } from "./resources/managed";
import { endMocks, valueOf } from "../unit/resources/registered";

const { getAccessList, getAccessListEntry, getAccessListEntryOutput } = functions;
const { getAlertConfig, getAlertConfigs, getAuditLogRotation, getSystemLogRotation } = functions;
const { getCluster, getClusterOutput, getClusters, getClustersOutput, getOplogS3Config } = functions;
const { getOplogS3Configs, getOplogS3ConfigsOutput, getS3SnapshotStore, getS3SnapshotStores } = functions;
const { getProject, getProjectOutput, getProjects, getProjectsOutput } = functions;
const { getServiceVersion, getVersionManifest } = functions;

const KEY = { orgId: "5f3e9c41d2a7b84e60c1f0a3", apiKeyId: "61c0e5a8f1d24b3a7e905d11" };
const NOWHERE = "000000000000000000000000";

type Connection = Pick<Emulator, "baseUrl" | "publicKey" | "privateKey">;

function configure({ baseUrl, publicKey, privateKey }: Connection): void {
  pulumi.runtime.setAllConfig({
    "opsmanager:baseUrl": baseUrl,
    "opsmanager:publicKey": publicKey,
    "opsmanager:privateKey": privateKey,
    "opsmanager:maxRetries": "0",
  });
}

/** Returns the error of an output. */
async function errorOf(output: pulumi.Output<unknown>): Promise<Error> {
  return (output as unknown as { promise(): Promise<unknown> }).promise().then(
    () => assert.fail("no error"),
    (error: Error) => error,
  );
}

describe("functions against the emulator", () => {
  let emulator: Emulator;
  let projectId: string;

  before(async () => {
    endMocks();
    emulator = await startEmulator();
    ({ projectId } = emulator);
    configure(emulator);
    const oidc = { clientId: "us", clientSecret: "declared-client-secret" };
    const store = { ...STORE, uri: `${STORE.uri}db`, oidc };
    emulator.oplogS3Configs.set("store", store);
    emulator.s3SnapshotStores.set("store", { ...store, loadFactor: 2, snapshots: 1 });
  });

  after(async () => {
    pulumi.runtime.setAllConfig({});
    await emulator.close();
  });

  it("read the access list, and an entry by its address and by its CIDR block", async () => {
    const entries = await getAccessList(KEY);
    assert.equal(entries.length, 4);
    const byAddress = await getAccessListEntry({ ...KEY, entry: "203.0.113.10" });
    assert.deepEqual(byAddress, await getAccessListEntry({ ...KEY, entry: "203.0.113.10/32" }));
    assert.equal(byAddress.cidrBlock, "203.0.113.10/32");
    const later = getAccessListEntryOutput({ ...KEY, entry: pulumi.output("203.0.113.10") });
    assert.deepEqual(await valueOf(later), byAddress);
  });

  it("read alert configurations without secrets", async () => {
    const all = await getAlertConfigs({ projectId });
    assert.equal(all.length, 2);
    const one = await getAlertConfig({ projectId, alertConfigId: all[0]?.id ?? "" });
    assert.deepEqual(one, all[0]);
    assert.doesNotMatch(JSON.stringify(all), /serviceKey|apiToken/);
  });

  for (const [what, get, list] of [
    ["oplog", getOplogS3Config, getOplogS3Configs],
    ["snapshot", getS3SnapshotStore, getS3SnapshotStores],
  ] as const)
    it(`read ${what} stores without secrets`, async () => {
      const found = await get({ storeId: "store" });
      assert.deepEqual(await list(), [found]);
      assert.deepEqual([found.uri, found.oidc], ["mongodb://metadata.example.com/db", { clientId: "us" }]);
      assert.equal((found as { loadFactor?: number }).loadFactor, what === "oplog" ? undefined : 2);
      assert.doesNotMatch(JSON.stringify(found), /aws|declared/);
      await assert.rejects(
        get({ storeId: "other" }),
        new RegExp(`The ${what} store other does not exist\\.`),
      );
    });

  it("read projects by id and by name, without the keys of their agents", async () => {
    const [shop, staging, ...others] = await getProjects({ orgId: KEY.orgId });
    assert.deepEqual(others, []);
    const { name, tags, replicaSetCount, hostCounts, ...fields } = shop ?? assert.fail();
    assert.deepEqual([name, tags], ["shop-production", ["PRODUCTION", "TEAM-SHOP"]]);
    assert.deepEqual([replicaSetCount, hostCounts?.primary], [2, 0]);
    assert.ok(!("agentApiKey" in fields));
    for (const args of [{ projectId }, { name }, { name, orgId: KEY.orgId }])
      assert.deepEqual(await getProject(args), shop);
    assert.deepEqual(await valueOf(getProjectsOutput()), [shop, staging]);
    assert.deepEqual(await valueOf(getProjectOutput({ projectId: pulumi.output(projectId) })), shop);
  });

  const either = /^getProject: give either projectId, or name, the latter also with orgId\.$/;
  const unfound: [args: functions.GetProjectArgs, text: RegExp][] = [
    [{}, either],
    [{ projectId: NOWHERE, name: "shop" }, either],
    [{ projectId: NOWHERE, orgId: KEY.orgId }, either],
    [{ projectId: NOWHERE }, /^The project 0{24} does not exist\.$/],
    [{ name: "shop" }, /^The project "shop" does not exist\.$/],
    [
      { name: "shop", orgId: KEY.orgId },
      /^The project "shop" of the organization 5f3e9c41d2a7b84e60c1f0a3 does not exist\.$/,
    ],
    [{ name: "shop", orgId: NOWHERE }, /404 ORG_NOT_FOUND .* Check the orgId\.$/],
  ];
  for (const [args, text] of unfound) {
    it(`refuse or do not find a project: ${JSON.stringify(args)}`, async () =>
      assert.rejects(getProject(args), ({ message }: Error) => text.test(message)));
  }

  it("name the argument that tells projects of one name apart", async () => {
    const [orgs, projects] = [emulator.entities("orgs"), emulator.entities("projects")];
    const { id: orgId } = orgs.add({ name: "Southwind" });
    const { id } = projects.add({ name: "shop-production", orgId, tags: [] });
    await assert.rejects(
      getProject({ name: "shop-production" }),
      /409 MULTIPLE_GROUPS .* give orgId as well/,
    );
    assert.equal((await getProject({ name: "shop-production", orgId })).projectId, id);
    projects.delete(id);
    orgs.delete(orgId);
  });

  /** Responds to the next read with a body of another version of the service. */
  function respondWith(path: string, body: unknown): void {
    emulator.faults.add({ match: { method: "GET", path }, action: { status: 200, body } });
  }

  const SECRET_FIELDS = ["awsAccessKey", "awsSecretKey", "awsSessionToken", "clientSecret", "privateKey"];
  const NOT_DOCUMENTED = [...SECRET_FIELDS, "flowName", "flowdockApiToken", "serviceKey", "secretOfTomorrow"];
  const MORE = Object.fromEntries(NOT_DOCUMENTED.map((name) => [name, "hidden"]));
  const withMore = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withMore);
    return isPlainObject(value) ? { ...mapValues(value, withMore), ...MORE } : value;
  };
  const links = [{ rel: "self", href: "https://om.example.com/x" }];
  const alert = {
    id: "a",
    eventTypeName: "HOST_DOWN",
    matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db1" }],
    metricThreshold: { metricName: "m", operator: "GREATER_THAN", threshold: 1, units: "RAW" },
    threshold: { operator: "LESS_THAN", threshold: 2 },
    notifications: [{ typeName: "FLOWDOCK" }, { typeName: "PAGER_DUTY", delayMin: 0 }],
    links,
  };
  const certificate = { filename: "ca.pem", certString: "PEM" };
  const oidc = { enabled: true, clientId: "us" };
  const bucket = { id: "s", acceptedTos: true, s3BucketName: "b" };
  const store = { ...bucket, customCertificates: [certificate], oidc, links };
  const uri = "mongodb://u:hid/d@en@h1:27017,h2/db?authMechanismProperties=AWS_SESSION_TOKEN:hidden";
  const addresses = { s3BucketEndpoint: "https://user:hidden@s3.example.com", uri };
  const open = { s3BucketEndpoint: "https://s3.example.com", uri: "mongodb://h1:27017,h2/db" };
  const cluster = { id: "c", clusterName: "orders", links };
  const entry = { cidrBlock: "10.0.0.0/8", count: 1, links };
  const rotation = { numTotal: 3, effective: { numUncompressed: 5, percentOfDiskspace: 0.02, numTotal: 3 } };
  const agentOpen = { desc: "d", createdTime: 5, createdBy: "USER" };
  const agentKey = { _id: "k", key: "hidden", ...agentOpen, createdTime: "5" };
  const apiOpen = { id: "k", desc: "d", publicKey: "p", roles: [{ roleName: "ORG_OWNER", orgId: "o" }] };
  const apiKey = { ...apiOpen, privateKey: "hidden" };
  const page = (...results: object[]): object => ({ results, totalCount: results.length });
  const getStore = () => getOplogS3Config({ storeId: "s" });
  const getEntry = () => getAccessListEntry({ ...KEY, entry: "10.0.0.0/8" });
  const cases: [path: string, body: object, read: () => Promise<unknown>, shown: object][] = [
    ["/alertConfigs/a", alert, () => getAlertConfig({ projectId, alertConfigId: "a" }), alert],
    ["/s3Configs/s", { ...store, ...addresses }, getStore, { ...store, ...open }],
    ["/clusters/c", cluster, () => getCluster({ projectId, clusterId: "c" }), cluster],
    ["/accessList/10.0.0.0%2F8", entry, getEntry, entry],
    ["/auditLogRotateConfig", { numTotal: 3 }, () => getAuditLogRotation({ projectId }), rotation],
    ["/systemLogRotateConfig", { numTotal: 3 }, () => getSystemLogRotation({ projectId }), rotation],
    [
      "/agentapikeys",
      [agentKey],
      () => functions.getAgentApiKeys({ projectId }),
      [{ id: "k", ...agentOpen }],
    ],
    ["/apiKeys", page(apiKey), () => functions.getApiKeys({ orgId: KEY.orgId }), [apiOpen]],
    [
      "/mongoConfigs/s",
      { id: "s", uri, labels: ["eu"], oidc },
      () => functions.getMongoSnapshotStore({ storeId: "s" }),
      { id: "s", labels: ["eu"], oidc, uri: open.uri },
    ],
    [
      "/oplog/mongoConfigs?",
      page({ id: "s", uri }),
      () => functions.getMongoOplogStores({}),
      [{ id: "s", uri: open.uri }],
    ],
    [
      "/fileSystemConfigs/s",
      { id: "s", storePath: "/mnt" },
      () => functions.getFileSystemSnapshotStore({ storeId: "s" }),
      { id: "s", storePath: "/mnt" },
    ],
    [
      "/backup/groups/",
      { id: "60a2b7c9e4b0c5571d3f8e12", labelFilter: ["eu"], kmipClientCertPassword: "hidden", links },
      () => functions.getProjectBackup({ projectId }),
      { id: "60a2b7c9e4b0c5571d3f8e12", labelFilter: ["eu"], links },
    ],
    [
      "/snapshotSchedule",
      { clusterId: "c", dailySnapshotRetentionDays: 0 },
      () => functions.getSnapshotSchedule({ projectId, clusterId: "c" }),
      { clusterId: "c", dailySnapshotRetentionDays: 0 },
    ],
    [
      "/controlledFeature",
      { externalManagementSystem: { name: "x" }, policies: [{ policy: "P", disabledParams: null }] },
      () => functions.getFeatureControl({ projectId }),
      { externalManagementSystem: { name: "x" }, policies: [{ policy: "P" }] },
    ],
    [
      "/integrations",
      page(
        { type: "WEBHOOK", url: "https://hidden/", secret: "hidden" },
        { type: "SLACK", apiToken: "hidden", teamName: "t" },
      ),
      () => functions.getIntegrations({ projectId }),
      [{ type: "WEBHOOK" }, { type: "SLACK", teamName: "t" }],
    ],
  ];
  for (const [path, body, read, shown] of cases) {
    it(`return only the documented fields, at every depth: ${path}`, async () => {
      respondWith(path, withMore(body));
      assert.deepEqual(await read(), shown);
    });
  }

  it("show a rotation that is not configured as its defaults, also if the service returns zeros", async () => {
    const thresholds = { sizeThresholdMB: 0, timeThresholdHrs: 0, percentOfDiskspace: 0 };
    respondWith("/systemLogRotateConfig", { ...thresholds, numUncompressed: 0, numTotal: 0 });
    const effective = { numUncompressed: 5, percentOfDiskspace: 0.02, numTotal: 0 };
    assert.deepEqual(await getSystemLogRotation({ projectId }), { effective });
  });

  it("omit a connection string if the end of its password is ambiguous", async () => {
    respondWith("/s3Configs/s", { id: "s", uri: "mongodb://u:hidden?pw@h:27017/" });
    assert.deepEqual(await getStore(), { id: "s" });
  });

  it("mask arguments that the program marks as secret in their errors", async () => {
    for (const clusterId of ["marked-cluster-id", "id-1"]) {
      const error = await errorOf(getClusterOutput({ projectId, clusterId: pulumi.secret(clusterId) }));
      assert.equal(error.message, `The cluster [secret] of the project ${projectId} does not exist.`);
    }
    const secretProject = { projectId: pulumi.secret("marked-project"), clusterId: NOWHERE };
    const unknownProject = await errorOf(getClusterOutput(secretProject));
    assert.equal(unknownProject.message, `The cluster ${NOWHERE} of the project [secret] does not exist.`);
    const pages = { ...KEY, entry: "e", itemsPerPage: pulumi.secret(50_123) };
    const refused = await errorOf(getAccessListEntryOutput(pages));
    assert.equal(refused.message, "getAccessListEntry: itemsPerPage: must be from 1 to 500, not [secret]");
  });

  it("return a secret only if an argument is secret", async () => {
    const isSecret = async (itemsPerPage: pulumi.Input<number>): Promise<boolean> =>
      pulumi.isSecret(getAccessListEntryOutput({ ...KEY, entry: "203.0.113.10", itemsPerPage }));
    assert.equal(await isSecret(487), false);
    assert.equal(await isSecret(pulumi.output(487)), false);
    assert.equal(await isSecret(pulumi.secret(487)), true);
  });

  it("summarize the version manifest, and return the version of the service", async () => {
    const { versionCount, newestVersions } = await getVersionManifest();
    assert.equal(newestVersions.length, versionCount);
    assert.match((await getServiceVersion()).versionString ?? "", /^8\.0\./);
  });

  it("name the role that the key lacks", async () => {
    const [, readOnly] = emulator.apiKeys.list();
    assert.ok(readOnly);
    configure({ baseUrl: emulator.baseUrl, ...readOnly });
    await assert.rejects(
      getAuditLogRotation({ projectId }),
      (error) => error instanceof ApiError && /Required role: Project Automation Admin/.test(error.message),
    );
    configure(emulator);
  });

  const ENTRY = /^getAccessListEntry: itemsPerPage: must be from 1 to 500, not 501$/;
  const MISSPELLED =
    /^getClusters: conection: is not an argument of getClusters \(did you mean connection\?\)$/;
  const misspelled = { projectId: "p", conection: "eu" } as never;
  const UNCONFIGURED = /not configured for the connection "eu"/;
  const wrong: [what: string, call: () => Promise<unknown>, message: RegExp][] = [
    ["an empty id", () => getClusters({ projectId: "" }), /^getClusters: projectId: must not be empty/],
    ["a misspelled argument", () => getClusters(misspelled), MISSPELLED],
    ["too many items", () => getAccessListEntry({ ...KEY, entry: "a", itemsPerPage: 501 }), ENTRY],
    ["an unconfigured connection", () => getClusters({ projectId: "p", connection: "eu" }), UNCONFIGURED],
  ];
  for (const [what, call, message] of wrong) {
    it(`refuse ${what} without a request`, async () => {
      emulator.clearRequests();
      await assert.rejects(call(), (error) => error instanceof ConfigError && message.test(error.message));
      assert.equal(emulator.requests().length, 0);
    });
  }

  // An output that fails while Pulumi loads the program also makes Node.js print warnings.
  it("throw immediately for an unusable connection in their Output variants", () => {
    const call = (): unknown => getClustersOutput({ projectId: pulumi.output("p"), connection: "eu" });
    assert.throws(call, UNCONFIGURED);
    configure({ ...emulator, baseUrl: "opsmanager.example.com" });
    assert.throws(() => getOplogS3ConfigsOutput(), /^ConfigError: baseUrl is not a URL/);
    configure(emulator);
  });

  it("take a connection that is known later, in the output form", async () => {
    for (const connection of [pulumi.output("eu"), Promise.resolve("eu")])
      assert.match((await errorOf(getClustersOutput({ projectId, connection }))).message, UNCONFIGURED);
  });

  it("share one error if the service is unreachable, so that Pulumi prints it once", async () => {
    configure({ baseUrl: "http://127.0.0.1:1", publicKey: "key", privateKey: "secret" });
    const failures = [getClusters({ projectId }), getAccessList(KEY)].map((call) =>
      call.catch((error) => error as unknown),
    );
    const [first, second] = await Promise.all(failures);
    assert.ok(first instanceof TransportError);
    assert.equal(second, first);
    assert.doesNotMatch(first.stack ?? "", /node_modules/);
  });
});
