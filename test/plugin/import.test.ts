import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Emulator } from "../../src/emulator";
import { fillInstallation, INSTALLATION } from "../fixtures/installation";
import { did, failedWith, succeeded, updated } from "../e2e/support/assertions";
import { nothingLeaked } from "../e2e/support/leaks";
import { usePlayground } from "../e2e/support/playground";
import { useLanguages, usePlugin } from "../e2e/support/plugin";
import { API_KEY, ORG } from "../e2e/support/resources";

const PROJECT = "650000000000000000000000";
/** A project whose alert configurations no set has. */
const OTHER_PROJECT = "650000000000000000000003";
const LAG = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" }],
  metricThreshold: {
    metricName: "CONNECTIONS",
    operator: "GREATER_THAN",
    threshold: 4_000,
    units: "RAW",
    mode: "AVERAGE",
  },
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }],
};
const [AGENT_KEY, OTHER_KEY] = ["670000000000000000000001", "670000000000000000000002"];
const CLUSTER = "660000000000000000000000";
const URI = "mongodb://backup:installation-password-0008@store.example.com/";

/** Objects of the backup chain, keys and policies, which the installation does not have. */
function addChain(emulator: Emulator): void {
  emulator.agentApiKeys(PROJECT).set(AGENT_KEY, {
    desc: "agents",
    key: "installation-agent-key-0009",
    createdBy: "USER",
    createdTime: 1_795_000_000_000,
  });
  const roles = [{ groupId: PROJECT, roleName: "GROUP_READ_ONLY" }];
  const key = { orgId: ORG, desc: "ci", publicKey: "ciciciic", privateKey: "installation-private-key" };
  emulator.apiKeys.set(OTHER_KEY, { ...key, roles });
  emulator.controlledFeatures.set(PROJECT, {
    externalManagementSystem: { name: "pulumi" },
    policies: [{ policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port"] }],
  });
  emulator.integrations(PROJECT).set("PAGER_DUTY", { serviceKey: "installation-service-key-0010" });
  const store = { assignmentEnabled: true, encryptedCredentials: false, ssl: false, uri: URI };
  for (const stores of [emulator.mongoOplogStores, emulator.mongoSnapshotStores]) stores.set("mongo", store);
  emulator.fileSystemSnapshotStores.set("files", { storePath: "/mnt/backup", assignmentEnabled: true });
  emulator.projectBackups.set(PROJECT, { labelFilter: ["eu"] });
  emulator.backupConfigs(PROJECT).set(CLUSTER, { statusName: "STARTED" });
}

type IdOf = (emulator: Emulator) => string;
const IDS: readonly (readonly [kind: string, id: string | IdOf])[] = [
  ["AccessListEntry", `${ORG}/${API_KEY}/203.0.113.10`],
  ["AgentApiKey", `${PROJECT}/${AGENT_KEY}`],
  ["AlertConfig", (emulator) => `${OTHER_PROJECT}/${emulator.alertConfigs(OTHER_PROJECT).list().at(-1)?.id}`],
  ["AlertConfigSet", `${PROJECT}/all`],
  ["ApiKey", `${ORG}/${API_KEY}`],
  ["AuditLogRotation", PROJECT],
  ["ClusterName", `${PROJECT}/${CLUSTER}`],
  ["FeatureControl", PROJECT],
  ["FileSystemSnapshotStore", "files"],
  ["GlobalAlertConfig", "65a0f0c1c2a94e17860000b1"],
  ["Integration", `${PROJECT}/PAGER_DUTY`],
  ["MongoOplogStore", "mongo"],
  ["MongoSnapshotStore", "mongo"],
  ["OplogS3Config", "oplog.main"],
  ["Project", PROJECT],
  ["ProjectApiKey", `${PROJECT}/${OTHER_KEY}`],
  ["ProjectBackup", PROJECT],
  ["S3SnapshotStore", "snapshots.main"],
  ["SnapshotSchedule", `${PROJECT}/${CLUSTER}`],
  ["SystemLogRotation", PROJECT],
  ["VersionManifest", "versionManifest"],
];

describe("pulumi import with the plugin", function () {
  const plugin = usePlugin();
  const env = useLanguages("yaml");
  const playground = usePlayground(this, {
    program: { folder: async (sandbox) => plugin.yaml("resources: {}\n")(sandbox) },
    emulator: INSTALLATION,
    env,
  });
  before(async () => {
    await fillInstallation(playground.emulator, 12);
    addChain(playground.emulator);
    const kind = "opsmanager:index:VersionManifest";
    const early = await playground.run("import", kind, "early", "versionManifest");
    failedWith(
      early,
      /expects the version manifest of the service as version-manifest\.json in \S+\. Put the file there first\./,
    );
    playground.emulator.alertConfigs(OTHER_PROJECT).add({ ...LAG } as object);
    const [manifest] = playground.emulator.versionManifest.list();
    await playground.addFile("version-manifest.json", manifest?.text ?? "");
  });
  const resources: Record<string, { properties: Record<string, unknown> }> = {};
  const printed: Record<string, string> = {};

  for (const [kind, id] of IDS)
    it(`takes one object over without a write, and prints its code: ${kind}`, async () => {
      playground.emulator.clearRequests();
      const name = kind.toLowerCase();
      const file = join(playground.folder, `${name}.generated`);
      const known = typeof id === "string" ? id : id(playground.emulator);
      const run = await playground.run("import", `opsmanager:index:${kind}`, name, known, "--out", file);
      succeeded(run);
      printed[kind] = run.output;
      assert.equal(playground.emulator.counters.writes, 0);
      assert.doesNotMatch(run.output, /failed to validate|exited prematurely/);
      const generated = await readFile(file, "utf8");
      Object.assign(resources, (parse(generated) as { resources: typeof resources }).resources);
    });

  it("names what a program has to add, because the service does not show it, and what is a guess", () => {
    const text = printed["OplogS3Config"] ?? "";
    assert.match(
      text,
      /s3MaxConnections: the service does not return it, and 50 is a guess\. Declare the real value/,
    );
    assert.match(
      text,
      /Declare the rest before the next change:(\n +(uri|awsAccessKey|awsSecretKey): is a secret, which the service does not show: add it){3}/,
    );
  });

  it("says of a key that its secret stays missing", () => {
    assert.match(printed["AgentApiKey"] ?? "", /so key stays missing/);
    assert.match(printed["ApiKey"] ?? "", /so privateKey stays missing/);
  });

  it("names the form of an id that is wrong", async () => {
    for (const [kind, form] of [
      ["AlertConfig", "<projectId>/<alertConfigId>"],
      ["ClusterName", "<projectId>/<clusterId>"],
    ] as const) {
      const run = await playground.run("import", `opsmanager:index:${kind}`, "wrong", "orders");
      failedWith(run, `The id "orders" is not of the form ${form}.`);
    }
    const set = await playground.run("import", "opsmanager:index:AlertConfigSet", "wrong", `${PROJECT}/`);
    failedWith(set, `The id "${PROJECT}/" is not of the form <projectId>/<name>.`);
  });

  it("writes nothing when the program has what was printed and the secrets", async () => {
    const { emulator } = playground;
    const secret = (value: string) => ({ "fn::secret": value });
    const storeSecrets = (key: string, secretKey: string, password: string) => ({
      awsAccessKey: secret(key),
      awsSecretKey: secret(secretKey),
      uri: secret(`mongodb://backup:${password}@metadata.example.com/`),
    });
    Object.assign(
      resources["oplogs3config"]?.properties ?? {},
      storeSecrets("AKIAINSTALLATION0001", "installation-secret-key-0002", "installation-password-0003"),
    );
    Object.assign(
      resources["s3snapshotstore"]?.properties ?? {},
      storeSecrets("AKIAINSTALLATION0004", "installation-secret-key-0005", "installation-password-0006"),
    );
    for (const name of ["mongooplogstore", "mongosnapshotstore"])
      Object.assign(resources[name]?.properties ?? {}, { uri: secret(URI) });
    const integration = { serviceKey: secret("installation-service-key-0010") };
    Object.assign(resources["integration"]?.properties ?? {}, integration);
    const [pager] = (resources["globalalertconfig"]?.properties["notifications"] ?? []) as object[];
    Object.assign(pager ?? {}, { serviceKey: secret("installation-service-key-0007") });
    const { metricThreshold = {}, notifications = [] } = resources["alertconfig"]?.properties ?? {};
    // A program may leave out a default that was printed, and have one that was not.
    Reflect.deleteProperty(metricThreshold as object, "mode");
    for (const each of notifications as object[]) Object.assign(each, { delayMin: 0 });
    await playground.addFile("Pulumi.yaml", plugin.project("yaml") + stringify({ resources }));
    emulator.clearRequests();
    did(
      await playground.run("up"),
      [
        ["alertconfig", "metricThreshold.mode", "notifications[0].delayMin"],
        ["globalalertconfig", "notifications[0].serviceKey"],
        ["integration", "serviceKey"],
        ["mongooplogstore", "uri"],
        ["mongosnapshotstore", "uri"],
        ["oplogs3config", "awsAccessKey", "awsSecretKey", "uri"],
        ["s3snapshotstore", "awsAccessKey", "awsSecretKey", "uri"],
        // The bytes of the file are not those of which the import had the hash.
        ["versionmanifest", "sha256"],
      ].map(([name = "", ...fields]) => updated(name, ...fields)),
    );
    assert.equal(emulator.counters.writes, 0);
    did(await playground.run("up"), []);
    did(await playground.run("refresh"), []);
    await nothingLeaked(playground, ["installation-"]);
  });

  it("removes what the program no longer has if an update has declared it, and keeps what only the import has found", async () => {
    const { emulator } = playground;
    const rotation = emulator.auditLogRotation.get(PROJECT) ?? assert.fail();
    assert.equal(rotation.numUncompressed, 4);
    Reflect.deleteProperty(resources["auditlogrotation"]?.properties ?? {}, "numUncompressed");
    Reflect.deleteProperty(resources["alertconfig"]?.properties ?? {}, "matchers");
    await playground.addFile("Pulumi.yaml", plugin.project("yaml") + stringify({ resources }));
    did(await playground.run("up"), [
      updated("alertconfig", "matchers"),
      updated("auditlogrotation", "numUncompressed"),
    ]);
    assert.deepEqual(emulator.alertConfigs(OTHER_PROJECT).list().at(-1)?.matchers, []);
    assert.equal(emulator.auditLogRotation.get(PROJECT)?.numUncompressed, 4);
    did(await playground.run("refresh"), []);
  });
});
