import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { runDrift } from "../../../src/cli/drift/command";
import type { DriftReport } from "../../../src/cli/drift/report";
import { UsageError } from "../../../src/cli/usage";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { useFolder } from "../../support/files";
import { SECRETS_APART } from "../../../src/resources/alert-config/encoding";
import { managed, useEmulator } from "../resources/managed";
import { environmentOf } from "./printed";
import { runCommand, startCommand } from "./process";
import type { Entry, Mode } from "./stacks";
import { documentOf, ENCRYPTED, SHOWN } from "./stacks";

const TOKEN = "xoxb-command-secret-0001";

const pathsIn = (json: string): string[] =>
  (JSON.parse(json) as DriftReport).changed.map((each) => each.path);

describe("the command drift", () => {
  const emulator = useEmulator({ seed: { alertConfigs: [] } });
  const path = useFolder();
  let entry: Entry;
  let alertId: string;

  beforeEach(async () => {
    const alert = managed("AlertConfig", emulator);
    await alert.up(
      SECRETS_APART.split({
        projectId: emulator.projectId,
        eventTypeName: "HOST_DOWN",
        enabled: true,
        matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "db" }],
        notifications: [{ typeName: "SLACK", channelName: "#dba", apiToken: TOKEN }],
      }),
    );
    entry = { kind: "AlertConfig", state: alert.state };
    alertId = String(alert.state?.outputs["alertConfigId"]);
  });

  const change = (patch: PlainObject = { enabled: false }) => emulator.alertConfigs().update(alertId, patch);
  const file = (name: string, content: string): string => {
    writeFileSync(path(name), content);
    return path(name);
  };
  const stateFile = (entries: readonly Entry[] = [entry], mode: Mode = SHOWN): string =>
    file("state.json", JSON.stringify(documentOf(entries, mode)));

  /** The same resource in the state with its object in another project. */
  const copyIn = (projectId: string): Entry => {
    const outputs = { ...entry.state?.outputs, projectId };
    return { ...entry, state: { id: `${projectId}/${alertId}`, inputs: outputs, outputs } };
  };

  async function run(args: readonly string[], input?: string) {
    const ended = await runCommand(["drift", ...args], environmentOf(emulator), input);
    assertSecretFree(ended.stdout + ended.stderr);
    return ended;
  }

  /** The command in this process: its exit code and its report. */
  async function drift(...args: readonly string[]): Promise<{ code: number; report: string }> {
    const out = path("out");
    rmSync(out, { force: true });
    const code = await runDrift([...args, "--out", out], environmentOf(emulator));
    const report = existsSync(out) ? readFileSync(out, "utf8") : "";
    assertSecretFree(report);
    return { code, report };
  }
  const refused = async (args: readonly string[], message: RegExp, env: NodeJS.ProcessEnv = {}) =>
    assert.rejects(runDrift(args, { ...environmentOf(emulator), ...env }), (error: Error) => {
      assertSecretFree(error.message);
      assert.match(error.message, message);
      assert.match(error.message, /^[^\n]+$/);
      return !(error instanceof UsageError);
    });
  function assertSecretFree(shown: string): void {
    for (const secret of [TOKEN, emulator.privateKey, "by-hand-secret"])
      assert.ok(!shown.includes(secret), shown);
  }

  it("says that a state has nothing to compare", async () => {
    const { code, stderr } = await run(["--state", stateFile([])]);
    assert.deepEqual(
      [code, stderr],
      [0, "The state has no resource of this package: is it the right stack?\n"],
    );
  });

  it("says that the settings of a stack are read with --stack", async () => {
    const env = { OPSMANAGER_BASE_URL: "" };
    await refused(
      ["--state", stateFile()],
      /OPSMANAGER_BASE_URL\. With --stack <name>, the configuration/,
      env,
    );
  });

  it("ends with 0 without drift, and says what was compared", async () => {
    const { code, stdout, stderr } = await run(["--state", stateFile()]);
    const first = stdout.split("\n")[0];
    assert.deepEqual([code, first, stderr], [0, "1 object compared: 1 unverifiable value.", ""]);
    const open = await drift("--state", stateFile(), "--show-secrets");
    assert.equal(open.code, 0);
    const [summary, about] = open.report.split("\n");
    assert.equal(summary, "No drift found: 1 object compared.");
    assert.match(
      about ?? "",
      /^test\/test on http:\/\/127\.0\.0\.1:\d+, \d{4}-\d\d-\d\dT[\d:.]+Z, pulumi-opsmanager \d+\.\d+\.\d+$/,
    );
  });

  it("reads the state from standard input, and ends with 7 for drift", async () => {
    change();
    const document = JSON.stringify(documentOf([entry], ENCRYPTED));
    const { code, stdout, stderr } = await run(["-", "--format", "json"], document);
    assert.deepEqual([code, stderr], [7, ""]);
    assert.deepEqual(pathsIn(stdout), ["enabled"]);
  });

  it("ends with 2 for an invalid command line, and 1 for a failure, with one line about it", async () => {
    const usage = "Unknown option '--nonsense'\nRun pulumi-opsmanager drift --help for usage.";
    const none = "The state in standard input is not JSON.";
    const start = "pulumi-opsmanager drift:";
    assert.deepEqual(await run(["--nonsense"]), { code: 2, stdout: "", stderr: `${start} ${usage}\n` });
    const input = `{"x": "${TOKEN}`;
    assert.deepEqual(await run(["-"], input), { code: 1, stdout: "", stderr: `${start} ${none}\n` });
  });

  it("ends with 1, reports what it could compare, names the rest with the reason, and writes no baseline", async () => {
    change();
    const projectId = "60a2b7c9e4b0c5571d3f8999";
    const other = copyIn(projectId);
    const members = { alertConfigs: {}, alertConfigIds: {}, unmanagedAlertConfigs: [] };
    const set = { projectId, resourceName: "s", ...members };
    const state = { id: `${projectId}/s`, inputs: set, outputs: set };
    const empty: Entry = { kind: "AlertConfigSet", state };
    const match = { path: `/groups/${projectId}/`, times: "always" } as const;
    emulator.faults.add({ match, action: { status: 403 } });
    const baseline = ["--baseline", path("none.json"), "--update-baseline"];
    for (const unread of [[other], [empty]]) {
      const args = ["--state", stateFile([entry, ...unread]), "--format", "json"];
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, pathsIn(stdout)], [1, ["enabled"]]);
      const { notCompared } = JSON.parse(stdout) as DriftReport;
      assert.equal(notCompared.length, 1);
      assert.match(notCompared[0]?.reason ?? "", /^GET \/groups\/60a2b7c9e4b0c5571d3f8999\/.*403/);
      assert.match(stderr, /^Not compared: urn:\S+: GET \/groups\/60a2b7c9e4b0c5571d3f8999\/.*403.*\n$/);
    }
    await refused(
      ["--state", stateFile([entry, other]), ...baseline],
      /^A baseline needs everything compared/,
    );
    assert.ok(!existsSync(path("none.json")));
  });

  it("does not fail because its reader has read enough", async () => {
    change();
    const child = startCommand(
      ["drift", "--state", stateFile(), "--format", "html"],
      environmentOf(emulator),
    );
    child.stdout.destroy();
    child.stdin.end();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    assert.deepEqual([code, stderr], [7, ""]);
  });

  it("ends with 7 for the categories of --fail-on, and for no other", async () => {
    change();
    const state = stateFile();
    const codeOf = async (list: string) => (await drift("--state", state, "--fail-on", list)).code;
    for (const list of ["changed", "missing, changed", "unverifiable"])
      assert.equal(await codeOf(list), 7, list);
    for (const list of ["missing", "none", "unmanaged,duplicates"]) assert.equal(await codeOf(list), 0, list);
    emulator.alertConfigs().delete(alertId);
    assert.equal((await drift("--state", state)).code, 7);
  });

  it("accepts what is in the baseline, and fails for what is new", async () => {
    change();
    const changed = emulator.alertConfigs().get(alertId) ?? assert.fail();
    emulator.alertConfigs().add({ ...changed, id: "6b02d1b3218783fae5e6b3d4" });
    const baseline = path("baseline.json");
    const args = ["--state", stateFile(), "--baseline", baseline];
    assert.deepEqual(await drift(...args, "--update-baseline"), { code: 0, report: "" });
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout.split("\n")[0]], [0, "No drift found: 1 object compared."]);
    assert.equal(stderr, `${baseline} accepts 4 more findings.\n`);
    change({ enabled: false, matchers: [] });
    const more = await drift(...args, "--format", "json");
    assert.equal(more.code, 7);
    assert.deepEqual(pathsIn(more.report), ["matchers[0]"]);
  });

  const categories = "changed, missing, unmanaged, duplicates, unverifiable, notTaken";
  const NO_OPTION = "is not an option; the state is given by --state, or by - for standard input";
  const invalid: [args: string[], message: string][] = [
    [["--state"], "Option '--state <value>' argument missing"],
    [["--format", "xml"], '--format must be one of text, json, markdown, junit, html, not "xml"'],
    [["--fail-on", "changed,none"], `--fail-on must be one of ${categories}, not "none"`],
    [["--fail-on", "changed,all"], `--fail-on must be one of ${categories}, not "all"`],
    [["--fail-on", ""], `--fail-on must be one of ${categories}, not ""`],
    [["--update-baseline"], "--update-baseline needs --baseline, which names the file"],
    [["state.json"], `"state.json" ${NO_OPTION}`],
    [["-", "--state", "x"], "--state and - exclude each other"],
  ];
  for (const [args, message] of invalid)
    it(`refuses ${args.join(" ")} as an invalid command line`, async () =>
      assert.rejects(runDrift(args, environmentOf(emulator)), new UsageError(message)));

  describe("fails by one line", () => {
    it("for a state that is not there, or is none", async () => {
      await refused(["--state", path("none.json")], /^--state: ENOENT/);
      await refused(["--state", path()], /^--state: EISDIR/);
      await refused(["--state", file("empty", "")], /The state in .* is not JSON\.$/);
    });

    it("for a baseline or an output that cannot be used", async () => {
      const state = ["--state", stateFile()];
      await refused([...state, "--baseline", path("no.json")], /^--baseline: ENOENT/);
      await refused([...state, "--baseline", file("other", "{}")], /is not a baseline/);
      await refused([...state, "--out", path("no/report")], /^--out: ENOENT/);
      const baseline = ["--update-baseline", "--baseline", path("no/baseline.json")];
      await refused([...state, ...baseline], /^--baseline: ENOENT/);
    });

    it("without settings, with a wrong key, and without a service", async () => {
      const args = ["--state", stateFile()];
      await refused(args, /private API key is not configured/, { OPSMANAGER_PRIVATE_KEY: "" });
      await refused(args, /refused the API key/, { OPSMANAGER_PRIVATE_KEY: "wrong" });
      const other = await startEmulator();
      await other.close();
      await refused(args, /ECONNREFUSED/, { OPSMANAGER_BASE_URL: other.baseUrl });
    });

    it("for projects that the key may not read", async () => {
      emulator.faults.add({ match: { method: "GET", times: "always" }, action: { status: 403 } });
      const entries = [entry, copyIn("60a2b7c9e4b0c5571d3f8001"), copyIn("60a2b7c9e4b0c5571d3f8002")];
      await refused(["--state", stateFile(entries)], /groups\/[0-9a-f]{24}\/alertConfigs.*403/);
    });
  });
});
