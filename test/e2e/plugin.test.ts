import assert from "node:assert/strict";
import { stringify } from "yaml";
import { startEmulator } from "../../src/emulator";
import type { PlainObject } from "../../src/json";
import { STORE } from "../contract/resources/managed";
import {
  created,
  deleted,
  did,
  failedWith,
  messagesAt,
  outputsOf,
  succeeded,
  updated,
} from "./support/assertions";
import { startHoldingProxy } from "./support/holding-proxy";
import { nothingLeaked } from "./support/leaks";
import { connectionTo, usePlayground } from "./support/playground";
import { JAVASCRIPT } from "./support/program";
import { useLanguages, usePlugin } from "./support/plugin";
import { alert, CLUSTER, cluster, EMAIL, PROJECT, store } from "./support/resources";

const TOKEN = "xoxb-1111-2222-plugin-secret";
const SLACK = { typeName: "SLACK", channelName: "#dba", delayMin: 0, intervalMin: 60 };
const NOTIFICATIONS = `notifications: [${JSON.stringify(EMAIL)}, { ...${JSON.stringify(SLACK)}, apiToken: pulumi.secret("${TOKEN}") }],`;
const SET = `new opsmanager.AlertConfigSet("set", { projectId: "${PROJECT}", alertConfigs: { up: {
  eventTypeName: "HOST_RECOVERED", enabled: true, ${NOTIFICATIONS} } } });\n`;
const PROGRAM = alert("alert", NOTIFICATIONS) + store("oplog") + cluster("cluster") + SET;
const RESOURCES = ["alert", "cluster", "oplog", "set"];
const SECRETS = [TOKEN, "declared-secret-key", "declared-password"];

