import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Finished, run } from "../support/run";
import type { DriftReport } from "../../src/cli/drift/report";
import { environmentOf } from "../contract/cli/printed";
import { created, did, stateOf, succeeded } from "./support/assertions";
import { COMMAND } from "./support/exported";
import { usePlayground } from "./support/playground";
import { usePlugin } from "./support/plugin";
import { alert, cluster, EMAIL, PROJECT, store } from "./support/resources";

const HOST = { fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" };
const SLACK = { typeName: "SLACK", channelName: "#a", apiToken: "xoxb-drift-0001", intervalMin: 15 };
const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 4000, units: "RAW" };
const HIDDEN = `{ ...email, emailAddress: pulumi.secret("hidden@example.com") }`;
const PROGRAM = `const email = ${JSON.stringify(EMAIL)};
${alert(
  "alert",
  `eventTypeName: "OUTSIDE_METRIC_THRESHOLD", matchers: ${JSON.stringify([HOST])},
  metricThreshold: ${JSON.stringify(METRIC)}, notifications: ${JSON.stringify([EMAIL, SLACK])},`,
)}
${alert("gone", 'eventTypeName: "NO_PRIMARY",')}
${alert("hidden", `matchers: [{ ...${JSON.stringify(HOST)}, value: pulumi.secret("hidden-host") }], notifications: [${HIDDEN}],`)}
new opsmanager.AlertConfigSet("set", {
  projectId: "${PROJECT}",
  alertConfigs: {
    lag: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [${JSON.stringify(SLACK)}] },
    quiet: pulumi.secret({ eventTypeName: "NO_PRIMARY", notifications: [{ ...email, emailAddress: "hidden@example.com" }] }),
  },
});
${store("store", 'labels: ["a", "b"],')}
${cluster("cluster")}`;
const NAMES = ["alert", "gone", "hidden", "set", "store", "cluster"];
const TOKENS = ["xoxb-drift-0001", "store-password", "store-secret-key", "by-hand-0002"];
const SECRETS = [...TOKENS, "hidden@example.com", "hidden-host", "hidden-by-hand", "****"];

for (const form of ["classes", "plugin"] as const)
  describe(`the command drift on a stack of the ${form}`, function () {
    const plugin = form === "plugin" ? usePlugin() : undefined;
    const playground = usePlayground(this, {
      program:
        plugin === undefined ? PROGRAM : { folder: async (sandbox) => plugin.typescript(PROGRAM)(sandbox) },
    });

    const report = ({ stdout, output }: Finished): DriftReport => {
      for (const secret of SECRETS) assert.ok(!output.includes(secret), output);
      return JSON.parse(stdout) as DriftReport;
    };
    const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

    /** Compares what `pulumi stack export` prints. */
    async function ofExport(...flags: "--show-secrets"[]): Promise<Finished> {
      const { emulator, sandbox, stack } = playground;
      const { stdout } = await stack.stack("export", ...flags);
      const file = join(sandbox.folder, "state.json");
      await writeFile(file, stdout);
      const args = [COMMAND, "drift", "--state", file, "--format", "json", ...flags];
      return run(process.execPath, args, { env: environmentOf(emulator) });
    }
    /** Lets the command call `pulumi`; the settings come from the configuration of the stack. */
    const ofStack = async (): Promise<Finished> => {
      const flags = ["--stack", "test", "--format", "json", "--show-secrets"];
      return playground.stack.with(process.execPath, COMMAND, "drift", ...flags);
    };

    before(async () => {
      const alerts = playground.emulator.alertConfigs();
      for (const { id } of alerts.list()) alerts.delete(id);
      did(await playground.run("up"), NAMES.map(created));
    });

    it("finds nothing after an up", async () => {
      const finished = await ofStack();
      assert.equal(finished.code, 0, finished.output);
      const { summary, changed, missing, unmanaged, duplicates } = report(finished);
      assert.deepEqual([summary.managed, changed, missing, unmanaged, duplicates], [7, [], [], [], []]);
    });

    it("finds every manual change, and nothing else", async () => {
      const { emulator, stack } = playground;
      const state = await stateOf(stack);
      const idOf = (name: string) => String(state[name]?.outputs?.["alertConfigId"]);
      const alerts = emulator.alertConfigs();
      const [email, slack] = alerts.get(idOf("alert"))?.notifications ?? [];
      const otherToken = { ...slack, apiToken: "xoxb-by-hand-0002" };
      const notifications = [otherToken, { ...email, delayMin: 30 }];
      alerts.update(idOf("alert"), { metricThreshold: { threshold: 5 }, notifications });
      alerts.delete(idOf("gone"));
      const [hidden] = alerts.get(idOf("hidden"))?.notifications ?? [];
      alerts.update(idOf("hidden"), {
        enabled: false,
        matchers: [{ ...HOST, value: "hidden-by-hand" }],
        notifications: [{ ...hidden, emailAddress: "hidden-by-hand@example.com" }],
      });
      const ids = (state["set"]?.outputs?.["alertConfigIds"] ?? {}) as Record<string, string>;
      const { lag = "", quiet = "" } = ids;
      alerts.update(lag, { enabled: false });
      alerts.update(quiet, { enabled: true });
      const { id: unmanaged } = alerts.add({ ...alerts.get(lag), id: "6b02d1b3218783fae5e6b3d4" });
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
        "set alertConfigs.quiet.enabled",
        "store awsAccessKey",
      ];
      const changes = ({ changed }: DriftReport): string[] =>
        changed.map(({ urn, path }) => `${nameOf(urn)} ${path}`).sort();
      const finished = await ofStack();
      assert.equal(finished.code, 7, finished.output);
      const found = report(finished);
      assert.deepEqual(changes(found), [...open, ...secret].sort());
      for (const { path, live } of found.changed)
        if (/notifications\[1\]\.apiToken|awsAccessKey/.test(path)) assert.equal(live, "[secret]");
      assert.equal(found.missing.map(({ urn }) => nameOf(urn)).join(), "gone");
      assert.equal(found.unmanaged.map(({ id }) => id).join(), unmanaged);
      assert.deepEqual(found.duplicates.flatMap(({ ids: equal }) => equal).sort(), [lag, unmanaged].sort());
      const encrypted = await ofExport();
      assert.equal(encrypted.code, 7, encrypted.output);
      assert.deepEqual(changes(report(encrypted)), open);
      assert.equal(emulator.counters.writes, 0);
    });

    it("hides what the program marks as secret after a refresh too", async () => {
      succeeded(await playground.run("refresh"));
      const { emulator, stack } = playground;
      const id = String((await stateOf(stack))["hidden"]?.outputs?.["alertConfigId"]);
      emulator.alertConfigs().update(id, { matchers: [{ ...HOST, value: "hidden-by-hand-again" }] });
      const { changed } = report(await ofExport("--show-secrets"));
      const hidden = changed.filter(({ urn }) => nameOf(urn) === "hidden");
      assert.deepEqual(
        hidden.map(({ path, declared, live }) => [path, declared, live]),
        [["matchers[0].value", "[secret]", "[secret]"]],
      );
    });
  });
