import assert from "node:assert/strict";
import { stringify } from "yaml";
import { startEmulator } from "../../src/emulator";
import { created, did, failedWith, succeeded } from "../e2e/support/assertions";
import { nothingLeaked } from "../e2e/support/leaks";
import { usePlayground } from "../e2e/support/playground";
import { useLanguages, usePlugin } from "../e2e/support/plugin";
import { CLUSTER, EMAIL, PROJECT } from "../e2e/support/resources";

type Resources = Readonly<Record<string, { type: string; properties: object; options?: object }>>;

const secret = (value: string) => ({ "fn::secret": value });
const alert = (rest: object = {}, options: object = {}) => ({
  type: "opsmanager:AlertConfig",
  properties: {
    projectId: PROJECT,
    eventTypeName: "HOST_DOWN",
    enabled: true,
    notifications: [EMAIL],
    ...rest,
  },
  options,
});
const setOf = (unmanaged: string) => ({
  type: "opsmanager:AlertConfigSet",
  properties: {
    projectId: PROJECT,
    alertConfigs: { primary: { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [EMAIL] } },
    unmanaged,
  },
});
const store = (rest: object = {}, options: object = {}) => ({
  type: "opsmanager:OplogS3Config",
  properties: {
    storeId: "store",
    acceptedTos: true,
    awsAccessKey: secret("AKIASAFETYSAFETY0001"),
    awsSecretKey: secret("safety-secret-key"),
    pathStyleAccessEnabled: true,
    s3BucketEndpoint: "https://s3.example.com",
    s3BucketName: "oplog",
    s3MaxConnections: 50,
    sseEnabled: true,
    uri: secret("mongodb://backup:safety-password@metadata.example.com/"),
    ...rest,
  },
  options,
});

