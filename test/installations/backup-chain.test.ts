import assert from "node:assert/strict";
import { changesIn } from "../support/events";
import { failedWith, replacedBy, stateOf, succeeded } from "../e2e/support/assertions";
import { type HoldingProxy, startHoldingProxy } from "../e2e/support/holding-proxy";
import { killedUp } from "../e2e/support/killed-up";
import { nothingLeaked } from "../e2e/support/leaks";
import { usePlayground } from "../e2e/support/playground";
import { usePlugin } from "../e2e/support/plugin";
import { JAVASCRIPT } from "../e2e/support/program";
import { CLUSTER, ORG, PROJECT } from "../e2e/support/resources";

const SECRETS = {
  uri: "mongodb://backup:password-of-the-store@store.example.com/",
  url: "https://hooks.example.com/hidden-path-of-the-webhook",
  kmip: "password-of-the-certificate",
};

/** Everything that a platform team declares around a cluster. */
const chain = ({ rotation = "a", interval = 12 } = {}): string => `
const at = { projectId: "${PROJECT}" };
const key = new opsmanager.ApiKey("key", { orgId: "${ORG}", desc: "pipeline", roles: ["ORG_MEMBER"], rotation: "${rotation}" });
new opsmanager.ProjectApiKey("roles", { ...at, keyId: key.keyId, roles: ["GROUP_READ_ONLY"] });
new opsmanager.AccessListEntry("entry", { orgId: "${ORG}", apiKeyId: key.keyId, entry: "192.0.2.0/24" });
const agents = new opsmanager.AgentApiKey("agents", { ...at, desc: "agents", rotation: "${rotation}" });
const uri = pulumi.secret("${SECRETS.uri}");
const oplog = new opsmanager.MongoOplogStore("oplog", { storeId: "oplog", uri, assignmentEnabled: true });
const snapshots = new opsmanager.MongoSnapshotStore("snapshots", { storeId: "snapshots", uri, assignmentEnabled: true });
const files = new opsmanager.FileSystemSnapshotStore("files", { storeId: "files", storePath: "/mnt/backup", assignmentEnabled: true });
new opsmanager.ProjectBackup("backup", {
  ...at,
  oplogStoreFilter: [{ id: oplog.storeId, type: "oplogStore" }],
  snapshotStoreFilter: [{ id: snapshots.storeId, type: "blockstore" }, { id: files.storeId, type: "fileSystemStore" }],
  kmipClientCertPath: "/etc/kmip.pem",
  kmipClientCertPassword: pulumi.secret("${SECRETS.kmip}"),
});
new opsmanager.SnapshotSchedule("schedule", { ...at, clusterId: "${CLUSTER}", snapshotIntervalHours: ${interval}, referenceHourOfDay: 1, referenceMinuteOfHour: 30, referenceTimeZoneOffset: "+0200" });
const webhook = new opsmanager.Integration("webhook", { ...at, type: "WEBHOOK", url: pulumi.secret("${SECRETS.url}") });
const alert = new opsmanager.AlertConfig("alert", { ...at, eventTypeName: "BACKUP_AGENT_DOWN", enabled: true, notifications: [{ typeName: "WEBHOOK" }] }, { dependsOn: [webhook] });
new opsmanager.FeatureControl("lock", { ...at, externalManagementSystem: { name: "pulumi" }, policies: [{ policy: "DisableSetMongodVersion" }] }, { dependsOn: [alert] });
export const mmsApiKey = agents.key;
export const privateKey = key.privateKey;
`;

/** The key of the agents, which the state encrypts. */
async function keyInState(stack: Parameters<typeof stateOf>[0]): Promise<unknown> {
  const { agents } = await stateOf(stack, "--show-secrets");
  const key = agents?.outputs?.["key"] as { plaintext: string } | undefined;
  return JSON.parse(key?.plaintext ?? "null");
}

