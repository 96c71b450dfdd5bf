import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import type { Host, Props } from "./host";
import { endAll, REPOSITORY, startHost } from "./host";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const TOKEN = "xoxb-t0ken-1234567890";
const SECRET = { 'SLACK {"channelName":"#ops"}': { apiToken: TOKEN } };

describe("the process of the dynamic provider", function () {
  // Each test starts a process that loads Pulumi's SDK.
  const running: ChildProcess[] = [];
  const emulators: Emulator[] = [];
  afterEach(async () => {
    await endAll(running);
    await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  });

  const configOf = ({ baseUrl, publicKey, privateKey }: Emulator): Record<string, string> => ({
    "opsmanager:baseUrl": baseUrl,
    "opsmanager:publicKey": publicKey,
    "opsmanager:privateKey": privateKey,
    "opsmanager:maxRetries": "0",
  });

  async function start(
    options: EmulatorOptions = {},
    config: Record<string, string> = {},
  ): Promise<{ emulator: Emulator; host: Host; nextRun: () => Promise<Host>; alert: Props }> {
    const emulator = await startEmulator(options);
    emulators.push(emulator);
    // The engine starts a new process for each run.
    const nextRun = async (): Promise<Host> => startHost({ ...configOf(emulator), ...config }, running);
    const host = await nextRun();
    const alert = {
      projectId: emulator.projectId,
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      notifications: [
        { typeName: "SLACK", channelName: "#ops", delayMin: 0 },
        { typeName: "EMAIL", emailAddress: "dba@example.com" },
      ],
      notificationSecrets: SECRET,
    };
    return { emulator, host, nextRun, alert };
  }

  const failed = async (promise: Promise<unknown>): Promise<{ details: string; code: number }> => {
    try {
      await promise;
    } catch (error) {
      return error as { details: string; code: number };
    }
    return assert.fail("it did not fail");
  };

  describe("check", () => {
    it("returns valid inputs unchanged", async () => {
      const { host, alert, emulator } = await start();
      const { inputs, failures } = await host.check("AlertConfig", alert);
      assert.deepEqual(failures, []);
      assert.deepEqual(inputs, alert);
      assert.equal(emulator.counters.requests, 0);
    });

    it("accepts unknown values at any depth", async () => {
      const { host, alert, emulator } = await start();
      const cases: [kind: Parameters<Host["check"]>[0], news: Props][] = [
        [
          "AlertConfig",
          {
            projectId: UNKNOWN,
            eventTypeName: UNKNOWN,
            notifications: UNKNOWN,
            notificationSecrets: UNKNOWN,
          },
        ],
        [
          "AlertConfig",
          {
            ...alert,
            enabled: UNKNOWN,
            matchers: [{ fieldName: UNKNOWN, operator: "EQUALS", value: UNKNOWN }],
          },
        ],
        [
          "AlertConfig",
          {
            ...alert,
            notifications: [
              UNKNOWN,
              { typeName: "GROUP", roles: [UNKNOWN], emailEnabled: UNKNOWN, smsEnabled: UNKNOWN },
            ],
          },
        ],
        [
          "AlertConfig",
          {
            ...alert,
            notificationSecrets: {
              ...SECRET,
              'SLACK {"channelName":"#ops"}': { apiToken: UNKNOWN },
            },
          },
        ],
        [
          "AlertConfig",
          {
            ...alert,
            eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
            metricThreshold: { metricName: "CONNECTIONS", operator: UNKNOWN, threshold: UNKNOWN },
          },
        ],
        [
          "ClusterName",
          { projectId: UNKNOWN, clusterId: UNKNOWN, clusterName: UNKNOWN, restoreOnDelete: UNKNOWN },
        ],
        [
          "OplogS3Config",
          Object.fromEntries(
            [
              "storeId",
              "acceptedTos",
              "awsAccessKey",
              "awsSecretKey",
              "pathStyleAccessEnabled",
              "s3BucketEndpoint",
              "s3BucketName",
              "s3MaxConnections",
              "sseEnabled",
              "uri",
              "labels",
              "customCertificates",
              "oidc",
            ].map((name) => [name, UNKNOWN]),
          ),
        ],
        ["VersionManifest", { manifest: UNKNOWN, allowDowngrade: UNKNOWN }],
      ];
      for (const [kind, news] of cases) {
        assert.deepEqual((await host.check(kind, news)).failures, [], JSON.stringify(news));
      }
      assert.equal(emulator.counters.requests, 0);
    });

    it("reports all failures at once, without a property and without secrets", async () => {
      const { host, alert } = await start();
      const { failures } = await host.check("AlertConfig", {
        ...alert,
        enabled: "yes",
        treshold: 5,
        notifications: [
          { typeName: "SLACK", channelName: "#ops", delayMin: -1 },
          { typeName: "EMAIL", emailAddress: "nobody" },
          { typeName: "WEBHOOK" },
        ],
        notificationSecrets: { ...SECRET, "WEBHOOK {}": { webhookUrl: "t0ken-url" } },
      });
      assert.deepEqual(
        failures.map(({ reason }) => reason),
        [
          'enabled: must be true or false, not "yes"',
          "treshold: is not an argument of AlertConfig (did you mean threshold?)",
          "notifications[0].delayMin: must be at least 0 (minutes), not -1",
          'notifications[1].emailAddress: must be an e-mail address, not "nobody"',
          "notifications[2].webhookUrl: must be an http or https URL",
        ],
      );
      assert.ok(failures.every(({ property }) => property === ""));
      assert.ok(!JSON.stringify(failures).includes("t0ken"));
    });

    it("reports a missing configuration value once", async () => {
      const { host, alert } = await start({}, { "opsmanager:privateKey": "" });
      const { failures } = await host.check("AlertConfig", alert);
      assert.equal(failures.length, 1);
      assert.match(
        failures[0]?.reason ?? "",
        /private API key is not configured: .*pulumi config set --secret opsmanager:privateKey/,
      );
    });
  });

  describe("diff", () => {
    it("distinguishes no change, a change, and a replacement", async () => {
      const { host, alert } = await start();
      const { id, outputs } = await host.create("AlertConfig", alert);
      const diff = (rest: Props) => host.diff("AlertConfig", id, outputs, { ...alert, ...rest });
      const none = { changes: "none", replaces: [], deletesFirst: false };
      assert.deepEqual(await diff({}), none);
      assert.deepEqual(
        await diff({ notifications: (alert["notifications"] as unknown[]).toReversed() }),
        none,
      );
      assert.deepEqual(await diff({ enabled: false }), { ...none, changes: "unknown" });
      assert.deepEqual(await diff({ enabled: UNKNOWN }), { ...none, changes: "unknown" });
      const rotated = { 'SLACK {"channelName":"#ops"}': { apiToken: "xoxb-other" } };
      assert.deepEqual(await diff({ notificationSecrets: rotated }), { ...none, changes: "unknown" });
      assert.deepEqual(await diff({ projectId: "60b9d1f2e4b0c5571d47a90b" }), {
        changes: "unknown",
        replaces: ["projectId"],
        deletesFirst: false,
      });
      assert.deepEqual(await diff({ connection: "eu" }), {
        changes: "unknown",
        replaces: [],
        deletesFirst: false,
      });
    });
  });

  describe("the complete lifecycle", () => {
    it("of an alert configuration", async () => {
      const { host, nextRun, alert, emulator } = await start();
      const { inputs } = await host.check("AlertConfig", alert);
      const { id, outputs } = await host.create("AlertConfig", inputs);
      const alertConfigId = id.split("/")[1] ?? "";
      assert.equal(id, `${emulator.projectId}/${alertConfigId}`);
      assert.equal(outputs["alertConfigId"], alertConfigId);
      assert.deepEqual(outputs["notifications"], alert["notifications"]);
      assert.ok(!JSON.stringify({ ...outputs, notificationSecrets: undefined }).includes(TOKEN));
      assert.equal(emulator.alertConfigs().get(alertConfigId)?.notifications[0]?.["apiToken"], TOKEN);

      const same = await host.read("AlertConfig", id, outputs);
      // If the response has no inputs, the engine keeps the ones in the state.
      assert.deepEqual([same.id, same.outputs, same.inputs], [id, outputs, undefined]);
      assert.equal((await host.diff("AlertConfig", id, same.outputs, inputs)).changes, "none");

      emulator.alertConfigs().update(alertConfigId, { enabled: false });
      const drifted = await host.read("AlertConfig", id, outputs);
      assert.deepEqual(drifted.inputs, { ...inputs, enabled: false });
      assert.equal(drifted.outputs["enabled"], false);
      assert.equal((await host.diff("AlertConfig", id, drifted.outputs, inputs)).changes, "unknown");

      const repaired = await host.update("AlertConfig", id, drifted.outputs, inputs);
      assert.equal(repaired["enabled"], true);
      assert.equal(emulator.alertConfigs().get(alertConfigId)?.enabled, true);
      assert.equal(emulator.alertConfigs().get(alertConfigId)?.notifications[0]?.["apiToken"], TOKEN);

      assert.equal(emulator.counters.challenges, 1);
      assert.deepEqual(await host.printed(), { stdout: "", stderr: "" });

      const later = await nextRun();
      await later.delete("AlertConfig", id, repaired);
      assert.equal(emulator.alertConfigs().get(alertConfigId), undefined);
      const gone = await later.read("AlertConfig", id, repaired);
      assert.deepEqual([gone.id, gone.outputs, gone.inputs], ["", {}, undefined]);
      await later.delete("AlertConfig", id, repaired);
      assert.match(
        (await failed(later.update("AlertConfig", id, repaired, { ...inputs, eventTypeName: "HOST_DOWN" })))
          .details,
        /no longer exists\. Run `pulumi refresh`/,
      );
    });

    it("does not delete an object that the same run has changed", async () => {
      const { host, emulator, alert } = await start();
      const { id, outputs } = await host.create("AlertConfig", alert);
      await host.delete("AlertConfig", id, outputs);
      assert.ok(emulator.alertConfigs().get(String(outputs["alertConfigId"])));
      assert.match(host.logged.join("\n"), /is still managed by this program: it was not deleted/);
    });

    it("of an oplog store", async () => {
      const { host, nextRun, emulator } = await start();
      const store = {
        storeId: "oplog-1",
        acceptedTos: true,
        assignmentEnabled: true,
        awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
        awsSecretKey: "wJalr-t0ken-XUtnFEMI",
        pathStyleAccessEnabled: true,
        s3BucketEndpoint: "https://s3.example.com",
        s3BucketName: "oplog",
        s3MaxConnections: 50,
        sseEnabled: true,
        uri: "mongodb://user:t0ken@db.example.com:27017",
      };
      const { inputs } = await host.check("OplogS3Config", store);
      const { id, outputs } = await host.create("OplogS3Config", inputs);
      assert.equal(id, "oplog-1");
      assert.match(
        (await failed(host.create("OplogS3Config", inputs))).details,
        /^storeId: the oplog store "oplog-1" exists already\. Set `adopt: true`/,
      );
      const adopted = await (await nextRun()).create("OplogS3Config", { ...inputs, __adopt: true });
      assert.equal(adopted.id, "oplog-1");
      const { changes } = await host.diff("OplogS3Config", id, outputs, inputs);
      assert.equal(changes, "none");
      emulator.oplogS3Configs.update("oplog-1", { s3BucketName: "other", awsSecretKey: null });
      const drifted = await host.read("OplogS3Config", id, outputs);
      assert.equal(drifted.inputs?.["s3BucketName"], "other");
      assert.deepEqual(drifted.inputs?.["changedSecrets"], ["awsSecretKey"]);
      assert.equal(drifted.inputs["awsSecretKey"], store.awsSecretKey);
      const repaired = await host.update("OplogS3Config", id, drifted.outputs, inputs);
      assert.equal(emulator.oplogS3Configs.get("oplog-1")?.awsSecretKey, store.awsSecretKey);
      const { outputs: unchanged, inputs: none } = await host.read("OplogS3Config", id, repaired);
      // Without inputs the engine keeps those that it has.
      assert.deepEqual([unchanged, none], [repaired, undefined]);
      await (await nextRun()).delete("OplogS3Config", id, repaired);
      assert.equal(emulator.oplogS3Configs.get("oplog-1"), undefined);
      assert.equal((await host.read("OplogS3Config", id, repaired)).id, "");
    });

    it("of the version manifest", async () => {
      const { host, emulator } = await start();
      const folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
      try {
        const path = join(folder, "manifest.json");
        const text = '{"updated": 1783425600001, "versions": [{"name": "8.0.18", "builds": []}]}';
        writeFileSync(path, text);
        const hash = createHash("sha256").update(text).digest("hex");
        const signature = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" };
        emulator.versionManifest.update("current", { text: '{"updated": 1, "versions": []}' });
        const { inputs, failures } = await host.check("VersionManifest", {
          manifest: { ...signature, hash, path },
        });
        assert.deepEqual([inputs["sha256"], failures], [hash, []]);
        const { id, outputs } = await host.create("VersionManifest", inputs);
        assert.deepEqual(
          [id, outputs["sha256"], outputs["sizeBytes"]],
          ["versionManifest", hash, text.length],
        );
        assert.deepEqual([outputs["versionCount"], outputs["newestVersions"]], [1, ["8.0.18"]]);
        assert.equal(emulator.versionManifest.get("current")?.text, text);
        // In later calls the engine passes only the hash of an asset.
        const olds = { ...outputs, manifest: { ...signature, hash } };
        assert.equal((await host.diff("VersionManifest", id, olds, inputs)).changes, "none");
        const { outputs: unchanged, inputs: none } = await host.read("VersionManifest", id, olds);
        assert.deepEqual([unchanged, none], [olds, undefined]);
        emulator.versionManifest.update("current", { text: '{"updated": 1, "versions": []}' });
        const drifted = await host.read("VersionManifest", id, olds);
        assert.match(String(drifted.inputs?.["changedOnService"]), /older \(1970-01-01/);
        await host.update("VersionManifest", id, drifted.outputs, inputs);
        assert.equal(emulator.versionManifest.get("current")?.text, text);
        await host.delete("VersionManifest", id, olds);
        assert.equal(emulator.versionManifest.get("current")?.text, text);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("of a cluster's name", async () => {
      const { host, nextRun, emulator } = await start();
      const { projectId, clusterId } = emulator;
      const { inputs } = await host.check("ClusterName", {
        projectId,
        clusterId,
        clusterName: "shop",
        restoreOnDelete: true,
      });
      const { id, outputs } = await host.create("ClusterName", inputs);
      assert.deepEqual([id, outputs["previousName"]], [`${projectId}/${clusterId}`, "orders"]);
      emulator.clusters().update(clusterId, { clusterName: "by-hand" });
      const drifted = await host.read("ClusterName", id, outputs);
      assert.equal(drifted.inputs?.["clusterName"], "by-hand");
      const repaired = await host.update("ClusterName", id, drifted.outputs, inputs);
      assert.equal(emulator.clusters().get(clusterId)?.clusterName, "shop");
      await (await nextRun()).delete("ClusterName", id, repaired);
      assert.equal(emulator.clusters().get(clusterId)?.clusterName, "orders");
    });
  });

  it("shares one configured provider and one challenge between concurrent first calls", async () => {
    const { host, alert, emulator } = await start();
    const made = await Promise.all([
      ...Array.from({ length: 8 }, () => host.create("AlertConfig", alert)),
      ...[emulator.clusterId, "62d8a2c4a90e4c5d8b31b7d3"].map((clusterId) =>
        host.create("ClusterName", {
          projectId: emulator.projectId,
          clusterId,
          clusterName: "a",
          restoreOnDelete: false,
        }),
      ),
    ]);
    assert.equal(new Set(made.map(({ id }) => id)).size, 10);
    assert.equal(emulator.counters.challenges, 1);
  });

  describe("an error", () => {
    const notFromTheService = {
      status: 404,
      body: "<html>not here</html>",
      headers: { "Content-Type": "text/html" },
    };

    it("is reported by a read whose 404 is not from the service, and the resource is kept", async () => {
      const { host, alert, emulator } = await start();
      const { id, outputs } = await host.create("AlertConfig", alert);
      emulator.faults.add({ match: { method: "GET" }, action: notFromTheService });
      assert.match(
        (await failed(host.read("AlertConfig", id, outputs))).details,
        /404.*not from the service: check opsmanager:baseUrl/,
      );
    });

    it("consists of the message alone in every method, and nothing else is printed", async () => {
      const { host, nextRun, alert, emulator } = await start();
      const { id, outputs } = await host.create("AlertConfig", alert);
      const changed = { ...alert, eventTypeName: "HOST_DOWN" };
      const calls: [method: string, call: () => Promise<unknown>][] = [
        ["POST", () => host.create("AlertConfig", alert)],
        ["GET", () => host.read("AlertConfig", id, outputs)],
        ["PUT", () => host.update("AlertConfig", id, outputs, changed)],
        ["DELETE", async () => (await nextRun()).delete("AlertConfig", id, outputs)],
      ];
      for (const [method, call] of calls) {
        emulator.faults.add({
          match: { method },
          action: {
            status: 409,
            body: { error: 409, errorCode: "SOME_CONFLICT", detail: `It hurts at ${TOKEN}.` },
          },
        });
        const { details } = await failed(call());
        assert.match(
          details,
          new RegExp(`^(Error: )?${method} /groups/\\S+: 409 SOME_CONFLICT - It hurts at \\[secret\\]\\.`),
        );
        assert.doesNotMatch(details, /\n\s+at |\.js:|t0ken/);
      }
      const { stdout, stderr } = await host.printed();
      assert.doesNotMatch(stdout + stderr, /\n\s+at |\.js:|t0ken|SOME_CONFLICT/);
    });

    it("for a wrong key says what to do, and nothing is written", async () => {
      const { host, alert, emulator } = await start({}, { "opsmanager:privateKey": "wr0ng" });
      const { details } = await failed(host.create("AlertConfig", alert));
      assert.match(
        details,
        /^The service refused the API key "\w+" .*Check the public key and the private key of the connection\.$/,
      );
      assert.equal(emulator.counters.writes, 0);
      const { stdout, stderr } = await host.printed();
      assert.ok(!(details + stdout + stderr).includes("wr0ng"));
    });

    it("for an unreachable service names the address and what to check", async () => {
      const { host, alert, emulator } = await start();
      await emulator.close();
      emulators.pop();
      const { details } = await failed(host.create("AlertConfig", alert));
      assert.match(
        details,
        /nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check opsmanager:baseUrl/,
      );
    });
  });

  it("runs the installed package, not the version that was serialized", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "opsmanager-host-")));
    try {
      const installed = join(folder, "node_modules/pulumi-opsmanager");
      cpSync(join(REPOSITORY, "dist"), join(installed, "dist"), { recursive: true });
      cpSync(join(REPOSITORY, "package.json"), join(installed, "package.json"));
      for (const name of ["zod", "undici", "@pulumi/pulumi"]) {
        const link = join(folder, "node_modules", name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(REPOSITORY, "node_modules", name), link, "dir");
      }
      const emulator = await startEmulator();
      emulators.push(emulator);
      const inputs = {
        projectId: emulator.projectId,
        clusterId: "000000000000000000000000",
        clusterName: "x",
      };
      const message = async (): Promise<string> => {
        const host = await startHost(configOf(emulator), running, folder);
        return (await failed(host.create("ClusterName", inputs))).details;
      };
      const before = await message();
      assert.match(before, /has no cluster/);
      const file = join(installed, "dist/resources/cluster-name/requests.js");
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("has no cluster", "lacks the cluster"));
      assert.equal(await message(), before.replaceAll("has no cluster", "lacks the cluster"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