describe("the plugin never", function () {
  const plugin = usePlugin();
  const env = useLanguages("yaml");

  function useProgram(suite: Mocha.Suite) {
    const playground = usePlayground(suite, {
      program: { folder: async (sandbox) => plugin.yaml("resources: {}\n")(sandbox) },
      env,
    });
    const declare = async (resources: Resources): Promise<void> =>
      playground.addFile(
        "Pulumi.yaml",
        plugin.project("yaml") + stringify({ resources }, { aliasDuplicateObjects: false }),
      );
    return { playground, declare };
  }

  describe("lets a set delete the alert of another resource", function () {
    const { playground, declare } = useProgram(this);

    it("that did not change, whichever comes first: the preview of an up refuses it", async () => {
      for (const dependsOn of [[], ["${set}"]]) {
        const one = alert({}, { dependsOn });
        await declare({ set: setOf("report"), one });
        succeeded(await playground.run("up"));
        succeeded(await playground.run("refresh"));
        const before = playground.alerts().map(({ id }) => id);
        await declare({ set: setOf("delete"), one });
        playground.emulator.clearRequests();
        const conflict = /no other resource/;
        failedWith(await playground.run("preview"), conflict);
        failedWith(await playground.stack.run("up", "--refresh"), conflict);
        const own = before.slice(-2);
        assert.deepEqual(
          own.filter((id) => !playground.alerts().some((each) => each.id === id)),
          [],
        );
        succeeded(await playground.run("destroy"));
      }
    });
  });

  describe("lets two resources have one object", function () {
    const { playground, declare } = useProgram(this);

    it("that both import", async () => {
      const id = `${PROJECT}/${CLUSTER}`;
      const cluster = {
        type: "opsmanager:ClusterName",
        properties: { projectId: PROJECT, clusterId: CLUSTER, clusterName: "orders" },
        options: { import: id },
      };
      await declare({ one: cluster, two: cluster });
      failedWith(await playground.run("up"), /both manage the name of the cluster/);
    });
  });

  describe("shows a secret", function () {
    const { playground, declare } = useProgram(this);

    it("of a list whose items changed by hand, in whatever order", async () => {
      const hidden = { ...EMAIL, emailAddress: secret("hidden-address@example.com") };
      await declare({ one: alert({ notifications: [EMAIL, hidden] }) });
      did(await playground.run("up"), [created("one")]);
      const live = playground.alerts().at(-1) ?? assert.fail();
      const left = live.notifications.filter(({ emailAddress }) => emailAddress !== EMAIL.emailAddress);
      playground.emulator.alertConfigs().update(live.id, { notifications: left });
      succeeded(await playground.run("preview", "--refresh", "--diff"));
      succeeded(await playground.run("refresh"));
      succeeded(await playground.run("preview", "--diff"));
      await nothingLeaked(playground, ["hidden-address"]);
      succeeded(await playground.run("up"));
    });

    it("of notifications that somebody deleted", async () => {
      const tokens = ["xoxb-safety-single", "xoxb-safety-member"];
      const slack = (at: number) => ({
        typeName: "SLACK",
        channelName: `#${at}`,
        apiToken: secret(tokens[at] ?? ""),
        intervalMin: 15,
      });
      const set = setOf("report");
      const { primary } = set.properties.alertConfigs;
      const alertConfigs = { primary: { ...primary, notifications: [EMAIL, slack(1)] } };
      await declare({
        one: alert({ notifications: [slack(0), EMAIL] }),
        set: { ...set, properties: { ...set.properties, alertConfigs } },
      });
      succeeded(await playground.run("up"));
      const sent = playground.alerts();
      for (const { id, notifications } of sent)
        playground.emulator.alertConfigs().update(id, {
          notifications: notifications.filter(({ typeName }) => typeName !== "SLACK"),
        });
      succeeded(await playground.run("refresh", "--diff"));
      await nothingLeaked(playground, tokens);
      succeeded(await playground.run("up", "--diff"));
      await nothingLeaked(playground, tokens);
      const now = JSON.stringify(playground.alerts());
      for (const token of tokens) assert.ok(now.includes(token), token);
      succeeded(await playground.run("destroy"));
    });

    it("of a write that failed in part", async () => {
      const properties = { projectId: PROJECT, clusterId: CLUSTER, clusterName: secret("hidden-name") };
      await declare({ cluster: { type: "opsmanager:ClusterName", properties } });
      playground.emulator.faults.add({ match: { method: "PATCH" }, action: "resetBefore" });
      failedWith(await playground.run("up"), /the connection broke/);
      await nothingLeaked(playground, ["hidden-name"]);
      succeeded(await playground.run("up"));
      await nothingLeaked(playground, ["hidden-name"]);
    });
  });

  describe("touches the object of another server", function () {
    let theirs: Awaited<ReturnType<typeof startEmulator>>;
    before(async () => {
      theirs = await startEmulator();
      const { type: _, properties } = store({ storeId: undefined, s3BucketName: "theirs" });
      const open = {
        ...properties,
        awsAccessKey: "AKIATHEIRS",
        awsSecretKey: "theirs",
        uri: "mongodb://h9/",
      };
      theirs.oplogS3Configs.add({ ...open, id: "store", s3AuthMethod: "KEYS" });
      theirs.clearRequests();
    });
    after(async () => theirs.close());
    const { playground, declare } = useProgram(this);

    it("that has the same id: the preview, the update and the destroy refuse it", async () => {
      await declare({ store: store() });
      did(await playground.run("up"), [created("store")]);
      const { baseUrl, publicKey, privateKey } = theirs;
      const provider = {
        type: "pulumi:providers:opsmanager",
        properties: { baseUrl, publicKey, privateKey: secret(privateKey) },
      };
      await declare({ theirs: provider, store: store({ s3MaxConnections: 60 }, { provider: "${theirs}" }) });
      const refusal = /has another oplog store store:/;
      failedWith(await playground.run("preview"), refusal);
      failedWith(await playground.run("up"), refusal);
      await playground.stack.configure({ "opsmanager:baseUrl": baseUrl });
      await declare({ store: store({ s3MaxConnections: 60 }) });
      failedWith(await playground.run("up"), refusal);
      await declare({});
      await playground.run("up");
      await playground.run("destroy");
      assert.equal(theirs.counters.writes, 0);
      assert.equal(theirs.oplogS3Configs.get("store")?.s3BucketName, "theirs");
    });
  });
});