describe("the backup chain, keys and policies of a project", function () {
  const plugin = usePlugin();

  for (const form of ["classes", "plugin"] as const)
    describe(`declared with the ${form}`, function () {
      const playground = usePlayground(this, { program: "", env: { OPSMANAGER_LOG: "trace" } });
      const write = async (program: string): Promise<void> => {
        if (form === "classes") return playground.rewrite(program);
        await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
        return playground.rewriteSource(plugin.source(program));
      };
      const keyIds = (): string[] => playground.emulator.apiKeys.list().map(({ id }) => id);
      const secretsNow = (): string[] => [
        ...Object.values(SECRETS),
        ...playground.emulator
          .agentApiKeys()
          .list()
          .map(({ key }) => key),
        ...playground.emulator.apiKeys.list().map(({ privateKey }) => privateKey),
      ];
      let before: { readonly keys: readonly string[]; readonly agents: number };

      it("is created, quiet and in no plain text, and keeps the keys through refreshes", async () => {
        const { emulator } = playground;
        before = { keys: keyIds(), agents: emulator.agentApiKeys().list().length };
        await write(chain());
        succeeded(await playground.run("preview"));
        succeeded(await playground.run("up"));
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
        assert.equal(await keyInState(playground.stack), emulator.agentApiKeys().list().at(-1)?.key);
        await nothingLeaked(playground, secretsNow());
      });

      it("shows changes by hand of what it declares, repairs them, and leaves alone the rest", async () => {
        const { emulator } = playground;
        emulator.projectBackups.update(PROJECT, { oplogStoreFilter: [] });
        emulator
          .snapshotSchedules()
          .update(CLUSTER, { snapshotIntervalHours: 6, weeklySnapshotRetentionWeeks: 3 });
        emulator.integrations().update("WEBHOOK", { url: "https://elsewhere.example.com/by-hand" });
        emulator.controlledFeatures.update(PROJECT, { policies: [] });
        emulator.mongoOplogStores.update("oplog", { ssl: true });
        succeeded(await playground.run("refresh"));
        const preview = await playground.stack.run("preview");
        const changed = changesIn(preview.events).map(({ op, resource }) => `${op} ${resource}`);
        const repaired = ["backup", "lock", "oplog", "schedule", "webhook"];
        assert.deepEqual(
          changed,
          repaired.map((name) => `update ${name}`),
          preview.output,
        );
        succeeded(await playground.run("up"));
        assert.equal(emulator.integrations().get("WEBHOOK")?.["url"], SECRETS.url);
        assert.equal(emulator.snapshotSchedules().get(CLUSTER)?.weeklySnapshotRetentionWeeks, 3);
        assert.equal(emulator.snapshotSchedules().get(CLUSTER)?.snapshotIntervalHours, 12);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
        await nothingLeaked(playground, secretsNow());
      });

      it("has new keys after another rotation, which exist before the old ones are deleted", async () => {
        const { emulator } = playground;
        const [old, oldAgent] = [keyIds().at(-1), emulator.agentApiKeys().list().at(-1)?.id];
        emulator.clearRequests();
        await write(chain({ rotation: "b" }));
        const run = await playground.run("up");
        succeeded(run);
        assert.deepEqual(replacedBy(run).sort(), ["agents", "entry", "key", "roles"]);
        const order = emulator
          .requests()
          .filter(({ method, path }) => method !== "GET" && /\/(apiKeys|agentapikeys)(\/[^/]+)?$/.test(path))
          .filter(
            ({ authenticated, path }) =>
              authenticated && !path.includes("/groups/") === path.includes("/orgs/"),
          )
          .map(({ method }) => method);
        assert.ok(order.lastIndexOf("POST") < order.indexOf("DELETE"), order.join());
        assert.ok(!keyIds().includes(old ?? ""));
        assert.equal(emulator.agentApiKeys().get(oldAgent ?? ""), undefined);
        assert.equal(keyIds().length, before.keys.length + 1);
        await nothingLeaked(playground, secretsNow());
      });

      it("is destroyed in the right order, and leaves what belongs to the project", async () => {
        const { emulator } = playground;
        succeeded(await playground.run("destroy"));
        assert.deepEqual(keyIds(), before.keys);
        assert.equal(emulator.agentApiKeys().list().length, before.agents);
        for (const stores of ["mongoOplogStores", "mongoSnapshotStores", "fileSystemSnapshotStores"] as const)
          assert.deepEqual(emulator[stores].list(), []);
        assert.deepEqual(emulator.projectBackups.get(PROJECT)?.oplogStoreFilter, []);
        assert.deepEqual(emulator.integrations().list(), []);
        assert.deepEqual(emulator.controlledFeatures.get(PROJECT)?.policies, []);
        assert.equal(emulator.backupConfigs().get(CLUSTER)?.statusName, "STARTED");
        assert.equal(emulator.snapshotSchedules().get(CLUSTER)?.snapshotIntervalHours, 12);
      });
    });
});