describe("the plugin", function () {
  const plugin = usePlugin();

  describe("with a program in TypeScript", function () {
    const playground = usePlayground(this, {
      program: { folder: async (sandbox) => plugin.typescript(PROGRAM)(sandbox) },
    });

    it("creates what is declared, changes nothing afterwards, and sends nothing for that", async () => {
      did(await playground.run("up"), RESOURCES.map(created));
      playground.emulator.clearRequests();
      did(await playground.run("up"), []);
      assert.equal(playground.emulator.counters.requests, 0);
      did(await playground.run("refresh"), []);
    });

    it("shows a change by hand at its leaf, and repairs it", async () => {
      const { emulator } = playground;
      const [found] = emulator
        .alertConfigs()
        .list()
        .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN")
        .slice(-1);
      assert.ok(found);
      emulator
        .alertConfigs()
        .update(found.id, { enabled: false, notifications: found.notifications.toReversed() });
      did(await playground.run("refresh"), [updated("alert", "enabled")]);
      did(await playground.run("up"), [updated("alert", "enabled")]);
      did(await playground.run("refresh"), []);
    });

    it("shows what was changed beside a secret, which stays the only thing hidden", async () => {
      const alerts = playground.emulator.alertConfigs();
      const { id, notifications } =
        alerts.list().find(({ eventTypeName }) => eventTypeName === "HOST_DOWN") ?? assert.fail();
      const byHand = notifications.map((each) =>
        each.typeName === "SLACK" ? { ...each, channelName: "#other" } : each,
      );
      alerts.update(id, { notifications: byHand });
      did(await playground.run("refresh"), [updated("alert", "notifications[1].channelName")]);
      const preview = await playground.run("preview", "--diff");
      assert.match(preview.stdout, /channelName: "#other" => "#dba"/);
      assert.match(preview.output, /notifications\[1\]\.apiToken \(SLACK\)/);
      did(await playground.run("up"), [updated("alert", "notifications[1].channelName")]);
    });

    it("reports problems of the arguments at preview with their paths, and writes nothing", async () => {
      const { sandbox, emulator } = playground;
      const folder = await plugin.typescript(
        alert("wrong", "notifications: [{ typeName: 'SLACK' }], enabld: true"),
      )(sandbox);
      const other = await sandbox.createStack({
        project: folder,
        name: "wrong",
        config: connectionTo(emulator),
      });
      emulator.clearRequests();
      const run = await other.run("preview");
      failedWith(
        run,
        "notifications[0].channelName: is missing",
        "enabld: is not an argument of AlertConfig",
      );
      const named = await plugin.typescript(alert("named", "connection: 'eu'"))(sandbox);
      const last = await sandbox.createStack({
        project: named,
        name: "named",
        config: connectionTo(emulator),
      });
      failedWith(await last.run("preview"), "connection: is an argument of the classes");
      assert.equal(emulator.counters.writes, 0);
    });

    it("leaves no secret in anything that was printed or stored", async () => {
      await nothingLeaked(playground, SECRETS);
    });

    it("deletes what it has created", async () => {
      did(await playground.run("destroy"), RESOURCES.map(deleted));
    });
  });

  describe("with a stack of the dynamic classes", function () {
    const playground = usePlayground(this, { program: PROGRAM });

    it("takes it over without a write, and has no further change", async () => {
      const { emulator } = playground;
      did(await playground.run("up"), RESOURCES.map(created));
      await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
      await playground.rewriteSource(plugin.source(PROGRAM));
      emulator.clearRequests();
      did(
        await playground.run("up"),
        RESOURCES.map((name) => updated(name, "__provider")),
      );
      assert.equal(emulator.counters.writes, 0);
      did(await playground.run("up"), []);
      did(await playground.run("refresh"), []);
      await nothingLeaked(playground, SECRETS);
      did(await playground.run("destroy"), RESOURCES.map(deleted));
    });
  });

  describe("with a program in YAML", function () {
    const YAML = `resources:
  alert:
    type: opsmanager:AlertConfig
    properties:
      projectId: ${PROJECT}
      eventTypeName: NO_PRIMARY
      enabled: true
      notifications:
        - ${JSON.stringify(EMAIL)}
        - { typeName: SLACK, channelName: "#dba", delayMin: 0, intervalMin: 60, apiToken: { "fn::secret": ${TOKEN} } }
  cluster:
    type: opsmanager:ClusterName
    properties: { projectId: ${PROJECT}, clusterId: ${CLUSTER}, clusterName: orders-yaml }
outputs:
  count:
    fn::invoke: { function: "opsmanager:getClusters", arguments: { projectId: ${PROJECT} }, return: clusters }
  store:
    fn::invoke: { function: "opsmanager:getOplogS3Config", arguments: { storeId: existing } }
`;
    const env = useLanguages("yaml");
    const playground = usePlayground(this, {
      program: { folder: async (sandbox) => plugin.yaml(YAML)(sandbox) },
      env,
    });

    it("creates, refreshes, repairs and destroys", async () => {
      const { emulator } = playground;
      const { storeId: _, ...properties } = STORE;
      emulator.oplogS3Configs.add({ ...properties, id: "existing", s3AuthMethod: "KEYS" });
      did(await playground.run("up"), [created("alert"), created("cluster")]);
      const { store: found } = (await outputsOf(playground.stack)) as { store: PlainObject };
      assert.deepEqual([found["s3BucketName"], found["uri"]], ["oplog", "mongodb://metadata.example.com/"]);
      did(await playground.run("up"), []);
      emulator.clusters().update(CLUSTER, { clusterName: "by-hand" });
      did(await playground.run("refresh"), [updated("cluster", "clusterName")]);
      did(await playground.run("up"), [updated("cluster", "clusterName")]);
      await nothingLeaked(playground, [TOKEN]);
      did(await playground.run("destroy"), [deleted("alert"), deleted("cluster")]);
    });

    it("looks up a version manifest without a file beside the program", async () => {
      const { sandbox, emulator } = playground;
      const manifest = { type: "opsmanager:VersionManifest", get: { id: "versionManifest" } };
      const program = { resources: { manifest }, outputs: { versions: "${manifest.versionCount}" } };
      const project = await plugin.yaml(stringify(program))(sandbox);
      const stack = await sandbox.createStack({ project, name: "look-up", config: connectionTo(emulator) });
      succeeded(await stack.run("up"));
      const [live] = emulator.versionManifest.list();
      const { versions } = JSON.parse(live?.text ?? "") as { versions: unknown[] };
      assert.deepEqual(await outputsOf(stack), { versions: versions.length });
    });
  });

  describe("with two providers in one program", function () {
    let second: Awaited<ReturnType<typeof startEmulator>>;
    before(async () => void (second = await startEmulator()));
    after(async () => second.close());
    const playground = usePlayground(this, {
      program: {
        folder: async (sandbox) => {
          const { baseUrl, publicKey, privateKey } = second;
          // The SDKs send a text in place of a number as JSON.
          const settings = { baseUrl, publicKey, privateKey, maxRetries: '"3"' };
          const eu = `const eu = new opsmanager.Provider("eu", ${JSON.stringify(settings)});\n`;
          return plugin.typescript(
            eu + alert("here", "eventTypeName: 'NO_PRIMARY'") + alert("there", "", "provider: eu"),
          )(sandbox);
        },
      },
    });

    it("writes to each server what is declared for it", async () => {
      const before = second.alertConfigs().list().length;
      did(await playground.run("up"), [created("here"), created("there")]);
      assert.equal(second.alertConfigs().list().length, before + 1);
      assert.equal(second.alertConfigs().list().at(-1)?.eventTypeName, "HOST_DOWN");
      assert.equal(playground.alerts().at(-1)?.eventTypeName, "NO_PRIMARY");
      await nothingLeaked(playground, [second.privateKey]);
    });
  });

  describe("with a resource whose provider changes", function () {
    let second: Awaited<ReturnType<typeof startEmulator>>;
    before(async () => void (second = await startEmulator()));
    after(async () => second.close());
    const playground = usePlayground(this, {
      program: { folder: async (sandbox) => plugin.typescript(alert("alert"))(sandbox) },
    });
    const rewrite = async (baseUrl: string): Promise<void> => {
      const { publicKey, privateKey } = second;
      const settings = JSON.stringify({ baseUrl, publicKey, privateKey, allowHttp: "true" });
      const provider = `const other = new opsmanager.Provider("other", ${settings});\n`;
      await playground.rewriteSource(plugin.source(provider + alert("alert", "", "provider: other")));
    };

    it("refuses at preview, at update and at refresh to leave its object behind", async () => {
      did(await playground.run("up"), [created("alert")]);
      await rewrite(second.baseUrl);
      const before = second.alertConfigs().list().length;
      playground.emulator.clearRequests();
      const refusal = /The new server has no alert configuration .*must lead to the same service/;
      failedWith(await playground.run("preview"), refusal);
      failedWith(await playground.run("up"), refusal);
      const refresh = await playground.run("refresh", "--run-program");
      assert.notEqual(refresh.code, 0);
      // Pulumi reports it for the read and for the step.
      assert.match(refresh.output, refusal);
      assert.equal(second.alertConfigs().list().length, before);
      assert.equal(playground.emulator.counters.writes, 0);
    });

    it("follows the server to another address, without a write", async () => {
      const proxy = await startHoldingProxy(playground.emulator.baseUrl);
      try {
        await rewrite(proxy.baseUrl);
        playground.emulator.clearRequests();
        did(await playground.run("up"), [updated("alert", "connection")]);
        did(await playground.run("up"), []);
        assert.equal(playground.emulator.counters.writes, 0);
      } finally {
        await proxy.close();
      }
    });
  });

  describe("with customTimeouts", function () {
    const playground = usePlayground(this, {
      program: {
        folder: async (sandbox) =>
          plugin.typescript(alert("alert", "", "customTimeouts: { create: '1s' }"))(sandbox),
      },
    });

    it("ends a create that takes longer, and names the limit", async () => {
      playground.emulator.faults.add({ match: { method: "POST" }, action: { delayMs: 60_000 } });
      const run = await playground.run("up");
      failedWith(run, /within 1 s \(customTimeouts\)/);
      assert.ok(messagesAt(run, "alert") !== "");
    });

    it("finishes a create that was sent before, so that the next up makes no second one", async () => {
      const before = playground.alerts().length;
      playground.emulator.faults.add({ match: { method: "POST" }, action: { delayMs: 3_000 } });
      did(await playground.run("up"), [created("alert")]);
      did(await playground.run("up"), []);
      assert.equal(playground.alerts().length, before + 1);
    });
  });
});
