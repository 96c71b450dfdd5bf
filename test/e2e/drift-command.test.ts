import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { type Finished, run } from "../../scripts/engine/run";
import type { DriftReport } from "../../src/cli/drift/report";
import { created, did, stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";

const COMMAND = join(repository, "dist/cli/pulumi-opsmanager.js");

const SECRETS = [
  "xoxb-drift-0001",
  "drift-secret-key",
  "drift-password",
  "drift-client-secret",
  "by-hand-0002",
];

const PROGRAM = `
const projectId = "60a2b7c9e4b0c5571d3f8e12";
const slack = { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-drift-0001", intervalMin: 15 };
const email = { typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 0, intervalMin: 15 };
new opsmanager.AlertConfig("alert", {
  projectId,
  enabled: true,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" }],
  metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, units: "RAW" },
  notifications: [email, slack],
});
new opsmanager.AlertConfig("gone", { projectId, eventTypeName: "NO_PRIMARY", notifications: [email] });
new opsmanager.AlertConfig("hidden", {
  projectId,
  eventTypeName: "HOST_DOWN",
  matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: pulumi.secret("hidden-host") }],
  notifications: [{ ...email, emailAddress: pulumi.secret("hidden@example.com") }],
});
new opsmanager.AlertConfig("hidden-role", {
  projectId,
  eventTypeName: "HOST_DOWN",
  notifications: [{ typeName: "GROUP", role: pulumi.secret("GROUP_OWNER"), emailEnabled: true, smsEnabled: false }],
});
new opsmanager.AlertConfigSet("set", {
  projectId,
  alertConfigs: {
    lag: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [slack] },
    quiet: pulumi.secret({ eventTypeName: "NO_PRIMARY", notifications: [{ ...email, emailAddress: "hidden@example.com" }] }),
  },
});
new opsmanager.OplogS3Config("store", {
  acceptedTos: true,
  awsAccessKey: "AKIADRIFTDRIFTDRIFT0",
  awsSecretKey: "drift-secret-key",
  labels: ["a", "b"],
  oidc: { enabled: true, method: "azure", tokenUri: "https://id.example.com/token", clientId: "o", clientSecret: "drift-client-secret", scope: "s3" },
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://backup:drift-password@metadata.example.com/",
});
new opsmanager.ClusterName("cluster", { projectId, clusterId: "62d1f3b7a90e4c5d8b2f6e01", clusterName: "orders-new" });
`;

describe("the command drift on a stack", function () {
  const playground = usePlayground(this, { program: PROGRAM });
  let baseline: string;

  const report = ({ stdout, output }: Finished): DriftReport => {
    for (const secret of [...SECRETS, "hidden@example.com", "hidden-host", "hidden-by-hand", "****"])
      assert.ok(!output.includes(secret), output);
    return JSON.parse(stdout) as DriftReport;
  };
  /** The arguments that changed, by the name of the resource. */
  const changes = ({ changed }: DriftReport): string[] =>
    changed.map(({ urn, path }) => `${urn.slice(urn.lastIndexOf("::") + 2)} ${path}`).sort();

  /** Compares what `pulumi stack export` prints. */
  async function ofExport(...flags: "--show-secrets"[]): Promise<Finished> {
    const { emulator, sandbox, stack } = playground;
    const { stdout } = await stack.stack("export", ...flags);
    const file = join(sandbox.folder, "state.json");
    await writeFile(file, stdout);
    return run(process.execPath, [COMMAND, "drift", "--state", file, "--format", "json", ...flags], {
      env: {
        PATH: process.env["PATH"],
        OPSMANAGER_BASE_URL: emulator.baseUrl,
        OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
        OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
      },
    });
  }
  /** Lets the command call `pulumi`; the settings come from the configuration of the stack. */
  async function ofStack(...flags: readonly string[]): Promise<Finished> {
    const { stack } = playground;
    return stack.with(process.execPath, COMMAND, "drift", "--stack", "test", "--format", "json", ...flags);
  }

  before(async () => {
    const { emulator, sandbox } = playground;
    baseline = join(sandbox.folder, "baseline.json");
    for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
    did(
      await playground.run("up"),
      ["alert", "gone", "hidden", "hidden-role", "set", "store", "cluster"].map(created),
    );
  });

  it("finds nothing after an up", async () => {
    for (const finished of [await ofExport(), await ofExport("--show-secrets"), await ofStack()]) {
      assert.equal(finished.code, 0, finished.output);
      const { summary, ...lists } = report(finished);
      assert.deepEqual([summary.managed, lists.changed, lists.missing], [8, [], []]);
      assert.deepEqual([lists.unmanaged, lists.duplicates], [[], []]);
    }
  });

  it("finds every manual change, and nothing else", async () => {
    const { emulator, stack } = playground;
    const state = await stateOf(stack);
    const idOf = (name: string) => String(state[name]?.outputs?.["alertConfigId"]);
    const alerts = emulator.alertConfigs();
    const [email, slack] = alerts.get(idOf("alert"))?.notifications ?? [];
    alerts.update(idOf("alert"), {
      metricThreshold: { threshold: 5 },
      notifications: [
        { ...slack, apiToken: "xoxb-by-hand-0002" },
        { ...email, delayMin: 30 },
      ],
    });
    alerts.delete(idOf("gone"));
    const [hidden] = alerts.get(idOf("hidden"))?.notifications ?? [];
    alerts.update(idOf("hidden"), {
      enabled: true,
      matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "hidden-by-hand" }],
      notifications: [{ ...hidden, emailAddress: "hidden-by-hand@example.com" }],
    });
    const [role] = alerts.get(idOf("hidden-role"))?.notifications ?? [];
    alerts.update(idOf("hidden-role"), { notifications: [{ ...role, roles: ["GROUP_READ_ONLY"] }] });
    const { lag = "", quiet = "" } = (state["set"]?.outputs?.["alertConfigIds"] ?? {}) as Record<
      string,
      string
    >;
    alerts.update(lag, { enabled: false });
    alerts.update(quiet, { enabled: true });
    const unmanaged = alerts.add({ ...alerts.get(lag), id: "6b02d1b3218783fae5e6b3d4" });
    emulator.oplogS3Configs.update("store", { labels: ["a"], awsAccessKey: "AKIABYHANDBYHAND0002" });
    emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" });

    emulator.clearRequests();
    const open = [
      "alert metricThreshold.threshold",
      "alert notifications[0].delayMin",
      "cluster clusterName",
      "hidden enabled",
      "set alertConfigs.lag.enabled",
      "store labels",
    ];
    const secret = [
      "alert notifications[1].apiToken",
      "hidden matchers[0].value",
      "hidden notifications[0].emailAddress",
      "hidden-role notifications[0].roles",
      "set alertConfigs.quiet.enabled",
      "store awsAccessKey",
    ];
    for (const finished of [await ofExport("--show-secrets"), await ofStack("--show-secrets")]) {
      assert.equal(finished.code, 7, finished.output);
      const found = report(finished);
      assert.deepEqual(changes(found), [...open, ...secret].sort());
      for (const { path, live, urn } of found.changed)
        if (/hidden-role|notifications\[1\]\.apiToken|awsAccessKey/.test(urn + path))
          assert.equal(live, "[secret]");
      assert.deepEqual(
        found.missing.map(({ urn }) => urn.split("::").at(-1)),
        ["gone"],
      );
      assert.deepEqual(
        found.unmanaged.map(({ id }) => id),
        [unmanaged.id],
      );
      assert.deepEqual(
        found.duplicates.map(({ ids }) => [...ids].sort()),
        [[lag, unmanaged.id].sort()],
      );
    }
    const encrypted = await ofExport();
    assert.equal(encrypted.code, 7, encrypted.output);
    assert.deepEqual(changes(report(encrypted)), open);
    assert.equal((await ofStack("--fail-on", "none")).code, 0);
    assert.equal(emulator.counters.writes, 0);
  });

  it("finds nothing that is in the baseline", async () => {
    const written = await ofStack("--show-secrets", "--baseline", baseline, "--update-baseline");
    assert.equal(written.code, 0, written.output);
    const { code, stderr, ...rest } = await ofStack("--show-secrets", "--baseline", baseline);
    assert.equal(code, 0, rest.output);
    assert.match(stderr, /accepts \d+ more findings\.$/);
  });

  it("hides what the program marks as secret after a refresh too", async () => {
    succeeded(await playground.run("refresh"));
    const { emulator, stack } = playground;
    const id = String((await stateOf(stack))["hidden"]?.outputs?.["alertConfigId"]);
    emulator.alertConfigs().update(id, {
      matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "hidden-by-hand-again" }],
    });
    const found = report(await ofExport("--show-secrets"));
    const hidden = found.changed.filter(({ urn }) => urn.endsWith("::hidden"));
    assert.deepEqual(
      hidden.map(({ path, declared, live }) => [path, declared, live]),
      [["matchers[0].value", "[secret]", "[secret]"]],
    );
  });

  it("fails by one line for a stack that does not exist", async () => {
    const { stack } = playground;
    const { code, stderr } = await stack.with(process.execPath, COMMAND, "drift", "--stack", "none");
    assert.equal(code, 1);
    assert.match(stderr, /^pulumi-opsmanager drift: .*no stack named 'none'/);
  });
});