describe("a run that is killed while it creates a key", function () {
  const program = `new opsmanager.AgentApiKey("agents", { projectId: "${PROJECT}", desc: "agents" });\n`;
  const playground = usePlayground(this, { program });
  const agents = () => playground.emulator.agentApiKeys().list();
  let proxy: HoldingProxy;

  before(async () => {
    proxy = await startHoldingProxy(playground.emulator.baseUrl);
    await playground.stack.configure({ "opsmanager:baseUrl": proxy.baseUrl });
  });
  after(async () => proxy.close());

  it("leaves one that the next up names, and that up has a key of its own", async () => {
    const before = agents().length;
    await killedUp(playground, proxy, "after");
    assert.equal(agents().length, before + 1);
    const orphan = agents().at(-1)?.id ?? assert.fail();
    const named = new RegExp(`${orphan} \\("agents"\\) was created for this resource and is in no state`);
    assert.match((await playground.run("preview")).output, named);
    const run = await playground.run("up");
    assert.match(run.output, named);
    assert.notEqual(agents().at(-1)?.id, orphan);
    assert.equal(await keyInState(playground.stack), agents().at(-1)?.key);
    assert.equal(agents().length, before + 2, "nobody asked to delete the other one");
  });
});

describe("the key with which another provider of the run signs in", function () {
  const plugin = usePlugin();
  const playground = usePlayground(this, { program: "" });
  const write = async (program: string): Promise<void> => {
    await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
    await playground.rewriteSource(plugin.source(program));
  };
  const key = (roles: string): string =>
    `new opsmanager.ApiKey("key", { orgId: "${ORG}", desc: "of the other provider", roles: [${roles}] });\n`;

  it("is neither deleted nor loses a role, although another process manages it", async () => {
    const { emulator } = playground;
    await write(key('"ORG_OWNER"'));
    succeeded(await playground.run("up"));
    const { id, publicKey, privateKey } = emulator.apiKeys.list().at(-1) ?? assert.fail();
    const instance = { baseUrl: emulator.baseUrl, publicKey, privateKey };
    const provider = `const provider = new opsmanager.Provider("other", ${JSON.stringify(instance)});\n`;
    const other = `${provider}new opsmanager.AgentApiKey("agents", { projectId: "${PROJECT}", desc: "a" }, { provider });\n`;
    await write(other + key('"ORG_OWNER"'));
    succeeded(await playground.run("up"));
    const signsIn = /a provider of this run signs in with its key/;
    await write(other + key('"ORG_MEMBER"').replace("});", "}, { dependsOn: [provider] });"));
    failedWith(await playground.run("up"), signsIn);
    await write(other);
    failedWith(await playground.run("up"), signsIn);
    assert.equal(emulator.apiKeys.get(id)?.roles[0]?.roleName, "ORG_OWNER");
    // What the instance manages goes first: nothing in the program says that it needs the key.
    await write(provider + key('"ORG_OWNER"'));
    succeeded(await playground.run("up"));
    await write("");
    succeeded(await playground.run("up"));
    assert.equal(emulator.apiKeys.get(id), undefined, "nothing signs in with it any more");
  });
});
